"""The cards of Five Alive: their values, their counts, and how people and programs write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine import codes
from engine.ruling import Refused

LIMIT: Final = 21
"""No number may take the total above it (FAL-07)."""
HAND: Final = 10
"""Cards dealt to each player (FAL-03)."""
LETTERS: Final = 5
"""A-L-I-V-E (FAL-02)."""

DECK_77: Final[Mapping[str, int]] = {
    **dict.fromkeys("01234", 8),
    **{"5": 4, "6": 2, "7": 1},
    **{"EQ21": 5, "EQ10": 2, "EQ0": 3, "DRAW1": 2, "DRAW2": 2},
    **{"PASS": 4, "REVERSE": 6, "SKIP": 4, "REDEAL": 1, "BOMB": 1},
}
"""The 77 cards of RULES 4.1."""

_NAMES: Final = {
    "EQ21": "=21",
    "EQ10": "=10",
    "EQ0": "=0",
    "DRAW1": "Draw 1",
    "DRAW2": "Draw 2",
    "PASS": "Pass Me By",
    "REVERSE": "Reverse",
    "SKIP": "Skip",
    "REDEAL": "Re-Deal",
    "BOMB": "Bomb",
}


def value(card: str) -> int | None:
    """What a number adds to the total; None for a wild card."""
    return int(card) if card.isdecimal() else None


def worth(cards: Iterable[str]) -> int:
    """The sum of the number cards; wild cards count 0 (FAL-35)."""
    return sum(value(card) or 0 for card in cards)


def coded(card: str) -> int | str:
    """The card as answers write it: numbers as JSON numbers."""
    return int(card) if card.isdecimal() else card


def named(card: str) -> str:
    """The card as sentences name it."""
    return _NAMES.get(card, card)


def read(code: int | str) -> str:
    """The code of a card that people wrote; raises `Refused`."""
    try:
        return codes.five_alive(code)
    except codes.CodeError as error:
        known = f"0 to 7, {', '.join(codes.WILDS)}"
        raise Refused("invalid_card", f"{str(error)[:-1]}: there are {known}.") from None
