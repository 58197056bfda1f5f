"""The table without what is passing over it: what is new on it, and whose arms reach in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.arms import Arm, Changes, find_arms
from vision.frames import Image
from vision.motion import Contrast, Small, Times, outside

ABSORB = 1.5
"""Seconds of rest after which a thing belongs to the table's picture."""
ABSORB_ARM = 4.0
"""The same for what reaches in over the picture's edge."""
_EVERY = 0.4
_OLD = 100
_LIVELY = 0.4
"""Seconds in which what moved counts as moving: a hand may pause before it lets go."""
_MOSTLY = 0.3
"""The part of an arm that dice or backs cover which are no arm; a hand with them is much larger."""
_TINT = np.array([24.0, 24.0, 22.0, 0.0])
"""Tolerance of colour shares (of 600) and of brightness (of 100, the median)."""
_DEEPEST = 0.35
"""The part of the light that is left in a shadow."""
_DARK = np.array([45.0, 0.0, 0.0, 0.0])
"""Added to what shares are taken of, so that black has no colour."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`fresh`: 255 where something is that was not on the table; `arms_mask`: 255 under arms.

    `hands`: arms, and what is too small to cover anything but reaches in as they do. `solid`: 255
    where what is new is no shadow and no halo.
    """

    fresh: Small
    arms_mask: Small
    hands: tuple[Arm, ...] = ()
    solid: Small = field(default_factory=lambda: np.zeros((0, 0), np.uint8))

    @property
    def arms(self) -> tuple[Arm, ...]:
        """Those under which things may lie."""
        return tuple(arm for arm in self.hands if arm.covers)


@dataclass(frozen=True, slots=True)
class _Layer:
    """What each pixel may show and still be the table: contrast and, at half size, colour."""

    low: Small
    high: Small
    dull: Image
    vivid: Image

    @property
    def edges(self) -> Small:
        """How much structure there is, at half size."""
        blue, green, light = cv2.split(cv2.subtract(self.vivid, self.dull))
        tint = cv2.max(cv2.max(blue, green), light)
        grey = cv2.subtract(self.high, self.low)[::2, ::2][: tint.shape[0], : tint.shape[1]]
        return np.asarray(cv2.max(grey, tint), np.uint8)

    def differs(self, other: _Layer, contrast: Small, colour: Image) -> Small:
        """255 where a picture shows something that neither layer allows."""
        changed = outside(contrast, self.low, self.high)
        changed &= outside(contrast, other.low, other.high)
        tinted = outside(colour, self.dull, self.vivid)
        tinted &= outside(colour, other.dull, other.vivid)
        size = (changed.shape[1], changed.shape[0])
        tinted = np.asarray(cv2.resize(tinted, size, interpolation=cv2.INTER_NEAREST), np.uint8)
        return np.asarray(cv2.medianBlur(changed | tinted, 3), np.uint8)

    def shaded(self, colour: Image) -> Small:
        """255, at half size, where a picture may show the table in a shadow: its colour, and not
        brighter."""
        low = self.dull.copy()
        low[..., 2] = self.dull[..., 2] * _DEEPEST
        return np.asarray(cv2.inRange(colour, low, self.vivid), np.uint8)

    def take(self, other: _Layer, where: npt.NDArray[np.bool_]) -> None:
        """Take over the other layer's pixels at `where` (full size)."""
        full = where.view(np.uint8)
        half = full[::2, ::2][: self.dull.shape[0], : self.dull.shape[1]].copy()
        for mine, theirs, mask in (
            (self.low, other.low, full),
            (self.high, other.high, full),
            (self.dull, other.dull, half),
            (self.vivid, other.vivid, half),
        ):
            cv2.copyTo(theirs, mask, mine)

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
        self._no_arms: Small = np.zeros((0, 0), np.uint8)
        self._age: Small = np.zeros((0, 0), np.uint8)

    def reset(self, now: Contrast, image: Image) -> None:
        """Take the present picture as the table."""
        layer = _layer(now, _colour(image, now.low.shape))
        self._layers = [layer.copy(), layer.copy()]
        self._absorbed = now.t
        self._arms, self._age = np.zeros_like(now.low), np.zeros_like(now.low)
        self._no_arms = np.zeros_like(now.low)

    def scene(self, now: Contrast, image: Image, stirred: Times) -> Scene:
        """What lies or moves on the table now; `stirred`: see `MotionGate`."""
        if not self._layers:
            self.reset(now, image)
        newer, older = self._layers
        colour = _colour(image, now.low.shape)
        fresh = newer.differs(older, now.picture, colour)
        shade, edges = newer.shaded(colour), _layer(now, colour).edges
        lively = _halved(np.asarray(stirred > now.t - _LIVELY, np.uint8) * 255, edges)
        changes = Changes(fresh, shade, lively, edges, newer.edges)
        self._arms, ghosts, hands = find_arms(changes)
        self._age[ghosts > 0] = _OLD
        self._no_arms &= fresh
        around = cv2.dilate(self._no_arms, np.ones((5, 5), np.uint8))
        self._arms[np.asarray(around) > 0] = 0
        hands = hands if self._arms.any() else tuple(hand for hand in hands if not hand.covers)
        light = cv2.resize(shade, fresh.shape[::-1], interpolation=cv2.INTER_NEAREST)
        solid = cv2.bitwise_and(fresh, cv2.bitwise_not(light))
        return Scene(fresh, self._arms, hands, np.asarray(solid, np.uint8))

    def correct(self, scene: Scene, found: Small) -> Scene:
        """The scene without arms that are dice or backs at the picture's edge, shadows and halos.

        `found`: 255 where such were found. What is no arm is remembered while it is new.
        """
        count, labels = cv2.connectedComponents(scene.arms_mask)
        for label in range(1, count):
            part = labels == label
            if float((found[part] > 0).mean()) >= _MOSTLY:
                self._no_arms[part] = scene.fresh[part]
                scene.arms_mask[part] = 0
        return scene if scene.arms_mask.any() else replace(scene, hands=())

    def absorb(self, now: Contrast, image: Image, stirred: Times) -> None:
        """Let what has rested long enough become part of the table."""
        if now.t - self._absorbed < _EVERY or not self._layers:
            return
        self._absorbed = now.t
        newer, older = self._layers
        colour = _colour(image, now.low.shape)
        changed = newer.differs(newer, now.picture, colour) > 0
        self._age += 1
        self._age *= changed & (stirred < now.t - _EVERY)
        # A sleeve as bright as the cloth is seen only by its colour, never as motion.
        old = (self._age >= ABSORB / _EVERY) & (self._arms == 0)
        old |= self._age >= ABSORB_ARM / _EVERY
        older.take(newer, old)
        newer.take(_layer(now, colour), old | (~changed & (stirred < now.t - ABSORB)))


def _halved(mask: Small, like: Small) -> Small:
    size = (like.shape[1], like.shape[0])
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def _layer(now: Contrast, colour: Image) -> _Layer:
    kernel = np.ones((3, 3), np.uint8)
    low = cv2.subtract(cv2.erode(colour, kernel), _TINT)
    high = cv2.add(cv2.dilate(colour, kernel), _TINT)
    return _Layer(now.low, now.high, np.asarray(low, np.uint8), np.asarray(high, np.uint8))


def _colour(image: Image, shape: tuple[int, ...]) -> Image:
    """(h/2, w/2, 3) of a small picture's size: blue, green share and brightness by the median's."""
    size = (max(1, shape[1] // 2), max(1, shape[0] // 2))
    coarse = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(coarse)
    total = cv2.add(cv2.add(blue, green, dtype=cv2.CV_32F), red, dtype=cv2.CV_32F)
    share = cv2.divide(600.0, cv2.add(total, _DARK))
    planes = (
        cv2.multiply(blue, share, dtype=cv2.CV_8U),
        cv2.multiply(green, share, dtype=cv2.CV_8U),
        cv2.convertScaleAbs(total, alpha=100.0 / max(float(np.median(total[::4, ::4])), 1.0)),
    )
    return np.asarray(cv2.merge(planes), np.uint8)
