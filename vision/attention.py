"""Where and when to look closely: after motion, at what is new, and no oftener than needed."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.ground import Scene
from vision.motion import NEVER, WINDOW, Box, Motion, MotionGate, Small
from vision.windows import windows

Mask = cv2.typing.MatLike

GAP = 0.06
"""Least seconds of the source between two looks."""
_LOOKS = 3
_CALM = 0.25
_SWEEP_EVERY = 2.0
_CONTEXT = 0.15
"""A region is at least this part of the picture's width, so that the eyes have some context."""
_LEAST = 4
_STIR = 0.05
_SEARCHES = (("new", 200.0), ("moved", 330.0), ("new", 176.0), ("all", 0.0), ("moved", 290.0))
"""Where the rest of an incomplete throw is looked for: at windows of so many pixels over what is
new on the table or what moved lately, or in the whole picture. The detector enlarges windows of
different sizes by different factors."""
_SOON, _LATELY = 0.1, 4.0
_MANY = 8
"""Windows of one look: about as dear as the whole picture."""


class Attention:
    """Remembers for every small pixel how many looks it still deserves since it last moved."""

    def __init__(self) -> None:
        self._left: Small = np.zeros((0, 0), np.uint8)
        self._whole = _LOOKS
        self._last_look = NEVER
        self._last_sweep = NEVER
        self._last_search = NEVER
        self._searches = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to be looked at."""
        return self._whole == 0 and not self._left.any()

    def look_everywhere(self) -> None:
        """The next looks take in the whole picture (start, camera moved)."""
        self._whole = _LOOKS
        self._left[:] = 0

    def touch(self, motion: Motion) -> None:
        """Something moved."""
        if self._left.shape != motion.mask.shape:
            self._left = np.zeros_like(motion.mask)
        if motion.share > 0:
            self._left[motion.mask > 0] = _LOOKS

    def was_touched(self, gate: MotionGate, box: Box) -> bool:
        """Whether something moved there that has not been looked at since."""
        return bool(self._left[gate.window(box)].any())

    def plan(
        self,
        t: float,
        gate: MotionGate,
        scene: Scene,
        doubtful: Sequence[Box],
        waiting: Sequence[Box],
    ) -> list[Box] | None:
        """The regions to look at now, in picture pixels: None for none, [] for the whole picture.

        `doubtful` are regions round things at rest that are not read clearly yet. `waiting`: where
        dice are known to lie while a throw is incomplete; empty where none is.
        """
        if t - self._last_look < GAP - 0.002:
            return None
        if self._whole:
            return []
        ready = np.asarray(gate.stirred <= t - WINDOW, np.uint8) * 255
        clear = cv2.bitwise_not(cv2.dilate(scene.arms_mask, np.ones((5, 5), np.uint8)))
        fresh = cv2.bitwise_and(scene.fresh, clear)
        self._searches = self._searches if waiting else 0
        if waiting and self._search_is_due(t, gate):
            searched = self._search(t, gate, fresh, cv2.bitwise_and(clear, ready), waiting)
            if searched:
                return searched
        dirty = cv2.bitwise_and(np.asarray(self._left > 0, np.uint8) * 255, clear)
        boxes = _news(fresh, dirty, ready, gate.scale)
        if not (boxes or doubtful) and self._sweep_is_due(t, gate):
            boxes = self._sweep(t, np.asarray(cv2.bitwise_and(dirty, ready)), gate.scale)
        return _merge([*(_widen(box, self.picture(gate)) for box in boxes), *doubtful]) or None

    def picture(self, gate: MotionGate) -> Box:
        """The whole picture as a box."""
        height, width = self._left.shape
        return 0.0, 0.0, width / gate.scale, height / gate.scale

    def looked(self, t: float, gate: MotionGate, regions: Sequence[Box]) -> None:
        """These regions were looked at ([]: the whole picture)."""
        self._last_look = t
        if not regions:
            self._whole = max(0, self._whole - 1)
        for box in regions or [self.picture(gate)]:
            part = self._left[gate.window(box)]
            still = gate.stirred[gate.window(box)] <= t - WINDOW
            part[still & (part > 0)] -= 1

    def _search_is_due(self, t: float, gate: MotionGate) -> bool:
        if self._searches >= len(_SEARCHES):
            return False
        first = not self._searches and t - gate.last_motion >= _SOON
        return first or t - max(self._last_search, gate.last_motion) >= _CALM

    def _search(
        self, t: float, gate: MotionGate, fresh: Mask, still: Mask, known: Sequence[Box]
    ) -> list[Box]:
        """Where else the dice of a throw may lie: another place each time."""
        where, side = _SEARCHES[self._searches]
        self._searches += 1
        self._last_search = t
        if where == "all":
            return [self.picture(gate)]
        lately = np.asarray(gate.stirred > t - _LATELY, np.uint8) * 255
        changed = fresh if where == "new" else lately
        return windows(cv2.bitwise_and(changed, still), gate, known, side, _MANY)

    def _sweep_is_due(self, t: float, gate: MotionGate) -> bool:
        calm = t - gate.last_motion >= _CALM
        return calm or t - max(self._last_sweep, self._last_look) >= _SWEEP_EVERY

    def _sweep(self, t: float, dirty: Mask, scale: float) -> list[Box]:
        """All that moved and now rests, once: what the small picture does not show as new."""
        self._last_sweep = t
        x, y, w, h = (side / scale for side in cv2.boundingRect(dirty))
        enough = cv2.countNonZero(dirty) >= _LEAST
        self._left[dirty > 0] = 0
        return [(x, y, x + w, y + h)] if enough else []


def _news(fresh: Mask, dirty: Mask, ready: Mask, scale: float) -> list[Box]:
    """Boxes of what is new on the table, was not looked at since it moved, and rests as a whole."""
    if cv2.countNonZero(cv2.bitwise_and(fresh, dirty)) < _LEAST:
        return []
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(fresh, np.ones((5, 5), np.uint8))
    )
    size = len(stats)
    unseen = np.bincount(labels[cv2.bitwise_and(fresh, dirty) > 0], minlength=size)
    moving = np.bincount(labels[ready == 0], minlength=size)
    return [
        (x / scale, y / scale, (x + w) / scale, (y + h) / scale)
        for label, (x, y, w, h, area) in enumerate(stats.tolist())
        if label and unseen[label] >= _LEAST and moving[label] <= _STIR * area
    ]


def _widen(box: Box, picture: Box) -> Box:
    """With a margin, at least `_CONTEXT` wide and high, inside the picture."""
    x0, y0, x1, y1 = box
    least = _CONTEXT * picture[2]
    width, height = max(1.3 * (x1 - x0), least), max(1.3 * (y1 - y0), least)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return (
        max(0.0, x - width / 2),
        max(0.0, y - height / 2),
        min(picture[2], x + width / 2),
        min(picture[3], y + height / 2),
    )


def _merge(boxes: list[Box]) -> list[Box]:
    """Boxes that are looked at together at no more cost than one by one become one.

    Not all that overlap: small regions are looked at enlarged and show more.
    """
    merged: list[Box] = []
    for box in boxes:
        # What is joined may now be near enough to others.
        while (other := next((o for o in merged if _are_one(o, box)), None)) is not None:
            merged.remove(other)
            box = _union(other, box)
        merged.append(box)
    return merged


def _are_one(one: Box, other: Box) -> bool:
    return _area(_union(one, other)) <= _area(one) + _area(other)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _union(one: Box, other: Box) -> Box:
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )
