"""Notices that something small left over the picture's edge: a die that rolled off the table."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.arms import Arm
from vision.ground import Scene
from vision.motion import NEVER, Motion

_Place = tuple[float, float, float]
"""Time; x, y from the picture's middle in picture widths."""
_BAND = 0.08
"""The border in which a fast die is last seen, as a part of the picture's width."""
_FAR = 0.2
"""Least distance from where an arm reached in, in the same unit."""
_LEAST = 6
_MEMORY = 3.0


class Exits:
    """Remembers what moved at the picture's edge, and where arms reached in."""

    def __init__(self) -> None:
        self._arms: deque[_Place] = deque()
        self._moved: deque[_Place] = deque()

    @property
    def last(self) -> float:
        """When something that was no arm, nor became one, last moved at the edge."""
        alone = (t for t, x, y in reversed(self._moved) if not self._near_arm(x, y))
        return next(alone, NEVER)

    def note(self, motion: Motion, scene: Scene) -> Arm | None:
        """Take in one frame; what moved at the edge, as the arm that it stands for where none
        shows: a card may be thrown in from outside the picture."""
        for places in (self._arms, self._moved):
            while places and places[0][0] < motion.t - _MEMORY:
                places.popleft()
        height, width = motion.mask.shape
        self._arms.extend(
            (motion.t, x / width, y / width) for x, y in (a.entry for a in scene.arms)
        )
        loose = cv2.bitwise_and(motion.mask, cv2.bitwise_not(_grown(scene)))
        band = round(_BAND * width)
        loose[band:-band, band:-band] = 0
        sums = cv2.moments(loose, binaryImage=True)
        if (count := sums["m00"]) >= _LEAST:
            x, y = sums["m10"] / count - width / 2, sums["m01"] / count - height / 2
            self._moved.append((motion.t, x / width, y / width))
            return None if scene.hands else Arm((x, y), float(count), covers=False)
        return None

    def _near_arm(self, x: float, y: float) -> bool:
        return any(np.hypot(x - ax, y - ay) <= _FAR for _, ax, ay in self._arms)


def _grown(scene: Scene) -> cv2.typing.MatLike:
    return cv2.dilate(scene.arms_mask, np.ones((9, 9), np.uint8))
