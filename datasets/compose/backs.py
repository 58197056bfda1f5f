"""Patterned card backs drawn by chance: many kinds, so that a detector learns none by heart."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, log_uniform
from datasets.compose.artwork import as_card

Colour = tuple[int, int, int]
INKS: tuple[Colour, ...] = (
    (40, 30, 170), (140, 50, 20), (30, 30, 30), (40, 90, 20), (90, 20, 90), (20, 110, 190),
    (150, 110, 20), (60, 60, 70), (30, 40, 100),
)  # fmt: skip


def random_colour(rng: np.random.Generator) -> Colour:
    """Any BGR colour, strong ones as likely as pale ones."""
    r, g, b = colorsys.hsv_to_rgb(rng.random(), rng.beta(2, 1.3), rng.uniform(0.15, 1.0))
    return int(b * 255), int(g * 255), int(r * 255)


def procedural_back(rng: np.random.Generator, height: int = 256) -> Bgra:
    """A card back (height, about 0.7 height, 4) that looks the same after half a turn, mostly."""
    width = round(height * rng.uniform(0.64, 0.73))
    ink = INKS[rng.integers(len(INKS))] if rng.random() < 0.6 else random_colour(rng)
    paper = (250, 250, 250) if rng.random() < 0.7 else random_colour(rng)
    image: Bgr = np.full((height, width, 3), paper, np.uint8)
    layers = int(rng.integers(1, 3))
    for _ in range(layers):
        PATTERNS[rng.integers(len(PATTERNS))](rng, image, ink, paper)
    if rng.random() < 0.8:
        image = _half_turn_symmetric(rng, image)
    if rng.random() < 0.45:
        _medallion(rng, image, ink, paper)
    _border(rng, image, ink)
    return as_card(image, height)


def _lattice(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    step = max(5, round(h * log_uniform(rng, 0.03, 0.16)))
    slope = rng.choice([0.6, 1.0, 1.6])
    thick = max(1, round(step * rng.uniform(0.08, 0.4)))
    reach = round(h * slope)
    for x in range(-reach, w + reach, step):
        cv2.line(image, (x, 0), (x + reach, h), ink, thick, cv2.LINE_AA)
        cv2.line(image, (x, 0), (x - reach, h), ink, thick, cv2.LINE_AA)
    if rng.random() < 0.4:
        _dots(rng, image, ink, paper)


def _dots(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    step = max(6, round(h * log_uniform(rng, 0.04, 0.16)))
    radius = max(1, round(step * rng.uniform(0.15, 0.5)))
    hollow = 1 if rng.random() < 0.4 else -1
    for row, y in enumerate(range(0, h + step, step)):
        for x in range((row % 2) * step // 2, w + step, step):
            cv2.circle(image, (x, y), radius, ink, hollow, cv2.LINE_AA)


def _checks(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    cell = max(3, round(h * log_uniform(rng, 0.015, 0.12)))
    ys, xs = np.mgrid[:h, :w]
    if rng.random() < 0.5:
        ys, xs = ys + xs, ys - xs
    image[((ys // cell + xs // cell) % 2) == 0] = ink


def _rings(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    step = max(4, round(h * rng.uniform(0.03, 0.1)))
    thick = max(1, round(step * rng.uniform(0.2, 0.6)))
    for r in range(step, h, step):
        if rng.random() < 0.5:
            cv2.ellipse(
                image, (w // 2, h // 2), (r * w // h, r), 0, 0, 360, ink, thick, cv2.LINE_AA
            )
        else:
            corner = (w // 2 - r * w // h // 2, h // 2 - r // 2)
            other = (w - corner[0], h - corner[1])
            cv2.rectangle(image, corner, other, ink, thick)


def _rosette(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    t = np.linspace(0, 2 * np.pi, 900)
    petals = int(rng.integers(3, 16))
    for scale in np.linspace(0.15, 1.0, int(rng.integers(3, 9))):
        r = scale * (1 + rng.uniform(0.2, 0.6) * np.cos(petals * t))
        points = np.stack([w / 2 + r * np.cos(t) * w * 0.45, h / 2 + r * np.sin(t) * h * 0.45], 1)
        thick = int(rng.integers(1, 4))
        cv2.polylines(image, [points.astype(np.int32)], True, ink, thick, cv2.LINE_AA)


def _waves(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    ys, xs = np.mgrid[:h, :w] / h
    a, b = rng.uniform(10, 60, 2)
    bend = rng.uniform(0, 4) * np.sin(rng.uniform(4, 20) * xs + rng.uniform(0, 6))
    image[np.sin(a * ys + bend) * np.cos(b * xs * rng.integers(0, 2)) > rng.uniform(-0.3, 0.5)] = (
        ink
    )


def _plain(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    image[:] = ink


def _flourish(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    image[:] = ink
    for _ in range(int(rng.integers(12, 60))):
        x, y = int(rng.integers(w)), int(rng.integers(h))
        axes = (int(rng.integers(3, 2 + h // 8)), int(rng.integers(3, 2 + h // 8)))
        start = float(rng.uniform(0, 360))
        sweep = start + float(rng.uniform(90, 340))
        thick = int(rng.integers(1, 4))
        cv2.ellipse(image, (x, y), axes, start, start, sweep, paper, thick, cv2.LINE_AA)


Pattern = Callable[[np.random.Generator, Bgr, Colour, Colour], None]
PATTERNS: tuple[Pattern, ...] = (
    _lattice, _dots, _checks, _rings, _rosette, _waves, _plain, _flourish,
)  # fmt: skip


def _half_turn_symmetric(rng: np.random.Generator, image: Bgr) -> Bgr:
    half = image.shape[0] // 2
    out = image.copy()
    if rng.random() < 0.5:
        out[:, image.shape[1] // 2 :] = out[:, : image.shape[1] - image.shape[1] // 2][:, ::-1]
    out[-half:] = out[:half][::-1, ::-1]
    return out


def _medallion(rng: np.random.Generator, image: Bgr, ink: Colour, paper: Colour) -> None:
    h, w = image.shape[:2]
    radius = round(w * rng.uniform(0.12, 0.36))
    centres = [(w // 2, h // 2)]
    if rng.random() < 0.3:
        centres = [(w // 2, h // 4), (w // 2, h - h // 4)]
    for centre in centres:
        cv2.circle(image, centre, radius, paper, -1, cv2.LINE_AA)
        cv2.circle(image, centre, round(radius * 0.85), ink, max(1, radius // 9), cv2.LINE_AA)
        sides = int(rng.integers(3, 9))
        turn = np.arange(sides * 2) * np.pi / sides
        spread = np.where(np.arange(sides * 2) % 2 == 0, 0.7, rng.uniform(0.25, 0.7)) * radius
        star = np.stack([centre[0] + spread * np.sin(turn), centre[1] - spread * np.cos(turn)], 1)
        cv2.fillPoly(image, [star.astype(np.int32)], ink, cv2.LINE_AA)


def _border(rng: np.random.Generator, image: Bgr, ink: Colour) -> None:
    if rng.random() < 0.25:
        return
    h, w = image.shape[:2]
    white = (250, 250, 250) if rng.random() < 0.85 else random_colour(rng)
    thick = max(1, round(w * rng.uniform(0.02, 0.11)))
    for side in (np.s_[:thick], np.s_[-thick:], np.s_[:, :thick], np.s_[:, -thick:]):
        image[side] = white
    if rng.random() < 0.6:
        cv2.rectangle(
            image, (thick, thick), (w - 1 - thick, h - 1 - thick), ink, max(1, thick // 4)
        )
