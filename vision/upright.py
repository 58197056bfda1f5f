"""Which way dice are turned: one that leans is turned otherwise than those that lie flat beside it.

A crop alone cannot tell a die that leans from one seen at a slant. On one table, though, the upper
faces of all dice that lie flat point the same way, whatever the camera looks from.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats
from vision.scale import USUAL_FOCAL

Way = npt.NDArray[np.float64]
"""(3,) the way an upper face points in the camera's axes: right, downwards, towards the camera.
Its length, 0..1, says how sure that is; 0 is not known."""

LEANS, MAY_LEAN = 4.0, 3.0
"""How many times as far out of the table as usual a die is cocked, and from where on people are
asked."""

_KNOWN = 0.5
"""A way shorter than this says nothing."""
_REMEMBERED, _ENOUGH = 16, 8
"""How many dice are kept, few enough that a camera turned unnoticed is soon made up for, and how
many say how the table is turned."""
_FINEST, _AT_FIRST = 4.5, 6.5
"""Degrees by which dice that lie flat seem to be out of the table: at least, and as long as that
is not known."""


def in_camera(ways: Floats, quads: Floats, size: tuple[int, int]) -> Floats:
    """(N, 3) ways along the rays through the quads (N, 4, 2) as ways in the camera's axes.

    `size`: width and height of the picture, through whose middle the camera looks, as a webcam
    or a phone does: 70 degrees across.
    """
    if not len(quads):
        return np.zeros((0, 3))
    return np.asarray((ways[:, None] @ _rays(quads, size))[:, 0])


def along_rays(way: Way, quads: Floats, size: tuple[int, int]) -> Floats:
    """(N, 3): a way in the camera's axes, as seen along the rays through the quads (N, 4, 2)."""
    return np.asarray(_rays(quads, size) @ way)


def _rays(quads: Floats, size: tuple[int, int]) -> Floats:
    """(N, 3, 3): what is right, down and back along each ray, in the camera's axes."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    across = ((low + high) / 2 - np.array(size) / 2) / (USUAL_FOCAL * max(size))
    back = _unit(np.column_stack([-across, np.ones(len(quads))]))
    right = _unit(np.array([1.0, 0.0, 0.0]) - back[:, :1] * back)
    # Right, down and towards the camera are left-handed.
    return np.stack([right, np.cross(back, right), back], axis=1)


def level_of(ways: Floats) -> Way:
    """The way, of length 1, that most of the ways (N, 3) agree on, N > 0."""
    middle = np.median(_unit(ways), axis=0)
    return np.asarray(middle / np.linalg.norm(middle))


class Level:
    """How the table is turned before the camera, learned from the dice that came to rest on it.

    Most dice lie flat, so what most of them agree on is the table; how far they are from it says
    how well ways are seen with this camera and these dice.
    """

    def __init__(self) -> None:
        self._seen: deque[Way] = deque(maxlen=_REMEMBERED)

    def learn(self, ways: Sequence[Way]) -> None:
        """These came to rest."""
        self._seen.extend(way for way in ways if _is_known(way))

    def strays(self, ways: Sequence[Way]) -> list[float]:
        """How far each is turned out of the table, in multiples of how far dice usually seem to
        be; 0 where nobody knows. While too few have lain there the others of `ways` count too.
        """
        few = len(self._seen) < _ENOUGH
        found = []
        for index, way in enumerate(ways):
            others = [*ways[:index], *ways[index + 1 :]] if few else []
            table = [*self._seen, *(other for other in others if _is_known(other))]
            is_told = _is_known(way) and len(table) > 0
            found.append(_stray(way, np.array(table), few) if is_told else 0.0)
        return found


def _stray(way: Way, table: Floats, few: bool) -> float:
    level = level_of(table)
    usual = _AT_FIRST if few else max(_FINEST, float(np.median([_angle(w, level) for w in table])))
    return _angle(way, level) / usual


def _is_known(way: Way) -> bool:
    return float(np.linalg.norm(way)) >= _KNOWN


def _angle(one: Way, other: Way) -> float:
    """Degrees between two ways."""
    both = float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.degrees(np.arccos(np.clip(both, -1, 1))))


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9))
