"""Jookie: bids, tricks and a trump that has to be broken (RULES section 2)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.events import Event
from engine.games.jookie.apply import HANDLERS
from engine.games.jookie.asking import question
from engine.games.jookie.book import BOOK
from engine.games.jookie.events import EVENTS
from engine.games.jookie.interpret import interpret
from engine.games.jookie.legal import legal
from engine.games.jookie.playout import JookiePlayout
from engine.games.jookie.shots import one_by_one
from engine.games.jookie.start import start
from engine.games.jookie.state import ROUNDS, State
from engine.games.jookie.switches import SWITCHES
from engine.games.jookie.view import closing, turn, view
from engine.house import Switch
from engine.playout import Plan
from engine.questions import Interpretation, Question
from engine.ruling import Context, Ruling
from engine.seen import Seen

if TYPE_CHECKING:
    from engine.setup import Setup


class Jookie:
    """Jookie for `engine.games.GAMES`; every method is a pure function of the state."""

    name = "jookie"
    title = "Jookie"
    unit = "shots"
    unit_drinks = 1.0
    events = EVENTS
    switches: tuple[Switch, ...] = SWITCHES
    start_keys: tuple[str, ...] = ("round", "hand_size")
    facts: Mapping[str, Any] = {
        "trick": None,
        "trick_winner": None,
        "round_over": False,
        "made": [],
        "set": [],
        "returned": [],
        "replayed": None,
        "value": None,
        "ok": None,
    }
    book = BOOK

    def seats_allowed(self, house: Mapping[str, Any]) -> tuple[int, int]:
        """JKE-01."""
        return min(ROUNDS), max(ROUNDS)

    def start(self, setup: Setup) -> State:
        """The table as the set-up describes it."""
        return start(setup)

    def apply(self, state: State, event: Event, context: Context) -> tuple[State, Ruling]:
        """Rules one event."""
        after, ruling = HANDLERS[type(event)](state, event, context)
        return (after, one_by_one(ruling, context)) if ruling.costs else (after, ruling)

    def players(self, state: State) -> tuple[str, ...]:
        """Everybody who ever sat here."""
        return state.everyone

    def present(self, state: State) -> tuple[str, ...]:
        """Who is in the game, in seat order."""
        return state.seats

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
        """What cards on the table mean now."""
        return interpret(state, seen, before)

    def expected_dice(self, state: State, before: Sequence[Seen] = ()) -> int | None:
        """Jookie has no dice."""
        return None

    def question(self, state: State) -> Question | None:
        """What only people can say before the game goes on."""
        return question(state)

    def legal(self, state: State) -> tuple[str, ...]:
        """What may be done now."""
        return legal(state)

    def playout(self, setup: Setup, rng: random.Random, plan: Plan) -> JookiePlayout:
        """People who play a game."""
        return JookiePlayout(setup, rng, plan)


JOOKIE = Jookie()
