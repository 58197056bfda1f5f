"""Training crops for the card reader, cut out of small scenes as inference cuts them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, Matrix, Quad, floats, log_uniform, resized
from datasets.compose import effects
from datasets.compose.artwork import CODES, Deck
from datasets.compose.assets import Assets, SpriteSource
from datasets.compose.canvas import NOBODY, Canvas, mapped, premultiplied, tilted_view
from datasets.compose.distractors import blank_card, flat_distractor, put_hand
from datasets.compose.finish import Stock, card_texture, random_stock

CLASSES: tuple[str, ...] = (*CODES, "Jk", "back", "??")
JOKER, BACK, UNKNOWN = 52, 53, 54
CROP_H, CROP_W = 112, 80
# Where the index stands, as shares of the card's width and length; the other end by half a turn.
INDEX = floats([[0.02, 0.02], [0.25, 0.02], [0.25, 0.32], [0.02, 0.32]])
MOST = 190.0  # a card longer than this is drawn smaller: the crop shrinks it anyway
MARGIN = 0.04  # of the card's sides, all round


@dataclass(slots=True)
class _Mini:
    """A small scene round one card, which is owner 0 of the canvas.

    `length`: of the card in the photo; `drawn`: on the canvas, both in pixels.
    """

    rng: np.random.Generator
    assets: Assets
    canvas: Canvas
    view: Matrix
    deck: Deck
    stock: Stock
    length: float
    drawn: float
    shadow: tuple[float, float, float]


def card_crop(rng: np.random.Generator, assets: Assets) -> tuple[Bgr, int]:
    """One straightened crop (112, 80, 3) uint8 BGR and its class, an index into `CLASSES`.

    About 85 % faces, 3 % jokers, 6 % backs and 6 % of what cannot be read or is no card.
    """
    kind = rng.random()
    mini = _mini_scene(rng, assets)
    if kind < 0.035:
        return _no_card(mini), UNKNOWN
    label = JOKER if kind < 0.065 else BACK if kind < 0.125 else int(rng.integers(52))
    quad = _put(mini, _art(mini, label), (0.0, 0.0), rng.uniform(0, 2 * np.pi), 0)
    if label == BACK:
        _crowd(mini)
    elif rng.random() < 0.03:
        return _spoilt(mini, quad), UNKNOWN
    else:
        _crowd_but_readable(mini, quad)
    return straightened(rng, _photographed(mini), quad), label


def face_crop(rng: np.random.Generator, assets: Assets, art: Bgra) -> Bgr:
    """One straightened crop (112, 80, 3) of the face `art`, readable, among cards of `assets`."""
    mini = _mini_scene(rng, assets)
    quad = _put(mini, art, (0.0, 0.0), rng.uniform(0, 2 * np.pi), 0)
    _crowd_but_readable(mini, quad)
    return straightened(rng, _photographed(mini), quad)


def other_crop(rng: np.random.Generator, assets: Assets) -> Bgr:
    """One crop (112, 80, 3) of a back, a piece of table, or what is no card."""
    mini = _mini_scene(rng, assets)
    kind = rng.random()
    if kind < 0.3:
        quad = _put(mini, _art(mini, BACK), (0.0, 0.0), rng.uniform(0, 2 * np.pi), 0)
        _crowd(mini)
        return straightened(rng, _photographed(mini), quad)
    if kind < 0.45:
        _put(mini, _any_face(mini), (0.0, 0.0), rng.uniform(0, 2 * np.pi), 0)
        return straightened(rng, _photographed(mini), _elsewhere(mini))
    return _no_card(mini)


def _elsewhere(mini: _Mini) -> Quad:
    """An outline that fits no card: beside it, across it, or much too large."""
    rng = mini.rng
    size = mini.drawn * float(rng.choice([0.4, 0.7, 1.0, 1.45]))
    quad = _turned_box(mini, 0.7 * size, size)
    return np.asarray(quad + rng.normal(0, 0.45 * mini.drawn, 2), np.float32)


def straightened(rng: np.random.Generator, image: Bgr, quad: Quad) -> Bgr:
    """The crop of a card (112, 80, 3) whose detected outline is a little off, either end up."""
    if rng.random() < 0.55:
        quad = _box_round(quad)
    length = max(float(np.linalg.norm(quad[0] - quad[3])), 8.0)
    middle = quad.mean(axis=0)
    scale = (1 + 2 * MARGIN) * rng.uniform(0.93, 1.07)
    noise = rng.normal(0, rng.uniform(0, 0.016), (4, 2)) + rng.normal(0, 0.010, 2)
    found = (quad - middle) * scale + middle + noise * length
    if rng.random() < 0.5:
        found = np.roll(found, 2, axis=0)
    shrink = min(1.0, 1.3 * CROP_H / length) if rng.random() < 0.5 else 1.0
    if shrink < 1:
        h, w = image.shape[:2]
        image = resized(image, max(1, round(w * shrink)), max(1, round(h * shrink)))
        found = found * shrink
    target = np.array([[0, 0], [CROP_W, 0], [CROP_W, CROP_H], [0, CROP_H]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(found.astype(np.float32), target.astype(np.float32))
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    crop = cv2.warpPerspective(image, matrix, (CROP_W, CROP_H), borderMode=border)
    return np.asarray(crop, np.uint8)


def _box_round(quad: Quad) -> Quad:
    """The smallest turned rectangle round the corners, its longer side upright, as a detector
    of oriented boxes finds it; the first corner is the one nearest to the card's own."""
    box = cv2.boxPoints(cv2.minAreaRect(quad))
    start = int(np.argmin(np.linalg.norm(box - quad[0], axis=1)))
    box = np.roll(box, -start, axis=0)
    if np.linalg.norm(box[0] - box[1]) > np.linalg.norm(box[1] - box[2]):
        box = np.roll(box, 1, axis=0)
    return np.asarray(box, np.float32)


def _mini_scene(rng: np.random.Generator, assets: Assets) -> _Mini:
    length = log_uniform(rng, 45, 160) if rng.random() < 0.6 else log_uniform(rng, 28, 350)
    drawn = min(length, MOST)
    side = int(drawn * 1.5) + 8
    view = tilted_view(rng, 4 * side, 4 * side, most=48)
    view = np.array([[1, 0, -1.5 * side], [0, 1, -1.5 * side], [0, 0, 1]]) @ view
    background = np.ascontiguousarray(assets.backgrounds.sample(rng, side, side))
    deck = assets.deck(rng)
    art = next(iter(deck.faces.values()))
    stock = random_stock(rng, art.shape[1] / art.shape[0])
    shift = rng.normal(0, 0.02, 2)
    shadow = (float(shift[0]), float(shift[1]), float(rng.uniform(0.1, 0.65)))
    return _Mini(rng, assets, Canvas(background), view, deck, stock, length, drawn, shadow)


def _art(mini: _Mini, label: int) -> Bgra:
    rng = mini.rng
    if label == BACK:
        return mini.assets.back(rng, mini.deck)
    if label < JOKER:
        return mini.deck.faces[CODES[label]]
    decks = [deck for deck in mini.assets.decks if deck.jokers]
    jokers = decks[rng.integers(len(decks))].jokers
    return jokers[rng.integers(len(jokers))]


def _any_face(mini: _Mini) -> Bgra:
    faces = list(mini.deck.faces.values())
    return faces[int(mini.rng.integers(len(faces)))]


def _put(mini: _Mini, art: Bgra, at: tuple[float, float], angle: float, owner: int) -> Quad:
    """Lays a card with its middle `at` (card lengths from the scene's middle)."""
    texture, corners = card_texture(mini.rng, art, mini.stock, mini.drawn)
    flat = corners - corners.mean(axis=0)
    c, s = np.cos(angle), np.sin(angle)
    turned = flat @ np.array([[c, s], [-s, c]]) + np.array(at) * mini.drawn
    quad = mapped(mini.view, turned)
    x, y, strength = mini.shadow
    mini.canvas.shade(quad, (x * mini.drawn, y * mini.drawn), 0.02 * mini.drawn, strength)
    mini.canvas.put(texture, corners, quad, owner)
    return quad


def _crowd(mini: _Mini) -> None:
    """Neighbours beside and partly over the card."""
    rng = mini.rng
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.45, 0.3, 0.15, 0.1]))):
        far, way = rng.uniform(0.45, 1.05), rng.uniform(0, 2 * np.pi)
        art = _art(mini, BACK) if rng.random() < 0.15 else _any_face(mini)
        at = (far * np.cos(way), far * np.sin(way))
        _put(mini, art, at, rng.uniform(0, 2 * np.pi), 1)
    if rng.random() < 0.05:
        put_hand(rng, mini.canvas, mini.drawn)


def _crowd_but_readable(mini: _Mini, quad: Quad) -> None:
    """Covers the card in part; where neither index stays in sight, takes it all back."""
    image, owner = mini.canvas.image.copy(), mini.canvas.owner.copy()
    for _ in range(3):
        _crowd(mini)
        if _index_in_sight(mini, quad) > 0.93:
            return
        mini.canvas.image, mini.canvas.owner = image.copy(), owner.copy()


def _index_in_sight(mini: _Mini, quad: Quad) -> float:
    """The share of the better index in sight; of the whole card where the deck has but one."""
    if not mini.deck.two_ended:
        return mini.canvas.visible(0, float(cv2.contourArea(quad))) ** 2
    unit = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
    to_card = np.asarray(cv2.getPerspectiveTransform(unit, quad), np.float64)
    shares = []
    for place in (INDEX, np.float32(1) - INDEX):
        mask = np.zeros(mini.canvas.owner.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(mapped(to_card, place)).astype(np.int32), 1)
        inside = mask > 0
        shares.append(float(np.mean(mini.canvas.owner[inside] == 0)) if inside.any() else 0.0)
    return max(shares)


def _spoilt(mini: _Mini, quad: Quad) -> Bgr:
    """A card that nobody can read: both indices and most of the rest covered, or a blur."""
    rng = mini.rng
    if rng.random() < 0.4:
        image = effects.defocus(_photographed(mini), mini.drawn * rng.uniform(0.07, 0.13))
        return straightened(rng, image, quad)
    for _ in range(12):
        if _index_in_sight(mini, quad) < 0.25 and float((mini.canvas.owner == 0).mean()) < 0.16:
            break
        # Far enough out that no single covering card fills the crop and could be the one meant.
        far, way = rng.uniform(0.36, 0.65), rng.uniform(0, 2 * np.pi)
        at = (far * np.cos(way), far * np.sin(way))
        art = _art(mini, BACK) if rng.random() < 0.6 else _any_face(mini)
        _put(mini, art, at, rng.uniform(0, 2 * np.pi), 1)
    return straightened(rng, _photographed(mini), quad)


def _no_card(mini: _Mini) -> Bgr:
    """A blank card, a paper, a phone, a piece of table: what a detector may take for a card."""
    rng = mini.rng
    kind = rng.random()
    quad = _turned_box(mini, 0.62 * mini.drawn, mini.drawn)
    if mini.assets.sprites is not None and rng.random() < 0.4:
        return _small_thing(mini, mini.assets.sprites)
    if kind < 0.75:
        blank = kind < 0.4
        thing = blank_card(rng, int(mini.drawn)) if blank else flat_distractor(rng, mini.drawn)
        h, w = thing.shape[:2]
        thing = np.rot90(thing).copy() if w > h else thing
        h, w = thing.shape[:2]
        fit = mini.drawn / h
        quad = _turned_box(mini, w * fit, mini.drawn)
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        mini.canvas.shade(quad, (1, 1), 2, mini.shadow[2])
        mini.canvas.put(premultiplied(thing), corners, quad, NOBODY)
    if rng.random() < 0.1:
        put_hand(rng, mini.canvas, mini.drawn)
    return straightened(rng, _photographed(mini), quad)


def _small_thing(mini: _Mini, sprites: SpriteSource) -> Bgr:
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
    return straightened(rng, _photographed(mini), np.asarray(corners, np.float32))


def _turned_box(mini: _Mini, width: float, height: float) -> Quad:
    angle = mini.rng.uniform(0, 2 * np.pi)
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    c, s = np.cos(angle), np.sin(angle)
    return mapped(mini.view, half @ np.array([[c, s], [-s, c]]))


def _photographed(mini: _Mini) -> Bgr:
    rng, canvas = mini.rng, mini.canvas
    if rng.random() < 0.15:
        effects.cast_shadow(rng, canvas.image)
    if rng.random() < 0.2:
        effects.glare(rng, canvas.image, (canvas.owner >= 0).astype(np.uint8) * 255)
    lit = effects.light_room(rng, canvas.image)
    return effects.camera(rng, lit, strength=float(np.clip(mini.drawn / 110, 0.45, 1.0)))
