"""Names for the array types that the picture maker passes around, and small helpers."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Bgr = npt.NDArray[np.uint8]
Bgra = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Quad = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float64]
Point = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]


def log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    """A number whose logarithm is uniform between `low` and `high` (both > 0)."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def resized(image: npt.NDArray[np.uint8], width: int, height: int) -> npt.NDArray[np.uint8]:
    """`image` at (width, height): area averaging when it shrinks, linear when it grows."""
    shrink = width < image.shape[1] or height < image.shape[0]
    mode = cv2.INTER_AREA if shrink else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=mode), np.uint8)


def rounded_mask(height: int, width: int, radius: float) -> Mask:
    """(height, width) mask, 255 inside a rectangle with round corners of `radius` pixels."""
    big = 4
    mask = np.zeros((height * big, width * big), np.uint8)
    r = max(0, round(radius * big))
    cv2.rectangle(mask, (r, 0), (width * big - 1 - r, height * big - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width * big - 1, height * big - 1 - r), 255, -1)
    for x in (r, width * big - 1 - r):
        for y in (r, height * big - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return resized(mask, width, height)


def smooth_noise(rng: np.random.Generator, h: int, w: int, cells: float) -> Floats:
    """(h, w) float32 noise in about -1..1 that varies over `cells` patches along a side."""
    rows = max(2, round(cells * h / max(h, w)))
    cols = max(2, round(cells * w / max(h, w)))
    grid = rng.uniform(-1, 1, (rows, cols)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def floats(values: npt.ArrayLike) -> Floats:
    """Any numbers as float32."""
    return np.asarray(values, np.float32)


def to_bytes(values: npt.NDArray[np.floating]) -> npt.NDArray[np.uint8]:
    """Rounded and clipped to 0..255."""
    return np.asarray(np.clip(values + 0.5, 0, 255), np.uint8)
