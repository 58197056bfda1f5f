"""Surfaces drawn by chance: they need no picture files."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.arrays import Bgr, Floats, floats, log_uniform, smooth_noise, to_bytes
from datasets.compose.backs import random_colour
from datasets.compose.printed import printed_page


def procedural_surface(rng: np.random.Generator, h: int, w: int) -> Bgr:
    """A table top, cloth or page of size (h, w, 3), drawn by chance."""
    return SURFACES[rng.integers(len(SURFACES))](rng, h, w)


def _grain(rng: np.random.Generator, h: int, w: int, strength: float) -> Floats:
    noise = rng.integers(0, 256, (h, w), np.uint8).astype(np.float32)
    return (noise - 127.5) * np.float32(strength / 127.5)


def _plain(rng: np.random.Generator, h: int, w: int) -> Bgr:
    base = floats(random_colour(rng))
    if rng.random() < 0.6:  # most table tops are grey, brown, black or white
        base = base.mean() + (base - base.mean()) * np.float32(rng.uniform(0, 0.35))
    light = smooth_noise(rng, h, w, 3) * np.float32(rng.uniform(0, 25))
    light += _grain(rng, h, w, rng.uniform(0, 6))
    return to_bytes(base + light[..., None])


def _felt(rng: np.random.Generator, h: int, w: int) -> Bgr:
    felts = ((60, 110, 30), (120, 60, 20), (30, 25, 130), (50, 50, 50), (70, 130, 60))
    base = floats(felts[rng.integers(len(felts))]) * np.float32(rng.uniform(0.6, 1.4))
    weave = _grain(rng, h, w, rng.uniform(8, 40))
    if rng.random() < 0.6:
        weave = np.asarray(cv2.blur(weave, (3, 3)), np.float32) * 2
    return to_bytes(base + (weave + smooth_noise(rng, h, w, 4) * 8)[..., None])


def _wood(rng: np.random.Generator, h: int, w: int) -> Bgr:
    tones = ((60, 100, 150), (40, 65, 100), (110, 150, 190), (25, 35, 55), (140, 180, 210))
    base = floats(tones[rng.integers(len(tones))])
    size = max(h, w)
    lines = smooth_noise(rng, size, size, 4) * 3
    rows = np.linspace(0, rng.uniform(8, 60), size, dtype=np.float32)[:, None]
    rings = np.sin(rows + lines)
    streak = np.asarray(cv2.resize(rng.uniform(-1, 1, (size, 9)).astype(np.float32), (size, size)))
    tone = rings * np.float32(rng.uniform(4, 18)) + streak * np.float32(rng.uniform(3, 16))
    plank = max(20, int(size * rng.uniform(0.12, 0.6)))
    if rng.random() < 0.6:
        tone += (rng.normal(0, 12, size // plank + 1).astype(np.float32)[np.arange(size) // plank])[
            :, None
        ]
        tone[::plank] -= 40
    wood = base * (1 + tone[..., None] / 110)
    angle = float(rng.choice([0, 90, rng.uniform(0, 180)]))
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), angle, 1.45)
    turned = cv2.warpAffine(to_bytes(wood), turn, (size, size), borderMode=cv2.BORDER_REFLECT)
    return np.ascontiguousarray(np.asarray(turned, np.uint8)[:h, :w])


def _cloth(rng: np.random.Generator, h: int, w: int) -> Bgr:
    """Checks, stripes or a tartan."""
    one, two = floats(random_colour(rng)), floats(random_colour(rng))
    angle = rng.uniform(0, np.pi)
    ys, xs = np.mgrid[:h, :w].astype(np.float32)
    period = log_uniform(rng, 8, 120) * max(h, w) / 448
    u = (xs * np.cos(angle) + ys * np.sin(angle)) / period
    v = (ys * np.cos(angle) - xs * np.sin(angle)) / period
    a = (u % 1 < rng.uniform(0.2, 0.8)).astype(np.float32)
    b = (v % 1 < rng.uniform(0.2, 0.8)).astype(np.float32)
    kind = rng.integers(3)
    mix = a if kind == 0 else (a + b) / 2 if kind == 1 else np.abs(a - b)
    cloth = one * (1 - mix[..., None]) + two * mix[..., None]
    return to_bytes(cloth + _grain(rng, h, w, rng.uniform(0, 18))[..., None])


def _blotches(rng: np.random.Generator, h: int, w: int) -> Bgr:
    """Stone, carpet and stains: noise over several octaves."""
    one, two = floats(random_colour(rng)), floats(random_colour(rng))
    total = np.zeros((h, w), np.float32)
    weight = rng.uniform(0.4, 0.8)
    for octave in range(6):
        total += smooth_noise(rng, h, w, 3 * 2.0**octave) * np.float32(weight**octave)
    mix = 1 / (1 + np.exp(-rng.uniform(0.6, 4) * total))
    return to_bytes(one * (1 - mix[..., None]) + two * mix[..., None])


def _poster(rng: np.random.Generator, h: int, w: int) -> Bgr:
    """A magazine or a board game: large flat shapes."""
    image = np.full((h, w, 3), random_colour(rng), np.uint8)
    for _ in range(int(rng.integers(4, 22))):
        colour, x, y = random_colour(rng), int(rng.integers(w)), int(rng.integers(h))
        size = int(log_uniform(rng, 8, max(h, w) * 0.4))
        kind = rng.integers(4)
        if kind == 0:
            cv2.circle(image, (x, y), size // 2, colour, -1, cv2.LINE_AA)
        elif kind == 1:
            box = cv2.boxPoints(
                ((x, y), (size, size * rng.uniform(0.2, 1)), float(rng.uniform(0, 90)))
            )
            cv2.fillConvexPoly(image, box.astype(np.int32), colour, cv2.LINE_AA)
        elif kind == 2:
            cv2.line(image, (x, y), (int(rng.integers(w)), int(rng.integers(h))), colour,
                     max(1, size // 12), cv2.LINE_AA)  # fmt: skip
        else:
            cv2.putText(image, chr(int(rng.integers(33, 126))) * 3, (x, y), int(rng.integers(8)),
                        size / 30, colour, max(1, size // 20), cv2.LINE_AA)  # fmt: skip
    return image


def _page(rng: np.random.Generator, h: int, w: int) -> Bgr:
    return printed_page(rng, h, w)


Surface = Callable[[np.random.Generator, int, int], Bgr]
SURFACES: tuple[Surface, ...] = (_plain, _felt, _wood, _wood, _cloth, _blotches, _poster, _page)
