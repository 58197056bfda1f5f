"""A game of cards, played out by the engine's simulated people, as motions and as truth."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.simulator.actor import seat_angles
from datasets.simulator.card_actor import CardActor
from datasets.simulator.croupier import Croupier
from datasets.simulator.deck_of import BACK, standard_prints
from datasets.simulator.loose import Print, cards_of
from datasets.simulator.places import Places, spread_props
from datasets.simulator.plan import Plan, Tale
from datasets.simulator.reel import Reel
from datasets.simulator.scenes import for_cards
from datasets.simulator.stage import build_stage
from datasets.simulator.view import view_of
from engine.games import GAMES
from engine.playout import Plan as Playing
from engine.referee import Referee
from engine.setup import load_setup

Event = dict[str, Any]
Beat = tuple[Event, dict[str, Any]]
"""An event of PROTOCOL section 4 and the referee's answer."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a game needs on the table: its cards, and whether each plays to a place of his own."""

    prints: Callable[[np.random.Generator, Plan], tuple[dict[str, Print], list[str]]]
    tricks: bool = False


def _standard(rng: np.random.Generator, plan: Plan) -> tuple[dict[str, Print], list[str]]:
    prints = standard_prints(rng, plan.data)
    return prints, [*(code for code in prints if code != BACK), *[BACK] * 40]


TABLES: dict[str, Table] = {"becker": Table(_standard), "jookie": Table(_standard, tricks=True)}


def play(plan: Plan) -> Tale:
    """Plays the game; nothing is rendered."""
    setup = {
        "game": plan.game,
        "players": list(plan.players),
        "seats": seat_angles(plan.players, dict(plan.seats)),
        "dealer": plan.players[-1],
    }
    return film_beats(plan, setup, _beats(plan, setup))


def film_beats(plan: Plan, setup: dict[str, Any], beats: Iterator[Beat]) -> Tale:
    """Turns the events into motions on the plan's table, until enough cards were played."""
    table = TABLES[plan.game]
    prints, codes = table.prints(np.random.default_rng([plan.seed, 5]), plan)
    scene, lens = for_cards(plan.scene), for_cards(plan.scene).lens
    seats = {name: angle - lens.roll for name, angle in setup["seats"].items()}
    view = view_of(lens, *plan.size)
    scene = spread_props(scene, view, seats)
    stage = build_stage(scene, plan.seed, plan.size, cards_of(prints, codes))
    rng = np.random.default_rng([plan.seed, 7])
    actor = CardActor(stage, Reel(plan.fps), setup["seats"], rng)
    croupier = Croupier(actor, Places(view, seats), codes, scene.habits, table.tricks)
    croupier.tell(beats, plan.rolls)
    return Tale(plan, stage, tuple(codes), actor.reel, setup)


def _beats(plan: Plan, setup: dict[str, Any]) -> Iterator[Beat]:
    """The game as the engine's people play it, to its end."""
    checked = load_setup(plan.game, plan.players, setup)
    referee, chance = Referee(checked), random.Random(plan.seed)
    people = GAMES[plan.game].playout(checked, chance, Playing(sense="sensible"))
    while (event := people.next(referee.state)) is not None:
        yield event, referee.submit(event)
