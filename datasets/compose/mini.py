"""A small scene round one card, out of which a reader's crop is cut."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, Matrix, Quad, log_uniform
from datasets.compose import effects
from datasets.compose.artwork import Deck
from datasets.compose.assets import Assets
from datasets.compose.canvas import Canvas, mapped, tilted_view
from datasets.compose.finish import Stock, card_texture, random_stock
from vision.reader import CARD_CODES

CLASSES: tuple[str, ...] = CARD_CODES
JOKER, BACK, UNKNOWN = 52, 53, 54
WEAK_LIGHT = 0.16
"""The share of crops taken by a weak lamp."""
ENOUGH_OF_SIGN = 0.55
"""The share of a face that must be in sight where it shows one large sign."""
MOST = 190.0  # a card longer than this is drawn smaller: the crop shrinks it anyway


@dataclass(slots=True)
class Mini:
    """A small scene round one card, which is owner 0 of the canvas.

    `length`: of the card in the photo; `drawn`: on the canvas, both in pixels. `angle`: the
    card's turn in radians.
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
    angle: float
    weak_lamps: bool = False


def mini_scene(rng: np.random.Generator, assets: Assets, deck: Deck | None = None) -> Mini:
    """An empty table of a random kind with the deck, or with one by chance."""
    length = log_uniform(rng, 45, 160) if rng.random() < 0.6 else log_uniform(rng, 28, 350)
    drawn = min(length, MOST)
    side = int(drawn * 1.5) + 8
    view = tilted_view(rng, 4 * side, 4 * side, most=52)
    view = np.array([[1, 0, -1.5 * side], [0, 1, -1.5 * side], [0, 0, 1]]) @ view
    background = np.ascontiguousarray(assets.backgrounds.sample(rng, side, side))
    deck = deck or assets.deck(rng)
    art = next(iter(deck.faces.values()))
    stock = random_stock(rng, art.shape[1] / art.shape[0])
    shift = rng.normal(0, 0.02, 2)
    shadow = (float(shift[0]), float(shift[1]), float(rng.uniform(0.1, 0.65)))
    angle = float(rng.uniform(0, 2 * np.pi))
    return Mini(rng, assets, Canvas(background), view, deck, stock, length, drawn, shadow, angle)


def artwork(mini: Mini, label: int) -> Bgra:
    """The picture of a class: a face of the scene's deck, a joker or a back of any."""
    rng = mini.rng
    if label == BACK:
        return mini.assets.back(rng, mini.deck)
    if label != JOKER:
        return mini.deck.faces[CLASSES[label]]
    decks = [deck for deck in mini.assets.decks if deck.jokers]
    jokers = decks[rng.integers(len(decks))].jokers
    return jokers[rng.integers(len(jokers))]


def any_face(mini: Mini) -> Bgra:
    """A face of the scene's deck by chance."""
    faces = list(mini.deck.faces.values())
    return faces[int(mini.rng.integers(len(faces)))]


def put(mini: Mini, art: Bgra, at: tuple[float, float], angle: float, owner: int) -> Quad:
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


def turned_box(mini: Mini, width: float, height: float) -> Quad:
    """The outline of a thing in the scene's middle, turned by chance, as the camera sees it."""
    angle = mini.rng.uniform(0, 2 * np.pi)
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    c, s = np.cos(angle), np.sin(angle)
    return mapped(mini.view, half @ np.array([[c, s], [-s, c]]))


def index_in_sight(mini: Mini, quad: Quad) -> float:
    """The share of the better index in sight; of the whole card where the deck has but one."""
    if mini.deck.one_sign:
        return min(1.0, mini.canvas.visible(0, float(cv2.contourArea(quad))) / ENOUGH_OF_SIGN)
    if not mini.deck.two_ended:
        return mini.canvas.visible(0, float(cv2.contourArea(quad))) ** 2
    return mini.canvas.index_in_sight(0, quad)


def photographed(mini: Mini) -> Bgr:
    """The scene as a camera takes it: shadows, glare, the light of a room, blur and noise."""
    rng, canvas = mini.rng, mini.canvas
    if rng.random() < 0.15:
        effects.cast_shadow(rng, canvas.image)
    if rng.random() < 0.2:
        effects.glare(rng, canvas.image, (canvas.owner >= 0).astype(np.uint8) * 255)
    lit = effects.light_room(rng, canvas.image)
    if mini.weak_lamps and rng.random() < WEAK_LIGHT:
        lit = effects.weak_light(rng, lit)
    return effects.camera(rng, lit, strength=float(np.clip(mini.drawn / 110, 0.45, 1.0)))
