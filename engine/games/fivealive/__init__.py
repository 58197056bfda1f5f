"""Five Alive: a running total, wild cards, and five letters to lose (RULES section 4)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.events import Event
from engine.games.fivealive.apply import apply
from engine.games.fivealive.asking import question
from engine.games.fivealive.book import BOOK
from engine.games.fivealive.events import EVENTS
from engine.games.fivealive.interpret import interpret
from engine.games.fivealive.legal import legal
from engine.games.fivealive.playout import FiveAlivePlayout
from engine.games.fivealive.start import start
from engine.games.fivealive.state import State
from engine.games.fivealive.switches import SWITCHES, house_of
from engine.games.fivealive.view import closing, turn, view
from engine.house import Switch
from engine.playout import Plan
from engine.questions import Interpretation, Question
from engine.ruling import Context, Ruling
from engine.seen import Seen

if TYPE_CHECKING:
    from engine.setup import Setup

SIPS_PER_DRINK = 14
"""A drink for a flip is a sip: some fourteen of them are a standard drink."""


class FiveAlive:
    """Five Alive for `engine.games.GAMES`; every method is a pure function of the state."""

    name = "fivealive"
    title = "Five Alive"
    unit = "flips"
    unit_drinks = 1 / SIPS_PER_DRINK
    events = EVENTS
    switches: tuple[Switch, ...] = SWITCHES
    start_keys: tuple[str, ...] = ("hand_counts", "lives", "total", "direction", "turn", "stock")
    facts: Mapping[str, Any] = {
        "drinks": {},
        "returned": [],
        "drew": {},
        "hand_over": False,
        "eliminated": [],
        "reshuffled": False,
    }
    book = BOOK

    def seats_allowed(self, house: Mapping[str, Any]) -> tuple[int, int]:
        """FAL-01, FAL-36."""
        return house_of(house).seats

    def start(self, setup: Setup) -> State:
        """The table as the set-up describes it."""
        return start(setup)

    def apply(self, state: State, event: Event, context: Context) -> tuple[State, Ruling]:
        """Rules one event."""
        return apply(state, event, context)

    def players(self, state: State) -> tuple[str, ...]:
        """Everybody who ever sat here."""
        return state.everyone

    def present(self, state: State) -> tuple[str, ...]:
        """Who is in the game, in seat order."""
        return state.order

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
        """There are no dice."""
        return None

    def question(self, state: State) -> Question | None:
        """What only people can say before the game goes on."""
        return question(state)

    def legal(self, state: State) -> tuple[str, ...]:
        """What may be done now."""
        return legal(state)

    def playout(self, setup: Setup, rng: random.Random, plan: Plan) -> FiveAlivePlayout:
        """People who play a game."""
        return FiveAlivePlayout(setup, rng, plan)


FIVEALIVE = FiveAlive()
