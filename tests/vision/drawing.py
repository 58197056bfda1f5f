"""Draws dice, arms and cards on a cloth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.detector import Region
from vision.frames import Image
from vision.sights import CardSight

WIDTH, HEIGHT = 640, 360
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
Key = tuple[float, float, float]
"""Time, x, y."""


def place(keys: Sequence[Key], t: float) -> tuple[float, float]:
    """Where it is at `t`: straight lines between the keys."""
    times, xs, ys = zip(*keys, strict=True)
    return float(np.interp(t, times, xs)), float(np.interp(t, times, ys))


@dataclass
class DrawnDie:
    """A die that is on view between `since` and `until`; value None: cocked."""

    value: int | None
    keys: Sequence[Key]
    since: float = -1.0
    until: float = 1e9
    side: float = 28.0
    held: bool = False

    def is_moving(self, t: float) -> bool:
        """Whether it moves between this frame and a moment ago."""
        return math.dist(place(self.keys, t), place(self.keys, t - 0.02)) > 0.3

    @property
    def rest(self) -> float:
        """When it stops."""
        return max(self.keys[-1][0], self.since)


@dataclass
class DrawnArm:
    """An arm from a point on the picture's edge; its tip follows the keys."""

    base: tuple[float, float]
    keys: Sequence[Key]
    width: float = 56.0

    def is_in(self, t: float) -> bool:
        """Whether it reaches in at `t`."""
        return self.keys[0][0] < t < self.keys[-1][0]


def u8(picture: object) -> Image:
    return np.asarray(picture, np.uint8)


NOISE = np.random.default_rng(3).integers(0, 8, (7, HEIGHT, WIDTH, 3), np.uint8)
_CLOTHS: dict[bool, Image] = {}


def cloth(plain: bool) -> Image:
    if plain not in _CLOTHS:
        base = np.full((HEIGHT, WIDTH, 3), (60, 110, 70), np.float32)
        if not plain:
            grain = np.random.default_rng(1).normal(0, 60, (HEIGHT, WIDTH, 1)).astype(np.float32)
            base += cv2.GaussianBlur(grain, (0, 0), 4)[..., None] * 4
        fall = np.linspace(1.1, 0.7, WIDTH, dtype=np.float32)[None, :, None]
        _CLOTHS[plain] = np.clip(base * fall, 0, 255).astype(np.uint8)
    return _CLOTHS[plain]


def square(x: float, y: float, side: float) -> npt.NDArray[np.float32]:
    half = side / 2
    corners = [
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    ]
    return np.array(corners, np.float32)


def shifted(
    quad: npt.NDArray[np.float32], matrix: npt.NDArray[np.float64]
) -> npt.NDArray[np.float32]:
    return np.asarray(quad @ matrix[:, :2].T + matrix[:, 2], np.float32)


def draw_die(canvas: Image, die: DrawnDie, t: float) -> None:
    if not die.since <= t < die.until:
        return
    x, y = place(die.keys, t)
    moving = die.is_moving(t)
    angle = (x + y) / 15 if moving else die.rest * 3
    value = int(t * 37) % 6 + 1 if moving else die.value or 5
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    corners = square(0, 0, die.side) @ turn.T + (x, y)
    cv2.fillConvexPoly(canvas, corners.round().astype(np.int32), (225, 235, 240), cv2.LINE_AA)
    for pip in PIPS[value]:
        px, py = turn @ (np.array(pip) * die.side * 0.27) + (x, y)
        cv2.circle(canvas, (round(px), round(py)), 3, (20, 20, 30), -1, cv2.LINE_AA)


def draw_arm(canvas: Image, arm: DrawnArm, t: float) -> None:
    if not arm.is_in(t):
        return
    tip = place(arm.keys, t)
    base, end = (round(v) for v in arm.base), (round(v) for v in tip)
    cv2.line(canvas, tuple(base), tuple(end), (60, 50, 140), round(arm.width))
    cv2.circle(canvas, (round(tip[0]), round(tip[1])), round(arm.width * 0.6), (140, 170, 220), -1)


def arm_covers(arm: DrawnArm, t: float, x: float, y: float) -> bool:
    if not arm.is_in(t):
        return False
    (tx, ty), (bx, by) = place(arm.keys, t), arm.base
    length = max(math.hypot(tx - bx, ty - by), 1e-6)
    along = ((x - bx) * (tx - bx) + (y - by) * (ty - by)) / length
    aside = abs((x - bx) * (ty - by) - (y - by) * (tx - bx)) / length
    near_tip = math.dist((x, y), (tx, ty)) < arm.width * 0.6 + 6
    return near_tip or (0 <= along <= length and aside < arm.width / 2 + 6)


def draw_card(canvas: Image, code: str, centre: tuple[float, float]) -> None:
    x, y = round(centre[0]), round(centre[1])
    cv2.rectangle(canvas, (x - 32, y - 45), (x + 32, y + 45), (250, 250, 250), -1)
    cv2.putText(canvas, code, (x - 26, y + 10), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (30, 30, 160), 2)
    for dx, dy in ((-31, -33), (9, 43)):
        cv2.putText(
            canvas, code, (x + dx, y + dy), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (30, 30, 160), 2
        )


def card_sight(
    code: str, centre: tuple[float, float], matrix: npt.NDArray[np.float64]
) -> CardSight:
    x, y = centre
    corners = [(x - 32, y - 45), (x + 32, y - 45), (x + 32, y + 45), (x - 32, y + 45)]
    quad = shifted(np.array(corners, np.float32), matrix)
    return CardSight(quad, "up", code, 0.95, 0.98, 0.97, ((code, 0.95), ("7c", 0.05)))


def inside(quad: npt.NDArray[np.float32], regions: Sequence[Region] | None) -> bool:
    x, y = quad.mean(axis=0)
    return regions is None or any(a <= x <= c and b <= y <= d for a, b, c, d in regions)
