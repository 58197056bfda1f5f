"""One card, one sight: which readings of overlapping boxes are of the same card.

Cards in a fan share most of their area, so that boxes alone cannot decide it; what is read in them
can. Two boxes with two clear readings are two cards, everything less is a repeat of the better one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.geometry import areas, intersections
from vision.sights import CardSight

# Shares from 0 to 1: of the union of two cards that no two cards can share, and of the smaller
# card from which an unread one, and one with (a part of) the same code, is the same card.
_SAME_PLACE, _SHARED_UNREAD, _SHARED_CODE = 0.72, 0.5, 0.2
# A reading this much less worth than the other that lies mostly in the same place is a misreading.
_WEAK, _SHARED_WEAK = 0.5, 0.6


@dataclass(frozen=True, slots=True)
class Claim:
    """A possible card; `worth` (0..1) says how well it was seen and read."""

    sight: CardSight
    worth: float


def merge(claims: Sequence[Claim]) -> list[CardSight]:
    """The cards that really lie there, the best first."""
    kept: list[Claim] = []
    for claim in sorted(claims, key=lambda claim: -claim.worth):
        if not any(_is_same(better, claim) for better in kept):
            kept.append(claim)
    return [claim.sight for claim in kept]


def _is_same(better: Claim, claim: Claim) -> bool:
    one, other = better.sight, claim.sight
    size = areas(other.quad[None])[0], areas(one.quad[None])[0]
    both = float(intersections(one.quad, other.quad[None])[0])
    of_union, of_smaller = both / (size[0] + size[1] - both), both / min(size)
    if of_union > _SAME_PLACE:
        return True
    if _is_unread(other):
        return bool(of_smaller > _SHARED_UNREAD)
    if _agree(one, other):
        return bool(of_smaller > _SHARED_CODE)
    return bool(claim.worth < _WEAK * better.worth and of_smaller > _SHARED_WEAK)


def _is_unread(card: CardSight) -> bool:
    return card.face == "up" and card.card == "??"


def _agree(one: CardSight, other: CardSight) -> bool:
    """Whether both may be the same card as far as they are read; face down says nothing more."""
    if one.face != other.face or one.face == "down":
        return False
    pairs = zip(one.card, other.card, strict=True)
    return all(a == b or "?" in (a, b) for a, b in pairs)
