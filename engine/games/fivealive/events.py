"""The events of Five Alive (PROTOCOL section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from engine.events import Event, Name
from engine.games.fivealive.cards import LETTERS

Card = int | str
Cards = Annotated[list[Card], msgspec.Meta(max_length=100)]
Zero = Literal["zero", "none"]
Count = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Play(Event, frozen=True):
    """`by` plays one card (FAL-06)."""

    play: Card
    by: Name


class Plays(Event, frozen=True):
    """`by` plays several cards at once (FAL-33)."""

    plays: Annotated[list[Card], msgspec.Meta(min_length=1, max_length=100)]
    by: Name


class Choose(Event, frozen=True):
    """Of several cards, `by` plays this one (FAL-33)."""

    choose: Card
    by: Name


class Flip(Event, frozen=True):
    """`flip` cannot or will not play (FAL-10)."""

    flip: Name


class Answers(Event, frozen=True):
    """Who has a 0 for the Bomb, and who has none (FAL-23, FAL-24)."""

    bomb: Annotated[dict[Name, Zero], msgspec.Meta(min_length=1)]


class Reveal(Event, frozen=True):
    """The hands of tied players (FAL-35)."""

    reveal: Annotated[dict[Name, Cards], msgspec.Meta(min_length=1)]


class Left(Event, frozen=True):
    """A number over 21 that had to go back was left on the pile (FAL-P1)."""

    left: Card
    by: Name


class LastCard(Event, frozen=True):
    """`last_card` says that the card just played was the last one (FAL-P5)."""

    last_card: Name


class Letters(Event, frozen=True):
    """Letters that lie face up, counted on the table (FAL-P6)."""

    letters: Annotated[
        dict[Name, Annotated[int, msgspec.Meta(ge=0, le=LETTERS)]], msgspec.Meta(min_length=1)
    ]


class Drew(Event, frozen=True):
    """Cards that were drawn from the stock (FAL-13, FAL-P7)."""

    drew: Annotated[dict[Name, Count], msgspec.Meta(min_length=1)]


EVENTS: Mapping[str, type[Event]] = {
    "play": Play,
    "plays": Plays,
    "choose": Choose,
    "flip": Flip,
    "bomb": Answers,
    "reveal": Reveal,
    "left": Left,
    "last_card": LastCard,
    "letters": Letters,
    "drew": Drew,
}

PLAYED: tuple[type[Event], ...] = (Play, Plays, Choose, Flip, Answers)
"""Events with which a game goes on over what was before."""
