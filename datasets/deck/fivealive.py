"""A deck of our own design that Five Alive can be played with: 18 faces, letters and backs.

Every face has a bold index in two corners and its sign twice, upright and upside down, so that
it is read from both sides of the table. Kinds differ in colour as well as in form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from datasets.arrays import Bgr
from datasets.compose.artwork import Deck, as_card
from datasets.deck.letters import draw_text, text_width
from datasets.deck.pen import LENGTH, WHITE, WIDTH, Colour, Pen, moved, path
from engine.games.fivealive.cards import DECK_77

FIVE_ALIVE = "symposiarch-fivealive"
LETTERS = "ALIVE"
COLOURS: tuple[Colour, ...] = (
    (40, 30, 190), (160, 80, 20), (50, 130, 30), (20, 120, 230), (140, 40, 120), (140, 130, 10),
)  # fmt: skip
"""One a set of letters: red, blue, green, orange, purple, teal (BGR)."""

_HALF = LENGTH / 2
_INK: Colour = (40, 28, 24)
_RED, _BLUE, _GREEN = (36, 26, 190), (170, 84, 16), (56, 128, 24)
_PURPLE, _ORANGE, _TEAL = (140, 36, 116), (16, 112, 226), (128, 122, 8)


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a face looks: its colour, corner index, name, and what draws its sign."""

    colour: Colour
    index: str
    name: str
    sign: Callable[[Pen, Colour], None]


class Card(NamedTuple):
    """What is printed on both sides of a card: pictures (H, W, 3), upright, with square corners."""

    name: str
    face: Bgr
    back: Bgr


@lru_cache(maxsize=2)
def five_alive_deck(height: int = 256) -> Deck:
    """The 18 faces by code and the back, pictures `height` pixels high; drawn once and kept."""
    faces = {code: as_card(draw_face(code).picture(height), height) for code in DECK_77}
    return Deck(FIVE_ALIVE, faces, [as_card(draw_back().picture(height), height)])


@lru_cache(maxsize=2)
def letter_decks(height: int = 256) -> tuple[Deck, ...]:
    """The letters of every set by code, each with its back; drawn once and kept."""
    return tuple(
        Deck(
            f"letters-{number}",
            {code: as_card(draw_letter(code, colour).picture(height), height) for code in LETTERS},
            [as_card(draw_letter_back(colour).picture(height), height)],
            two_ended=False,
            one_sign=True,
        )
        for number, colour in enumerate(COLOURS)
    )


def write_deck(folder: Path, height: int = 896) -> None:
    """Writes every face as `<code>.png` and the letters of each set as `<letter>-<set>.png`.

    89 mm at 256 dots an inch, with square corners, as printers want them. Raises `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pens = {code: draw_face(code) for code in DECK_77}
    for number, colour in enumerate(COLOURS):
        pens |= {f"{letter}-{number}": draw_letter(letter, colour) for letter in LETTERS}
    pens["back"] = draw_back()
    for name, pen in pens.items():
        if not cv2.imwrite(str(folder / f"{name}.png"), pen.picture(height)):
            raise OSError(f"{folder / name}.png cannot be written")


def printed_cards() -> list[Card]:
    """The 77 cards of RULES 4.1, then the letters of every set, each with its back."""
    back = draw_back().image
    cards = []
    for code, count in DECK_77.items():
        cards += [Card(code, draw_face(code).image, back)] * count
    for number, colour in enumerate(COLOURS):
        turned = draw_letter_back(colour).image
        for letter in LETTERS:
            cards.append(Card(f"{letter}-{number}", draw_letter(letter, colour).image, turned))
    return cards


def draw_face(code: str) -> Pen:
    """The face of a card such as "7" or "EQ21"; raises `KeyError` for any other code."""
    kind = _KINDS[code]
    pen = Pen(WHITE)
    pen.frame(2.6, 2.6, WIDTH - 2.6, LENGTH - 2.6, 1.6, kind.colour)
    draw_text(pen, kind.name, WIDTH / 2, _HALF - 6.0, 3.6, kind.colour, 0.17)
    kind.sign(pen, kind.colour)
    size = 11.0 if len(kind.index) < 3 else 9.0
    middle = 6.4 + text_width(kind.index, size) / 2
    draw_text(pen, kind.index, middle, 6.2, size, kind.colour, 0.2)
    pen.double_end()
    return pen


def draw_letter(letter: str, colour: Colour) -> Pen:
    """One of A, L, I, V, E in the colour of its set; its head shows which way it is read."""
    pen = Pen(WHITE)
    pen.box(0, 0, WIDTH, 15, colour)
    pen.frame(2.6, 2.6, WIDTH - 2.6, LENGTH - 2.6, 1.6, colour)
    step = 9.0
    for i, each in enumerate(LETTERS):
        x = WIDTH / 2 + (i - 2) * step
        size = 8.4 if i == LETTERS.index(letter) else 4.4
        draw_text(pen, each, x, 9.2 - size / 2, size, WHITE, 0.2)
    draw_text(pen, letter, WIDTH / 2, 25, 50, colour, 0.2)
    return pen


def draw_letter_back(colour: Colour) -> Pen:
    """What a letter shows when it is turned over: its set's colour with a bar across."""
    pen = Pen(colour)
    pen.frame(4, 4, WIDTH - 4, LENGTH - 4, 1.0, WHITE)
    pen.stroke(path("M14 20 L49 68"), 3.0, WHITE)
    pen.stroke(path("M49 20 L14 68"), 3.0, WHITE)
    return pen


def draw_back() -> Pen:
    """The back of the 77 cards: waves round five discs."""
    pen = Pen(WHITE)
    pen.box(3.5, 3.5, WIDTH - 3.5, LENGTH - 3.5, _TEAL)
    for row in range(11):
        y = 8.0 + row * 7.2
        x = np.linspace(5, WIDTH - 5, 60)
        line = np.stack([x, y + 1.6 * np.sin(x * 0.7 + row * np.pi)], axis=1)
        pen.stroke([line], 0.7, WHITE)
    pen.disc(WIDTH / 2, _HALF, 16, WHITE)
    pen.disc(WIDTH / 2, _HALF, 14.8, _TEAL)
    for angle in np.arange(5) * 2 * np.pi / 5:
        pen.disc(WIDTH / 2 + 9 * np.sin(angle), _HALF - 9 * np.cos(angle), 3.2, WHITE)
    pen.disc(WIDTH / 2, _HALF, 3.2, _ORANGE)
    return pen


# -- signs, each in the upper half, about x 22..56 and y 8..36 mm ---------------------------------


def _large(text: str, size: float) -> Callable[[Pen, Colour], None]:
    def sign(pen: Pen, colour: Colour) -> None:
        draw_text(pen, text, 39.0, 24 - size / 2, size, colour, 0.2)

    return sign


def _draw(count: int) -> Callable[[Pen, Colour], None]:
    def sign(pen: Pen, colour: Colour) -> None:
        for i in range(count):
            x, y = 27.0 + 9 * i, 9.0 + 2.4 * i
            pen.box(x - 0.8, y - 0.8, x + 17.8, y + 24.8, WHITE)
            pen.frame(x, y, x + 17, y + 24, 1.6, colour)
        x, y = 35.5 + 9 * (count - 1), 21.0 + 2.4 * (count - 1)
        pen.stroke(path(f"M{x - 5} {y} L{x + 5} {y} M{x} {y - 5} L{x} {y + 5}"), 2.4, colour)

    return sign


def _past(pen: Pen, colour: Colour) -> None:
    for x in (25.0, 36.0, 47.0):
        pen.stroke(path(f"M{x} 13 L{x + 8} 22.5 L{x} 32"), 3.4, colour)


def _turned_back(pen: Pen, colour: Colour) -> None:
    pen.stroke(path("M26 17 L52 17 M45 10.5 L52.5 17 L45 23.5"), 3.0, colour)
    pen.stroke(path("M53 30 L27 30 M34 23.5 L26.5 30 L34 36.5"), 3.0, colour)


def _barred(pen: Pen, colour: Colour) -> None:
    pen.disc(39, 22.5, 13.5, colour)
    pen.disc(39, 22.5, 10.2, WHITE)
    pen.stroke(path("M31 30.5 L47 14.5"), 3.2, colour)


def _fan(pen: Pen, colour: Colour) -> None:
    card = path("M-7 -22 L7 -22 L7 0 L-7 0")[0]
    for angle in (-0.55, -0.18, 0.18, 0.55):
        c, s = np.cos(angle), np.sin(angle)
        turned = moved(card @ np.array([[c, s], [-s, c]]), 39, 33)
        pen.fill([turned], WHITE)
        pen.stroke([turned], 1.4, colour, closed=True)


def _bomb(pen: Pen, colour: Colour) -> None:
    pen.disc(37, 25, 10.5, colour)
    pen.stroke(path("M43.5 17 L46.5 13.5"), 4.4, colour)
    pen.stroke(path("M46.5 13.5 C48 9.5 51 9 53 11.5"), 1.4, _INK)
    for x, y in ((57.0, 9.0), (57.5, 13.5), (54.0, 7.5)):
        pen.stroke(path(f"M53.6 11.6 L{x} {y}"), 1.2, _ORANGE)


_KINDS: dict[str, _Kind] = {
    **{n: _Kind(_RED if n == "0" else _INK, n, "", _large(n, 27.0)) for n in "01234567"},
    "EQ21": _Kind(_BLUE, "=21", "MAKE 21", _large("21", 17.0)),
    "EQ10": _Kind(_BLUE, "=10", "MAKE 10", _large("10", 17.0)),
    "EQ0": _Kind(_BLUE, "=0", "MAKE 0", _large("0", 17.0)),
    "DRAW1": _Kind(_TEAL, "+1", "DRAW 1", _draw(1)),
    "DRAW2": _Kind(_TEAL, "+2", "DRAW 2", _draw(2)),
    "PASS": _Kind(_GREEN, "P", "PASS ME BY", _past),
    "REVERSE": _Kind(_PURPLE, "R", "REVERSE", _turned_back),
    "SKIP": _Kind(_ORANGE, "S", "SKIP", _barred),
    "REDEAL": _Kind(_GREEN, "D", "HAND IN AND DEAL", _fan),
    "BOMB": _Kind(_RED, "B", "BOMB", _bomb),
}
