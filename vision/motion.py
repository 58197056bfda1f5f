"""Where the picture moves: a cheap gate so that nothing is looked at while nothing happens.

Every frame is shrunk to a small grey picture and divided by its own local brightness, which
takes out lamps, exposure and gain. A pixel has moved if it lies outside what its neighbourhood
showed about 60 ms earlier; the one-pixel tolerance swallows focus hunting and trembling tables.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Frame, Image

Small = npt.NDArray[np.uint8]
"""(height, width) uint8: a small grey picture or a mask (0 or 255)."""
Times = npt.NDArray[np.float64]
"""(height, width): a source time for every small pixel."""
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the original picture."""

WIDTH = 480
WINDOW = 0.055
"""Seconds between the two pictures compared, so that motion means the same at any frame rate."""
NEVER = -1e9
LOCAL = 41
"""Side of the surroundings, in small pixels, by which brightness is judged."""
_FLOOR = 8
_MIN_STEP, _MAX_STEP = 10, 40
_LEAVING, _MOST = 1.0, 0.7
"""Seconds in which an arm leaves, and the part of what moved that must be at rest."""
_SPECK = 8
"""Fewer small pixels than this are noise."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A small picture free of lighting (100 = as bright as its surroundings) and its tolerance."""

    t: float
    picture: Small
    low: Small
    high: Small

    def differs(self, before: Contrast, window: tuple[slice, slice]) -> float:
        """The part of the window (0..1) that shows something else than `before`."""
        there = outside(self.picture[window], before.low[window], before.high[window])
        return cv2.countNonZero(there) / max(there.size, 1)

    def changes(self, before: Contrast) -> Small:
        """A mask (255) of all that shows something else than `before`."""
        return outside(self.picture, before.low, before.high)


@dataclass(frozen=True, slots=True)
class Motion:
    """`mask` is 255 where the small picture moved; `share` is the moved part of it, 0..1.

    `blind`: the picture is black and says nothing.
    """

    t: float
    mask: Small
    share: float
    blind: bool = False


def shrink(image: Image) -> tuple[Image, Small]:
    """The picture at most `WIDTH` pixels wide, in colour and in grey."""
    height, width = image.shape[:2]
    small = (min(WIDTH, width), max(1, round(height * min(WIDTH, width) / width)))
    colour: cv2.typing.MatLike = image
    # Halving again and again is the cheapest way down that still averages the noise.
    while colour.shape[1] >= 2 * WIDTH:
        half = colour.shape[1] // 2, max(1, colour.shape[0] // 2)
        colour = cv2.resize(colour, half, interpolation=cv2.INTER_LINEAR)
    colour = cv2.resize(colour, small, interpolation=cv2.INTER_LINEAR)
    grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY)
    return np.asarray(colour, np.uint8), np.asarray(grey, np.uint8)


def without_light(grey: Small) -> Small:
    """Each pixel relative to the mean of its surroundings, 100 = equal."""
    around = cv2.add(cv2.blur(grey, (LOCAL, LOCAL)), np.array([_FLOOR], np.float64))
    return np.asarray(cv2.divide(grey, around, scale=100.0), np.uint8)


def outside(picture: Small | Image, low: Small | Image, high: Small | Image) -> Small:
    """255 where `picture` leaves the range low..high."""
    return np.asarray(cv2.bitwise_not(cv2.inRange(picture, low, high)), np.uint8)


class MotionGate:
    """Compares every frame with the one about 60 ms before.

    `stirred` holds, for every small pixel, the source time since which it has been at rest, or
    `NEVER` where it has not moved at all. `scale` is small pixels per picture pixel. `colour` is
    the newest picture reduced, for others to go on with.
    """

    def __init__(self) -> None:
        self.scale = 1.0
        self.colour: Image = np.zeros((0, 0, 3), np.uint8)
        self.stirred: Times = np.zeros((0, 0))
        self.last_motion = NEVER
        self._recent: deque[Contrast] = deque()
        self._noise = 2.0
        self._count = 0

    @property
    def now(self) -> Contrast | None:
        """The newest picture that showed something."""
        return self._recent[-1] if self._recent else None

    def update(self, frame: Frame) -> Motion:
        """What moved up to this frame; costs about a millisecond for a 1080p picture."""
        self.colour, grey = shrink(frame.image)
        if grey.shape != self.stirred.shape:
            self._restart(grey, frame.image.shape[1])
        if self._is_black(grey):
            return Motion(frame.t, np.zeros_like(grey), 0.0, blind=True)
        current = self._contrast(frame.t, grey)
        motion = self._compare(current)
        self._recent.append(current)
        return motion

    def forget_motion(self) -> None:
        """Start anew: everything in the picture counts as never having moved."""
        self.stirred[:] = NEVER
        while len(self._recent) > 1:
            self._recent.popleft()

    def rest_since(self, box: Box) -> float:
        """The time since which the inside of `box` has been at rest; `NEVER` if always."""
        part = self.stirred[self.window(box)]
        return float(part.max()) if part.size else NEVER

    def came(self, box: Box) -> float:
        """When most of what moved last in `box` came to rest: an arm that leaves moves on."""
        part = self.stirred[self.window(box)]
        last = float(part.max(initial=NEVER))
        return float(np.quantile(part[part > last - _LEAVING], _MOST)) if last > NEVER else NEVER

    def window(self, box: Box) -> tuple[slice, slice]:
        """The part of a small picture under `box`, at least one pixel."""
        height, width = self.stirred.shape
        x0, y0, x1, y1 = (value * self.scale for value in box)
        left, top = min(max(int(x0), 0), width - 1), min(max(int(y0), 0), height - 1)
        right = min(max(int(np.ceil(x1)), left + 1), width)
        bottom = min(max(int(np.ceil(y1)), top + 1), height)
        return slice(top, bottom), slice(left, right)

    def _restart(self, grey: Small, width: int) -> None:
        self.scale = grey.shape[1] / width
        self.stirred = np.full(grey.shape, NEVER)
        self._recent.clear()

    @staticmethod
    def _is_black(grey: Small) -> bool:
        mean, spread = cv2.meanStdDev(grey)
        return bool(mean[0, 0] < 10 or (mean[0, 0] < 18 and spread[0, 0] < 6))

    def _contrast(self, t: float, grey: Small) -> Contrast:
        picture = without_light(grey)
        kernel = np.ones((3, 3), np.uint8)
        step = np.array([min(max(6 + 4 * self._noise, _MIN_STEP), _MAX_STEP)], np.float64)
        low = cv2.subtract(cv2.erode(picture, kernel), step)
        high = cv2.add(cv2.dilate(picture, kernel), step)
        return Contrast(t, picture, np.asarray(low, np.uint8), np.asarray(high, np.uint8))

    def _compare(self, current: Contrast) -> Motion:
        reference = self._reference(current.t)
        if reference is None:
            return Motion(current.t, np.zeros_like(current.picture), 0.0)
        mask = cv2.medianBlur(outside(current.picture, reference.low, reference.high), 3)
        moved = cv2.countNonZero(mask)
        if moved < _SPECK:
            moved, mask = 0, np.zeros_like(mask)
        if moved:
            # What moved between the two pictures may have come to rest right after the older one.
            rest = self._recent[1].t if len(self._recent) > 1 else current.t
            self.stirred[mask > 0] = rest
            self.last_motion = current.t
        elif self._count % 16 == 0:
            self._learn_noise(current, reference)
        self._count += 1
        return Motion(current.t, np.asarray(mask, np.uint8), moved / mask.size)

    def _reference(self, t: float) -> Contrast | None:
        """The newest picture at least a window old; else the oldest there is."""
        while len(self._recent) > 1 and self._recent[1].t <= t - WINDOW:
            self._recent.popleft()
        return self._recent[0] if self._recent else None

    def _learn_noise(self, current: Contrast, reference: Contrast) -> None:
        difference = cv2.mean(cv2.absdiff(current.picture, reference.picture))[0]
        self._noise += 0.3 * (min(difference, 10.0) - self._noise)
