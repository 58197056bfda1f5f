"""Moves the sides of a card's quad onto the card's visible edges.

The detector's boxes are right about the place and only roughly right about direction and size. A
card's rim is light and straight, so each side is searched for as the line with the most "lighter
inside than outside" along it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image
from vision.geometry import UNIT_CORNERS, Floats, areas, portrait, sides, straighten

_CARD = (80, 112)


Ints = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Pass:
    """One search: `reach` to both sides of the box's own side, in shares of the card's width;
    ends of a side are tried every `stride` pixels, edges so many pixels off count (`slack`)."""

    reach: float
    stride: int
    slack: int


# The later ones are for the ends of the sides, which lie beyond the card while the box is turned.
_PASSES = (_Pass(0.3, 3, 3), _Pass(0.15, 2, 2))
_SAMPLES = 20
_NEAR = np.arange(-3, 4)
# A step in brightness (of 255) from which a stronger edge is no better; and the share of it, as
# mean along a side, from which the side is believed.
_FULL_STEP, _SUPPORT = 24.0, 0.5
# For every share of the card's width that a side moves away it must be so much better supported.
_PULL = 0.35
# Length by width of cards (1.25 to 1.56) that are seen a little aslant, and the change of a box's
# own shape that is fine also where it is seen more aslant.
_MIN_SHAPE, _MAX_SHAPE, _ALIKE = 1.2, 1.65, 1.12
_MAX_SLANT, _MAX_GROWTH = 1.3, 1.5


@dataclass(frozen=True, slots=True)
class Fit:
    """`quad` (4, 2): clockwise, a short side first. `support` 0..1: how much edge is under it."""

    quad: Floats
    support: float


def fit(image: Image, quad: Floats) -> Fit | None:
    """The quad (4, 2) with its sides on the card's edges; None where it is no card's shape then.

    Sides without a visible edge stay as they are.
    """
    start = portrait(quad)
    found = Fit(start, 0.0)
    for search in _PASSES:
        found = _once(image, found.quad, search)
        if not _is_card(found.quad, start):
            return None
    return found


def _once(image: Image, quad: Floats, search: _Pass) -> Fit:
    width, height = _CARD
    pad = round(search.reach * width)
    # The margin is the same on all sides, so that the card keeps its shape in the crop.
    size = (width + 2 * pad, height + 2 * pad)
    outer = _grown(quad, pad / width, pad / height)
    # White is light in all three channels; skin, wood and felt are not.
    crop = straighten(image, outer, size, 0.0).min(axis=2)
    light = np.asarray(cv2.GaussianBlur(crop, (3, 3), 0), dtype=np.float32)
    rows = np.array([_edge(np.rot90(light, turn), pad, search) for turn in range(4)])
    corners = _corners(rows[:, :2], pad, size)
    target = (UNIT_CORNERS * size).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(target, outer.astype(np.float32))
    moved = cv2.perspectiveTransform(corners[None].astype(np.float32), matrix)[0]
    return Fit(np.asarray(moved, dtype=np.float64), float(rows[:, 2].mean()))


def _grown(quad: Floats, along_width: float, along_height: float) -> Floats:
    """The quad with these shares of its sides added on every side."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    across_low, down_right = quad[2] - quad[3], quad[2] - quad[1]
    a, b = along_width, along_height
    moves = [-a * across - b * down, a * across - b * down_right]
    moves += [a * across_low + b * down_right, -a * across_low + b * down]
    return np.asarray(quad + np.array(moves))


def _edge(light: Floats, pad: int, search: _Pass) -> tuple[float, float, float]:
    """Heights of the card's upper edge at its left and right corner, and its support.

    Where there is no edge: the box's own side, and 0.
    """
    rise = light[2:] - light[:-2]
    around = np.ones((search.slack, 1), np.uint8)
    clear = np.asarray(cv2.dilate(np.clip(rise / _FULL_STEP, 0, 1), around), dtype=np.float32)
    ends = np.arange(0, 2 * pad + 1, search.stride)
    share = _along_lines(clear, ends, ends, pad)
    away = np.abs(ends - pad) / _CARD[0]
    left, right = _best(share - _PULL * (away[:, None] + away) / 2)
    if share[left, right] < _SUPPORT:
        return float(pad), float(pad), 0.0
    # A strong edge is as good as it can be some pixels around: its steepest place is meant.
    near_left, near_right = ends[left] + _NEAR, ends[right] + _NEAR
    low, high = _best(_along_lines(rise, near_left, near_right, pad))
    return float(near_left[low]), float(near_right[high]), float(share[left, right])


def _along_lines(values: Floats, lefts: Ints, rights: Ints, pad: int) -> Floats:
    """Means (L, R) of `values` along the lines from each left to each right height."""
    height, width = values.shape
    columns = np.linspace(pad, width - 1 - pad, _SAMPLES).round().astype(int)
    along = np.linspace(0, 1, _SAMPLES)
    rows = lefts[:, None, None] * (1 - along) + rights[None, :, None] * along
    # Row r of `values` lies around the border of the pixel rows r and r + 2.
    rows = np.clip(rows.round().astype(int) - 1, 0, height - 1)
    return np.asarray(values[rows, columns].mean(axis=2))


def _best(values: Floats) -> tuple[int, int]:
    row, column = np.unravel_index(int(values.argmax()), values.shape)
    return int(row), int(column)


def _corners(edges: Floats, pad: int, size: tuple[int, int]) -> Floats:
    """Where the four edges (4, 2: heights seen from their own sides) cross, in the crop."""
    (width, height), (top, right, bottom, left) = size, edges
    starts = [(pad, top[0]), (width - right[0], pad)]
    starts += [(width - pad, height - bottom[0]), (left[0], height - pad)]
    stops = [(width - pad, top[1]), (width - right[1], height - pad)]
    stops += [(pad, height - bottom[1]), (left[1], pad)]
    ones = np.ones((4, 1))
    lines = np.cross(np.hstack([starts, ones]), np.hstack([stops, ones]))
    points = np.cross(np.roll(lines, 1, axis=0), lines)
    return np.asarray(points[:, :2] / points[:, 2:])


def _is_card(quad: Floats, start: Floats) -> bool:
    """Whether the quad has the shape of a card, or still that of the box, and about its size."""
    edge = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    slant = max(edge[0] / edge[2], edge[2] / edge[0], edge[1] / edge[3], edge[3] / edge[1])
    shape, before = _shape(quad), _shape(start)
    growth = float(areas(quad[None])[0] / areas(start[None])[0])
    return bool(
        (_MIN_SHAPE < shape < _MAX_SHAPE or 1 / _ALIKE < shape / before < _ALIKE)
        and slant < _MAX_SLANT
        and 1 / _MAX_GROWTH < growth < _MAX_GROWTH
    )


def _shape(quad: Floats) -> float:
    """Length by width."""
    short, long = sides(quad[None])[0]
    return float(long / short)
