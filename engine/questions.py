"""What a game makes of something seen: an event, a question to people, or nothing."""

from __future__ import annotations

from typing import Any

import msgspec

Event = dict[str, Any]
"""An event of PROTOCOL section 4 as decoded JSON."""


class Choice(msgspec.Struct, frozen=True):
    """One ranked answer: what people read, and the event that it stands for (None: ignore it).

    `first` is an event that has to go before it, such as a `set` that gives somebody the turn.
    """

    text: str
    event: Event | None = None
    first: Event | None = None


class Question(msgspec.Struct, frozen=True):
    """Something that the camera cannot tell; `about` is one word such as `who` or `reading`.

    `otherwise` keeps the game going where nobody has answered when the next thing happens: the
    turn goes on as it would have, without a charge. The question stays open all the same.
    """

    about: str
    text: str
    answers: tuple[Choice, ...]
    otherwise: Event | None = None


class Propose(msgspec.Struct, frozen=True):
    """The event that the thing seen clearly is; `first` as in `Choice`."""

    event: Event
    first: Event | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What the referee is told, in order."""
        return (self.event,) if self.first is None else (self.first, self.event)


Interpretation = Propose | Question | None
"""What `interpret(state, seen)` returns; None where the thing seen means nothing in this game."""
