"""Pairs what was found in a picture with what its labels say is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Box = tuple[float, float, float, float]
"""xmin, ymin, xmax, ymax in pixels."""

MIN_OVERLAP = 0.4
"""Intersection over union from which a found thing counts as the labelled one."""


def quad_box(quad: npt.NDArray[np.float32], width: int, height: int) -> Box:
    """The upright box of a quad (4, 2), cut at the picture's edges as labels are."""
    low = np.clip(quad.min(0), 0, (width, height))
    high = np.clip(quad.max(0), 0, (width, height))
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def overlap(a: Box, b: Box) -> float:
    """Intersection over union of two boxes."""
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    if across <= 0 or down <= 0:
        return 0.0
    both = across * down
    return both / (area(a) + area(b) - both)


def area(box: Box) -> float:
    """Square pixels of a box."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


@dataclass(frozen=True, slots=True)
class Pairing:
    """`pairs`: (index of label, index of found); the rest of both sides stayed alone."""

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    extra: tuple[int, ...]


def pair(labels: Sequence[Box], found: Sequence[Box], least: float = MIN_OVERLAP) -> Pairing:
    """Greedy one-to-one pairing by overlap, best first."""
    ranked = sorted(
        ((overlap(a, b), i, j) for i, a in enumerate(labels) for j, b in enumerate(found)),
        reverse=True,
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for score, i, j in ranked:
        if score >= least and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return Pairing(
        tuple(sorted(pairs.items())),
        tuple(i for i in range(len(labels)) if i not in pairs),
        tuple(j for j in range(len(found)) if j not in taken),
    )


def lies_free(index: int, boxes: Sequence[Box]) -> bool:
    """Whether no other labelled box overlaps this one by more than 2 % of it."""
    own = boxes[index]
    for number, other in enumerate(boxes):
        across = min(own[2], other[2]) - max(own[0], other[0])
        down = min(own[3], other[3]) - max(own[1], other[1])
        if number != index and across > 0 and down > 0 and across * down > 0.02 * area(own):
            return False
    return True
