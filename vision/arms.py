"""Arms: large new things that reach in over the picture's edge."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.motion import Small

_SHARE, _HAND = 0.02, 0.006
"""The smallest part of the picture that an arm covers, and that tells whose hand reaches in."""
_SHADOW = 0.2
"""How much a shadow counts beside what throws it."""
_GHOST = 0.8
"""A part whose outline shows in the table's old picture and not now is what an arm uncovered."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm or anything else that reaches in over the picture's edge.

    `entry` is the middle of where it crosses the edge, x, y from the picture's middle in small
    pixels; `area`, in small pixels, of what moved of late, of its shadow only a part. `covers`: it
    is so large that things may lie under it.
    """

    entry: tuple[float, float]
    area: float
    covers: bool = True


@dataclass(frozen=True, slots=True)
class Changes:
    """Small masks. `fresh`: 255 where something is new; at half the size: `shade`, 255 where the
    table may only be darker than before, `lively`, 255 where something moved of late, and `now` and
    `before`, the structure of the picture and of the table."""

    fresh: Small
    shade: Small
    lively: Small
    now: Small
    before: Small


def find_arms(changes: Changes) -> tuple[Small, Small, tuple[Arm, ...]]:
    """Masks (255) of arms and of places that arms uncovered, and the arms."""
    shape, fresh = changes.now.shape, changes.fresh
    half = cv2.resize(fresh, shape[::-1], interpolation=cv2.INTER_AREA)
    joined = cv2.dilate(np.asarray(half >= 128, np.uint8), np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    mask, ghosts = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    arms = []
    for label in range(1, count):
        share = stats[label, cv2.CC_STAT_AREA] / half.size
        part = np.asarray(labels == label, np.uint8)
        if share < _HAND or (arm := _arm(part, share, changes)) is None:
            continue
        if not arm.covers:
            arms.append(arm)
            continue
        _fill(part)
        if _is_ghost(part, changes.now, changes.before):
            ghosts |= part
        else:
            mask |= part
            arms.append(arm)
    return _enlarged(mask, fresh), _enlarged(ghosts, fresh), tuple(arms)


def _arm(part: Small, share: float, changes: Changes) -> Arm | None:
    """The arm that a part of what is new is, if it is one."""
    # A lamp throws the shadow of an arm far from it; a dark sleeve may look like one.
    body = cv2.bitwise_and(part, cv2.bitwise_not(changes.shade))
    body = cv2.morphologyEx(body, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    entry, edge = _entry(body), _entry(part)
    moves = cv2.countNonZero(cv2.bitwise_and(part, changes.lively))
    # What lies near the edge reaches it only with the halo that it has in contrast.
    if edge is None or (entry is None and not moves) or (share < _SHARE and not moves):
        return None
    weight = cv2.countNonZero(cv2.bitwise_and(body, changes.lively)) + _SHADOW * moves
    x, y = entry or edge
    return Arm((2 * x, 2 * y), 4.0 * weight, share >= _SHARE)


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
