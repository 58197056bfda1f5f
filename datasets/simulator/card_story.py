"""A game of cards, played out by the engine's simulated people, as motions and as truth."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.compose.artwork import CODES
from datasets.simulator.actor import seat_angles
from datasets.simulator.aim import Aim
from datasets.simulator.beats import Beat, played
from datasets.simulator.card_actor import CardActor
from datasets.simulator.croupier import Croupier
from datasets.simulator.deck_of import BACK, five_alive_prints, standard_prints
from datasets.simulator.loose import Print, cards_of
from datasets.simulator.offences import Offences
from datasets.simulator.places import Places, spread_props
from datasets.simulator.plan import Plan, Tale
from datasets.simulator.reel import Reel
from datasets.simulator.scenes import for_cards
from datasets.simulator.stage import build_stage
from datasets.simulator.view import view_of
from engine.games import GAMES
from engine.games.fivealive.cards import DECK_77
from engine.playout import Plan as Playing
from engine.referee import Referee
from engine.setup import Setup, load_setup


@dataclass(frozen=True, slots=True)
class Table:
    """What a game needs on the table.

    `cards`: what is printed, and the code of every card. `tricks`: everybody plays to a place of
    his own. `letters`: everybody has five letters before him. `near`: how much of the scene's
    size a card has, so that everything fits in. `cheats`: people cheat now and then where no
    camera sees it; where they would cheat with letters and stock they do not.
    """

    cards: Callable[[np.random.Generator, Plan], tuple[dict[str, Print], list[str]]]
    tricks: bool = False
    letters: bool = False
    near: float = 1.0
    cheats: bool = True


def _standard(rng: np.random.Generator, plan: Plan) -> tuple[dict[str, Print], list[str]]:
    prints = standard_prints(rng, plan.data, plan.deck)
    return prints, [*CODES, *[BACK] * (len(CODES) - 1)]


def _five_alive(_: np.random.Generator, plan: Plan) -> tuple[dict[str, Print], list[str]]:
    prints = five_alive_prints(len(plan.players))
    cards = [code for code, n in DECK_77.items() for _ in range(n)]
    letters = [code for code in prints if code not in DECK_77 and code != BACK]
    return prints, [*cards, *[BACK] * len(cards), *letters]


TABLES: dict[str, Table] = {
    "becker": Table(_standard),
    "jookie": Table(_standard, tricks=True),
    "fivealive": Table(_five_alive, letters=True, near=0.85, cheats=False),
}


def play(plan: Plan) -> Tale:
    """Plays the game; nothing is rendered."""
    setup = {
        "game": plan.game,
        "players": list(plan.players),
        "seats": seat_angles(plan.players, dict(plan.seats)),
        "dealer": plan.players[-1],
    }
    checked = load_setup(plan.game, plan.players, setup)
    stock = int(Referee(checked).view().get("stock") or 0)
    return film_beats(plan, setup, _beats(plan, checked), stock)


def film_beats(plan: Plan, setup: dict[str, Any], beats: Iterable[Beat], stock: int = 0) -> Tale:
    """Turns the events into motions on the plan's table, until enough cards were played.

    `stock`: how many cards lie face down beside the play from the beginning.
    """
    table = TABLES[plan.game]
    prints, codes = table.cards(np.random.default_rng([plan.seed, 5]), plan)
    scene = for_cards(plan.scene, table.near)
    view = view_of(scene.lens, *plan.size)
    seats = {name: angle - scene.lens.roll for name, angle in setup["seats"].items()}
    places = Places(view, seats)
    scene = spread_props(scene, view, seats, places.taken(table.tricks, table.letters))
    stage = build_stage(scene, plan.seed, plan.size, cards_of(prints, codes))
    rng = np.random.default_rng([plan.seed, 7])
    actor = CardActor(stage, Reel(plan.fps), setup["seats"], rng)
    aim = Aim(actor.rng, places, table.tricks)
    croupier = Croupier(actor, places, codes, scene.habits, aim)
    croupier.set_out(stock, table.letters)
    croupier.tell(beats, plan.rolls)
    return Tale(plan, stage, tuple(codes), actor.reel, setup)


def _beats(plan: Plan, checked: Setup) -> Iterator[Beat]:
    """The game as the engine's people play it, with blunders."""
    cheating = plan.offences if TABLES[plan.game].cheats else 0.0
    playing = Playing(sense="sensible", cheating=cheating)
    people = GAMES[plan.game].playout(checked, random.Random(plan.seed), playing)
    planned = played(Referee(checked), people)
    rng = np.random.default_rng([plan.seed, 9])
    return Offences(planned, Referee(checked), plan.players, plan.offences, rng).beats()
