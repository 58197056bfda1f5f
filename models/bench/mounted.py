"""Real cut-out cards laid on tables of every kind at chosen sizes: ranks that photos lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from datasets.compose.backgrounds import Backgrounds
from datasets.photos import Photo, Thing
from models.bench.matching import quad_box
from models.bench.stills import Views
from vision.frames import Image

CANVAS = 640
"""Pixels of the picture's side; a card may fill it."""


def mounted(backgrounds: Backgrounds, sizes: Sequence[float], seed: int = 0) -> Views:
    """Views of a cut-out, turned by any angle, so long in pixels, on a table of its own each.

    Cards longer than 0.9 of the picture's side are laid upright or on their side, since turned
    they would not fit.
    """

    def views(photo: Photo, image: Image) -> Iterator[tuple[Image, list[Thing]]]:
        code = photo.things[0].code
        for number, size in enumerate(sizes):
            rng = np.random.default_rng((seed, number, *photo.path.stem.encode()))
            yield lay(rng, image, str(code), size, backgrounds)

    return views


def lay(
    rng: np.random.Generator, card: Image, code: str, size: float, backgrounds: Backgrounds
) -> tuple[Image, list[Thing]]:
    """The card on a table, with a soft shadow and a little noise, and its label."""
    table = np.asarray(backgrounds.sample(rng, CANVAS, CANVAS), dtype=np.float32)
    height, width = card.shape[:2]
    scale = size / height
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cut = np.asarray(small, dtype=np.float32)
    height, width = cut.shape[:2]
    angle = float(rng.uniform(0, 360)) if size < 0.9 * CANVAS else 90.0 * int(rng.integers(4))
    room = max(0.0, CANVAS / 2 - 0.62 * size)
    centre = CANVAS / 2 + rng.uniform(-room, room, 2)
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0), np.float64)
    matrix[:, 2] += centre - (width / 2, height / 2)
    mask = rounded_mask(height, width, 0.05 * height)
    alpha = warp(mask, matrix)[..., None]
    shadow = cv2.GaussianBlur(np.roll(alpha[..., 0], (2, 2), (0, 1)), (0, 0), 0.02 * size + 1)
    picture = table * (1 - 0.4 * shadow[..., None])
    picture = picture * (1 - alpha) + warp(cut, matrix) * alpha + rng.normal(0, 3, table.shape)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    quad = (corners @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
    box = quad_box(quad, CANVAS, CANVAS)
    return np.clip(picture, 0, 255).astype(np.uint8), [Thing("card", box, code=code)]


def rounded_mask(
    height: int, width: int, radius: float
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """1 inside a rectangle with rounded corners, 0 outside."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    dx = np.maximum(np.maximum(radius - x, x - (width - radius)), 0)
    dy = np.maximum(np.maximum(radius - y, y - (height - radius)), 0)
    return np.asarray(np.hypot(dx, dy) <= radius, dtype=np.float32)


def warp(
    image: npt.NDArray[np.float32], matrix: npt.NDArray[np.float64]
) -> npt.NDArray[np.float32]:
    """The image moved onto the canvas."""
    moved = cv2.warpAffine(image, matrix, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR)
    return np.asarray(moved, dtype=np.float32)
