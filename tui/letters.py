"""Block letters that people read from the other side of the room.

A font of our own, five pixels high and as wide as each letter needs, drawn with half blocks so
that a pixel is about square: at scale 1 a line takes three rows of the terminal, at scale 2 five.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

HEIGHT = 5
_GAP = 1
SPACE = 3
"""Pixels between two words."""

# Five rows a glyph, from the top; `#` is ink.
_FONT = {
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##.. #..#. #..#. #.##. .####",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# .#.#. .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "##### ...#. ..#.. .#... #####",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": ".##. #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# .##.",
    "!": "# # # . #",
    "?": "###. ...# .##. .... .#..",
    ".": ". . . . #",
    ",": ".. .. .. .# #.",
    ":": ". # . # .",
    "'": "# # . . .",
    "-": "... ... ### ... ...",
    "+": "... .#. ### .#. ...",
    "×": "... #.# .#. #.# ...",
    "=": "... ### ... ### ...",
    "/": "...# ..#. ..#. .#.. #...",
    "&": ".#.. #.#. .#.. #.## .##.",
    "(": ".# #. #. #. .#",
    ")": "#. .# .# .# #.",
    "_": ".... .... .... .... ####",
    "#": ".#.#. ##### .#.#. ##### .#.#.",
    "@": ".###. #.#.# #.### #.... .####",
}  # fmt: skip

# Letters that Unicode does not take apart into a plain one and an accent.
_PLAIN = str.maketrans({
    "Ø": "O", "Æ": "AE", "Œ": "OE", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH", "ẞ": "SS", "’": "'",
    "‘": "'", "–": "-", "—": "-", "−": "-", "İ": "I", "ı": "I",
})  # fmt: skip


def spelled(text: str) -> str | None:
    """`text` in the letters of the font, or None where it cannot be written with them."""
    plain = unicodedata.normalize("NFKD", text.upper().translate(_PLAIN))
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return letters if all(c in _FONT or c == " " for c in letters) else None


def width(letters: str) -> int:
    """Pixels that a spelled text takes at scale 1."""
    return max(0, sum(_advance(letter) for letter in letters) - _GAP)


def rows(scale: int) -> int:
    """Rows of the terminal that a line of letters takes."""
    return (HEIGHT * scale + 1) // 2


def drawn(letters: str, scale: int) -> list[str]:
    """The rows of a spelled text, each `width * scale` cells long."""
    return list(_drawn(letters, scale))


@cache
def _drawn(letters: str, scale: int) -> tuple[str, ...]:
    pixels = ["".join(c * scale for c in row) for row in _pixels(letters) for _ in range(scale)]
    if len(pixels) % 2:
        pixels.append("." * len(pixels[0]))
    return tuple(_half_blocks(pixels))


def _pixels(letters: str) -> list[str]:
    glyphs = [_glyph(letter) for letter in letters]
    return [("." * _GAP).join(glyph[row] for glyph in glyphs) for row in range(HEIGHT)]


def _glyph(letter: str) -> Sequence[str]:
    return ["." * (SPACE - 2 * _GAP)] * HEIGHT if letter == " " else _FONT[letter].split()


def _advance(letter: str) -> int:
    return len(_glyph(letter)[0]) + _GAP


def _half_blocks(pixels: Sequence[str]) -> Iterator[str]:
    blocks = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
    for top, below in zip(pixels[::2], pixels[1::2], strict=True):
        yield "".join(blocks[a + b] for a, b in zip(top, below, strict=True))
