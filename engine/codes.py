"""Card codes of PROTOCOL section 1: reading what people write, and comparing it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
FACE_DOWN: Final = "??"
JOKER: Final = "Jk"
NUMBERS: Final = ("0", "1", "2", "3", "4", "5", "6", "7")
WILDS: Final = (
    "DRAW1",
    "DRAW2",
    "PASS",
    "REVERSE",
    "SKIP",
    "EQ21",
    "EQ10",
    "EQ0",
    "REDEAL",
    "BOMB",
)
_RANK_NAMES: Final = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "10"}
_SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_SYMBOLS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")


class CodeError(ValueError):
    """What was written is no code of a card or suit; the message says what would be."""


def card(text: str) -> str:
    """The standard code of a card: `10D` → `Td`, `k♠` → `Ks`, `??`, `K?` and `?h` as they are.

    Raises `CodeError` where the text names no card.
    """
    plain = text.strip().translate(_SYMBOLS).upper()
    if plain in ("JK", "JOKER"):
        return JOKER
    rank, suit = plain[:-1].replace("10", "T"), plain[-1:].lower()
    if len(rank) == 1 and rank in RANKS + "?" and suit and suit in SUITS + "?":
        return rank + suit
    raise CodeError(f"{text[:20]!r} is no card: write a rank and a suit such as Td, 10D or K♠.")


def suit(text: str) -> str:
    """The letter of a suit: `H`, `♥` and `hearts` → `h`. Raises `CodeError`."""
    plain = text.strip().translate(_SYMBOLS).lower()
    letter = next((one for one, name in _SUIT_NAMES.items() if name == plain), plain)
    if len(letter) == 1 and letter in SUITS:
        return letter
    raise CodeError(f"{text[:20]!r} is no suit: write c, d, h or s.")


def named_suit(letter: str) -> str:
    """A suit as it is read out: `hearts`."""
    return _SUIT_NAMES.get(letter, "an unknown suit")


def named_rank(letter: str) -> str:
    """A rank as it is read out: `9`, `10`, `King`."""
    return _RANK_NAMES.get(letter, letter)


@lru_cache(maxsize=128)
def named(code: str) -> str:
    """A standard card as it is read out: `10 of clubs`, `King of spades`."""
    return f"{named_rank(code[0])} of {named_suit(code[1])}"


def five_alive(code: object) -> str:
    """The code of a Five Alive card; numbers may come as numbers. Raises `CodeError`."""
    plain = str(code).strip().upper() if isinstance(code, (str, int)) else ""
    if plain in NUMBERS or plain in WILDS:
        return plain
    raise CodeError(f"{str(code)[:20]!r} is no Five Alive card.")


def same_card(one: str, other: str) -> bool:
    """Whether two codes name one card, whatever their case and whether ten is `10` or `T`."""
    try:
        return card(one) == card(other)
    except CodeError:
        return one.strip().upper() == other.strip().upper()
