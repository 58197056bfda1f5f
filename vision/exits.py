"""Notices that something small left over the picture's edge: a die that rolled off the table."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.ground import Scene
from vision.motion import NEVER, Motion

_BAND = 0.08
"""The border in which a fast die is last seen, as a part of the picture's width."""
_FAR = 0.2
"""Least distance from where an arm reached in, in the same unit."""
_LEAST = 6
_MEMORY = 1.5


class Exits:
    """`last`: when something that was no arm last moved at the picture's edge."""

    def __init__(self) -> None:
        self.last = NEVER
        self._arms: deque[tuple[float, float, float]] = deque()

    def note(self, motion: Motion, scene: Scene) -> None:
        """Take in one frame."""
        while self._arms and self._arms[0][0] < motion.t - _MEMORY:
            self._arms.popleft()
        self._arms.extend((motion.t, *arm.entry) for arm in scene.arms)
        height, width = motion.mask.shape
        loose = cv2.bitwise_and(motion.mask, cv2.bitwise_not(_grown(scene)))
        band = round(_BAND * width)
        loose[band:-band, band:-band] = 0
        ys, xs = np.nonzero(loose)
        if len(xs) < _LEAST:
            return
        x, y = float(xs.mean()) - width / 2, float(ys.mean()) - height / 2
        if all(np.hypot(x - ax, y - ay) > _FAR * width for _, ax, ay in self._arms):
            self.last = motion.t


def _grown(scene: Scene) -> cv2.typing.MatLike:
    return cv2.dilate(scene.arms_mask, np.ones((9, 9), np.uint8))
