"""The events of Jookie (PROTOCOL section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from engine.events import Event, Name

Code = Annotated[str, msgspec.Meta(min_length=1, max_length=12)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Deal(Event, frozen=True):
    """A round is dealt and `deal` turned up; null where no card is left to turn up (JKE-05).

    `by`: a substitute who dealt for the dealer (JKE-08). `hand_size`: the cards that each player
    got, where somebody counted them.
    """

    deal: Code | None
    dealer: Name
    by: Name | None = None
    hand_size: Count | None = None


class Misdeal(Event, frozen=True):
    """A deal was blown (JKE-07)."""

    misdeal: Name


class Bid(Event, frozen=True):
    """`by` bids so many tricks (JKE-09)."""

    bid: int
    by: Name


class Play(Event, frozen=True):
    """`by` plays a card into the trick (JKE-12 to JKE-17)."""

    play: Code
    by: Name


class TakeBack(Event, frozen=True):
    """`by` takes a card of the running trick back to hand (JKE-29)."""

    take_back: Code
    by: Name


class OnlyTrumps(Event, frozen=True):
    """Whether `by`, who leads, holds nothing but trumps (JKE-15)."""

    only_trumps: bool
    by: Name


class TrickTaken(Event, frozen=True):
    """Who took the trick just completed, and of how many cards; for the table to compare."""

    trick_taken: Name
    cards: Count | None = None


class Execution(Event, frozen=True):
    """An Execution is done (JKE-23)."""

    execution: Name


class Ask(Event, frozen=True):
    """A question about the rules: `hand_size`, `bidder` or `rounds`."""

    ask: Text
    players: int | None = None
    round: int | None = None
    dealer: Name | None = None


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be configured while a game runs."""

    execution_drink: Text


class Configure(Event, frozen=True):
    """Names the drink of Executions (JKE-25)."""

    configure: Settings


EVENTS: Mapping[str, type[Event]] = {
    "deal": Deal,
    "misdeal": Misdeal,
    "bid": Bid,
    "play": Play,
    "take_back": TakeBack,
    "only_trumps": OnlyTrumps,
    "trick_taken": TrickTaken,
    "execution": Execution,
    "ask": Ask,
    "configure": Configure,
}
