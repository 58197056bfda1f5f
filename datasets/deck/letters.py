"""Words and numbers in strokes of our own, for cards that carry more than a rank."""

from __future__ import annotations

from datasets.deck.pen import Colour, Pen, moved, path

# Strokes in a box 60 wide and 100 high; narrower ones in NARROW.
STROKES: dict[str, str] = {
    "0": "M30 0 C-6 0 -6 100 30 100 C66 100 66 0 30 0",
    "1": "M8 22 L28 2 L28 100 M8 100 L48 100",
    "2": "M5 27 C5 -9 55 -9 55 27 C55 50 16 70 5 100 L57 100",
    "3": "M5 16 C12 -8 54 -6 54 24 C54 42 38 48 24 48 C42 48 57 56 57 75 C57 108 8 108 3 82",
    "4": "M44 100 L44 0 L2 70 L59 70",
    "5": "M52 0 L13 0 L9 46 C20 33 57 33 57 67 C57 110 10 108 3 82",
    "6": "M46 0 C18 18 5 44 5 69 C5 110 55 110 55 69 C55 32 9 34 5 69",
    "7": "M3 0 L57 0 C37 30 24 62 22 100",
    "=": "M4 36 L46 36 M4 66 L46 66",
    "+": "M4 52 L50 52 M27 28 L27 76",
    "A": "M3 100 L30 0 L57 100 M13 66 L47 66",
    "B": "M8 100 L8 0 L30 0 C60 0 60 47 30 47 L8 47 M30 47 C66 47 66 100 30 100 L8 100",
    "D": "M8 100 L8 0 L24 0 C68 0 68 100 24 100 L8 100",
    "E": "M54 0 L8 0 L8 100 L56 100 M8 48 L44 48",
    "H": "M8 0 L8 100 M52 0 L52 100 M8 50 L52 50",
    "I": "M10 0 L10 100",
    "K": "M8 0 L8 100 M54 0 L9 60 M24 44 L57 100",
    "L": "M8 0 L8 100 L54 100",
    "M": "M6 100 L6 0 L32 58 L58 0 L58 100",
    "N": "M8 100 L8 0 L52 100 L52 0",
    "O": "M30 0 C-7 0 -7 100 30 100 C67 100 67 0 30 0",
    "P": "M8 100 L8 0 L30 0 C66 0 66 54 30 54 L8 54",
    "R": "M8 100 L8 0 L30 0 C64 0 64 54 30 54 L8 54 M30 54 L56 100",
    "S": "M53 18 C44 -8 6 -6 6 25 C6 56 55 42 55 74 C55 108 10 108 4 82",
    "V": "M3 0 L30 100 L57 0",
    "W": "M2 0 L16 100 L31 30 L46 100 L60 0",
    "Y": "M3 0 L30 50 L57 0 M30 50 L30 100",
    " ": "",
}
NARROW = {"1": 48.0, "=": 50.0, "+": 54.0, "I": 20.0, " ": 36.0}
_GAP = 20.0


def text_width(text: str, size: float) -> float:
    """How wide a text `size` mm high is, in mm."""
    return (sum(NARROW.get(c, 60.0) for c in text) + _GAP * (len(text) - 1)) * size / 100


def draw_text(
    pen: Pen, text: str, x: float, y: float, size: float, colour: Colour, weight: float
) -> None:
    """A text `size` mm high, its middle at x, its top at y (mm); strokes `weight` times as wide.

    Raises `KeyError` for a character that has no strokes.
    """
    left = x - text_width(text, size) / 2
    for character in text:
        if STROKES[character]:
            lines = [moved(line, left, y, size / 100) for line in path(STROKES[character])]
            pen.stroke(lines, size * weight, colour)
        left += (NARROW.get(character, 60.0) + _GAP) * size / 100
