"""Decks that hold a card more than once: is a card that reads like a known one another one?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.card_things import CLEARLY, SAME_PLACE, CardThing, index_boxes
from vision.look import Look
from vision.motion import Contrast
from vision.sights import CardSight, Quad
from vision.things import box_of

NUDGED = 0.3
"""Intersection over union from which on a card that reads the same may have been nudged."""
_STRAIGHTENED = 0.65
"""The same from which on it rather was, unless its old place and its indices tell otherwise."""
_CAME = 0.1
"""The part of a place that shows something else than before where a card came: no less of one white
card on another one."""
_LEFT = 0.07
"""The part of what shows of a card's old place that changes where it left."""


@dataclass(frozen=True, slots=True)
class Copies:
    """What tells equal cards apart in one look.

    `came`: the places of what this look shows and no known card explains; they hide what was there
    and do not say that it left.
    """

    look: Look
    came: Sequence[Quad]

    def is_another(
        self, thing: CardThing, sight: CardSight, share: float, over: Sequence[CardThing]
    ) -> bool:
        """Whether a card that reads the same is not the one that lay there.

        Another one came to lie there while what lay uppermost of the card and of those on it
        (`over`) stayed: what still shows of that is as it was. One that was pushed leaves its old
        place, one that was covered shows when they do.
        """
        uppermost = _uppermost(thing, over)
        rest = self.look.rest(box_of(sight.quad))
        before = uppermost.before(rest)
        if share > NUDGED and rest <= thing.seen and (over or not _is_beside(sight, share)):
            return False
        if before is None or (over and share <= NUDGED):
            return share <= NUDGED
        if not self._has_come(sight, before):
            return share <= NUDGED
        if any(one.reads_as(sight) for one in over):
            return True  # An equal one that lies on it is the one to be pushed.
        near, indices = share > _STRAIGHTENED, is_new(sight.quad, before, self.look)
        if rest <= thing.seen and not indices:
            return False
        left = self._has_left(uppermost, sight, before)
        return not near if left is None else not left and (indices or not near)

    def waits(
        self, thing: CardThing, sight: CardSight, share: float, over: Sequence[CardThing]
    ) -> bool:
        """Whether a hand hides whether the card that lay about there, or on it, left."""
        touched = self.look.rest(box_of(sight.quad)) > thing.seen
        return touched and share > NUDGED and self.look.blocked(_uppermost(thing, over).box)

    def _has_come(self, sight: CardSight, before: Contrast) -> bool:
        """Whether the place shows something else than before."""
        others = [quad for quad in self.came if quad is not sight.quad]
        changed = self.look.changed(sight.quad, others, before)
        return changed is None or changed >= _CAME

    def _has_left(self, thing: CardThing, sight: CardSight, before: Contrast) -> bool | None:
        """Whether its old place shows something else than before; None where what came hides it."""
        if self.look.blocked(thing.box):
            return None
        changed = self.look.changed(thing.quad, [sight.quad, *self.came], before)
        return None if changed is None else changed >= _LEFT


def _uppermost(thing: CardThing, over: Sequence[CardThing]) -> CardThing:
    """The last of the cards that came to lie on it, or itself."""
    return max(over, key=lambda one: one.since, default=thing)


def _is_beside(sight: CardSight, share: float) -> bool:
    """Whether looks since the movement took for the card what came to lie half on it: it was seen
    where it lay, and now clearly beside that."""
    return share <= SAME_PLACE and sight.sure >= CLEARLY


def is_new(quad: Quad, before: Contrast, look: Look) -> bool:
    """Whether both index corners show something else than before, as those of a new card do."""
    return all(look.differs(box, before) for box in index_boxes(quad))
