"""Large aces as many decks print them: a sign full of ornament with the maker's words by it."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.deck.pen import LENGTH, WIDTH, Colour, Pen, moved
from datasets.deck.shapes import SIGNS

WORDS = ("THE TABLE CARD COMPANY", "BEST QUALITY", "No. 52", "LINEN FINISH", "FINE PLAYING CARDS")


def ornate_ace(pen: Pen, suit: str, size: float, ink: Colour, paper: Colour, seed: int) -> None:
    """The sign of `suit`, `size` mm high, in the card's middle; `seed` chooses its ornament."""
    rng = np.random.default_rng(seed)
    middle = (WIDTH / 2, LENGTH / 2 + rng.uniform(-8, 4))
    shapes = [moved(shape, *middle, size) for shape in SIGNS[suit]]
    pen.fill(shapes, ink)
    before = pen.image.copy()
    _curls(rng, pen, middle, size, paper)
    inside = Pen((0, 0, 0), pen.scale)
    inside.fill([moved(shape, *middle, size * rng.uniform(0.75, 0.93)) for shape in SIGNS[suit]],
                (255, 255, 255))  # fmt: skip
    share = inside.image.astype(np.float32) / 255
    pen.image[:] = before * (1 - share) + pen.image * share
    _words(rng, pen, middle[1], size, ink)


def _curls(
    rng: np.random.Generator, pen: Pen, middle: tuple[float, float], size: float, paper: Colour
) -> None:
    """Arcs on both sides alike, and now and then a bare heart of the sign."""
    width = float(rng.uniform(0.25, 0.9))
    t = np.linspace(0, 1, 24)
    for _ in range(int(rng.integers(6, 40))):
        x, y = rng.uniform(0, 0.45) * size, rng.uniform(-0.5, 0.5) * size
        radius, start, sweep = (
            rng.uniform(0.03, 0.18) * size,
            rng.uniform(0, 6.3),
            rng.uniform(2, 6),
        )
        angle = start + sweep * t
        curl = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)
        both = [curl + np.array(middle), curl * np.array([-1, 1]) + np.array(middle)]
        pen.stroke(both, width, paper)
    if rng.random() < 0.3:
        pen.disc(middle[0], middle[1], size * rng.uniform(0.08, 0.22), paper)


def _words(rng: np.random.Generator, pen: Pen, middle: float, size: float, ink: Colour) -> None:
    """Up to three lines of small print under or over the sign."""
    at = middle + size * rng.uniform(0.56, 0.62) if rng.random() < 0.7 else middle - size * 0.66
    for _ in range(int(rng.integers(0, 4))):
        text = str(rng.choice(WORDS))
        height = float(rng.uniform(1.2, 2.6))
        factor = height * pen.scale / 22
        (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_COMPLEX, factor, 1)
        place = (round((WIDTH * pen.scale - wide) / 2), round((at + height) * pen.scale))
        thick = max(1, round(pen.scale / 6))
        cv2.putText(pen.image, text, place, cv2.FONT_HERSHEY_COMPLEX, factor, ink, thick,
                    cv2.LINE_AA)  # fmt: skip
        at += height + 1.2
