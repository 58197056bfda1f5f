"""Repeats of one detection: dice become one box each, cards few enough to be read.

Boxes alone cannot tell a repeat from the next card of a fan, so cards that differ at all stay in;
`vision.merge` decides about them after they are read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, areas, intersections, overlaps

CARD, BACK, DIE = 0, 1, 2
"""The detector's classes: card face up, card face down, six-sided die."""

_SAME_CARD_OVERLAP = 0.85
_SAME_DIE_OVERLAP = 0.45
_WITHIN_DIE = 0.58
"""Share of the smaller box from which it is a die's upper face inside the box of the whole die."""


Same = Callable[[Floats, Floats], npt.NDArray[np.bool_]]
"""Which of quads (N, 4, 2) are the same thing as a quad (4, 2): (N,)."""


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
    boxes = boxes.pick(np.argsort(-boxes.rank, kind="stable"))
    is_die = boxes.kinds == DIE
    cards = _greedy(boxes.quads, np.flatnonzero(~is_die), _same_card)
    dice = _greedy(boxes.quads, np.flatnonzero(is_die), _same_die)
    return boxes.pick(np.sort(np.concatenate([cards, dice])))


def _same_card(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray(overlaps(quad, quads) > _SAME_CARD_OVERLAP)


def _same_die(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    smaller = np.minimum(areas(quad[None]), areas(quads))
    within = intersections(quad, quads) > _WITHIN_DIE * smaller
    return np.asarray((overlaps(quad, quads) > _SAME_DIE_OVERLAP) | within)


def _greedy(quads: Floats, alive: npt.NDArray[np.intp], is_same: Same) -> npt.NDArray[np.intp]:
    kept = []
    while len(alive):
        best, alive = alive[0], alive[1:]
        kept.append(best)
        near = _near(quads[best], quads[alive])
        near[near] = is_same(quads[best], quads[alive[near]])
        alive = alive[~near]
    return np.array(kept, dtype=np.intp)


def _near(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    """Whose upright boxes (N,) share area with the quad's."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    return np.asarray(((low < quad.max(axis=0)) & (high > quad.min(axis=0))).all(axis=1))
