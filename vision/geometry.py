"""Plane geometry of cards and dice: quads, overlaps, straightened crops.

Coordinates are pixels, x right and y down, so "clockwise as seen" is the order in which the
shoelace sum is positive.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image
from vision.sights import Quad

Floats = npt.NDArray[np.floating[Any]]

# A pixel centre lies half a pixel inside its edge; corners are edges.
UNIT_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)


def boxes_to_quads(boxes: Floats) -> Floats:
    """(N, 5) oriented boxes cx, cy, w, h, angle (radians, clockwise as seen) as (N, 4, 2) quads.

    The side from corner 0 to corner 1 has length w.
    """
    centre, width, height = boxes[:, None, :2], boxes[:, 2, None], boxes[:, 3, None]
    cos, sin = np.cos(boxes[:, 4]), np.sin(boxes[:, 4])
    along = np.stack([cos, sin], axis=1) * width / 2
    across = np.stack([-sin, cos], axis=1) * height / 2
    signs = (UNIT_CORNERS * 2 - 1)[None]
    quads: Floats = centre + signs[..., :1] * along[:, None] + signs[..., 1:] * across[:, None]
    return quads


def areas(quads: Floats) -> Floats:
    """Signed areas of (N, 4, 2) quads in square pixels; positive where clockwise as seen."""
    following = np.roll(quads, -1, axis=1)
    cross: Floats = quads[..., 0] * following[..., 1] - quads[..., 1] * following[..., 0]
    return np.asarray(cross.sum(axis=1) / 2)


def order_clockwise(quad: Floats) -> Quad:
    """The four corners clockwise as seen, the one nearest the picture's upper left first."""
    centred = quad - quad.mean(axis=0)
    ring = quad[np.argsort(np.arctan2(centred[:, 1], centred[:, 0]), kind="stable")]
    return np.roll(ring, -int(np.argmin(ring.sum(axis=1))), axis=0).astype(np.float32)


def sides(quads: Floats) -> Floats:
    """(N, 2) mean lengths of the sides 0-1 and 2-3, and of the sides 1-2 and 3-0."""
    lengths = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.stack([lengths[:, 0::2].mean(axis=1), lengths[:, 1::2].mean(axis=1)], axis=1)


def portrait(quad: Floats) -> Floats:
    """The same quad rolled so that its first side is a short one (an upright card's upper edge)."""
    first, second = sides(quad[None])[0]
    rolled: Floats = np.roll(quad, -1, axis=0) if first > second else quad
    return rolled


def intersections(quad: Floats, quads: Floats) -> Floats:
    """Areas (N,) that convex `quad` (4, 2) shares with each of convex `quads` (N, 4, 2).

    All must be clockwise as seen.
    """
    return np.asarray(shared_areas(quad[None], quads)[0])


def shared_areas(quads: Floats, others: Floats) -> Floats:
    """Areas (N, M) that each of convex `quads` (N, 4, 2) shares with each of `others` (M, 4, 2).

    All must be clockwise as seen.
    """
    shared = np.zeros((len(quads), len(others)))
    # Most pairs of things on a table lie apart.
    i, j = np.nonzero(_boxes_meet(quads, others))
    if len(i):
        shared[i, j] = _shared(quads[i].astype(np.float64), others[j].astype(np.float64))
    return shared


def _boxes_meet(quads: Floats, others: Floats) -> npt.NDArray[np.bool_]:
    """(N, M): whether the upright boxes round two quads touch."""
    low, high = quads.min(axis=1)[:, None], quads.max(axis=1)[:, None]
    met = (low <= others.max(axis=1)) & (others.min(axis=1) <= high)
    return np.asarray(met.all(axis=2))


def _shared(ones: Floats, others: Floats) -> Floats:
    """Areas (N,) that the quads of each pair (N, 4, 2) share.

    The shared polygon's corners are the corners of either that lie in the other, and the
    crossings of their edges.
    """
    crossings, crossed = _edge_crossings(ones, others)
    points = np.concatenate([ones, others, crossings], axis=1)
    valid = np.concatenate([_inside(ones, others), _inside(others, ones), crossed], axis=1)
    return _hull_areas(points, valid)


def overlaps(quad: Floats, quads: Floats) -> Floats:
    """Intersection over union (N,) of convex `quad` (4, 2) with each of `quads` (N, 4, 2)."""
    shared = intersections(quad, quads)
    union = areas(quad[None]) + areas(quads) - shared
    return np.asarray(shared / np.maximum(union, 1e-9))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _inside(points: Floats, quads: Floats) -> npt.NDArray[np.bool_]:
    """(N, 4): whether each of points (N, 4, 2) lies in its quad (N, 4, 2), the rim included."""
    edges = np.roll(quads, -1, axis=1) - quads
    towards = points[:, :, None] - quads[:, None]
    return np.asarray((_cross(edges[:, None], towards) >= -1e-6).all(axis=2))


def _edge_crossings(one: Floats, many: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Where the 4 x 4 pairs of edges cross: (N, 16, 2) points and (N, 16) whether they do."""
    edge_a = (np.roll(one, -1, axis=1) - one)[:, :, None]
    edge_b = (np.roll(many, -1, axis=1) - many)[:, None]
    gap = many[:, None] - one[:, :, None]
    slant = _cross(edge_a, edge_b)
    parallel = np.abs(slant) < 1e-9
    slant = np.where(parallel, 1.0, slant)
    at_a, at_b = _cross(gap, edge_b) / slant, _cross(gap, edge_a) / slant
    hit = ~parallel & (at_a >= 0) & (at_a <= 1) & (at_b >= 0) & (at_b <= 1)
    points = one[:, :, None] + at_a[..., None] * edge_a
    return points.reshape(len(one), 16, 2), hit.reshape(len(one), 16)


def _hull_areas(points: Floats, valid: npt.NDArray[np.bool_]) -> Floats:
    """Areas (N,) of the convex polygons spanned by the valid ones of points (N, M, 2)."""
    count = np.maximum(valid.sum(axis=1), 1)[:, None]
    centre = (points * valid[..., None]).sum(axis=1) / count
    spread = (points - centre[:, None]) * valid[..., None]
    # Points that do not count sit at the centre: sorted last, they add no area of their own.
    angle = np.where(valid, np.arctan2(spread[..., 1], spread[..., 0]), np.inf)
    ring = np.take_along_axis(spread, np.argsort(angle, axis=1)[..., None], axis=1)
    total = _cross(ring[:, :-1], ring[:, 1:]).sum(axis=1)
    last = np.take_along_axis(ring, (count - 1)[..., None], axis=1)[:, 0]
    return np.asarray(np.maximum(total + _cross(last, ring[:, 0]), 0) / 2)


def straighten(image: Image, quad: Floats, size: tuple[int, int], margin: float) -> Image:
    """The thing under `quad` seen straight from above, `size` = (width, height) pixels.

    Corner 0 of the quad becomes the upper left. On every side `margin` (a share of that side's
    length) of the surroundings stays in the picture; outside the picture the edge is repeated.
    """
    width, height = size
    image, quad = _shrunk(image, quad, max(size))
    inner = UNIT_CORNERS * (1 / (1 + 2 * margin)) + margin / (1 + 2 * margin)
    target = inner * (width, height)
    # OpenCV's coordinates are of pixel centres, ours of pixel edges.
    matrix = cv2.getPerspectiveTransform(
        (quad - 0.5).astype(np.float32), (target - 0.5).astype(np.float32)
    )
    straight = cv2.warpPerspective(
        image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(straight, dtype=np.uint8)


def _shrunk(image: Image, quad: Floats, wanted: int) -> tuple[Image, Floats]:
    """Picture and quad shrunk by area where the quad is much larger than wanted (no aliasing)."""
    longest = float(sides(quad[None]).max())
    if longest < 1.5 * wanted:
        return image, quad
    reach = longest * 0.1 + 2
    low = np.floor(np.maximum(quad.min(axis=0) - reach, 0)).astype(int)
    high = np.ceil(np.minimum(quad.max(axis=0) + reach, image.shape[1::-1])).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return image, quad
    factor = wanted * 1.1 / longest
    width = max(1, round(part.shape[1] * factor))
    height = max(1, round(part.shape[0] * factor))
    small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
    exact = np.array([width / part.shape[1], height / part.shape[0]])
    shrunk: Floats = (quad - low) * exact
    return np.asarray(small, dtype=np.uint8), shrunk


def square_around(quad: Floats, reach: float) -> Floats:
    """The upright square round the quad's box: centre kept, side = `reach` x its longer side."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    half = (high - low).max() * reach / 2
    square: Floats = (low + high) / 2 + (UNIT_CORNERS * 2 - 1) * half
    return square
