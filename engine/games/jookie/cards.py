"""Cards of Jookie: reading them, and which one takes a trick (JKE-18, JKE-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import codes
from engine.ruling import Refused

SUITS: Final = codes.SUITS
RANKS: Final = "23456789TJQKA"
"""Low to high: the ace is high (JKE-19)."""
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_STRENGTH: Final = {rank: strength for strength, rank in enumerate(RANKS)}
_KNOWN: Final = frozenset(DECK)


def readable(code: str) -> str:
    """The code of a card whose rank and suit are known; raises `Refused`."""
    if code in _KNOWN:
        return code
    card = _read(code)
    if card not in _KNOWN:
        raise Refused("unreadable_card", "This is no card to play: enter rank and suit, as Td.")
    return card


def turn_up(code: str) -> str:
    """The code of a turned-up card; its rank may be unknown. Raises `Refused`."""
    card = _read(code)
    if card[1] not in SUITS:
        raise Refused("unreadable_card", "Enter at least the suit of the card turned up, as ?h.")
    return card


def _read(code: str) -> str:
    try:
        return codes.card(code)
    except codes.CodeError as error:
        raise Refused("invalid_card", str(error)) from None


def best(cards: Sequence[str], trump: str | None) -> int:
    """The index of the card that takes a trick; `cards` are in the order of play (JKE-18)."""
    suit = trump if any(card[1] == trump for card in cards) else cards[0][1]
    following = [index for index, card in enumerate(cards) if card[1] == suit]
    return max(following, key=lambda index: _STRENGTH[cards[index][0]])
