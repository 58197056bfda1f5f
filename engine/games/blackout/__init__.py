"""Blackout: two dice, a table full of beers (RULES section 3)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.events import Event
from engine.games.blackout.apply import HANDLERS
from engine.games.blackout.asking import question
from engine.games.blackout.book import BOOK
from engine.games.blackout.events import EVENTS
from engine.games.blackout.interpret import expected_dice, interpret
from engine.games.blackout.legal import legal
from engine.games.blackout.playout import BlackoutPlayout
from engine.games.blackout.start import start
from engine.games.blackout.state import GULPS_PER_BEER, State
from engine.games.blackout.switches import SWITCHES, house_of
from engine.games.blackout.view import closing, turn, view
from engine.house import Switch
from engine.playout import Plan
from engine.questions import Interpretation, Question
from engine.ruling import Context, Ruling
from engine.seen import Seen

if TYPE_CHECKING:
    from engine.setup import Setup


class Blackout:
    """Blackout for `engine.games.GAMES`; every method is a pure function of the state."""

    name = "blackout"
    title = "Blackout"
    unit = "gulps"
    unit_drinks = 1 / GULPS_PER_BEER
    events = EVENTS
    switches: tuple[Switch, ...] = SWITCHES
    start_keys: tuple[str, ...] = ("first", "opened", "finished")
    facts: Mapping[str, Any] = {
        "reversed": False,
        "extra_turn": False,
        "finish_beer": [],
        "whole_beer": [],
        "must_finish_first": False,
    }
    book = BOOK

    def seats_allowed(self, house: Mapping[str, Any]) -> tuple[int, int]:
        """BLK-01."""
        return house_of(house).players

    def start(self, setup: Setup) -> State:
        """The table as the set-up describes it."""
        return start(setup)

    def apply(self, state: State, event: Event, context: Context) -> tuple[State, Ruling]:
        """Rules one event."""
        return HANDLERS[type(event)](state, event, context)

    def players(self, state: State) -> tuple[str, ...]:
        """Everybody who ever sat here."""
        return state.everyone

    def present(self, state: State) -> tuple[str, ...]:
        """Who is in the game, in seat order."""
        return tuple(name for name in state.everyone if name in state.order)

    def turn(self, state: State) -> str | None:
        """Who must act next."""
        return turn(state)

    def view(self, state: State) -> dict[str, Any]:
        """The state's keys in every answer."""
        return view(state)

    def closing(self, state: State) -> tuple[str, ...]:
        """What is next."""
        return closing(state)

    def interpret(self, state: State, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
        """What dice on the table mean now."""
        return interpret(state, seen, before)

    def expected_dice(self, state: State, before: Sequence[Seen] = ()) -> int | None:
        """How many dice the next throw has."""
        return expected_dice(state, before)

    def question(self, state: State) -> Question | None:
        """What only people can say before the game goes on."""
        return question(state)

    def legal(self, state: State) -> tuple[str, ...]:
        """What may be done now."""
        return legal(state)

    def playout(self, setup: Setup, rng: random.Random, plan: Plan) -> BlackoutPlayout:
        """People who play a game."""
        return BlackoutPlayout(setup, rng, plan)


BLACKOUT = Blackout()
