"""What an event may have been in truth: the camera's other readings, and what looks like it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.codes import RANKS, SUITS
from engine.log import Line
from engine.questions import Event

_SAME_COLOUR: Final = {"c": "s", "s": "c", "d": "h", "h": "d"}
_RANKS: Final = {
    "A": "4J", "2": "7", "3": "8", "4": "A", "5": "6", "6": "59", "7": "2", "8": "3",
    "9": "6", "T": "", "J": "KQ", "Q": "KJ", "K": "QJ",
}  # fmt: skip
"""Ranks whose indices, or whose pictures, are taken for each other."""
_FIVE_ALIVE: Final = {
    "0": ("6", "EQ0"), "1": ("7",), "2": ("7",), "3": ("5",), "4": ("1",), "5": ("6", "3"),
    "6": ("0", "5"), "7": ("1",), "DRAW1": ("DRAW2",), "DRAW2": ("DRAW1",),
    "EQ21": ("EQ10", "EQ0"), "EQ10": ("EQ21", "EQ0"), "EQ0": ("EQ10", "EQ21"),
    "PASS": ("SKIP",), "SKIP": ("PASS", "REVERSE"), "REVERSE": ("SKIP",),
}  # fmt: skip
_PIPS: Final = {1: (3,), 2: (3, 1), 3: (2, 5), 4: (5, 6), 5: (4, 6, 3), 6: (5, 4)}


def alternatives(event: Event, seen: Line | None) -> Iterator[Event]:
    """The event with the camera's other readings, best first."""
    if seen is None:
        return
    best = seen.get("card") or seen.get("values") or seen.get("value")
    for reading in (best, *(reading for reading, _ in seen.get("alternatives", ()))):
        other = _with(event, reading)
        if other is not None and not _same(event, other):
            yield other


def mistakes(event: Event) -> Iterator[Event]:
    """The event with what is most easily taken for it, best first."""
    if "roll" in event and len(event["roll"]) == 2:
        yield from ({**event, "roll": list(roll)} for roll in _rolls(event["roll"]))
    for key in ("play", "deal"):
        if key in event and event[key] is not None:
            yield from ({**event, key: code} for code in lookalikes(str(event[key])))


def lookalikes(code: str) -> Iterator[str]:
    """Cards that are taken for this one, best first."""
    if code in _FIVE_ALIVE:
        yield from _FIVE_ALIVE[code]
    elif len(code) == 2 and code[0] in RANKS and code[1] in SUITS:
        rank, suit = code[0], code[1]
        yield rank + _SAME_COLOUR[suit]
        yield from (other + suit for other in _RANKS[rank])
        yield from (rank + other for other in SUITS if other not in (suit, _SAME_COLOUR[suit]))


def _rolls(roll: Sequence[int]) -> Iterator[tuple[int, int]]:
    """One of two dice read wrong, what is taken for it most often first."""
    first, second = roll
    for place in range(3):
        for other in _PIPS[first][place : place + 1]:
            yield other, second
        for other in _PIPS[second][place : place + 1] if first != second else ():
            yield first, other


def _with(event: Event, reading: Any) -> Event | None:
    """The event with another reading; None where the two have nothing to do with each other."""
    if isinstance(reading, list) and "roll" in event:
        return {**event, "roll": reading}
    key = next((key for key in ("play", "deal") if event.get(key) is not None), None)
    if isinstance(reading, str) and "?" not in reading and key is not None:
        return {**event, key: reading}
    return None


def _same(event: Event, other: Event) -> bool:
    """Whether they are one: of two dice it does not matter which is which."""
    if "roll" in event:
        return sorted(event["roll"]) == sorted(other["roll"])
    return event == other
