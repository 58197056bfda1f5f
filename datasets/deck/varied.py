"""Decks invented by chance: other index letters, sizes, places, colours and layouts.

A reader that has seen only a few printed decks learns them by heart. These teach it what all
decks have in common: a rank and a suit sign in the corner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, Mask, resized
from datasets.compose.artwork import CODES, RANKS, Deck, as_card
from datasets.deck.drawn import PLACES, draw_face
from datasets.deck.ornate import ornate_ace
from datasets.deck.pen import BLACK, LENGTH, PAPER, RED, WIDTH, Colour, Pen, Points, moved, path
from datasets.deck.shapes import GLYPHS, SIGNS

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
)  # fmt: skip
FOUR_COLOURS: tuple[dict[str, Colour], ...] = (
    {"c": (50, 130, 20), "d": (190, 90, 20), "h": RED, "s": BLACK},
    {"c": (40, 120, 30), "d": (20, 130, 230), "h": (30, 20, 170), "s": (90, 50, 30)},
)


@dataclass(frozen=True, slots=True)
class Style:
    """How one invented deck looks; lengths in mm, shares of the card where so named.

    `letters`: a mask a rank. `index`: (middle x, top y, height of the letter, height of the
    sign). `beside`: the sign stands beside the letter. `corners`: indices a card, 2 or 4.
    `middle`: what a number card shows: "pips", "sign", "rank" or "none". `ace`: the height of an
    ace's sign; `ornament`: the seed of the ornament in it, by suit, where there is one. `signs`:
    the outlines of the suits' signs. `courts`: court cards have pictures, not a large letter.
    """

    letters: dict[str, Mask]
    stretch: float
    index: tuple[float, float, float, float]
    beside: bool
    corners: int
    colours: dict[str, Colour]
    paper: Colour
    sign: tuple[float, float]
    pip: float
    columns: tuple[float, float]
    middle: str
    framed: bool
    ace: float
    ornament: dict[str, int]
    signs: Mapping[str, Sequence[Points]] = field(default_factory=lambda: SIGNS)
    courts: bool = True


def varied_deck(rng: np.random.Generator, height: int, courts: Sequence[Deck]) -> Deck:
    """An invented deck; its court pictures are cut from `courts` where there are any.

    Pictures are `height` pixels high. The same generator state gives the same deck.
    """
    style = random_style(rng)
    donor = courts[int(rng.integers(len(courts)))] if courts else None
    faces = styled_faces(style, donor, height)
    return Deck(f"varied-{rng.integers(1 << 30):x}", faces)


def styled_faces(style: Style, donor: Deck | None, height: int) -> dict[str, Bgra]:
    """The 52 faces in one style; court pictures are the `donor`'s where there is one."""
    return {code: as_card(_face(style, code, donor, height), height) for code in CODES}


def random_style(rng: np.random.Generator) -> Style:
    """A style by chance."""
    letter = rng.uniform(6, 10) if rng.random() < 0.5 else rng.uniform(9, 19)
    sign = letter * rng.uniform(0.6, 1.05)
    colours = {suit: RED if suit in "dh" else BLACK for suit in "cdhs"}
    if rng.random() < 0.2:
        colours = FOUR_COLOURS[rng.integers(len(FOUR_COLOURS))]
    elif rng.random() < 0.5:
        colours = _shifted(rng, colours)
    pale = tuple(int(v) for v in rng.uniform(225, 255, 3))
    margin = rng.uniform(2.5, 4.5)
    left, pip = _columns(rng, margin + letter * 0.84)
    middle = str(rng.choice(["pips", "sign", "rank", "none"], p=[0.7, 0.12, 0.12, 0.06]))
    return Style(
        letters=_letters(rng),
        stretch=rng.uniform(0.7, 1.25),
        index=(letter * 0.42 + margin, rng.uniform(3, 6.5), letter, sign),
        beside=letter < 8.5 and rng.random() < 0.2,
        corners=4 if rng.random() < 0.2 else 2,
        colours=colours,
        paper=(pale[0], pale[1], pale[2]) if rng.random() < 0.3 else PAPER,
        sign=(rng.uniform(0.8, 1.15), rng.uniform(0.9, 1.1)),
        pip=pip,
        columns=(left, WIDTH - left),
        middle=middle,
        framed=rng.random() < 0.2,
        ace=_ace_size(rng, margin + letter * 0.84),
        ornament=_ornaments(rng),
    )


def _ace_size(rng: np.random.Generator, taken: float) -> float:
    """The height of an ace's sign that leaves an index ending at `taken` mm from the side free."""
    size = rng.uniform(14, 34) if rng.random() < 0.6 else rng.uniform(30, 46)
    return float(max(14, min(size, 2.1 * (WIDTH / 2 - taken))))


def _ornaments(rng: np.random.Generator) -> dict[str, int]:
    """Which aces are ornate: that of spades most often, all of them now and then."""
    kind = rng.random()
    suits = "" if kind < 0.3 else "s" if kind < 0.85 else "cdhs"
    return {suit: int(rng.integers(1 << 30)) for suit in suits}


def _columns(rng: np.random.Generator, taken: float) -> tuple[float, float]:
    """The left column's middle and the height of a pip, beside an index that ends at `taken`."""
    pip = rng.uniform(8.5, 14.5)
    left = float(np.clip(taken + pip / 2, rng.uniform(19.5, 22), 25))
    return left, float(np.clip(2 * (left - taken), 7, pip))


def _shifted(rng: np.random.Generator, colours: dict[str, Colour]) -> dict[str, Colour]:
    """Other reds and blacks."""
    red = (int(rng.integers(10, 90)), int(rng.integers(10, 80)), int(rng.integers(140, 245)))
    black = (int(rng.integers(0, 80)), int(rng.integers(0, 60)), int(rng.integers(0, 60)))
    return {suit: red if colour == RED else black for suit, colour in colours.items()}


def _letters(rng: np.random.Generator) -> dict[str, Mask]:
    weight = rng.uniform(0.08, 0.2)
    font = FONTS[rng.integers(len(FONTS))] if rng.random() < 0.6 else None
    thick = int(rng.integers(4, 15))
    draw = partial(_own_letter, weight) if font is None else partial(_font_letter, font, thick)
    return {rank: tight(draw(rank)) for rank in RANKS}


def _own_letter(weight: float, rank: str) -> Mask:
    mask = np.zeros((160, 180), np.uint8)
    for line in path(GLYPHS[rank]):
        points = np.round((line + 30) * 16).astype(np.int32)
        cv2.polylines(mask, [points], False, 255, max(1, round(weight * 100)), cv2.LINE_AA, 4)
    return mask


def printed(font: int, thick: int, text: str) -> Mask:
    """One or two letters in a font of OpenCV's, 255 where there is ink, with room all round."""
    mask = np.zeros((220, 380), np.uint8)
    cv2.putText(mask, text, (30, 170), font, 5.0, 255, thick, cv2.LINE_AA)
    return mask


def _font_letter(font: int, thick: int, rank: str) -> Mask:
    text = "10" if rank == "T" else rank
    return printed(font, thick, text)


def tight(mask: Mask) -> Mask:
    """Without the empty rows and columns at its sides."""
    x, y, w, h = cv2.boundingRect(mask)
    return np.ascontiguousarray(mask[y : y + h, x : x + w])


def _face(style: Style, code: str, donor: Deck | None, height: int) -> Bgr:
    rank, suit = code[0], code[1]
    pen = Pen(style.paper, scale=max(4, round(height * 1.3 / LENGTH)))
    if rank in "JQK" and style.courts:
        _court(pen, code, donor)
    else:
        _middle(pen, style, rank, suit)
    if style.framed:
        pen.frame(13.5, 6.5, WIDTH - 13.5, LENGTH - 6.5, 0.3, style.colours[suit])
    _index(pen, style, rank, suit)
    return pen.picture(height)


def _court(pen: Pen, code: str, donor: Deck | None) -> None:
    """The inner part of another deck's court card, so that only its picture is borrowed."""
    art = donor.faces[code][..., :3] if donor else draw_face(code).picture(256)
    h, w = art.shape[:2]
    part = art[round(0.11 * h) : round(0.89 * h), round(0.25 * w) : round(0.75 * w)]
    s = pen.scale
    x0, x1, y0, y1 = 15 * s, round(WIDTH * s) - 15 * s, 9 * s, round(LENGTH * s) - 9 * s
    pen.image[y0:y1, x0:x1] = resized(np.ascontiguousarray(part), x1 - x0, y1 - y0)


def _middle(pen: Pen, style: Style, rank: str, suit: str) -> None:
    if style.middle == "rank" or rank not in PLACES:
        _letter(pen, style, rank, (WIDTH / 2, LENGTH / 2 - 15), 30, style.colours[suit])
        return
    if rank == "A" and style.middle == "pips":
        _ace(pen, style, suit)
        return
    if style.middle == "sign":
        _sign(pen, style, suit, (WIDTH / 2, LENGTH / 2), 32)
        return
    if style.middle == "none":
        return
    left, right = style.columns
    columns = {0: left, 1: WIDTH / 2, 2: right}
    for column, share in PLACES[rank]:
        place = (columns[column], 17 + 54 * share)
        _sign(pen, style, suit, place, style.pip, turned=share > 0.5)


def _ace(pen: Pen, style: Style, suit: str) -> None:
    seed = style.ornament.get(suit)
    if seed is None:
        _sign(pen, style, suit, (WIDTH / 2, LENGTH / 2), style.ace)
        return
    ornate_ace(pen, suit, style.ace, style.colours[suit], style.paper, seed)


def _index(pen: Pen, style: Style, rank: str, suit: str) -> None:
    x, y, letter, sign = style.index
    _letter(pen, style, rank, (x, y), letter, style.colours[suit])
    if style.beside:
        place = (x + letter * 0.55 + sign * 0.5, y + letter / 2)
    else:
        place = (x, y + letter + 1.2 + sign / 2)
    _sign(pen, style, suit, place, sign)
    reach = (x + letter * 0.5 + (sign + 2 if style.beside else 1.5), place[1] + sign)
    columns, rows = (min(round(v * pen.scale), n) for v, n in zip(reach, _half(pen), strict=True))
    corner = pen.image[:rows, :columns].copy()
    pen.image[-rows:, -columns:] = corner[::-1, ::-1]
    if style.corners == 4 and not style.beside:
        turned = pen.image.copy()
        turned[:rows, -columns:] = corner
        turned[-rows:, :columns] = corner[::-1, ::-1]
        pen.image[:] = turned


def _half(pen: Pen) -> tuple[int, int]:
    return pen.image.shape[1] // 2, pen.image.shape[0] // 2


def _letter(
    pen: Pen, style: Style, rank: str, at: tuple[float, float], size: float, colour: Colour
) -> None:
    """A letter with its top middle `at` (mm), narrowed where it would be too wide."""
    mask = style.letters[rank]
    h = round(size * pen.scale)
    w = round(h * mask.shape[1] / mask.shape[0] * style.stretch)
    w = max(2, min(w, round(size * 0.95 * pen.scale)))
    x, y = round(at[0] * pen.scale - w / 2), round(at[1] * pen.scale)
    x = max(x, round(1.2 * pen.scale))
    alpha = resized(mask, w, h).astype(np.float32)[..., None] / 255
    part = pen.image[y : y + h, x : x + w]
    part[:] = part * (1 - alpha) + np.array(colour, np.float32) * alpha


def _sign(
    pen: Pen,
    style: Style,
    suit: str,
    at: tuple[float, float],
    size: float,
    turned: bool = False,
) -> None:
    stretch = np.array(style.sign)
    shapes = (moved(shape * stretch, at[0], at[1], size, turned) for shape in style.signs[suit])
    pen.fill(shapes, style.colours[suit])
