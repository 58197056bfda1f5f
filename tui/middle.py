"""What lies in the middle of the table, as data: cards, dice, a number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tui.asks import Played


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as people read it, and whose it was."""

    card: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Middle:
    """`cards`, the newest last, in a `pile` or side by side; `dice`: what they show; `number`: one
    that counts; `says`: what cannot be drawn."""

    cards: tuple[Laid, ...] = ()
    dice: tuple[int, ...] = ()
    number: str = ""
    says: str = ""
    pile: bool = False


def newest(played: Iterable[Played], most: int) -> tuple[tuple[str, str], ...]:
    """The cards thrown since anybody did anything else, as (code, player), oldest first."""
    found: list[tuple[str, str]] = []
    for one in reversed(tuple(played)):
        event = one.event
        if "pass" in event or "next_round" in event or len(found) >= most:
            break
        cards = event.get("plays") or ([event["play"]] if "play" in event else [])
        found[:0] = [(str(card), str(event.get("by", ""))) for card in cards]
    return tuple(found[-most:])
