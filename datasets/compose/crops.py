"""Training crops for the card reader, cut out of small scenes as inference cuts them."""

from __future__ import annotations

import numpy as np

from datasets.arrays import Bgr, Bgra, Quad
from datasets.compose import effects
from datasets.compose.artwork import CODES
from datasets.compose.assets import Assets, SpriteSource
from datasets.compose.canvas import NOBODY, premultiplied
from datasets.compose.covers import (
    cover_but_readable,
    crowd,
    cut_off,
    lay_beneath,
    lay_packet,
)
from datasets.compose.distractors import blank_card, flat_distractor, put_hand
from datasets.compose.mini import (
    BACK,
    CLASSES,
    JOKER,
    UNKNOWN,
    Mini,
    any_face,
    artwork,
    index_in_sight,
    mini_scene,
    photographed,
    put,
    turned_box,
)
from datasets.compose.outlines import CROP_H, CROP_W, found_outline, straightened

__all__ = ["BACK", "CLASSES", "CROP_H", "CROP_W", "JOKER", "UNKNOWN", "card_crop", "face_crop",
           "other_crop", "straightened"]  # fmt: skip

_MIDDLE = (0.0, 0.0)
_BLACK = 0.22
"""Of so many faces the suit is drawn again, from clubs and spades, which differ by least."""


def card_crop(rng: np.random.Generator, assets: Assets) -> tuple[Bgr, int]:
    """One straightened crop (112, 80, 3) uint8 BGR and its class, an index into `CLASSES`.

    About 85 % faces, 3 % jokers, 6 % backs and 6 % of what cannot be read or is no card.
    """
    kind = rng.random()
    mini = mini_scene(rng, assets, assets.any_deck(rng))
    mini.weak_lamps = True
    if kind < 0.035:
        return _no_card(mini), UNKNOWN
    label = JOKER if kind < 0.065 else BACK if kind < 0.125 else _any_label(mini)
    if label == BACK:
        return _back(mini), BACK
    lay_beneath(mini)
    quad = put(mini, artwork(mini, label), _MIDDLE, mini.angle, 0)
    if rng.random() < 0.03:
        return _spoilt(mini, quad), UNKNOWN
    return _seen(mini, cover_but_readable(mini, quad)), label


def _any_label(mini: Mini) -> int:
    """A face by chance, of the 52 black ones more often, and of those courts."""
    rng = mini.rng
    if CODES[0] not in mini.deck.faces:
        return CLASSES.index(str(rng.choice(list(mini.deck.faces))))
    label = int(rng.integers(52))
    if rng.random() >= _BLACK:
        return label
    rank = int(rng.integers(10, 13)) if rng.random() < 0.5 else label // 4
    return 4 * rank + int(rng.choice([0, 3]))


def face_crop(rng: np.random.Generator, assets: Assets, art: Bgra) -> Bgr:
    """One straightened crop (112, 80, 3) of the face `art`, readable, among cards of `assets`."""
    mini = mini_scene(rng, assets)
    lay_beneath(mini)
    quad = put(mini, art, _MIDDLE, mini.angle, 0)
    return _seen(mini, cover_but_readable(mini, quad))


def other_crop(rng: np.random.Generator, assets: Assets) -> Bgr:
    """One crop (112, 80, 3) of a back, a piece of table, or what is no card."""
    mini = mini_scene(rng, assets)
    kind = rng.random()
    if kind < 0.3:
        return _back(mini)
    if kind < 0.45:
        put(mini, any_face(mini), _MIDDLE, mini.angle, 0)
        return straightened(rng, photographed(mini), _elsewhere(mini))
    return _no_card(mini)


def _seen(mini: Mini, quad: Quad) -> Bgr:
    """The crop under the outline that a detector finds of the card."""
    outline = found_outline(mini.rng, mini.canvas, quad)
    return straightened(mini.rng, photographed(mini), outline)


def _back(mini: Mini) -> Bgr:
    """A card face down, alone, on others, or on the stock."""
    rng = mini.rng
    if rng.random() < 0.35:
        lay_packet(mini)
    else:
        lay_beneath(mini)
    quad = put(mini, artwork(mini, BACK), _MIDDLE, mini.angle, 0)
    return _seen(mini, cut_off(mini, quad) if rng.random() < 0.12 else crowd(mini, quad))


def _elsewhere(mini: Mini) -> Quad:
    """An outline that fits no card: beside it, across it, or much too large."""
    rng = mini.rng
    size = mini.drawn * float(rng.choice([0.4, 0.7, 1.0, 1.45]))
    quad = turned_box(mini, 0.7 * size, size)
    return np.asarray(quad + rng.normal(0, 0.45 * mini.drawn, 2), np.float32)


def _spoilt(mini: Mini, quad: Quad) -> Bgr:
    """A card that nobody can read: both indices and most of the rest covered, or a blur."""
    rng = mini.rng
    if rng.random() < 0.4:
        image = effects.defocus(photographed(mini), mini.drawn * rng.uniform(0.07, 0.13))
        return straightened(rng, image, quad)
    for _ in range(12):
        if index_in_sight(mini, quad) < 0.25 and float((mini.canvas.owner == 0).mean()) < 0.16:
            break
        # Far enough out that no single covering card fills the crop and could be the one meant.
        far, way = rng.uniform(0.36, 0.65), rng.uniform(0, 2 * np.pi)
        at = (far * np.cos(way), far * np.sin(way))
        art = artwork(mini, BACK) if rng.random() < 0.6 else any_face(mini)
        put(mini, art, at, rng.uniform(0, 2 * np.pi), 1)
    return straightened(rng, photographed(mini), quad)


def _no_card(mini: Mini) -> Bgr:
    """A blank card, a paper, a phone, a piece of table: what a detector may take for a card."""
    rng = mini.rng
    kind = rng.random()
    quad = turned_box(mini, 0.62 * mini.drawn, mini.drawn)
    if mini.assets.sprites is not None and rng.random() < 0.4:
        return _small_thing(mini, mini.assets.sprites)
    if kind < 0.75:
        blank = kind < 0.4
        thing = blank_card(rng, int(mini.drawn)) if blank else flat_distractor(rng, mini.drawn)
        h, w = thing.shape[:2]
        thing = np.rot90(thing).copy() if w > h else thing
        h, w = thing.shape[:2]
        fit = mini.drawn / h
        quad = turned_box(mini, w * fit, mini.drawn)
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        mini.canvas.shade(quad, (1, 1), 2, mini.shadow[2])
        mini.canvas.put(premultiplied(thing), corners, quad, NOBODY)
    if rng.random() < 0.1:
        put_hand(rng, mini.canvas, mini.drawn)
    return straightened(rng, photographed(mini), quad)


def _small_thing(mini: Mini, sprites: SpriteSource) -> Bgr:
    """A die or another small thing that a detector took for a card."""
    rng, (h, w) = mini.rng, mini.canvas.image.shape[:2]
    px = round(mini.drawn * rng.uniform(0.5, 1.0))
    sprite = sprites.die(rng, px) if rng.random() < 0.7 else sprites.negative(rng, px)
    x0, y0, x1, y1 = sprite.box
    x, y = round((w - x0 - x1) / 2), round((h - y0 - y1) / 2)
    mini.canvas.shade_mask(sprite.shadow, x, y)
    mini.canvas.paste(premultiplied(sprite.bgra), x, y, NOBODY)
    middle, half = np.array([w, h]) / 2, np.array([x1 - x0, y1 - y0]) / 2 * rng.uniform(0.8, 1.3)
    corners = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return straightened(rng, photographed(mini), np.asarray(corners, np.float32))
