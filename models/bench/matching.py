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


INSIDE, MOST_LARGER = 0.85, {"card": 5.0, "die": 3.0}
"""The share of a label that lies in a found thing which it is a part of, and how many times larger
than the label that thing may be."""


def pair_parts(labels: Sequence[Box], found: Sequence[Box], kind: str) -> Pairing:
    """As `pair`; then labels left alone are paired with found ones left alone that hold them.

    Labels of photos are boxes of what can be seen of a card, or of a die's upper face alone; found
    ones are of the whole thing: of a card that is covered but for a third they share a third.
    """
    first = pair(labels, found)
    ranked = sorted(
        ((_inside(labels[i], found[j]), i, j) for i in first.missed for j in first.extra),
        reverse=True,
    )
    pairs = dict(first.pairs)
    for share, i, j in ranked:
        fits = share >= INSIDE and area(found[j]) <= MOST_LARGER[kind] * area(labels[i])
        if fits and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return Pairing(
        tuple(sorted(pairs.items())),
        tuple(i for i in first.missed if i not in pairs),
        tuple(j for j in first.extra if j not in pairs.values()),
    )


def _inside(a: Box, b: Box) -> float:
    """The share of box `a` that lies in box `b`."""
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, across) * max(0.0, down) / max(area(a), 1e-9)


GAP = 0.04
"""Of a thing's longer side: nearer to another thing or the picture's edge, it may be covered."""


def lies_free(index: int, boxes: Sequence[Box], width: int, height: int) -> bool:
    """Whether a labelled thing has a gap round it and so, as far as labels tell, is all in sight.

    Labels are boxes of what can be seen: a covered card's box ends where the covering one begins.
    What an unlabelled thing covers, a book say, still counts as free.
    """
    own = boxes[index]
    gap = GAP * max(own[2] - own[0], own[3] - own[1])
    x0, y0, x1, y1 = own[0] - gap, own[1] - gap, own[2] + gap, own[3] + gap
    if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
        return False
    others = (box for number, box in enumerate(boxes) if number != index)
    return not any(x0 < b[2] and b[0] < x1 and y0 < b[3] and b[1] < y1 for b in others)
