"""What a game is to the referee. A fifth game is one new module and one line in `engine.games`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from engine.book import Rule
from engine.events import Event
from engine.house import Switch
from engine.playout import Plan, Playout
from engine.questions import Interpretation, Question
from engine.ruling import Context, Ruling
from engine.seen import Seen

if TYPE_CHECKING:
    from engine.setup import Setup


class Game(Protocol):
    """The rules of one game as pure functions over an immutable state.

    `unit` names the unit map, `unit_drinks` estimates the standard drinks in one unit.
    `facts` are the keys that a ruling may set,
    with the value that stands where it does not.
    """

    name: str
    title: str
    unit: str
    unit_drinks: float
    events: Mapping[str, type[Event]]
    switches: tuple[Switch, ...]
    start_keys: tuple[str, ...]
    facts: Mapping[str, Any]
    book: tuple[Rule, ...]

    def seats_allowed(self, house: Mapping[str, Any]) -> tuple[int, int]:
        """The fewest and the most players."""

    def start(self, setup: Setup) -> Any:
        """The state to begin with; raises `HouseError` where `setup.start` is wrong."""

    def apply(self, state: Any, event: Event, context: Context) -> tuple[Any, Ruling]:
        """The next state and the ruling; raises `Refused` where the event makes no sense."""

    def players(self, state: Any) -> tuple[str, ...]:
        """Everybody that ever sat at the table, in seat order."""

    def present(self, state: Any) -> tuple[str, ...]:
        """Who is in the game, in seat order."""

    def turn(self, state: Any) -> str | None:
        """Who must act next."""

    def view(self, state: Any) -> dict[str, Any]:
        """The keys that describe the state in every answer (without `turn`), JSON-ready."""

    def closing(self, state: Any) -> tuple[str, ...]:
        """The sentences that end an announcement: what is next."""

    def interpret(self, state: Any, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
        """What something seen on the table means now.

        `before`: what was seen since the last ruling on something seen, oldest first.
        """

    def expected_dice(self, state: Any, before: Sequence[Seen] = ()) -> int | None:
        """How many dice the next throw has; None where the game has no dice."""

    def question(self, state: Any) -> Question | None:
        """What only people can say before the game goes on; None where nothing is open."""

    def legal(self, state: Any) -> tuple[str, ...]:
        """What may be done now, one short sentence each, for people who want it explained."""

    def playout(self, setup: Setup, rng: random.Random, plan: Plan) -> Playout:
        """Simulated people who play one game from `setup`; every chance is taken from `rng`."""
