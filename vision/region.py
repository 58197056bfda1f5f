"""The table's region of the picture: what lies outside is neither kept nor shown (SAF-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.frames import Image
from vision.places import WHOLE
from vision.sights import Quad, Sight


class Region:
    """`corners` x, y are shares of the picture's width and height, 0 to 1; without any, all of it.

    Shares, so that a camera that is opened in another size needs no other region.
    """

    def __init__(self, corners: Sequence[tuple[float, float]] | None = None) -> None:
        self._corners = np.array(corners or WHOLE, np.float64)
        self._mask: Image | None = None

    def box(self, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the region's box in pixels of a picture of `shape`."""
        low, high = self._corners.min(axis=0), self._corners.max(axis=0)
        size = np.array([shape[1], shape[0]])
        left, top = np.minimum(np.floor(low * size), size - 1).astype(int)
        right, bottom = np.maximum(np.ceil(high * size).astype(int), [left + 1, top + 1])
        return int(left), int(top), int(right), int(bottom)

    def cut(self, image: Image) -> Image:
        """The region's box of `image` (BGR), black outside the region.

        A view of the same picture where the region is its own box.
        """
        left, top, right, bottom = self.box(image.shape)
        part = image[top:bottom, left:right]
        if self._is_box():
            return part
        return np.asarray(cv2.bitwise_and(part, part, mask=self._inside(image.shape)), np.uint8)

    def moved(self, sight: Sight, shape: tuple[int, ...]) -> Sight:
        """The sight in pixels of what `cut` leaves of a picture of `shape`."""
        left, top, _, _ = self.box(shape)
        return scaled(sight, 1.0, (-left, -top))

    def _is_box(self) -> bool:
        """Whether every corner of the box is a corner of the region."""
        low, high = self._corners.min(axis=0), self._corners.max(axis=0)
        at_corner = (self._corners == low) | (self._corners == high)
        return len(self._corners) == 4 and bool(at_corner.all())

    def _inside(self, shape: tuple[int, ...]) -> Image:
        """The region within its box: 255 inside, 0 outside."""
        left, top, right, bottom = self.box(shape)
        if self._mask is None or self._mask.shape != (bottom - top, right - left):
            mask = np.zeros((bottom - top, right - left), np.uint8)
            outline = self._corners * (shape[1], shape[0]) - (left, top)
            cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], (255,))
            self._mask = mask
        return self._mask


def scaled(sight: Sight, factor: float, shift: tuple[float, float] = (0, 0)) -> Sight:
    """The sight moved by `shift` pixels and then scaled."""

    def place(quad: Quad) -> Quad:
        moved: Quad = (quad + np.array(shift, np.float32)) * np.float32(factor)
        return moved

    return Sight(
        tuple(replace(card, quad=place(card.quad)) for card in sight.cards),
        tuple(replace(die, quad=place(die.quad)) for die in sight.dice),
    )
