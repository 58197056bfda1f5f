"""How well a picture can be read: brightness, glare, contrast, sharpness, steadiness of the light.

Everything is measured on the picture itself, whatever lies on the table.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image
from vision.geometry import Floats

_COARSE = 480
"""Light is judged on about so many pixels across, picked out of the picture, not averaged."""
_BURNT, _BLACK = 253, 10

_EDGES = 0.004
"""The share of all pixels, the steepest, that are taken for edges."""
_ABOVE_NOISE = 10.0
_REACH = 8
"""Pixels on either side of an edge within which its step is complete."""
_SHARPEST = 15.0
"""The percentile of the edges' widths that stands for the picture: many are soft by nature."""
_FEWEST = 60

_GRID = (16, 9)


@dataclass(frozen=True, slots=True)
class Light:
    """All 0 to 1: mean `brightness`; `contrast` between the darkest and the lightest hundredth;
    `glare`, the share of burnt-out pixels; `black`, the share of those that show nothing."""

    brightness: float
    contrast: float
    glare: float
    black: float


def light_of(image: Image) -> Light:
    """The light on a picture (BGR)."""
    stride = max(1, image.shape[1] // _COARSE)
    few = image[::stride, ::stride]
    grey = cv2.cvtColor(np.ascontiguousarray(few), cv2.COLOR_BGR2GRAY)
    low, high = np.percentile(grey, (1, 99))
    burnt = few.min(axis=2) >= _BURNT
    return Light(
        brightness=float(grey.mean()) / 255,
        contrast=float(high - low) / 255,
        glare=float(burnt.mean()),
        black=float((grey <= _BLACK).mean()),
    )


def noise_of(grey: npt.NDArray[np.uint8]) -> float:
    """The noise (standard deviation, 0 to 255) of a grey picture, from what its flat parts show."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    rough = np.abs(cv2.filter2D(grey, cv2.CV_32F, kernel))
    # The median passes over edges; 6 is the kernel's gain, 0.6745 the normal distribution's.
    return float(np.median(rough)) / (6 * 0.6745)


def blur_of(image: Image) -> float | None:
    """How far the sharpest edges are smeared: standard deviation in pixels; None without edges.

    A perfect edge measures about 0.7. The same for out of focus, a smeared lens and motion.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    slope = _slope(grey)
    strong = max(float(np.quantile(slope, 1 - _EDGES)), _ABOVE_NOISE * noise_of(grey) / 2, 4.0)
    ridge = (slope >= strong) & (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8)))
    if int(ridge.sum()) < _FEWEST:
        return None
    around = np.ones((2 * _REACH + 1, 2 * _REACH + 1), np.uint8)
    step = cv2.subtract(cv2.dilate(grey, around), cv2.erode(grey, around))[ridge]
    # The steepest slope of a step smeared with standard deviation s is step / (s * sqrt(2 pi)).
    widths = step / (slope[ridge] * np.sqrt(2 * np.pi))
    return float(np.percentile(widths, _SHARPEST))


def _slope(grey: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Grey levels per pixel in the steepest direction."""
    along = cv2.filter2D(grey, cv2.CV_32F, np.array([[-0.5, 0, 0.5]], np.float32))
    down = cv2.filter2D(grey, cv2.CV_32F, np.array([[-0.5], [0], [0.5]], np.float32))
    return np.asarray(cv2.magnitude(along, down), np.float32)


@dataclass(frozen=True, slots=True)
class Steadiness:
    """Shares of the mean brightness: `flicker`, how far it swings from picture to picture;
    `jump`, its largest step."""

    flicker: float
    jump: float


_BLACK_FOR = 2.0
"""Seconds; cameras give some black pictures when they begin."""


class LightMeter:
    """Follows the brightness over pictures, place by place: lamps flicker in bands, too."""

    def __init__(self, memory: int = 300) -> None:
        self._cells: deque[Floats] = deque(maxlen=memory)

    def note(self, image: Image) -> None:
        """Take one more picture into account."""
        grey = cv2.cvtColor(
            cv2.resize(image, (128, 72), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
        )
        self._cells.append(cv2.resize(grey, _GRID, interpolation=cv2.INTER_AREA).astype(float))

    @property
    def steadiness(self) -> Steadiness:
        """How steady the light was; hands that move change only some of the places."""
        if len(self._cells) < 3:
            return Steadiness(0.0, 0.0)
        course = np.stack(self._cells).reshape(len(self._cells), -1)
        mean = np.maximum(course.mean(axis=0), 1.0)
        bend = course[1:-1] - (course[:-2] + course[2:]) / 2
        swings = np.sqrt((bend**2).mean(axis=0)) / mean
        steps = np.median(np.abs(np.diff(course, axis=0)) / mean, axis=1)
        return Steadiness(float(np.median(swings)), float(steps.max()))


class BlackWatch:
    """Notices a picture that stays black: a cap on the lens, a camera that gives nothing."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._told = False

    def note(self, image: Image, t: float) -> bool:
        """Whether the picture of second `t` has just been black for two seconds; once each time."""
        if int(image[::16, ::16].max(initial=0)) > _BLACK:
            self._since, self._told = None, False
            return False
        self._since = t if self._since is None else self._since
        due = not self._told and t - self._since >= _BLACK_FOR
        self._told |= due
        return due
