"""The table without what is passing over it: what is new on it, and whose arms reach in."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image
from vision.motion import Contrast, Small, outside

ABSORB = 1.5
"""Seconds of rest after which a thing belongs to the table's picture."""
ABSORB_ARM = 4.0
"""The same for what reaches in over the picture's edge."""
_HAND_SHARE = 0.02
"""The smallest part of the picture that an arm covers."""
_EVERY = 0.4
_TINT = np.array([[[24, 24, 22]]], np.uint8)
"""Tolerance of colour shares (of 600) and of brightness (of 100, the median)."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm or anything else that reaches in over the picture's edge.

    `entry` is the middle of where it crosses the edge, x, y from the picture's middle in small
    pixels; `area` in small pixels.
    """

    entry: tuple[float, float]
    area: float


@dataclass(frozen=True, slots=True)
class Scene:
    """`fresh`: 255 where something is that was not on the table; `arms_mask`: 255 under arms."""

    fresh: Small
    arms_mask: Small
    arms: tuple[Arm, ...] = ()


@dataclass(frozen=True, slots=True)
class _Layer:
    """What each pixel may show and still be the table: contrast and, at half size, colour."""

    low: Small
    high: Small
    dull: Image
    vivid: Image

    def differs(self, other: _Layer, contrast: Small, colour: Image) -> Small:
        """255 where a picture shows something that neither layer allows."""
        changed = outside(contrast, self.low, self.high)
        changed &= outside(contrast, other.low, other.high)
        tinted = outside(colour, self.dull, self.vivid)
        tinted &= outside(colour, other.dull, other.vivid)
        size = (changed.shape[1], changed.shape[0])
        tinted = np.asarray(cv2.resize(tinted, size, interpolation=cv2.INTER_NEAREST), np.uint8)
        return np.asarray(cv2.medianBlur(changed | tinted, 3), np.uint8)

    def take(self, other: _Layer, where: npt.NDArray[np.bool_]) -> None:
        """Take over the other layer's pixels at `where` (full size)."""
        half = where[::2, ::2][: self.dull.shape[0], : self.dull.shape[1]]
        self.low[where], self.high[where] = other.low[where], other.high[where]
        self.dull[half], self.vivid[half] = other.dull[half], other.vivid[half]

    def copy(self) -> _Layer:
        """A layer of its own."""
        return _Layer(self.low.copy(), self.high.copy(), self.dull.copy(), self.vivid.copy())


class Ground:
    """Two layers of what each pixel last showed at rest.

    The older layer stays so that an arm that rested and left uncovers nothing "new".
    """

    def __init__(self) -> None:
        self._layers: list[_Layer] = []
        self._absorbed = 0.0
        self._arms: Small = np.zeros((0, 0), np.uint8)
        self._age: Small = np.zeros((0, 0), np.uint8)

    def reset(self, now: Contrast, image: Image) -> None:
        """Take the present picture as the table."""
        layer = _layer(now, _colour(image, now.low.shape))
        self._layers = [layer.copy(), layer.copy()]
        self._absorbed = now.t
        self._arms, self._age = np.zeros_like(now.low), np.zeros_like(now.low)

    def scene(self, now: Contrast, image: Image) -> Scene:
        """What lies or moves on the table now."""
        if not self._layers:
            self.reset(now, image)
        newer, older = self._layers
        fresh = newer.differs(older, now.picture, _colour(image, now.low.shape))
        self._arms, arms = _arms(fresh)
        return Scene(fresh, self._arms, arms)

    def absorb(self, now: Contrast, image: Image, stirred: npt.NDArray[np.float32]) -> None:
        """Let what has rested long enough become part of the table."""
        if now.t - self._absorbed < _EVERY or not self._layers:
            return
        self._absorbed = now.t
        newer, older = self._layers
        colour = _colour(image, now.low.shape)
        changed = newer.differs(newer, now.picture, colour) > 0
        self._age[changed & (stirred < now.t - _EVERY)] += 1
        self._age[~changed | (stirred >= now.t - _EVERY)] = 0
        # A sleeve as bright as the cloth is seen only by its colour, never as motion.
        old = self._age >= np.where(self._arms > 0, ABSORB_ARM, ABSORB) / _EVERY
        older.take(newer, old)
        newer.take(_layer(now, colour), old | (~changed & (stirred < now.t - ABSORB)))


def _layer(now: Contrast, colour: Image) -> _Layer:
    kernel = np.ones((3, 3), np.uint8)
    low = cv2.subtract(cv2.erode(colour, kernel), np.broadcast_to(_TINT, colour.shape))
    high = cv2.add(cv2.dilate(colour, kernel), np.broadcast_to(_TINT, colour.shape))
    return _Layer(now.low, now.high, np.asarray(low, np.uint8), np.asarray(high, np.uint8))


def _colour(image: Image, shape: tuple[int, ...]) -> Image:
    """(h/2, w/2, 3) of a small picture's size: blue, green share and brightness by the median's."""
    size = (max(1, shape[1] // 2), max(1, shape[0] // 2))
    coarse = cv2.resize(image, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    coarse = cv2.resize(coarse, size, interpolation=cv2.INTER_AREA)
    blue, green, red = (plane.astype(np.float32) for plane in cv2.split(coarse))
    total = blue + green + red
    share = 600.0 / (total + 45.0)
    light = total * (100.0 / max(float(np.median(total[::4, ::4])), 1.0))
    planes = cv2.merge([blue * share, green * share, light])
    return np.asarray(cv2.min(planes, np.array([255.0] * 4)), np.float32).astype(np.uint8)


def _arms(fresh: Small) -> tuple[Small, tuple[Arm, ...]]:
    """The large connected parts of `fresh` that touch the picture's edge, without holes."""
    half = cv2.resize(fresh, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    joined = cv2.dilate(np.asarray(half >= 128, np.uint8), np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    mask, arms = np.zeros(joined.shape, np.uint8), []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < _HAND_SHARE * half.size:
            continue
        part = np.asarray(labels == label, np.uint8)
        entry = _entry(part)
        if entry is not None:
            _fill(part)
            mask |= part
            arms.append(Arm((entry[0] * 2, entry[1] * 2), 4.0 * cv2.countNonZero(part)))
    size = (fresh.shape[1], fresh.shape[0])
    full = cv2.resize(mask * 255, size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(full, np.uint8), tuple(arms)


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


def _entry(part: Small) -> tuple[float, float] | None:
    """The middle of the edge pixels of `part`, from the picture's middle; None if it has none."""
    height, width = part.shape
    edge = part.copy()
    edge[2:-2, 2:-2] = 0
    ys, xs = np.nonzero(edge)
    if len(xs) < 4:
        return None
    return float(xs.mean()) - width / 2, float(ys.mean()) - height / 2
