"""Asks about a standard card: its rank, then its suit."""

from __future__ import annotations

from collections.abc import Callable

from tui.asks import Ask, Option, Outcome

_RANKS = (*((str(n), str(n)) for n in range(2, 10)), ("10", "T"), ("Jack", "J"),
          ("Queen", "Q"), ("King", "K"), ("Ace", "A"))  # fmt: skip
_SUITS = (("♣", "c"), ("♦", "d"), ("♥", "h"), ("♠", "s"))
_SIGNS = {code: sign for sign, code in _SUITS}


def short(card: str) -> str:
    """`10♥` for `Th`."""
    rank = card[0].replace("T", "10")
    return f"{rank}{_SIGNS.get(card[1], '')}"


def card(name: str, text: str, leads: Callable[[str], Outcome], *more: Option) -> Ask:
    """Choose a card: the digit keys are ranks, then suits."""

    def suits(said: str, rank: str) -> Callable[[], Ask]:
        options = tuple(Option(f"{said} {sign}", leads(rank + code)) for sign, code in _SUITS)
        return lambda: Ask(name, f"{text} {said} of …", options)

    ranks = (Option(said, suits(said, rank)) for said, rank in _RANKS)
    return Ask(name, text, (*ranks, *more))
