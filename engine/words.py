"""Small wordings that every message shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def shown(value: object, most: int = 40) -> str:
    """What people gave, short and safe to print in a message."""
    text = str(value).encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= most else text[: most - 1] + "…"


def nearest(name: object, known: Iterable[str]) -> str:
    """` Did you mean X?` with the one of `known` that begins so or is spelled most like it, or
    nothing."""
    by_lower, lower = {one.lower(): one for one in known}, str(name).lower()
    begun = [one for one in by_lower if one.startswith(lower) and len(lower) > 2]
    close = begun or get_close_matches(lower, by_lower, n=1, cutoff=0.65)
    return f" Did you mean {by_lower[close[0]]}?" if close else ""


def listed(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(n: int, noun: str) -> str:
    """`1 gulp`, `2 gulps`: nouns are kept in the plural, as the units of the games are."""
    return f"{n} {noun[:-1] if n == 1 else noun}"


def is_name(value: object) -> bool:
    """Whether a value can name a player: printable, 1 to 40 characters, not only spaces."""
    return isinstance(value, str) and value.strip() != "" and len(value) <= 40 and _plain(value)


def _plain(text: str) -> bool:
    return text.isprintable() and shown(text) == text
