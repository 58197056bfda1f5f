"""Printed matter without cards: pages, receipts, business cards, forms."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.arrays import Bgr, resized

LETTERS = np.array(list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-%$"))
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX_SMALL,
)  # fmt: skip


def random_words(rng: np.random.Generator, length: int) -> str:
    """Letters and blanks without meaning."""
    letters = rng.choice(LETTERS, length)
    letters[rng.random(length) < 0.17] = " "
    return "".join(letters)


def printed_page(rng: np.random.Generator, h: int, w: int) -> Bgr:
    """Paper (h, w, 3) with lines of text, a headline, perhaps a picture, rules or a table."""
    paper = np.array([rng.uniform(190, 255)] * 3) * rng.uniform(0.9, 1.0, 3)
    image = np.full((h, w, 3), paper, np.uint8)
    ink = tuple(int(v) for v in rng.integers(0, 110, 3)) if rng.random() < 0.4 else (30, 30, 30)
    font = FONTS[rng.integers(len(FONTS))]
    columns = int(rng.integers(1, 4))
    line = max(4, round(max(h, w) * rng.uniform(0.015, 0.07)))
    left, top = round(w * 0.05), round(h * rng.uniform(0.02, 0.1))
    if rng.random() < 0.6:
        top += line * 2
        cv2.putText(image, random_words(rng, 14), (left, top), font, line / 14, ink, 2, cv2.LINE_AA)
    width = (w - left * 2) / columns
    for column in range(columns):
        x = round(left + column * width)
        _column(rng, image, (x, top + line), (round(width * 0.92), line), ink, font)
    if rng.random() < 0.4:
        _picture(rng, image)
    return image


def _column(
    rng: np.random.Generator,
    image: Bgr,
    start: tuple[int, int],
    size: tuple[int, int],
    ink: tuple[int, ...],
    font: int,
) -> None:
    width, line = size
    strip = np.full((24, 1000, 3), image[0, 0], np.uint8)
    scale = 18 / 22
    letters = max(3, round(width / (line * 0.45)))
    for y in range(start[1], image.shape[0] - line, line):
        if rng.random() < 0.08:
            continue
        strip[:] = image[0, 0]
        cv2.putText(
            strip, random_words(rng, min(letters, 60)), (0, 18), font, scale, ink, 1, cv2.LINE_AA
        )
        part = strip[:, : max(20, round(24 * width / line))]
        x1 = min(image.shape[1], start[0] + width)
        if x1 - start[0] > 2:
            image[y : y + line, start[0] : x1] = resized(part, x1 - start[0], line)


def _picture(rng: np.random.Generator, image: Bgr) -> None:
    h, w = image.shape[:2]
    ph, pw = max(2, int(h * rng.uniform(0.1, 0.45))), max(2, int(w * rng.uniform(0.2, 0.7)))
    y, x = int(rng.integers(0, h - ph + 1)), int(rng.integers(0, w - pw + 1))
    grid = rng.integers(0, 256, (int(rng.integers(2, 9)), int(rng.integers(2, 9)), 3), np.uint8)
    image[y : y + ph, x : x + pw] = resized(grid, pw, ph)
