"""The events of Blackout (PROTOCOL section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from engine.events import Event, Name, Pip

Pair = tuple[Pip, Pip]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Places = Annotated[
    list[Annotated[list[Name], msgspec.Meta(min_length=1)]], msgspec.Meta(min_length=1)
]


class Order(Event, frozen=True):
    """The rolls for who begins, of all players or of some at a time (BLK-08)."""

    order: Annotated[dict[Name, Pair], msgspec.Meta(min_length=1)]


class Roll(Event, frozen=True):
    """`by` rolled two dice that count."""

    roll: Pair
    by: Name


class BadRoll(Event, frozen=True):
    """A throw that is no roll: off_table, cocked, stacked, missing or another reason (BLK-38)."""

    bad_roll: Reason
    by: Name


class Duel(Event, frozen=True):
    """The single dice of the two who duel (BLK-28)."""

    duel: Annotated[dict[Name, Pip], msgspec.Meta(min_length=2, max_length=2)]


class Fuller(Event, frozen=True):
    """Whose beer has more left in it (BLK-19)."""

    fuller: Name


class Toast(Event, frozen=True):
    """The toast before the seven gulps was made (BLK-15)."""

    toast: Name


class Ban(Event, frozen=True):
    """With `blackout.eight_ban`: who must not drink until after their next turn (BLK-39)."""

    ban: Name
    by: Name


class Opened(Event, frozen=True):
    """`opened` opened a beer from the centre."""

    opened: Name


class Finished(Event, frozen=True):
    """`finished` emptied the open beer."""

    finished: Name


class TurnDone(Event, frozen=True):
    """All that the turn of `turn_done` asked for is drunk."""

    turn_done: Name


class FinishOrder(Event, frozen=True):
    """Who finished first in the Beerocalypse; an inner list is a dead heat (BLK-35)."""

    finish_order: Places


class ChugWinner(Event, frozen=True):
    """Who won the chugging contest (BLK-35)."""

    chug_winner: Name


class Ask(Event, frozen=True):
    """A question about the rules: how many `beers` for so many players (BLK-02)."""

    ask: str
    players: int | None = None


EVENTS: Mapping[str, type[Event]] = {
    "roll": Roll,
    "order": Order,
    "bad_roll": BadRoll,
    "duel": Duel,
    "fuller": Fuller,
    "toast": Toast,
    "ban": Ban,
    "opened": Opened,
    "finished": Finished,
    "turn_done": TurnDone,
    "finish_order": FinishOrder,
    "chug_winner": ChugWinner,
    "ask": Ask,
}
