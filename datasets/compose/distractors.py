"""Flat things that are neither cards nor dice, and hands that reach over both."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets.arrays import (
    Bgra,
    Floats,
    Mask,
    Point,
    floats,
    log_uniform,
    resized,
    rounded_mask,
    smooth_noise,
    to_bytes,
)
from datasets.compose.backs import random_colour
from datasets.compose.canvas import NOBODY, Canvas
from datasets.compose.printed import FONTS, printed_page, random_words


def flat_distractor(rng: np.random.Generator, length: float) -> Bgra:
    """A sheet, phone, blank card, ... (h, w, 4) straight alpha, at its size on the table.

    `length` is the length of a playing card on this table in pixels; the thing has its true
    size beside it, more or less, at most 700 pixels.
    """
    make, size = THINGS[rng.integers(len(THINGS))]
    side = length * size * log_uniform(rng, 0.7, 1.4)
    return make(rng, int(np.clip(side, 10, 700)))


def blank_card(rng: np.random.Generator, h: int) -> Bgra:
    """A card's outline without any print: white, tinted, bordered or shaded."""
    w = max(7, int(h * rng.uniform(0.58, 0.78)))
    colour = random_colour(rng) if rng.random() < 0.35 else (rng.uniform(200, 255),) * 3
    image = np.full((h, w, 3), colour, np.float32)
    image += (smooth_noise(rng, h, w, 2) * np.float32(rng.uniform(0, 20)))[..., None]
    flat = to_bytes(image)
    if rng.random() < 0.3:
        inset = max(1, int(w * rng.uniform(0.04, 0.12)))
        cv2.rectangle(
            flat, (inset, inset), (w - 1 - inset, h - 1 - inset), random_colour(rng), 1 + h // 90
        )
    corner = rng.choice([0.0, 0.06, rng.uniform(0.02, 0.2)])
    return np.dstack([flat, rounded_mask(h, w, corner * w)])


def _paper(rng: np.random.Generator, h: int) -> Bgra:
    w = max(7, int(h * rng.uniform(0.66, 0.78)))
    return _opaque(printed_page(rng, h, w))


def _receipt(rng: np.random.Generator, h: int) -> Bgra:
    w = max(7, int(h * rng.uniform(0.25, 0.5)))
    return _opaque(printed_page(rng, h, w))


def _business_card(rng: np.random.Generator, h: int) -> Bgra:
    w = max(7, int(h * rng.uniform(0.58, 0.68)))
    card = np.full(
        (w, h, 3), random_colour(rng) if rng.random() < 0.5 else (245, 245, 245), np.uint8
    )
    ink = random_colour(rng)
    font = FONTS[rng.integers(len(FONTS))]
    if rng.random() < 0.6:
        centre = (int(h * rng.uniform(0.1, 0.9)), int(w * rng.uniform(0.2, 0.8)))
        cv2.circle(
            card,
            centre,
            max(2, int(w * rng.uniform(0.08, 0.3))),
            random_colour(rng),
            -1,
            cv2.LINE_AA,
        )
    for i in range(int(rng.integers(1, 5))):
        y = int(w * (0.25 + 0.18 * i))
        text = random_words(rng, int(rng.integers(5, 18)))
        cv2.putText(card, text, (h // 14, y), font, h / 330, ink, 1 + h // 250, cv2.LINE_AA)
    return np.dstack([card, rounded_mask(w, h, w * rng.choice([0, 0.05]))])


def _phone(rng: np.random.Generator, h: int) -> Bgra:
    w = max(7, int(h * rng.uniform(0.45, 0.52)))
    body = (rng.uniform(5, 60),) * 3 if rng.random() < 0.8 else random_colour(rng)
    image = np.full((h, w, 3), body, np.uint8)
    rim = max(1, int(w * rng.uniform(0.03, 0.08)))
    if rng.random() < 0.6:
        image[rim * 2 : h - rim * 2, rim : w - rim] = _screen(rng, h - rim * 4, w - rim * 2)
    return np.dstack([image, rounded_mask(h, w, w * rng.uniform(0.08, 0.2))])


def _screen(rng: np.random.Generator, h: int, w: int) -> Bgra:
    if rng.random() < 0.5:
        return printed_page(rng, h, w)
    grid = rng.integers(0, 256, (int(rng.integers(2, 7)), int(rng.integers(2, 4)), 3), np.uint8)
    mode = cv2.INTER_NEAREST if rng.random() < 0.5 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grid, (w, h), interpolation=mode), np.uint8)


def _coaster(rng: np.random.Generator, h: int) -> Bgra:
    image = np.full((h, h, 3), random_colour(rng), np.uint8)
    for _ in range(int(rng.integers(0, 4))):
        radius = max(1, int(h * rng.uniform(0.1, 0.48)))
        cv2.circle(
            image,
            (h // 2, h // 2),
            radius,
            random_colour(rng),
            int(rng.choice([-1, 2])),
            cv2.LINE_AA,
        )
    if rng.random() < 0.5:
        text = random_words(rng, 6)
        cv2.putText(
            image, text, (h // 6, h // 2), FONTS[2], h / 150, random_colour(rng), 1, cv2.LINE_AA
        )
    return np.dstack([image, rounded_mask(h, h, h * rng.choice([0.5, 0.1]))])


def _book(rng: np.random.Generator, h: int) -> Bgra:
    w = max(7, int(h * rng.uniform(0.6, 0.8)))
    image = np.full((h, w, 3), random_colour(rng), np.uint8)
    grid = rng.integers(0, 256, (4, 3, 3), np.uint8)
    image[h // 3 : h - h // 8, w // 10 : w - w // 10] = resized(
        grid, w - 2 * (w // 10), h - h // 8 - h // 3
    )
    for y in (h // 6, h // 4):
        text = random_words(rng, 9)
        cv2.putText(
            image,
            text,
            (w // 10, y),
            FONTS[3],
            h / 260,
            random_colour(rng),
            1 + h // 150,
            cv2.LINE_AA,
        )
    return _opaque(image)


def _opaque(image: Bgra) -> Bgra:
    return np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])


Thing = Callable[[np.random.Generator, int], Bgra]
# With their longer side over the length of a playing card.
THINGS: tuple[tuple[Thing, float], ...] = (
    (_paper, 3.2), (_receipt, 2.2), (_business_card, 0.97), (_phone, 1.7), (blank_card, 1.0),
    (blank_card, 0.8), (_coaster, 1.1), (_book, 2.4),
)  # fmt: skip

SKINS = (
    (190, 205, 240),
    (150, 175, 225),
    (120, 150, 205),
    (80, 110, 165),
    (50, 70, 115),
    (35, 45, 75),
)


def put_hand(rng: np.random.Generator, canvas: Canvas, length: float) -> None:
    """A hand with a sleeve that reaches in from outside, over whatever lies there.

    `length` is the length of a playing card in pixels: a finger is about a fifth as thick.
    """
    h, w = canvas.image.shape[:2]
    tip = rng.uniform(0.1, 0.9, 2) * (w, h)
    way = rng.uniform(0, 2 * np.pi)
    back = np.array([np.cos(way), np.sin(way)])
    finger = max(4.0, length * rng.uniform(0.16, 0.24))
    palm = tip + back * finger * rng.uniform(4.0, 5.5)
    mask = np.zeros((h, w), np.uint8)
    spread = rng.uniform(0.10, 0.28)
    for i in range(int(rng.integers(1, 6))):
        a = way + np.pi + (i - 2) * spread + rng.normal(0, 0.05)
        reach = finger * rng.uniform(3.2, 5.2)
        end = palm + np.array([np.cos(a), np.sin(a)]) * reach
        root = palm + np.array([np.cos(a), np.sin(a)]) * finger
        _capsule(mask, root, end, finger * rng.uniform(0.85, 1.05))
    _capsule(mask, palm, palm + back * finger * 2.5, finger * rng.uniform(3.2, 4.2))
    far = palm + back * 2.5 * max(h, w)
    _capsule(mask, palm + back * finger * 2, far, finger * rng.uniform(2.4, 3.2))
    skin = floats(SKINS[rng.integers(len(SKINS))]) * np.float32(rng.uniform(0.75, 1.05))
    _put_limb(rng, canvas, mask, skin, finger)
    if rng.random() < 0.6:
        sleeve = np.zeros((h, w), np.uint8)
        _capsule(
            sleeve, palm + back * finger * rng.uniform(4, 7), far, finger * rng.uniform(3.3, 4.6)
        )
        _put_limb(rng, canvas, sleeve, floats(random_colour(rng)), finger)


def _capsule(mask: Mask, a: Point, b: Point, thick: float) -> None:
    start, end = (int(a[0]), int(a[1])), (int(b[0]), int(b[1]))
    cv2.line(mask, start, end, 255, max(1, int(thick)), cv2.LINE_AA)


def _put_limb(
    rng: np.random.Generator, canvas: Canvas, mask: Mask, colour: Floats, thick: float
) -> None:
    """Rounds a silhouette by its distance from the edge, throws its shadow, lays it down."""
    h, w = mask.shape
    small = resized(mask, max(8, w // 2), max(8, h // 2))
    depth = cv2.distanceTransform((small > 127).astype(np.uint8), cv2.DIST_L2, 3)
    depth = np.asarray(cv2.resize(cv2.blur(depth, (5, 5)), (w, h)), np.float32)
    light = 0.62 + 0.38 * np.minimum(1, depth * 4 / max(thick, 4)) ** 0.6
    light += smooth_noise(rng, h, w, 24) * np.float32(0.05)
    painted = to_bytes(light[..., None] * colour)
    size = 2 * int(max(2, thick * 0.4)) + 1
    shift = rng.normal(0, thick * 0.35, 2)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shadow = cv2.blur(cv2.warpAffine(mask, move, (w, h)), (size, size))
    canvas.shade_mask(np.asarray(shadow * rng.uniform(0.2, 0.6), np.uint8), 0, 0)
    alpha = cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR)
    layer = np.asarray(cv2.multiply(painted, alpha, scale=1 / 255), np.uint8)
    canvas.paste(np.dstack([layer, mask]), 0, 0, NOBODY)
