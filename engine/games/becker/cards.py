"""The deck of Becker's Game of Death: what cards are worth, and which fit (RULES 1.2, 1.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine import codes
from engine.ruling import Refused

DECK: Final = frozenset(rank + suit for rank in codes.RANKS for suit in codes.SUITS)
OPENING: Final = "2d"
GIVES: Final = {
    "As": 20, "Ks": 8, "Qs": 6, "Js": 4,
    "Ac": 5, "Kc": 4, "Qc": 3, "Jc": 2,
}  # fmt: skip
"""BGD-15: what black faces give."""
TAKES: Final = {
    "Ah": 5, "Kh": 4, "Qh": 3, "Jh": 2,
    "Ad": 10, "Kd": 8, "Qd": 6, "Jd": 4,
}  # fmt: skip
"""BGD-15: what red faces take."""
VALUES: Final = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 11, "Q": 12, "K": 13}
"""BGD-21: an Ace has none, since it is swept off at once (BGD-28)."""


@lru_cache(maxsize=512)
def read(text: str) -> str:
    """The card's code; raises `Refused` where the text is no card of this deck."""
    try:
        card = codes.card(text)
    except codes.CodeError as error:
        raise Refused("invalid_card", str(error)) from None
    if card not in DECK:
        raise Refused("invalid_card", f"Say which card it is: {card} is none of the 52.")
    return card


def read_all(texts: Iterable[str]) -> tuple[str, ...]:
    """The codes of several cards, each named once; raises `Refused`."""
    cards = tuple(read(text) for text in texts)
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice:
        raise Refused("invalid_card", f"{codes.named(twice)} is named twice.")
    return cards


def fits(card: str, top: str) -> bool:
    """BGD-06: the top card's suit or its rank."""
    return card[1] == top[1] or card[0] == top[0]
