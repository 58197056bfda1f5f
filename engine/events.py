"""The events that every game takes, and how a decoded JSON object becomes a typed event.

An event has no tag field: its primary key (`roll`, `undo`, …) decides the type. Unknown fields
are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from engine.ruling import Refused
from engine.words import listed, nearest, shown

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Amounts = Annotated[dict[Name, Amount], msgspec.Meta(min_length=1, max_length=64)]
Pip = Annotated[int, msgspec.Meta(ge=1, le=6)]


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all events."""


class Undo(Event, frozen=True):
    """Take back the last `undo` events of the record."""

    undo: Positive


class Amend(Event, frozen=True):
    """What happened at step `amend` was in truth `event`."""

    amend: Positive
    event: dict[str, Any]


class Insert(Event, frozen=True):
    """`event` happened before step `insert` and was missed."""

    insert: Positive
    event: dict[str, Any]


class Void(Event, frozen=True):
    """Step `void` did not happen."""

    void: Positive


class Join(Event, frozen=True):
    """`join` sits down, to the left of `after` (of the last player where none is named)."""

    join: Name
    after: Name | None = None


class Leave(Event, frozen=True):
    """`leave` goes; `anyway` where a rule of the game says to finish first (SAF-08)."""

    leave: Name
    anyway: bool = False


class Soft(Event, frozen=True):
    """`soft` drinks a soft drink from now on, or alcohol again (SAF-02)."""

    soft: Name
    on: bool = True


class Unwell(Event, frozen=True):
    """`unwell` stops drinking at once (SAF-06); `on` false when all is well again."""

    unwell: Name
    on: bool = True


class Taken(Event, frozen=True):
    """So much was really drunk (SAF-04)."""

    taken: Amounts


class Waived(Event, frozen=True):
    """So much need not be drunk (SAF-04)."""

    waived: Amounts


class Set(Event, frozen=True):
    """People put the referee's state in step with the table."""

    values: Annotated[dict[str, Any], msgspec.Meta(min_length=1)] = msgspec.field(name="set")
    reason: str = ""


CORRECTIONS: Mapping[str, type[Event]] = {
    "undo": Undo,
    "amend": Amend,
    "insert": Insert,
    "void": Void,
}
COMMON: Mapping[str, type[Event]] = {
    "join": Join,
    "leave": Leave,
    "soft": Soft,
    "unwell": Unwell,
    "taken": Taken,
    "waived": Waived,
    "set": Set,
}


def to_event(raw: object, kinds: Mapping[str, type[Event]]) -> Event:
    """The typed event of a decoded JSON value; raises `Refused` where it is none of `kinds`.

    Numbers may be JSON numbers or strings (PROTOCOL section 4).
    """
    if not isinstance(raw, dict):
        raise Refused("not_an_object", 'An event is a JSON object such as {"undo": 1}.')
    for key in raw:
        if key in kinds:
            break
    else:
        raise _unknown(raw, kinds)
    kind = kinds[key]
    try:
        return msgspec.convert(raw, kind, strict=False)
    except (msgspec.ValidationError, OverflowError, RecursionError, UnicodeError) as error:
        raise _invalid(kind, error) from None


def _unknown(raw: dict[Any, Any], kinds: Mapping[str, type[Event]]) -> Refused:
    if not raw:
        return Refused("unknown_event", "This event is empty.")
    first = next(iter(raw))
    hint = nearest(shown(first), kinds) or f" This game takes {listed(sorted(kinds))}."
    return Refused("unknown_event", f"No event is called {shown(first)}.{hint}")


def _invalid(kind: type[Event], error: Exception) -> Refused:
    code = "unknown_field" if "unknown field" in str(error) else "invalid_event"
    keys = ", ".join(field.encode_name for field in msgspec.structs.fields(kind))
    return Refused(code, f"{shown(in_words(error), 120)} (an event with {keys}).")


_IN_WORDS = {
    "`int`": "a whole number", "`float`": "a fraction", "`str`": "a text", "`null`": "null",
    "`bool`": "true or false", "`array`": "a list", "`object`": "a table",
    "`int | null`": "a whole number", "`str | null`": "a text", "`object | null`": "a table",
    " of length >= ": " of length at least ", " of length <= ": " of length at most ",
    " >= ": " of at least ", " <= ": " of at most ", "Invalid enum value": "there is no",
}  # fmt: skip


def in_words(error: Exception) -> str:
    """What msgspec found wrong, without the names that its types have."""
    text, _, place = str(error).partition(" - at `$")
    if text.startswith("Object missing required field "):
        return f"{text.rpartition(' ')[2]} is missing"
    if text.startswith("Object contains unknown field "):
        return f"{text.rpartition(' ')[2]} is not known here"
    for type_name, words in _IN_WORDS.items():
        text = text.replace(type_name, words)
    where = place.rstrip("`").lstrip(".")
    return f"`{where}`: {text[:1].lower()}{text[1:]}" if where else text


def names_in(event: Event) -> Iterator[str]:
    """The player that a common event is about, where it is about one."""
    for key in ("leave", "soft", "unwell"):
        name = getattr(event, key, None)
        if name is not None:
            yield name
    for key in ("taken", "waived"):
        yield from getattr(event, key, None) or ()
