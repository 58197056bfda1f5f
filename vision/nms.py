"""Repeats of one detection: dice become one box each, cards few enough to be read.

Boxes alone cannot tell a repeat from the next card of a fan, so cards that differ at all stay in;
`vision.merge` decides about them after they are read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, areas, intersections, overlaps, shared_areas, sides

CARD, BACK, DIE = 0, 1, 2
"""The detector's classes: card face up, card face down, six-sided die."""

_SAME_CARD_OVERLAP = 0.85
_CROWDED, _CROWD = 0.5, 4
_SAME_DIE_OVERLAP = 0.45
_LARGE_FIRST = 0.4
# A side face seen at a slant is so slim (a whole die never is) and touches the box above it.
_SLIM, _TOUCH = 1.4, 0.1
_WITHIN_DIE = 0.58
"""Share of the smaller box from which it is a die's upper face inside the box of the whole die."""
_LEAST_FACE = 0.2
"""The least that a face has of the area of the die's box: smaller boxes are things of their own."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """N detections. `quads` (N, 4, 2) clockwise in picture pixels; `scores` (N, 3) by class.

    `rank` (N,) is the order of preference (higher wins); `kinds` (N,) the class.
    """

    quads: Floats
    scores: Floats
    rank: Floats

    @property
    def kinds(self) -> npt.NDArray[np.intp]:
        return np.asarray(self.scores.argmax(axis=1))

    @property
    def confidence(self) -> Floats:
        return np.asarray(self.scores.max(axis=1))

    @property
    def lengths(self) -> Floats:
        """The longer sides (N,) in pixels of the picture."""
        return np.asarray(sides(self.quads).max(axis=1, initial=0.0))

    def __len__(self) -> int:
        return len(self.quads)

    def pick(self, which: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Boxes:
        return Boxes(self.quads[which], self.scores[which], self.rank[which])


def empty() -> Boxes:
    """No detections at all."""
    return Boxes(np.zeros((0, 4, 2)), np.zeros((0, 3)), np.zeros(0))


def join(parts: list[Boxes]) -> Boxes:
    """The detections of several looks in one table."""
    parts = [part for part in parts if len(part)] or [empty()]
    return Boxes(
        np.concatenate([part.quads for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.rank for part in parts]),
    )


def suppress(boxes: Boxes) -> Boxes:
    """The detections without repeats, best first. Face up and face down compete; dice do not.

    A card may still be there several times, in boxes that differ.
    """
    is_die = boxes.kinds == DIE
    cards = distinct(boxes.pick(~is_die), _SAME_CARD_OVERLAP)
    both = join([cards, _dice(boxes.pick(is_die))])
    return both.pick(np.argsort(-both.rank, kind="stable"))


def _dice(boxes: Boxes) -> Boxes:
    """The best boxes of dice, none of which is another one's repeat or one of its faces.

    Large boxes go first unless they are much less sure: one face of a die alone, also a side
    face, is a good square with pips, but the box of the whole die is what is wanted.
    """
    boxes = _without_trays(boxes)
    order = boxes.rank * np.abs(areas(boxes.quads)) ** _LARGE_FIRST
    boxes = boxes.pick(np.argsort(-order, kind="stable"))
    slim = _slimness(boxes.quads) > _SLIM
    kept: list[int] = []
    for index in np.argsort(slim, kind="stable").tolist():
        quad, rivals = boxes.quads[index], boxes.quads[kept]
        is_repeat = _same_die(quad, rivals) | (slim[index] & _touch(quad, rivals))
        if not is_repeat.any():
            kept.append(index)
    return boxes.pick(np.array(kept, dtype=np.intp))


def _without_trays(boxes: Boxes) -> Boxes:
    """The boxes but for those, far too large, in which a die lies that is seen as surely.

    A tray, a patch of cloth or a board with dice on it looks like one die with pips.
    """
    size = np.abs(areas(boxes.quads))
    within = shared_areas(boxes.quads, boxes.quads) > _WITHIN_DIE * size[:, None]
    tiny = size[:, None] < _LEAST_FACE * size
    as_sure = boxes.rank[:, None] >= boxes.rank
    is_tray = np.asarray((within & tiny & as_sure).any(axis=0))
    return boxes.pick(~is_tray)


def _slimness(quads: Floats) -> Floats:
    """Longer over shorter side (N,) of upright boxes."""
    extent = np.ptp(quads, axis=1)
    return np.asarray(extent.max(axis=1) / np.maximum(extent.min(axis=1), 1e-9))


def _touch(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    """Which of the upright boxes (N,) touch the box of a quad, or nearly."""
    gap = _TOUCH * np.ptp(quad, axis=0).max()
    low, high = quads.min(axis=1), quads.max(axis=1)
    near = (low < quad.max(axis=0) + gap) & (high > quad.min(axis=0) - gap)
    return np.asarray(near.all(axis=1))


def _same_die(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    smaller = np.minimum(areas(quad[None]), areas(quads))
    within = intersections(quad, quads) > _WITHIN_DIE * smaller
    return np.asarray((overlaps(quad, quads) > _SAME_DIE_OVERLAP) | within)


def distinct(boxes: Boxes, most: float) -> Boxes:
    """The best of all boxes that share more than `most` (0..1) of their union, best first."""
    return _limited(boxes, most, 1)


def thin(boxes: Boxes) -> Boxes:
    """Few boxes in about one place, best first, so that a full table stays quick to read."""
    return _limited(boxes, _CROWDED, _CROWD)


def _limited(boxes: Boxes, most: float, count: int) -> Boxes:
    """The best boxes, best first, of which any shares too much with fewer than `count` better."""
    boxes = boxes.pick(np.argsort(-boxes.rank, kind="stable"))
    near = _may_share(boxes.quads, most)
    kept: list[int] = []
    for index, quad in enumerate(boxes.quads):
        rivals = [other for other in kept if near[index, other]]
        if len(rivals) >= count:
            rivals = np.flatnonzero(overlaps(quad, boxes.quads[rivals]) > most).tolist()
        if len(rivals) < count:
            kept.append(index)
    return boxes.pick(np.array(kept, dtype=np.intp))


def _may_share(quads: Floats, most: float) -> npt.NDArray[np.bool_]:
    """(N, N): which pairs are near enough, and alike enough in size, to share so much."""
    size, centre = np.abs(areas(quads)), quads.mean(axis=1)
    reach = (1 - most) * sides(quads).max(axis=1, initial=0)
    apart = np.linalg.norm(centre[:, None] - centre[None], axis=2)
    alike = np.minimum(size[:, None], size) > most * np.maximum(size[:, None], size)
    return np.asarray(alike & (apart < np.maximum(reach[:, None], reach)))
