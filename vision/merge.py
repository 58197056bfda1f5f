"""One card, one sight: which readings of overlapping boxes are of the same card.

Cards in a fan share most of their area, so that boxes alone cannot decide it; what is read in them
can. Two boxes with two clear readings are two cards, everything less is a repeat of the better one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import areas, intersections, overlaps, sides
from vision.sights import CardSight, DieSight, Sight
from vision.things import box_of

# Shares from 0 to 1: of the union of two cards that no two cards can share, and of the smaller
# card from which an unread one, and one with (a part of) the same code, is the same card.
_SAME_PLACE, _SHARED_UNREAD, _SHARED_CODE = 0.72, 0.5, 0.2
# Two backs are one if their middles are this near, in widths of the card.
_SAME_BACK = 0.2
# A reading this much less worth than the other that lies mostly in the same place is a misreading.
_WEAK, _SHARED_WEAK = 0.5, 0.6


# A card and a die that share so much of their union are one thing, taken for both.
_SAME_THING = 0.4
# A card's length in sides of a die lying on it, at the least.
_CARD_TO_DIE = 2.5


@dataclass(frozen=True, slots=True)
class Claim:
    """A possible card; `worth` (0..1) says how well it was seen and read."""

    sight: CardSight
    worth: float


def merge(claims: Sequence[Claim]) -> list[Claim]:
    """The cards that really lie there, the best first and unread ones last."""
    kept: list[Claim] = []
    for claim in sorted(claims, key=lambda claim: (_is_unread(claim.sight), -claim.worth)):
        if not any(_is_same(better, claim) for better in kept):
            kept.append(claim)
    return kept


def apart(cards: Sequence[CardSight], dice: Sequence[DieSight]) -> Sight:
    """Cards and dice, but nothing that is both: what is seen and read more surely stays."""
    same = [
        (card, die)
        for card in cards
        for die in dice
        if overlaps(card.quad, die.quad[None])[0] > _SAME_THING
    ]
    no_cards = [card for card, die in same if _card_sure(card) <= _die_sure(die)]
    no_dice = [die for card, die in same if _card_sure(card) > _die_sure(die)]
    return Sight(
        tuple(card for card in cards if not any(card is other for other in no_cards)),
        tuple(die for die in dice if not any(die is other for other in no_dice)),
    )


def without_dice(sight: Sight) -> list[CardSight]:
    """The cards, but not those that are really a die read as a card."""
    return [card for card in sight.cards if not any(_is_die(card, die) for die in sight.dice)]


def _is_die(card: CardSight, die: DieSight) -> bool:
    """Whether the card is no larger than about two dice and holds the die's middle."""
    x0, y0, x1, y1 = box_of(card.quad)
    left, top, right, bottom = box_of(die.quad)
    small = max(x1 - x0, y1 - y0) < _CARD_TO_DIE * max(right - left, bottom - top)
    return small and x0 <= (left + right) / 2 <= x1 and y0 <= (top + bottom) / 2 <= y1


def _card_sure(card: CardSight) -> float:
    read = 1.0 if card.face == "down" else card.sure
    return card.confidence * read


def _die_sure(die: DieSight) -> float:
    return die.confidence * max(die.probabilities[:6], default=1.0)


def _is_same(better: Claim, claim: Claim) -> bool:
    one, other = better.sight, claim.sight
    size = areas(other.quad[None])[0], areas(one.quad[None])[0]
    both = float(intersections(one.quad, other.quad[None])[0])
    of_union, of_smaller = both / (size[0] + size[1] - both), both / min(size)
    if of_union > _SAME_PLACE:
        return True
    if one.face == other.face == "down":
        return _apart(one, other) < _SAME_BACK
    if _is_unread(other):
        return bool(of_smaller > _SHARED_UNREAD)
    if _agree(one, other):
        return bool(of_smaller > _SHARED_CODE)
    return bool(claim.worth < _WEAK * better.worth and of_smaller > _SHARED_WEAK)


def _is_unread(card: CardSight) -> bool:
    return card.face == "up" and card.card == "??"


def _apart(one: CardSight, other: CardSight) -> float:
    """The distance of the two middles, in widths of the first card."""
    step = one.quad.mean(axis=0) - other.quad.mean(axis=0)
    return float(np.linalg.norm(step) / sides(one.quad[None])[0].min())


def _agree(one: CardSight, other: CardSight) -> bool:
    """Whether both may be the same card as far as they are read."""
    if one.face != other.face or len(one.card) != len(other.card):
        return False
    pairs = zip(one.card, other.card, strict=True)
    return all(a == b or "?" in (a, b) for a, b in pairs)
