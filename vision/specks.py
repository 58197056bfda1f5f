"""What was too small to be made out in a look at the whole: where to look again, enlarged.

Even the weakest guess, of whatever kind, says that something small lies there, and dice lie near
each other: a few small parts of the picture show almost all of them, for a tenth of what the whole
picture would cost at that size.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats
from vision.nms import DIE, Boxes
from vision.tiling import WHOLE_SIDE, View

LARGE_ENOUGH = 36.0
"""The longer side of a die at the network's input, in pixels, from which it is seen well."""

_LEAST = 11.0
"""Pixels of the picture: of what is smaller nobody could say that it is a die."""
_MOST = 3.0
"""There is no more to be seen in a few pixels however much they are enlarged."""
_GAIN = 1.2
"""How much larger than before it must be shown to be worth a look."""
_NEAR = 3.0
"""How far the surroundings reach that are looked at too, in sizes of what is small."""


def close_views(found: Boxes, seen: float, width: int, height: int) -> list[View]:
    """Enlarged looks at what was small even in the finest look so far, of the factor `seen`.

    The surest come first. Together they cost no more than one look at a whole picture.
    """
    small = found.pick(seen * found.lengths < LARGE_ENOUGH)
    reach = _NEAR * small.lengths[:, None]
    low = np.maximum(small.quads.min(axis=1) - reach, 0)
    high = np.minimum(small.quads.max(axis=1) + reach, (width, height))
    groups = _meeting(low, high)
    views, left = [], float(WHOLE_SIDE * WHOLE_SIDE)
    for group in sorted(set(groups.tolist()), key=lambda one: -small.rank[groups == one].max()):
        own = groups == group
        (x0, y0), (x1, y1) = low[own].min(axis=0).astype(int), np.ceil(high[own].max(axis=0))
        enlarged = min(_MOST, LARGE_ENOUGH / float(np.median(small.lengths[own])))
        scale = min(enlarged, WHOLE_SIDE / max(x1 - x0, y1 - y0))
        cost = (x1 - x0) * (y1 - y0) * scale * scale
        if scale >= _GAIN * seen and cost <= left:
            views.append(View(int(x0), int(y0), int(x1), int(y1), scale))
            left -= cost
    return views


def small_dice(boxes: Boxes, seen: float) -> Boxes:
    """Of what close views show, the dice that a look of the factor `seen` was too coarse for."""
    small = (boxes.lengths >= _LEAST) & (seen * boxes.lengths < LARGE_ENOUGH)
    return boxes.pick(small & (boxes.kinds == DIE))


def _meeting(low: Floats, high: Floats) -> npt.NDArray[np.intp]:
    """(N,) a number for each of the boxes from `low` to `high` (N, 2), the same where they meet."""
    meet = ((low[:, None] <= high) & (low <= high[:, None])).all(axis=2)
    groups = np.arange(len(low))
    while len(low):
        first = np.where(meet, groups, len(low)).min(axis=1)
        if (first == groups).all():
            break
        groups = first
    return groups
