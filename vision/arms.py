"""Arms: large new things that reach in over the picture's edge."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.motion import Small

_SHARE = 0.02
"""The smallest part of the picture that an arm covers."""
_SHADOW = 0.2
"""How much a shadow counts beside what throws it."""
_GHOST = 0.8
"""A part whose outline shows in the table's old picture and not now is what an arm uncovered."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm or anything else that reaches in over the picture's edge.

    `entry` is the middle of where it crosses the edge, x, y from the picture's middle in small
    pixels; `area` in small pixels, of its shadow only a part.
    """

    entry: tuple[float, float]
    area: float


def find_arms(
    fresh: Small, now: Small, before: Small, shade: Small
) -> tuple[Small, Small, tuple[Arm, ...]]:
    """Masks (255) of arms and of places that arms uncovered, and the arms.

    `fresh`: 255 where something is new. `now`, `before`: structure of the picture and of the
    table at half size. `shade`: 255 where the table is only darker than before, at half size.
    """
    half = cv2.resize(fresh, now.shape[::-1], interpolation=cv2.INTER_AREA)
    joined = cv2.dilate(np.asarray(half >= 128, np.uint8), np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    mask, ghosts = np.zeros(joined.shape, np.uint8), np.zeros(joined.shape, np.uint8)
    arms = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < _SHARE * half.size:
            continue
        part = np.asarray(labels == label, np.uint8)
        body = cv2.bitwise_and(part, cv2.bitwise_not(shade))
        # A lamp throws the shadow of an arm far from it; a dark sleeve may look like one.
        entry = _entry(part) and (_entry(body) or _entry(part))
        if entry is None:
            continue
        weight = cv2.countNonZero(body) + _SHADOW * cv2.countNonZero(part)
        _fill(part)
        if _is_ghost(part, now, before):
            ghosts |= part
        else:
            mask |= part
            arms.append(Arm((entry[0] * 2, entry[1] * 2), 4.0 * weight))
    return _enlarged(mask, fresh), _enlarged(ghosts, fresh), tuple(arms)


def _enlarged(mask: Small, like: Small) -> Small:
    if not cv2.countNonZero(mask):
        return np.zeros_like(like)
    size = (like.shape[1], like.shape[0])
    return np.asarray(cv2.resize(mask * 255, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def _is_ghost(part: Small, now: Small, before: Small) -> bool:
    rim = cv2.morphologyEx(part, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    rim[:2], rim[-2:], rim[:, :2], rim[:, -2:] = 0, 0, 0, 0
    return cv2.mean(now, rim)[0] < _GHOST * cv2.mean(before, rim)[0]


def _fill(part: Small) -> None:
    """Fill what the part encloses together with the picture's edge: a plain sleeve shows only
    its outline."""
    height, width = part.shape
    for side in (part[0], part[-1], part[:, 0], part[:, -1]):
        touched = np.flatnonzero(side)
        if len(touched) and touched[-1] - touched[0] < 0.5 * min(height, width):
            side[touched[0] : touched[-1] + 1] = 1
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(part, contours, -1, (1.0,), cv2.FILLED)


def _entry(part: cv2.typing.MatLike) -> tuple[float, float] | None:
    """The middle of the edge pixels of `part`, from the picture's middle; None if it has none."""
    height, width = part.shape
    edge = part.copy()
    edge[2:-2, 2:-2] = 0
    sums = cv2.moments(edge, binaryImage=True)
    if (count := sums["m00"]) < 4:
        return None
    return sums["m10"] / count - width / 2, sums["m01"] / count - height / 2
