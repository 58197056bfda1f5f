"""Becker's Game of Death: 52 cards, and everybody else should drink more (RULES section 1)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.events import Event
from engine.games.becker.apply import HANDLERS
from engine.games.becker.asking import question
from engine.games.becker.book import BOOK
from engine.games.becker.events import EVENTS
from engine.games.becker.interpret import interpret
from engine.games.becker.legal import legal
from engine.games.becker.playout import BeckerPlayout
from engine.games.becker.portions import in_portions
from engine.games.becker.start import start
from engine.games.becker.state import State
from engine.games.becker.switches import SWITCHES, house_of
from engine.games.becker.view import closing, view
from engine.games.becker.votes import SIPS_PER_BEVERAGE
from engine.house import Switch
from engine.playout import Plan
from engine.questions import Interpretation, Question
from engine.ruling import Context, Ruling
from engine.seen import Seen

if TYPE_CHECKING:
    from engine.setup import Setup


class Becker:
    """Becker's game for `engine.games.GAMES`; every method is a pure function of the state."""

    name = "becker"
    title = "Becker's Game of Death"
    unit = "drinks"
    unit_drinks = 1 / SIPS_PER_BEVERAGE
    events = EVENTS
    switches: tuple[Switch, ...] = SWITCHES
    start_keys: tuple[str, ...] = ("deal_counts",)
    facts: Mapping[str, Any] = {
        "returned": [],
        "give": None,
        "social": False,
        "sweep": False,
        "offence": None,
        "carried": None,
        "guilty": None,
        "beverages": {},
        "removed": [],
    }
    book = BOOK

    def seats_allowed(self, house: Mapping[str, Any]) -> tuple[int, int]:
        """BGD-02."""
        return house_of(house).players

    def start(self, setup: Setup) -> State:
        """The table as the set-up describes it."""
        return start(setup)

    def apply(self, state: State, event: Event, context: Context) -> tuple[State, Ruling]:
        """Rules one event."""
        after, ruling = HANDLERS[type(event)](state, event, context)
        return after, in_portions(ruling, context.resting)

    def players(self, state: State) -> tuple[str, ...]:
        """Everybody who ever sat here."""
        return state.everyone

    def present(self, state: State) -> tuple[str, ...]:
        """Who is in the game, in seat order."""
        return state.present

    def turn(self, state: State) -> str | None:
        """Who must act next."""
        return state.turn

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

    def playout(self, setup: Setup, rng: random.Random, plan: Plan) -> BeckerPlayout:
        """People who play a game."""
        return BeckerPlayout(setup, rng, plan)


BECKER = Becker()
