"""Small windows over changed places: looked at enlarged, they show dice that larger looks miss."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.motion import Box, MotionGate

Mask = cv2.typing.MatLike

_MIDDLE = 0.6
"""The part of a window, from side to side, in which a die lies whole wherever it is."""
_LEAST = 4
"""Fewer small pixels than this are noise."""


def windows(
    mask: Mask, gate: MotionGate, known: Sequence[Box], side: float, at_most: int
) -> list[Box]:
    """Boxes of `side` pixels over what is set in a small mask, the largest patches first.

    `known` are places, in pixels of the picture, of which nothing new is to be learned.
    """
    left = np.asarray(mask > 0, np.float32)
    for box in known:
        left[gate.window(box)] = 0
    found: list[Box] = []
    while len(found) < at_most and cv2.countNonZero(left) >= _LEAST:
        x, y = _middle(left, max(3, round(side * gate.scale / 2)))
        found.append(_square(x / gate.scale, y / gate.scale, side))
        left[gate.window(_square(x / gate.scale, y / gate.scale, _MIDDLE * side))] = 0
    return found


def _middle(left: Mask, side: int) -> tuple[int, int]:
    """Where most of the mask is near: twice blurred, a patch peaks in its middle."""
    once = cv2.blur(left, (side, side), borderType=cv2.BORDER_CONSTANT)
    x, y = cv2.minMaxLoc(cv2.blur(once, (side, side), borderType=cv2.BORDER_CONSTANT))[3]
    return x, y


def _square(x: float, y: float, side: float) -> Box:
    return x - side / 2, y - side / 2, x + side / 2, y + side / 2
