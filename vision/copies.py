"""Decks that hold a card more than once: is a card that reads like a known one another one?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_things import CLEARLY, SAME_PLACE, CardThing, index_boxes, rim_boxes
from vision.leaving import Who
from vision.look import Look
from vision.motion import Box, Contrast
from vision.sights import CardSight, Quad
from vision.things import box_of

NUDGED = 0.3
"""Intersection over union from which on a card that reads the same may have been nudged."""
_FEW, _SHADOW, _CHANGED = 2, 1.6, 0.35
"""Spots on a card's rim that say whether it left, how far off another card, in halves of them, they
must lie, and the part of them that then changes: between two white cards no rim shows."""
_SEVERAL, _MOSTLY = 4, 0.6
"""The same where that says of a card below that it was uncovered: another one may have come."""


@dataclass(frozen=True, slots=True)
class Copies:
    """What tells equal cards apart in one look.

    `who(t)`: the seat that reached in. `came`: the places of what this look shows and no known card
    explains; they hide what was there and do not say that it left.
    """

    look: Look
    who: Who
    came: Sequence[Quad]

    def is_another(
        self, thing: CardThing, sight: CardSight, share: float, over: Sequence[CardThing]
    ) -> bool:
        """Whether a card that reads the same is not the one that lay there.

        One that was pushed straight leaves its old place, one that was covered by others (`over`)
        shows when they do. Where two lie all over each other, who laid the first pushes it; others
        lay theirs on it.
        """
        rest, before = self.look.rest(box_of(sight.quad)), thing.shown
        if share > NUDGED and rest <= thing.seen:
            if over or not self._is_beside(thing, sight, share):
                return False
            before = thing.before(rest)
        if before is None:
            return share <= NUDGED
        if over:
            # An equal one that lies on it is the one to be pushed.
            hidden = any(one.reads_as(sight) for one in over) or share <= NUDGED
            uppermost = max(over, key=lambda one: one.since)
            shown = uppermost.shown
            return hidden or not self._has_left(uppermost, sight, shown, _SEVERAL, _MOSTLY)
        left = self._has_left(thing, sight, before, _FEW, _CHANGED)
        if not left and share > NUDGED and thing.seat is not None and self.who(rest) == thing.seat:
            return False  # On white cards no rim shows that one was pushed.
        if left is None:
            return share <= NUDGED or is_new(sight.quad, before, self.look)
        return not left

    def waits(self, thing: CardThing, sight: CardSight, share: float) -> bool:
        """Whether a hand hides whether the card that lay about there left."""
        touched = self.look.rest(box_of(sight.quad)) > thing.seen
        return touched and share > NUDGED and self.look.blocked(thing.box)

    def _is_beside(self, thing: CardThing, sight: CardSight, share: float) -> bool:
        """Whether looks since the movement took for the card what came to lie half on it: it was
        seen where it lay, and now beside that."""
        before = thing.before(self.look.rest(box_of(sight.quad)))
        clear = share <= SAME_PLACE and sight.sure >= CLEARLY
        return clear and before is not None and is_new(sight.quad, before, self.look)

    def _has_left(
        self, thing: CardThing, sight: CardSight, before: Contrast | None, least: int, part: float
    ) -> bool | None:
        """Whether so large a part of the rim of its place shows something else than before; None
        where what came leaves fewer than `least` spots of it to be seen."""
        if before is None or self.look.blocked(thing.box):
            return None
        hides = [sight.quad, *self.came]
        apart = [
            box for box in rim_boxes(thing.quad) if not any(_meets(quad, box) for quad in hides)
        ]
        if len(apart) < least:
            return None
        return sum(self.look.differs(box, before) for box in apart) >= part * len(apart)


def is_new(quad: Quad, before: Contrast, look: Look) -> bool:
    """Whether both index corners show something else than before, as those of a new card do."""
    return all(look.differs(box, before) for box in index_boxes(quad))


def _meets(quad: Quad, box: Box) -> bool:
    """Whether a box touches a quad or its shadow."""
    x, y, half = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 2
    outline = np.asarray(quad, np.float32)
    return cv2.pointPolygonTest(outline, (x, y), True) > -_SHADOW * half
