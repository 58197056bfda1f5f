"""A picture in the making: things are laid on it one over the other, and who is on top is kept."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.arrays import Bgr, Bgra, Floats, Mask, Matrix, Quad, floats

Roi = tuple[int, int, int, int]
NOBODY = -1
# Where the index stands, as shares of the card's width and length; the other end by half a turn.
INDEX = floats([[0.02, 0.02], [0.25, 0.02], [0.25, 0.32], [0.02, 0.32]])


def index_corners(quad: Quad) -> tuple[Quad, Quad]:
    """The outlines (4, 2) of both indices of the card that lies on `quad`."""
    unit = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
    to_card = np.asarray(cv2.getPerspectiveTransform(unit, quad), np.float64)
    return mapped(to_card, INDEX), mapped(to_card, np.float32(1) - INDEX)


class Canvas:
    """`image` (h, w, 3) uint8 BGR; `owner` (h, w) int16: number of the topmost thing or -1."""

    def __init__(self, background: Bgr) -> None:
        self.image = background
        self.owner: npt.NDArray[np.int16] = np.full(background.shape[:2], NOBODY, np.int16)

    def put(self, texture: Bgra, corners: Quad, quad: Quad, owner: int) -> None:
        """Lays a texture with premultiplied alpha down so that its `corners` fall on `quad`."""
        if (roi := self._clip(quad, 2)) is None:
            return
        matrix = cv2.getPerspectiveTransform(corners, quad - floats(roi[:2]))
        size = (roi[2] - roi[0], roi[3] - roi[1])
        warped = np.asarray(
            cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR), np.uint8
        )
        self._blend(roi, warped, owner)

    def paste(self, layer: Bgra, x: int, y: int, owner: int) -> None:
        """Lays a layer with premultiplied alpha down unscaled, its top left corner at (x, y)."""
        h, w = layer.shape[:2]
        box = np.array([[x, y], [x + w - 1, y + h - 1]], np.float32)
        if (roi := self._clip(box, 0)) is None:
            return
        part = layer[roi[1] - y : roi[3] - y, roi[0] - x : roi[2] - x]
        self._blend(roi, part, owner)

    def shade(self, quad: Quad, shift: tuple[float, float], blur: float, strength: float) -> None:
        """Darkens the picture under a convex outline moved by `shift`, edges soft over `blur`."""
        moved = quad + floats(shift)
        if (roi := self._clip(moved, int(blur * 2) + 2)) is None:
            return
        mask = np.zeros((roi[3] - roi[1], roi[2] - roi[0]), np.uint8)
        points: npt.NDArray[np.int32] = np.round((moved - floats(roi[:2])) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, points, round(255 * strength), cv2.LINE_AA, 4)
        size = int(blur) * 2 + 1
        if size > 1:
            cv2.blur(mask, (size, size), dst=mask)
            cv2.blur(mask, (size, size), dst=mask)
        self._darken(roi, mask)

    def shade_mask(self, mask: Mask, x: int, y: int) -> None:
        """Darkens under a mask (0 nothing .. 255 black) with its top left corner at (x, y)."""
        h, w = mask.shape
        if (
            roi := self._clip(np.array([[x, y], [x + w - 1, y + h - 1]], np.float32), 0)
        ) is not None:
            self._darken(roi, mask[roi[1] - y : roi[3] - y, roi[0] - x : roi[2] - x])

    def visible(self, owner: int, area: float) -> float:
        """The share of `area` pixels on which the thing lies on top."""
        return min(1.0, int(np.count_nonzero(self.owner == owner)) / max(area, 1.0))

    def index_in_sight(self, owner: int, quad: Quad) -> float:
        """The share of the better one of a card's two indices that lies on top and inside."""
        return max(self._share_on_top(owner, corner) for corner in index_corners(quad))

    def _share_on_top(self, owner: int, outline: Floats) -> float:
        """Of an outline's area, outside the picture too, what shows the thing."""
        if (roi := self._clip(outline, 1)) is None:
            return 0.0
        mask = np.zeros((roi[3] - roi[1], roi[2] - roi[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline - floats(roi[:2])).astype(np.int32), 1)
        inside = self.owner[roi[1] : roi[3], roi[0] : roi[2]][mask > 0]
        whole = max(float(cv2.contourArea(floats(outline))), float(inside.size), 1.0)
        return float(np.count_nonzero(inside == owner)) / whole

    def _darken(self, roi: Roi, mask: Mask) -> None:
        part = self.image[roi[1] : roi[3], roi[0] : roi[2]]
        keep = cv2.cvtColor(255 - mask, cv2.COLOR_GRAY2BGR)
        part[:] = cv2.multiply(part, keep, scale=1 / 255)

    def _blend(self, roi: Roi, layer: Bgra, owner: int) -> None:
        part = self.image[roi[1] : roi[3], roi[0] : roi[2]]
        alpha = layer[..., 3]
        keep = cv2.cvtColor(255 - alpha, cv2.COLOR_GRAY2BGR)
        part[:] = cv2.add(cv2.multiply(part, keep, scale=1 / 255), layer[..., :3])
        self.owner[roi[1] : roi[3], roi[0] : roi[2]][alpha > 127] = owner

    def _clip(self, points: Floats, margin: int) -> Roi | None:
        h, w = self.image.shape[:2]
        x0, y0 = np.floor(points.min(axis=0)).astype(int) - margin
        x1, y1 = np.ceil(points.max(axis=0)).astype(int) + margin + 1
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
        return (x0, y0, x1, y1) if x1 - x0 > 0 and y1 - y0 > 0 else None


def part_inside(quad: Quad, h: int, w: int) -> Quad | None:
    """The part of a convex outline that lies in a picture (h, w): (n, 2) corners, or None."""
    frame = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    area, part = cv2.intersectConvexConvex(np.asarray(quad, np.float32), frame)
    return None if area < 1 or part is None else floats(np.clip(part.reshape(-1, 2), 0, (w, h)))


def premultiplied(image: Bgra) -> Bgra:
    """Straight alpha to premultiplied alpha."""
    alpha = cv2.cvtColor(image[..., 3], cv2.COLOR_GRAY2BGR)
    colour = np.asarray(cv2.multiply(image[..., :3], alpha, scale=1 / 255), np.uint8)
    return np.dstack([colour, image[..., 3]])


def mapped(matrix: Matrix, points: npt.NDArray[np.floating]) -> Quad:
    """Points (n, 2) through a 3x3 homography."""
    flat = np.asarray(points, np.float64) @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(flat[:, :2] / flat[:, 2:], np.float32)


def inverse(matrix: Matrix) -> Matrix:
    """The homography back."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def tilt_of(view: Matrix) -> float:
    """Degrees by which a `tilted_view` looks aslant: 0 is straight down."""
    step = view[:2, :2] - np.outer(view[:2, 2], view[2, :2])
    long, short = np.linalg.svd(step, compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(short / long, 0, 1))))


def tilted_view(rng: np.random.Generator, h: int, w: int, most: float = 50.0) -> Matrix:
    """A camera over a table: (x, y) on the table, in pixels from the middle, to the picture.

    The scale is 1 in the middle of the picture; `most` is the greatest tilt in degrees. A third
    of the views look straight down.
    """
    tilt = np.radians(rng.uniform(0, 8) if rng.random() < 0.35 else rng.uniform(0, most))
    focal = max(h, w) * rng.uniform(0.95, 2.4)
    direction = rng.normal(0, 0.25) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
    roll = np.array([[np.cos(direction), -np.sin(direction), 0],
                     [np.sin(direction), np.cos(direction), 0], [0, 0, 1]])  # fmt: skip
    pitch = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt), 0]])
    plane = roll @ pitch
    plane[:, 2] = (0, 0, focal)
    lens = np.array([[focal, 0, w / 2], [0, focal, h / 2], [0, 0, 1]])
    view = lens @ plane
    return np.asarray(view / view[2, 2], np.float64)
