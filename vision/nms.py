"""One thing, one box: which of several detections describe the same card or die."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, areas, intersections, overlaps, sides

CARD, BACK, DIE = 0, 1, 2
"""The detector's classes: card face up, card face down, six-sided die."""

# Cards in a fan share up to four fifths of their area and are still two cards; two boxes of one
# card agree better than that, or in all of position, direction and most of their area.
_SAME_CARD_OVERLAP = 0.75
_TWIN_OVERLAP, _TWIN_DISTANCE, _TWIN_ANGLE = 0.5, 0.09, np.deg2rad(12)
# A much smaller "card" that lies inside a card is a picture on it, or the part that is not covered.
_PART_SHARED, _PART_SIZE = 0.85, 0.62
_SAME_DIE_OVERLAP = 0.45


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


Same = Callable[[Floats, Floats], npt.NDArray[np.bool_]]
"""Given the better quad (4, 2) and others (N, 4, 2): which of them (N,) are the same thing."""


def suppress(boxes: Boxes) -> Boxes:
    """The detections without repeats, best first. Face up and face down compete; dice do not."""
    boxes = boxes.pick(np.argsort(-boxes.rank, kind="stable"))
    is_die = boxes.kinds == DIE
    cards = _greedy(boxes.quads, np.flatnonzero(~is_die), _same_card)
    cards = cards[~_parts(boxes.quads[cards])]
    dice = _greedy(boxes.quads, np.flatnonzero(is_die), _same_die)
    return boxes.pick(np.sort(np.concatenate([cards, dice])))


def _greedy(quads: Floats, alive: npt.NDArray[np.intp], same: Same) -> npt.NDArray[np.intp]:
    kept = []
    while len(alive):
        best, alive = alive[0], alive[1:]
        kept.append(best)
        near = _near(quads[best], quads[alive])
        near[near] = same(quads[best], quads[alive[near]])
        alive = alive[~near]
    return np.array(kept, dtype=np.intp)


def _near(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    """Whose upright boxes (N,) share area with the quad's."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    return np.asarray(((low < quad.max(axis=0)) & (high > quad.min(axis=0))).all(axis=1))


def _same_card(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    overlap = overlaps(quad, quads)
    apart = np.linalg.norm(quads.mean(axis=1) - quad.mean(axis=0), axis=1)
    length = float(sides(quad[None]).max())
    turn = np.abs(_direction(quads) - _direction(quad[None]))
    turn = np.minimum(turn, np.pi - turn)
    twin = (overlap > _TWIN_OVERLAP) & (apart < _TWIN_DISTANCE * length) & (turn < _TWIN_ANGLE)
    return np.asarray((overlap > _SAME_CARD_OVERLAP) | twin)


def _same_die(quad: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray(overlaps(quad, quads) > _SAME_DIE_OVERLAP)


def _direction(quads: Floats) -> Floats:
    """Directions (N,) of the quads' long sides, 0..pi."""
    steps = np.roll(quads, -1, axis=1) - quads
    first, second = steps[:, 0] - steps[:, 2], steps[:, 1] - steps[:, 3]
    is_first = np.linalg.norm(first, axis=1) > np.linalg.norm(second, axis=1)
    along = np.where(is_first[:, None], first, second)
    return np.asarray(np.arctan2(along[:, 1], along[:, 0]) % np.pi)


def _parts(quads: Floats) -> npt.NDArray[np.bool_]:
    """Which of the quads (N,) lie in another of them that is a good deal larger."""
    size = areas(quads)
    part = np.zeros(len(quads), dtype=bool)
    for whole in range(len(quads)):
        small = (size < _PART_SIZE * size[whole]) & _near(quads[whole], quads)
        shared = intersections(quads[whole], quads[small])
        part[small] |= shared > _PART_SHARED * size[small]
    return part
