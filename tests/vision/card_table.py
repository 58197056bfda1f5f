"""Cards drawn on a table, lying on each other; and eyes that see what shows of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tests.vision.drawing import DrawnArm, Key, card_sight, inside, place
from tests.vision.table import HEIGHT, WIDTH, KnowingEyes, Table
from vision.card_things import part_under
from vision.detector import Region
from vision.frames import Image
from vision.sights import CardSight, Quad, Sight

WRONG = "5c"
BACK = "##"
"""What is drawn for a face-down card."""


def toss(
    table: Table,
    code: str,
    at: float,
    to: tuple[float, float],
    side: float = 0.0,
    until: float = 99,
) -> None:
    """A card flies in from the picture's edge and rests at `at`; an arm from there lets it go.

    `side`: x of the arm's base as a share of the width; the arm comes from below, or from above
    where it is negative.
    """
    x, base = abs(side) * WIDTH, (abs(side) * WIDTH, HEIGHT if side >= 0 else 0)
    mid = ((x + to[0]) / 2, (base[1] + to[1]) / 2)
    table.arms.append(DrawnArm(base, [(at - 0.9, *base), (at - 0.45, *mid), (at - 0.1, *base)]))
    table.cards.append((code, [(at - 0.45, *mid), (at, *to)], at - 0.45, until))


def reach(table: Table, at: float, to: tuple[float, float], side: float = 0.5) -> None:
    """An arm reaches to a place, is there at `at`, and leaves."""
    base = (side * WIDTH, HEIGHT)
    keys: list[Key] = [(at - 0.5, *base), (at - 0.05, *to), (at + 0.15, *to), (at + 0.6, *base)]
    table.arms.append(DrawnArm(base, keys))


@dataclass
class CardEyes(KnowingEyes):
    """Sees a card in full, misreads one partly covered as `WRONG`, and none that is covered.

    `doubts`: cards that it cannot tell from another. `backs`: face-down cards as (since, until,
    x, y).
    """

    doubts: dict[str, str] = field(default_factory=dict)
    backs: list[tuple[float, float, float, float]] = field(default_factory=list)
    misreads: float = 1.0

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What shows at `now`, in the regions."""
        self.looks.append((self.now, regions is None))
        there = [
            card_sight(code, place(keys, self.now), self.table.matrix(self.now))
            for code, keys, since, until in self.table.cards
            if since <= self.now < until and code != BACK
        ]
        cards = [self._seen(card, [o.quad for o in there[i + 1 :]]) for i, card in enumerate(there)]
        cards += [
            replace(card_sight("??", (x, y), np.eye(2, 3)), face="down", candidates=())
            for since, until, x, y in self.backs
            if since <= self.now < until and self.random.random() >= self.misses
        ]
        return Sight(tuple(card for card in cards if card and inside(card.quad, regions)))

    def _seen(self, card: CardSight, above: Sequence[Quad]) -> CardSight | None:
        x, y = card.quad.mean(axis=0)
        hidden = part_under(card.quad, above)
        if hidden > 0.6 or self.table.covered(self.now, x, y) or self.random.random() < self.misses:
            return None
        if hidden > 0.15 and self.random.random() < self.misreads:
            return _as(card, WRONG, 0.8)
        other = self.doubts.get(card.card)
        if other:
            first, second = (card.card, other) if self.random.random() < 0.7 else (other, card.card)
            return replace(
                _as(card, first, 0.6), candidates=((first, 0.55), (second, 0.42)), card=first
            )
        return card


def _as(card: CardSight, code: str, sure: float) -> CardSight:
    return replace(
        card,
        card=code,
        rank_confidence=sure,
        suit_confidence=sure,
        candidates=((code, sure), ("8s", 1 - sure)),
    )
