"""What a game makes of something seen: an event, a question to people, or nothing."""

from __future__ import annotations

from typing import Any

import msgspec

Event = dict[str, Any]
"""An event of PROTOCOL section 4 as decoded JSON."""


class Choice(msgspec.Struct, frozen=True):
    """One ranked answer: what people read, and the event that it stands for (None: ignore it)."""

    text: str
    event: Event | None = None


class Question(msgspec.Struct, frozen=True):
    """Something that the camera cannot tell; `about` is one word such as `who` or `reading`."""

    about: str
    text: str
    answers: tuple[Choice, ...]


class Propose(msgspec.Struct, frozen=True):
    """The event that the thing seen clearly is."""

    event: Event


Interpretation = Propose | Question | None
"""What `interpret(state, seen)` returns; None where the thing seen means nothing in this game."""
