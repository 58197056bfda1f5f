"""Suit signs and index characters, as curves of our own."""

from __future__ import annotations

import numpy as np

from datasets.deck.pen import BLACK, RED, Colour, Pen, Points, moved, path

SUIT_COLOURS: dict[str, Colour] = {"c": BLACK, "d": RED, "h": RED, "s": BLACK}

_STEM = "M-.06 .08 C-.05 .3 -.1 .42 -.24 .5 L.24 .5 C.1 .42 .05 .3 .06 .08"
_ROUND = np.linspace(0, 2 * np.pi, 48, endpoint=False)


def _circle(x: float, y: float, radius: float) -> Points:
    return np.stack([x + radius * np.cos(_ROUND), y + radius * np.sin(_ROUND)], axis=1)


# Each sign about 1 high, its middle at (0, 0).
SIGNS: dict[str, list[Points]] = {
    "h": path(
        "M0 .5 C-.1 .3 -.48 .06 -.48 -.2 C-.48 -.52 -.08 -.58 0 -.26"
        " C.08 -.58 .48 -.52 .48 -.2 C.48 .06 .1 .3 0 .5"
    ),
    "d": path(
        "M0 -.52 C.1 -.28 .22 -.12 .4 0 C.22 .12 .1 .28 0 .52"
        " C-.1 .28 -.22 .12 -.4 0 C-.22 -.12 -.1 -.28 0 -.52"
    ),
    "s": [
        *path(
            "M0 -.52 C.1 -.3 .47 -.1 .47 .14 C.47 .42 .1 .44 0 .18"
            " C-.1 .44 -.47 .42 -.47 .14 C-.47 -.1 -.1 -.3 0 -.52"
        ),
        *path(_STEM),
    ],
    "c": [
        _circle(0, -0.27, 0.235),
        _circle(-0.255, 0.1, 0.235),
        _circle(0.255, 0.1, 0.235),
        _circle(0, 0, 0.15),
        *path(_STEM),
    ],
}

# Strokes in a box 60 wide (the ten: 76) and 100 high.
GLYPHS: dict[str, str] = {
    "A": "M3 100 L30 0 L57 100 M13 66 L47 66",
    "2": "M5 27 C5 -9 55 -9 55 27 C55 50 16 70 5 100 L57 100",
    "3": "M5 20 C10 -7 53 -6 53 24 C53 42 38 47 24 47 M24 47 C42 47 57 55 57 74 C57 109 8 109 3 80",
    "4": "M44 100 L44 0 L2 70 L59 70",
    "5": "M52 0 L13 0 L9 46 C20 33 57 33 57 67 C57 110 10 108 3 82",
    "6": "M45 0 C18 18 5 44 5 69 C5 110 55 110 55 69 C55 32 9 34 5 69",
    "7": "M3 0 L57 0 C37 30 24 62 22 100",
    "8": "M30 47 C1 47 1 0 30 0 C59 0 59 47 30 47 C-5 47 -5 100 30 100 C65 100 65 47 30 47",
    "9": "M15 100 C42 82 55 56 55 31 C55 -10 5 -10 5 31 C5 68 51 66 55 31",
    "T": "M2 18 L17 0 L17 100 M56 0 C28 0 28 100 56 100 C84 100 84 0 56 0",
    "J": "M24 0 L46 0 L46 70 C46 110 5 110 5 74",
    "Q": "M30 0 C-7 0 -7 100 30 100 C67 100 67 0 30 0 M34 74 L57 104",
    "K": "M7 0 L7 100 M55 0 L9 60 M23 43 L57 100",
    "O": "M30 0 C-7 0 -7 100 30 100 C67 100 67 0 30 0",
    "E": "M54 0 L8 0 L8 100 L56 100 M8 48 L44 48",
    "R": "M8 100 L8 0 L30 0 C64 0 64 54 30 54 L8 54 M30 54 L56 100",
}


def draw_sign(pen: Pen, suit: str, x: float, y: float, size: float, turned: bool = False) -> None:
    """A suit sign `size` mm high with its middle at (x, y), upside down where `turned`."""
    shapes = [moved(shape, x, y, size, turned) for shape in SIGNS[suit]]
    pen.fill(shapes, SUIT_COLOURS[suit])


def draw_glyph(pen: Pen, glyph: str, x: float, y: float, size: float, colour: Colour) -> None:
    """An index character `size` mm high, its middle at x, its top at y (mm)."""
    middle = 38.0 if glyph == "T" else 30.0
    lines = [moved(line - np.array([middle, 0]), x, y, size / 100) for line in path(GLYPHS[glyph])]
    pen.stroke(lines, size * 0.145, colour)
