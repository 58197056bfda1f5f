"""Things that lie over a part of a card: books, papers, phones, coasters, pens and cables."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.arrays import Quad, floats
from datasets.compose.backs import random_colour
from datasets.compose.canvas import NOBODY, Canvas, premultiplied
from datasets.compose.distractors import flat_distractor


def cover_with_thing(
    rng: np.random.Generator, canvas: Canvas, quad: Quad, length: float, shade: float
) -> None:
    """Lays a flat thing over a part of the card under `quad`, or a pen or cable across it.

    `length`: of a card in pixels; `shade`: strength of shadows, 0..1.
    """
    if rng.random() < 0.25:
        _lay_cable(rng, canvas, quad, length)
        return
    thing = flat_distractor(rng, length)
    h, w = thing.shape[:2]
    way = rng.uniform(0, 2 * np.pi)
    out = np.array([np.cos(way), np.sin(way)])
    middle = quad.mean(axis=0) + out * (h / 2 + rng.uniform(-0.25, 0.4) * length)
    turn = way + np.pi / 2 + rng.normal(0, 0.35)
    c, s = np.cos(turn), np.sin(turn)
    corners = floats([[0, 0], [w, 0], [w, h], [0, h]])
    outline = floats((corners - floats([w / 2, h / 2])) @ floats([[c, s], [-s, c]]) + middle)
    canvas.shade(outline, (1, 1), 0.03 * min(length, 120) + 1, shade)
    canvas.put(premultiplied(thing), corners, outline, NOBODY)


def _lay_cable(rng: np.random.Generator, canvas: Canvas, quad: Quad, length: float) -> None:
    h, w = canvas.image.shape[:2]
    middle = quad.mean(axis=0) + rng.normal(0, 0.2 * length, 2)
    way, reach = rng.uniform(0, 2 * np.pi), 2 * (h + w)
    end = np.array([np.cos(way), np.sin(way)]) * reach
    line = np.round([middle - end, middle + end]).astype(np.int32)
    thick = max(1, int(length * rng.uniform(0.015, 0.14)))
    mask = np.zeros((h, w), np.uint8)
    cv2.polylines(mask, [line], False, 255, thick, cv2.LINE_AA)
    canvas.shade_mask(np.asarray(cv2.blur(mask, (5, 5)) // 2, np.uint8), 1, 1)
    layer = np.zeros((h, w, 4), np.uint8)
    layer[..., :3] = random_colour(rng)
    layer[..., 3] = mask
    canvas.paste(premultiplied(layer), 0, 0, NOBODY)
