"""Jack, queen, king and joker: plain crowned figures in a frame."""

from __future__ import annotations

import numpy as np

from datasets.deck.pen import (
    BLACK,
    BLUE,
    GOLD,
    LENGTH,
    RED,
    SKIN,
    WHITE,
    WIDTH,
    Colour,
    Pen,
    Points,
    path,
)  # fmt: skip
from datasets.deck.shapes import draw_sign

MIDDLE = WIDTH / 2
LEFT, TOP = 14.5, 8.0
ROBES: dict[str, tuple[Colour, Colour]] = {
    "h": (RED, BLUE), "d": (RED, BLACK), "s": (BLUE, RED), "c": (BLACK, RED),
}  # fmt: skip
HAIR: dict[str, Colour] = {
    "h": (60, 150, 215), "d": (50, 80, 150), "s": (40, 45, 70), "c": (70, 110, 170),
}  # fmt: skip


Dress = tuple[Colour, Colour, Colour]
"""The colours of robe, trimming and hair."""


def any_dress(rng: np.random.Generator) -> Dress:
    """Colours by chance, dark and black robes among them."""
    robe, trim, hair = (_any_colour(rng, bright) for bright in rng.uniform(0.15, 1.0, 3))
    return BLACK if rng.random() < 0.25 else robe, trim, hair


def _any_colour(rng: np.random.Generator, bright: float) -> Colour:
    blue, green, red = (int(v) for v in rng.uniform(0, 255, 3) * bright)
    return blue, green, red


def draw_court(pen: Pen, rank: str, suit: str, dress: Dress | None = None) -> None:
    """The figure of `rank` (J, Q, K) in both halves of the card, with its frame.

    `dress`: other colours than our deck's for the suit.
    """
    robe, trim, hair = dress or (*ROBES[suit], HAIR[suit])
    pen.box(LEFT, TOP, WIDTH - LEFT, LENGTH - TOP, (226, 240, 246))
    _body(pen, robe, trim, suit)
    {"J": _jack, "Q": _queen, "K": _king}[rank](pen, robe, trim, hair)
    draw_sign(pen, suit, LEFT + 4.7, TOP + 5.4, 7.4)
    pen.double_end()
    _sash(pen, trim)
    pen.frame(LEFT, TOP, WIDTH - LEFT, LENGTH - TOP, 0.45, BLUE)


def _mirror(points: Points) -> Points:
    return np.asarray(np.array([2 * MIDDLE, 0]) + points * np.array([-1, 1]))


def _both(text: str) -> list[Points]:
    """A path of the right half and its mirror image, joined to one outline."""
    right = path(text)[0]
    return [np.concatenate([right, _mirror(right)[::-1]])]


def _body(pen: Pen, robe: Colour, trim: Colour, suit: str) -> None:
    pen.fill(_both("M31.5 29 L36 29 C43 31 47.5 36 48.3 50 L31.5 50"), robe)
    for x in (20.5, 42.5):
        for y in (38.5, 43.8):
            pen.disc(x, y, 1.15, GOLD)
            pen.disc(x, y, 0.5, trim)
    pen.fill(_both("M31.5 30 L36.5 29 L38.2 50 L31.5 50"), GOLD)
    pen.fill(_both("M31.5 32 L35 31 L36.4 50 L31.5 50"), trim)
    for y in (35.0, 39.2, 43.4):
        pen.disc(MIDDLE, y, 0.9, WHITE)
    pen.fill(_both("M31.5 33 L37.5 28.6 L39.6 31.4 L31.5 36.4"), WHITE)


def _face(pen: Pen) -> None:
    pen.fill(_both("M31.5 31.5 C34 31.5 35 30 35 27 L31.5 27"), SKIN)
    pen.fill(_both("M31.5 29.4 C36.4 29.4 38 24.5 38 20 L38 17 L31.5 17"), SKIN)
    for side in (-1, 1):
        x = MIDDLE + side * 2.7
        pen.disc(x, 21.3, 0.72, BLACK)
        brow = np.array([[x - 1.4, 19.5], [x, 19.0], [x + 1.4, 19.5]])
        pen.stroke([brow], 0.4, BLACK)
    pen.stroke(path("M31.6 21.4 L30.9 24.2 L32 24.4"), 0.38, (110, 140, 180))
    pen.stroke(path("M29.9 26.4 C31 27.1 32 27.1 33.1 26.4"), 0.55, RED)


def _jack(pen: Pen, robe: Colour, trim: Colour, hair: Colour) -> None:
    pen.fill(_both("M31.5 15 L38.8 15 L40 24 C40.4 27.5 38.6 28.6 37 28 L36.6 18 L31.5 18"), hair)
    _face(pen)
    pen.fill(_both("M31.5 17.6 L37.6 17.6 L39 15 L31.5 15"), hair)
    pen.fill(path("M23 16.4 C22 11 30 10.2 36 11.2 C41 12 41.4 15 40 16.4 L23 16.4"), robe)
    pen.box(23, 15.4, 40, 17.2, GOLD)
    pen.fill(path("M37 14.6 C39 9 45 8.6 46.6 13 C44 12.2 41 13.4 39.6 16.2 L37 14.6"), trim)
    pen.stroke(path("M38 15.2 C40 11.6 43 10.8 45.4 12"), 0.35, WHITE)
    pen.stroke(path("M45 18 L45 50"), 0.9, (70, 100, 140))
    pen.fill(path("M45 17 L46.8 22.4 L45 25 L43.2 22.4 L45 17"), (200, 190, 180))
    pen.disc(45, 35, 1.7, SKIN)


def _queen(pen: Pen, robe: Colour, trim: Colour, hair: Colour) -> None:
    pen.fill(
        _both("M31.5 13.6 C40 13.6 41.6 20 41.6 26 C41.6 31 43.4 33 41 36 L36 30 L31.5 30"), hair
    )
    _face(pen)
    pen.fill(_both("M31.5 14.4 L39 17 C38.6 20.4 37.2 19.6 35 18 C33.4 17 32 17 31.5 17"), hair)
    pen.fill(_both("M31.5 12.4 L38.4 14.4 L38 16.6 L31.5 14.8"), GOLD)
    for x, y in ((31.5, 11.4), (28.2, 12.0), (34.8, 12.0), (25.2, 13.2), (37.8, 13.2)):
        pen.disc(x, y, 1.25, GOLD)
        pen.disc(x, y, 0.6, robe)
    pen.stroke(path("M44.6 38 C45.4 33 44.4 30 45 27"), 0.6, (60, 120, 50))
    for turn in np.arange(5) * 2 * np.pi / 5:
        pen.disc(45 + 1.9 * np.sin(turn), 24.4 - 1.9 * np.cos(turn), 1.5, trim)
    pen.disc(45, 24.4, 1.2, GOLD)
    pen.disc(44.6, 37, 1.7, SKIN)


def _king(pen: Pen, robe: Colour, trim: Colour, hair: Colour) -> None:
    pen.fill(_both("M31.5 15 L39.4 15 L40.2 27 L36.5 29 L36 18 L31.5 18"), hair)
    _face(pen)
    pen.fill(
        _both("M31.5 27.6 C33 27.6 34 26.6 35 25 C36.6 24.6 37.6 23 38 20.6"
              " L39.2 21 C40.4 30 36.6 35.4 31.5 36.6"), hair,
    )  # fmt: skip
    pen.fill(_both("M31.5 25.9 C33 24.8 35.4 25 36.2 26 C35 27.2 33 26.9 31.5 26.3"), hair)
    crown = "M31.5 8.8 L33.6 13 L37 10 L37.8 13.4 L41.4 10.8 L40 18.2 L31.5 18.2"
    pen.fill(_both(crown), GOLD)
    pen.box(23.2, 16.4, 39.8, 18.4, robe)
    for x in (26.2, 31.5, 36.8):
        pen.disc(x, 17.4, 0.65, WHITE)
    pen.disc(31.5, 9.2, 1.05, trim)
    pen.stroke(path("M45 14 L45 42"), 1.5, (215, 205, 195))
    pen.stroke(path("M45 14.5 L45 41"), 0.35, (150, 135, 125))
    pen.stroke(path("M42.4 37 L47.6 37"), 1.1, GOLD)
    pen.disc(45, 39.8, 1.8, SKIN)


def _sash(pen: Pen, trim: Colour) -> None:
    """The band across the middle, the same after half a turn."""
    half = LENGTH / 2
    band = np.array([[LEFT, half + 3.4], [LEFT, half - 0.6], [WIDTH - LEFT, half - 3.4],
                     [WIDTH - LEFT, half + 0.6]])  # fmt: skip
    pen.fill([band], GOLD)
    inner = band + np.array([[0, -0.7], [0, 0.7], [0, 0.7], [0, -0.7]])
    pen.fill([inner], trim)
    for share in np.linspace(0.08, 0.92, 8):
        x = LEFT + share * (WIDTH - 2 * LEFT)
        pen.disc(x, half + 1.4 - 2.8 * share, 0.55, WHITE)


def draw_jester(pen: Pen, bright: bool) -> None:
    """The joker: a laughing head under a cap with three bells; in colour or in black."""
    one, two, bell = (RED, BLUE, GOLD) if bright else (BLACK, (120, 116, 112), (180, 178, 176))
    skin = SKIN if bright else (225, 225, 225)
    pen.fill(path("M31.5 46 L20 53 L23 58 L19.5 64 L27 62 L31.5 69"
                  " L36 62 L43.5 64 L40 58 L43 53 L31.5 46"), two)  # fmt: skip
    pen.fill(_both("M31.5 54 C38 54 39.4 46 39.4 40 L39.4 36 L31.5 36"), skin)
    horn = path("M31.5 41 C24 41 22 38 22.4 35 C16 35 14.6 40 15 45 C10 32 15 24 25 26.5 L31.5 41")
    pen.fill(horn, one)
    pen.fill([_mirror(horn[0])], two)
    pen.fill(path("M31.5 19 C27 24 25 31 24.6 39 L31.5 40 L31.5 19"), two)
    pen.fill(path("M31.5 19 C36 24 38 31 38.4 39 L31.5 40 L31.5 19"), one)
    pen.fill(_both("M31.5 37.4 L40 36.4 L40.4 39.4 L31.5 40.6"), bell)
    for x, y in ((15, 46), (48, 46), (31.5, 18)):
        pen.disc(x, y, 1.9, bell)
    for side in (-1, 1):
        pen.disc(MIDDLE + side * 3.3, 44, 1.0, BLACK)
    pen.fill(path("M27 47.4 C29.6 49 33.4 49 36 47.4 C35 52 28 52 27 47.4"), one)
    pen.disc(MIDDLE, 46, 1.1, one)
