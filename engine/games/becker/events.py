"""The events of Becker's Game of Death (PROTOCOL section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from engine.events import Amount, Amounts, Event, Name

Card = Annotated[str, msgspec.Meta(min_length=2, max_length=10)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=52)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=64)]


class Play(Event, frozen=True):
    """`by` threw a card."""

    play: Card
    by: Name


class Plays(Event, frozen=True):
    """`by` threw several cards at once (BGD-44)."""

    plays: Annotated[Cards, msgspec.Meta(min_length=1)]
    by: Name


class Choose(Event, frozen=True):
    """Which of several cards thrown at once stays (BGD-44)."""

    choose: Card
    by: Name


class TakeBack(Event, frozen=True):
    """`by` takes a card from the table (BGD-09)."""

    take_back: Card
    by: Name


class Pass(Event, frozen=True):
    """A player cannot throw and drinks one (BGD-08)."""

    player: Name = msgspec.field(name="pass")


class Passes(Event, frozen=True):
    """These passed one after the other, and nobody said so at the time."""

    passes: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=64)]


class Give(Event, frozen=True):
    """How `by` splits the drinks of a black card; None: all was given aloud (BGD-16)."""

    give: Amounts | None
    by: Name


class Doh(Event, frozen=True):
    """A blunder that the camera cannot see; `cards` are those that it showed (BGD-41)."""

    doh: Name
    reason: Reason = ""
    cards: Cards = ()


class Vote(Event, frozen=True):
    """A vote on a delay of game (BGD-47)."""

    vote: Reason
    target: Name
    reason: Reason = ""
    aye: Names = ()
    nay: Names = ()


class Accuse(Event, frozen=True):
    """`by` accuses of cheating, and the others vote (BGD-48)."""

    accuse: Name
    by: Name
    act: Reason = ""
    aye: Names = ()
    nay: Names = ()


class Reveal(Event, frozen=True):
    """Cards that players show: their hands after the end (BGD-38)."""

    reveal: Annotated[dict[Name, Cards], msgspec.Meta(min_length=1, max_length=64)]


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who deals, the sweeper where nobody is named, and how many cards each was dealt."""

    dealer: Name | None = None
    deal_counts: dict[Name, Amount] | None = None


class NextRound(Event, frozen=True):
    """The next round is dealt (BGD-39)."""

    next_round: Deal


EVENTS: Mapping[str, type[Event]] = {
    "play": Play,
    "plays": Plays,
    "choose": Choose,
    "take_back": TakeBack,
    "pass": Pass,
    "passes": Passes,
    "give": Give,
    "doh": Doh,
    "vote": Vote,
    "accuse": Accuse,
    "reveal": Reveal,
    "next_round": NextRound,
}


def mover(event: Event) -> str | None:
    """Who moves with an event; None where it is no move."""
    if isinstance(event, Pass):
        return event.player
    if isinstance(event, Passes):
        return event.passes[0]
    return event.by if isinstance(event, (Play, Plays, Choose)) else None


def cards_of(event: Event) -> tuple[str, ...]:
    """The cards that an event shows to come from somebody's hand, as they are written."""
    if isinstance(event, Play):
        return (event.play,)
    if isinstance(event, Plays):
        return tuple(event.plays)
    if isinstance(event, Reveal):
        return tuple(card for cards in event.reveal.values() for card in cards)
    return ()
