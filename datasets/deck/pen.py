"""Vector drawing on a card in millimetres, with smooth edges."""

from __future__ import annotations

import re
from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from datasets.arrays import Bgr, resized

WIDTH, LENGTH = 63.0, 88.0  # a poker card in mm
SCALE = 16  # pixels a mm while drawing our own deck; a face is shrunk afterwards
Colour = tuple[int, int, int]
Points = npt.NDArray[np.float64]

PAPER: Colour = (246, 251, 252)
RED: Colour = (44, 28, 196)
BLACK: Colour = (34, 26, 24)
GOLD: Colour = (62, 168, 224)
BLUE: Colour = (132, 74, 30)
SKIN: Colour = (176, 208, 240)
WHITE: Colour = (252, 252, 252)
_TOKEN = re.compile(r"[MLC]|-?\d*\.?\d+")
_STEPS = np.linspace(0, 1, 17)[1:, None]


def path(text: str) -> list[Points]:
    """The strokes of a path: `M x y` starts one, `L x y` is a line, `C` a cubic curve."""
    strokes: list[list[Points]] = []
    tokens = iter(_TOKEN.findall(text))
    for command in tokens:
        count = 3 if command == "C" else 1
        numbers = [float(next(tokens)) for _ in range(2 * count)]
        points = np.array(numbers).reshape(count, 2)
        if command == "M":
            strokes.append([points])
        else:
            start = strokes[-1][-1][-1]
            strokes[-1].append(points if command == "L" else _curve(start, points))
    return [np.concatenate(stroke) for stroke in strokes]


def _curve(start: Points, points: Points) -> Points:
    t, s = _STEPS, 1 - _STEPS
    a, b, end = points
    return np.asarray(start * s**3 + 3 * a * s**2 * t + 3 * b * s * t**2 + end * t**3)


def moved(points: Points, x: float, y: float, size: float = 1.0, turned: bool = False) -> Points:
    """Points scaled by `size`, upside down where `turned`, and shifted to (x, y)."""
    return np.asarray(points * (-size if turned else size) + np.array([x, y]))


class Pen:
    """Draws on `image` (pixels, BGR); all coordinates and widths in mm from the top left."""

    def __init__(self, ground: Colour = PAPER, scale: int = SCALE) -> None:
        self.scale = scale
        size = (round(LENGTH * scale), round(WIDTH * scale), 3)
        self.image: Bgr = np.full(size, ground, np.uint8)

    def fill(self, shapes: Iterable[Points], colour: Colour) -> None:
        """Fills closed outlines."""
        for shape in shapes:
            cv2.fillPoly(self.image, [self._pixels(shape)], colour, cv2.LINE_AA, 4)

    def stroke(
        self, lines: Iterable[Points], width: float, colour: Colour, closed: bool = False
    ) -> None:
        """Draws lines with round ends."""
        thick = max(1, round(width * self.scale))
        for line in lines:
            cv2.polylines(self.image, [self._pixels(line)], closed, colour, thick, cv2.LINE_AA, 4)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle."""
        centre = (round(x * self.scale * 16), round(y * self.scale * 16))
        cv2.circle(self.image, centre, round(radius * self.scale * 16), colour, -1, cv2.LINE_AA, 4)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        """A filled rectangle."""
        self.fill([np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])], colour)

    def frame(
        self, x0: float, y0: float, x1: float, y1: float, width: float, colour: Colour
    ) -> None:
        """The outline of a rectangle."""
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        self.stroke([corners], width, colour, closed=True)

    def double_end(self) -> None:
        """Makes the lower half the upper one turned by half a turn."""
        half = self.image.shape[0] // 2
        self.image[half:] = self.image[:half][::-1, ::-1]

    def picture(self, height: int) -> Bgr:
        """The drawing `height` pixels high."""
        return resized(self.image, round(height * WIDTH / LENGTH), height)

    def _pixels(self, points: Points) -> npt.NDArray[np.int32]:
        return np.round(points * (self.scale * 16)).astype(np.int32)
