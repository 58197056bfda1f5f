"""Puts the deck together: number cards, courts, jokers and the back."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from datasets.compose.artwork import CODES, Deck, as_card
from datasets.deck.courts import Dress, any_dress, draw_court, draw_jester
from datasets.deck.pen import BLACK, BLUE, GOLD, LENGTH, RED, WHITE, WIDTH, Colour, Pen, moved, path
from datasets.deck.shapes import SUIT_COLOURS, draw_glyph, draw_sign

OWN_DECK = "symposiarch"
INDEX_X = 7.4
COLUMNS = (21.6, 31.5, 41.4)
UPPER, LOWER = 17.0, 71.0
HALF = LENGTH / 2
PIP = 11.8

_SIDES: dict[str, tuple[float, ...]] = {
    "4": (0, 1), "5": (0, 1), "6": (0, 0.5, 1), "7": (0, 0.5, 1), "8": (0, 0.5, 1),
    "9": (0, 1 / 3, 2 / 3, 1), "T": (0, 1 / 3, 2 / 3, 1),
}  # fmt: skip
_CENTRES: dict[str, tuple[float, ...]] = {
    "A": (0.5,), "2": (0, 1), "3": (0, 0.5, 1), "5": (0.5,), "7": (0.25,), "8": (0.25, 0.75),
    "9": (0.5,), "T": (1 / 6, 5 / 6),
}  # fmt: skip
# Every rank's pips: column (0 left, 1 middle, 2 right) and height (0 top row .. 1 bottom row).
PLACES: dict[str, list[tuple[int, float]]] = {
    rank: [(column, y) for y in _SIDES.get(rank, ()) for column in (0, 2)]
    + [(1, y) for y in _CENTRES.get(rank, ())]
    for rank in "A23456789T"
}


@lru_cache(maxsize=4)
def own_deck(height: int = 256) -> Deck:
    """The deck with pictures `height` pixels high; drawn once and kept."""
    faces = {code: as_card(draw_face(code).picture(height), height) for code in CODES}
    jokers = [as_card(draw_joker(bright).picture(height), height) for bright in (True, False)]
    return Deck(OWN_DECK, faces, [as_card(draw_back().picture(height), height)], jokers)


def dressed_deck(rng: np.random.Generator, height: int) -> Deck:
    """Our deck with every court in colours by chance, so that no robe tells the suit."""
    courts = {code: draw_face(code, any_dress(rng)) for code in CODES if code[0] in "JQK"}
    faces = {code: as_card(pen.picture(height), height) for code, pen in courts.items()}
    return replace(own_deck(height), name="dressed", faces=own_deck(height).faces | faces)


def draw_face(code: str, dress: Dress | None = None) -> Pen:
    """The face of a card such as "Td"; `dress`: see `draw_court`."""
    rank, suit = code[0], code[1]
    pen = Pen()
    if rank in "JQK":
        draw_court(pen, rank, suit, dress)
    else:
        _pips(pen, rank, suit)
    _index(pen, rank, suit)
    return pen


def draw_joker(bright: bool) -> Pen:
    """A joker: in colour, or in black and grey."""
    pen = Pen()
    colour = RED if bright else BLACK
    for row, letter in enumerate("JOKER"):
        draw_glyph(pen, letter, INDEX_X - 1.2, 5.5 + row * 6.6, 4.8, colour)
    _turn_index(pen)
    draw_jester(pen, bright)
    return pen


def draw_back() -> Pen:
    """The back: a meander round a lattice, and two wine cups head to foot."""
    pen = Pen(WHITE)
    pen.box(3.5, 3.5, WIDTH - 3.5, LENGTH - 3.5, BLUE)
    _meander(pen)
    pen.box(11.2, 11.2, WIDTH - 11.2, LENGTH - 11.2, WHITE)
    pen.box(12, 12, WIDTH - 12, LENGTH - 12, BLUE)
    _lattice(pen)
    for radius, colour in ((14.6, WHITE), (13.9, BLUE), (13.2, WHITE)):
        pen.disc(WIDTH / 2, HALF, radius, colour)
    _cup(pen, BLUE)
    pen.double_end()
    pen.stroke(path("M19.5 44 L43.5 44"), 0.7, GOLD)
    return pen


def _pips(pen: Pen, rank: str, suit: str) -> None:
    for column, height in PLACES[rank]:
        _pip(pen, suit, COLUMNS[column], height, 30.0 if rank == "A" else PIP)


def _pip(pen: Pen, suit: str, x: float, height: float, size: float = PIP) -> None:
    y = UPPER + (LOWER - UPPER) * height
    draw_sign(pen, suit, x, y, size, turned=height > 0.5)


def _index(pen: Pen, rank: str, suit: str) -> None:
    draw_glyph(pen, rank, INDEX_X, 5.4, 9.6, SUIT_COLOURS[suit])
    draw_sign(pen, suit, INDEX_X, 21.6, 8.2)
    _turn_index(pen)


def _turn_index(pen: Pen) -> None:
    """Copies the index to the opposite corner, upside down."""
    h, w = pen.image.shape[:2]
    rows, columns = round(h * 0.46), round(w * 0.215)
    corner = pen.image[:rows, :columns]
    pen.image[h - rows :, w - columns :] = corner[::-1, ::-1]


def _meander(pen: Pen) -> None:
    """A Greek key between the edge and the inner frame."""
    key = path("M0 5 L0 0 L4 0 L4 3.6 L2 3.6 L2 2")[0]
    across, down = 9, 13
    step_x, step_y = (WIDTH - 14.4) / across, (LENGTH - 14.4) / down
    for i in range(across):
        line = moved(key * np.array([step_x / 5, 0.8]), 7.4 + i * step_x, 5.2)
        pen.stroke([line], 0.55, WHITE)
    for i in range(down):
        turned = (key * np.array([step_y / 5, 0.8]))[:, ::-1]
        line = moved(turned, 5.2, 7.4 + i * step_y)
        pen.stroke([line], 0.55, WHITE)
        pen.stroke([np.array([WIDTH, 0]) + line * np.array([-1, 1])], 0.55, WHITE)
    for x in (7.2, WIDTH - 7.2):
        pen.box(x - 2.9, 4.3, x + 2.9, 10.1, BLUE)
        pen.frame(x - 2.0, 5.2, x + 2.0, 9.2, 0.55, WHITE)
        pen.disc(x, 7.2, 0.9, GOLD)


def _lattice(pen: Pen) -> None:
    inner = Pen(BLUE)
    for i in range(-14, 30):
        x = WIDTH / 2 + (i - 8) * 4.0
        for lean in (LENGTH, -LENGTH):
            line = np.array([[x - lean / 2, 0], [x + lean / 2, LENGTH]])
            inner.stroke([line], 0.35, WHITE)
    for row in range(24):
        for column in range(18):
            x = WIDTH / 2 + (column - 9) * 4.0 + (row % 2) * 2.0
            inner.disc(x, HALF + (row - 12) * 4.0, 0.55, GOLD)
    cut = tuple(round(v * pen.image.shape[0] / LENGTH) for v in (12, LENGTH - 12, WIDTH - 12))
    pen.image[cut[0] : cut[1], cut[0] : cut[2]] = inner.image[cut[0] : cut[1], cut[0] : cut[2]]


def _cup(pen: Pen, colour: Colour) -> None:
    """A kylix in the upper half of the medallion."""
    bowl = (
        "M22.6 33.6 L40.4 33.6 C39.6 38 36 39.4 32.6 39.6 L32.6 41.6 L36 42.6"
        " L27 42.6 L30.4 41.6 L30.4 39.6 C27 39.4 23.4 38 22.6 33.6"
    )
    pen.fill(path(bowl), colour)
    handle = "M22.8 35 C19.6 33.6 19.8 37.4 24.4 37"
    pen.stroke(path(handle), 0.7, colour)
    right = [np.array([WIDTH, 0]) + line * np.array([-1, 1]) for line in path(handle)]
    pen.stroke(right, 0.7, colour)
