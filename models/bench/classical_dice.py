"""A classical reader of dice, to compare with: thresholds, square blobs, and pips counted.

A die is a blob about as wide as long that stands out from the table; the round blobs of the other
brightness in it are its pips. Side faces and shadows are what deceives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from datasets.arrays import resized
from vision.detector import Region
from vision.frames import Image
from vision.sights import DieSight, Quad, Sight

Mask = npt.NDArray[np.uint8]

LEAST_SIDE, MOST_SHARE = 16.0, 0.3
"""Pixels of a die's side at the least, and of the picture's shorter side at the most."""
SLENDER = 1.6
"""Length by width of a die's blob at the most."""
FULL = 0.72
"""The share of its smallest turned rectangle that a die's blob fills."""
PIP_SHARES = (0.004, 0.09)
"""A pip's area as a share of the die's."""
ROUND = 0.55
"""How round a pip is: 4 pi area / perimeter squared."""


class ClassicalDice:
    """Looks at pictures as `vision.eyes.Eyes` does, and sees dice only."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """All dice on the picture; regions are not heeded."""
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        dice: list[DieSight] = []
        for quad in sorted(_bodies(image), key=lambda quad: -float(cv2.contourArea(quad))):
            middle = quad.mean(axis=0)
            value = pips(grey, quad)
            if 1 <= value <= 6 and not any(_within(middle, die.quad) for die in dice):
                dice.append(DieSight(quad, value, 1.0))
        return Sight((), tuple(dice))


def _within(point: npt.NDArray[np.float32], quad: Quad) -> bool:
    return cv2.pointPolygonTest(quad, (float(point[0]), float(point[1])), False) >= 0


def _bodies(image: Image) -> Iterator[Quad]:
    """Blobs of a die's form: dice, their pips, and much else."""
    most = MOST_SHARE * min(image.shape[:2])
    for mask in _standing_out(image):
        contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
        for contour in contours:
            box = cv2.minAreaRect(contour)
            short, long = sorted(box[1])
            filled = cv2.contourArea(contour) >= FULL * short * long
            if short >= LEAST_SIDE and long <= min(SLENDER * short, most) and filled:
                yield np.asarray(cv2.boxPoints(box), np.float32)


def _standing_out(image: Image) -> Iterator[Mask]:
    """What is whiter, then what is darker, then what is more coloured than the rest; holes shut."""
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    channels = (image.min(axis=2), 255 - image.max(axis=2), hsv[..., 1])
    for channel in channels:
        soft = cv2.GaussianBlur(np.ascontiguousarray(channel), (5, 5), 0)
        mask = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
        yield np.asarray(
            cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8
        )
        reach = min(image.shape[:2]) // 4 | 1
        mean, binary = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY
        near = cv2.adaptiveThreshold(soft, 255, mean, binary, reach, -15)
        yield np.asarray(
            cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8
        )


def pips(grey: Mask, quad: Quad) -> int:
    """Round blobs in a die's body: dark ones on light or light ones on dark, as there are more."""
    x0, y0 = np.maximum(quad.min(axis=0).astype(int), 0)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
    part = np.ascontiguousarray(grey[y0:y1, x0:x1])
    if part.size == 0:
        return 0
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad - (x0, y0)).astype(np.int32), 255)
    scale = 96 / max(part.shape)
    size = (round(part.shape[1] * scale), round(part.shape[0] * scale))
    part, inside = resized(part, *size), resized(inside, *size)
    area = float(np.count_nonzero(inside))
    dark = cv2.threshold(part[inside > 0], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]
    return max(_blobs(ink & inside, area) for ink in _inks(part, dark))


def _inks(part: Mask, level: float) -> Iterator[Mask]:
    for kind in (cv2.THRESH_BINARY_INV, cv2.THRESH_BINARY):
        yield np.asarray(cv2.threshold(part, level, 255, kind)[1], np.uint8)


def _blobs(ink: Mask, area: float) -> int:
    """Round blobs of a pip's size."""
    count = 0
    for contour in cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
        size, way = cv2.contourArea(contour), cv2.arcLength(contour, True)
        fits = PIP_SHARES[0] * area < size < PIP_SHARES[1] * area
        count += fits and 4 * np.pi * size > ROUND * way**2
    return count
