"""Composes pictures of a table with cards and dice on it, with the truth about every one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, Matrix, Point, Quad, floats, log_uniform
from datasets.compose import effects
from datasets.compose.artwork import Deck
from datasets.compose.assets import Assets, load_assets
from datasets.compose.canvas import (
    NOBODY,
    Canvas,
    inverse,
    mapped,
    premultiplied,
    tilt_of,
    tilted_view,
)
from datasets.compose.distractors import flat_distractor, put_hand
from datasets.compose.finish import Stock, card_texture, random_stock
from datasets.compose.layouts import Spot, arrange
from datasets.compose.lying_over import cover_with_thing
from datasets.things.sprites import Sprite

__all__ = ["Assets", "Item", "Kind", "Scene", "compose_scene", "load_assets"]

Kind = Literal["card", "back", "die"]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a detector shall find.

    `quad`: (4, 2) float32, clockwise corners of the whole thing in pixels, also where it is
    covered or outside; a card's begin at the top left of its artwork, a die's box at its top
    left. `code`: "Qs" or "Jk" for a face; `value`: 1..6 for a die that lies flat. `visible`:
    0..1, the share of the whole thing that is inside the picture and not covered. `index`: the
    same of the better one of a card's two indices, 0 where it has none.
    """

    kind: Kind
    quad: Quad
    code: str | None
    value: int | None
    visible: float
    index: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """`image`: (h, w, 3) uint8 BGR; items from the lowest to the topmost; `tilt` in degrees."""

    image: Bgr
    items: list[Item]
    tilt: float


@dataclass(slots=True)
class _Table:
    """The state while a scene is composed. `length`: of a card in the picture's middle."""

    rng: np.random.Generator
    assets: Assets
    canvas: Canvas
    view: Matrix
    length: float
    deck: Deck
    stock: Stock
    back: Bgra
    light: tuple[float, float]
    shadow: tuple[float, float]
    items: list[Item] = field(default_factory=list)
    areas: list[float] = field(default_factory=list)
    undrawn: list[str] = field(default_factory=list)


def compose_scene(rng: np.random.Generator, assets: Assets, size: tuple[int, int]) -> Scene:
    """A picture of `size` (h, w) and what is on it."""
    h, w = size
    side = min(h, w)
    kind = rng.random()
    length = log_uniform(rng, 22, side * 1.1)
    if 0.12 <= kind < 0.18:
        length = side * rng.uniform(0.6, 1.15)
    table = _lay_table(rng, assets, h, w, length)
    _strew_distractors(table, under=True)
    if kind < 0.12:
        _strew_negatives(table, int(rng.integers(0, 6)))
    elif kind < 0.18:
        _lay_cards(table, 1, near=0.25)
    elif kind < 0.34:
        _throw_dice(table, int(rng.integers(1, 9)), log_uniform(rng, 9, side * 0.55))
    else:
        _lay_mixed(table)
    _cover_cards(table)
    _strew_distractors(table, under=False)
    return _finish(table)


def _lay_table(rng: np.random.Generator, assets: Assets, h: int, w: int, length: float) -> _Table:
    view = tilted_view(rng, h, w)
    canvas = Canvas(np.ascontiguousarray(assets.backgrounds.sample(rng, h, w, view)))
    deck = assets.any_deck(rng)
    art = next(iter(deck.faces.values()))
    stock = random_stock(rng, art.shape[1] / art.shape[0])
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.05)
    light = (float(np.cos(way) * far), float(np.sin(way) * far))
    shadow = (float(rng.uniform(0.005, 0.05)), float(rng.uniform(0.1, 0.65)))
    return _Table(
        rng, assets, canvas, view, length, deck, stock, assets.back(rng, deck), light, shadow
    )


def _lay_mixed(table: _Table) -> None:
    rng = table.rng
    h, w = table.canvas.image.shape[:2]
    room = 1 + 1.6 * h * w / table.length**2
    _lay_cards(table, int(rng.integers(1, int(np.clip(room, 1, 12)) + 1)), near=0.9)
    if rng.random() < 0.16:
        _put_stock(table)
    if rng.random() < 0.4:
        die = table.length * rng.uniform(0.18, 0.3)
        if die >= 7:
            _throw_dice(table, int(rng.integers(1, 7)), die)
    if rng.random() < 0.15:
        _strew_negatives(table, int(rng.integers(1, 4)))


def _lay_cards(table: _Table, count: int, near: float) -> None:
    rng = table.rng
    h, w = table.canvas.image.shape[:2]
    unit = 1 / table.length
    reach = (w * near * 0.5 * unit, h * near * 0.5 * unit)
    down = 1.0 if rng.random() < 0.14 else 0.0 if rng.random() < 0.4 else 0.3
    for spot in arrange(rng, count, reach):
        if rng.random() < down:
            if rng.random() < 0.25:
                _put_packet(table, spot)
            _put_card(table, spot, None)
        else:
            _put_card(table, spot, _any_face(table))


def _any_face(table: _Table) -> str:
    """A joker now and then, else a face that was not drawn before."""
    if table.deck.jokers and table.rng.random() < 0.03:
        return "Jk"
    if not table.undrawn:
        table.undrawn.extend(str(code) for code in table.rng.permutation(list(table.deck.faces)))
    return table.undrawn.pop()


def _put_stock(table: _Table) -> None:
    """A squared stock, back up, often with a card turned up beside it or crosswise under it."""
    rng = table.rng
    h, w = table.canvas.image.shape[:2]
    x, y = rng.uniform(-0.45, 0.45, 2) * (w, h) / table.length
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    kind = rng.random()
    if kind < 0.25:
        far = rng.uniform(0.15, 0.5)
        across = Spot(x + far * c, y + far * s, angle + np.pi / 2 + rng.normal(0, 0.06))
        _put_card(table, across, _any_face(table))
    _put_packet(table, Spot(x, y, angle))
    for _ in range(1 + int(rng.poisson(0.7))):
        slip = rng.normal(0, 0.012, 2)
        loose = Spot(x + slip[0], y + slip[1], angle + rng.normal(0, 0.03))
        _put_card(table, loose, None)
    if 0.25 <= kind < 0.65:
        far = rng.uniform(0.62, 1.1)
        beside = Spot(x + far * c, y + far * s, angle + rng.normal(0, 0.1))
        _put_card(table, beside, _any_face(table))


def _cover_cards(table: _Table) -> None:
    """Something is put down on a card, half over it."""
    cards = [item for item in table.items if item.kind != "die"]
    if cards and table.rng.random() < 0.16:
        quad = cards[int(table.rng.integers(len(cards)))].quad
        length = float(np.linalg.norm(quad[0] - quad[3]))
        cover_with_thing(table.rng, table.canvas, quad, length, table.shadow[1])


def _put_card(table: _Table, spot: Spot, code: str | None) -> None:
    """A card face up, or face down where there is no code."""
    texture, corners = card_texture(table.rng, _art(table, code), table.stock, table.length)
    quad = _quad_of(table, spot, corners)
    reach = float(np.linalg.norm(quad[0] - quad[3]))
    if not 4 < reach < 6 * table.length:
        return
    _shade(table, quad, reach)
    table.canvas.put(texture, corners, quad, len(table.items))
    table.areas.append(float(cv2.contourArea(quad)))
    table.items.append(Item("card" if code else "back", quad, code, None, 0.0))


def _art(table: _Table, code: str | None) -> Bgra:
    rng = table.rng
    if code is None:
        odd = rng.random() < 0.08
        return table.assets.back(rng, table.deck) if odd else table.back
    if code == "Jk":
        return table.deck.jokers[rng.integers(len(table.deck.jokers))]
    return table.deck.faces[code]


def _quad_of(table: _Table, spot: Spot, corners: Quad) -> Quad:
    """The picture quad of a texture whose middle lies on `spot`, one length high."""
    scale = table.length / float(np.linalg.norm(corners[3] - corners[0]))
    flat = (corners - corners.mean(axis=0)) * scale
    c, s = np.cos(spot.angle), np.sin(spot.angle)
    turned = flat @ np.array([[c, s], [-s, c]]) + np.array([spot.x, spot.y]) * table.length
    return mapped(table.view, turned)


def _shade(table: _Table, quad: Quad, reach: float) -> None:
    shift = (table.light[0] * reach, table.light[1] * reach)
    table.canvas.shade(quad, shift, table.shadow[0] * reach, table.shadow[1])


def _put_packet(table: _Table, spot: Spot) -> None:
    """The rest of the stock under a face-down card: the white edges of many cards."""
    layers = int(table.rng.integers(2, 14))
    texture, corners = card_texture(table.rng, table.back, table.stock, table.length)
    texture[..., :3] = (texture[..., 3:] * table.rng.uniform(0.65, 0.95)).astype(np.uint8)
    step = table.rng.normal(0, 0.006, 2)
    for i in range(layers, 0, -1):
        quad = _quad_of(
            table, Spot(spot.x + step[0] * i, spot.y + step[1] * i, spot.angle), corners
        )
        _shade(table, quad, table.length)
        table.canvas.put(texture, corners, quad, NOBODY)


def _throw_dice(table: _Table, count: int, px: float) -> None:
    sprites, rng = table.assets.sprites, table.rng
    if sprites is None:
        return
    h, w = table.canvas.image.shape[:2]
    count = min(count, max(1, int(0.5 * h * w / px**2)))
    taken: list[Point] = []
    for _ in range(count):
        place = rng.uniform(0.02, 0.98, 2) * (w, h)
        if any(np.abs(place - other).max() < px * 1.05 for other in taken):
            continue
        taken.append(place)
        _put_sprite(table, sprites.die(rng, round(px)), place)


def _strew_negatives(table: _Table, count: int) -> None:
    sprites, rng = table.assets.sprites, table.rng
    if sprites is None:
        return
    h, w = table.canvas.image.shape[:2]
    px = float(np.clip(table.length * rng.uniform(0.18, 0.5), 8, 260))
    for _ in range(count):
        _put_sprite(table, sprites.negative(rng, round(px)), rng.uniform(0.02, 0.98, 2) * (w, h))


def _put_sprite(table: _Table, sprite: Sprite, centre: Point) -> None:
    x0, y0, x1, y1 = sprite.box
    x, y = round(centre[0] - (x0 + x1) / 2), round(centre[1] - (y0 + y1) / 2)
    table.canvas.shade_mask(sprite.shadow, x, y)
    is_die = sprite.kind == "die"
    owner = len(table.items) if is_die else NOBODY
    table.canvas.paste(premultiplied(sprite.bgra), x, y, owner)
    if is_die:
        quad = floats([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) + floats([x, y])
        table.areas.append(float(np.count_nonzero(sprite.bgra[..., 3] > 127)))
        table.items.append(Item("die", np.asarray(quad, np.float32), None, sprite.value, 0.0))


def _strew_distractors(table: _Table, under: bool) -> None:
    rng = table.rng
    h, w = table.canvas.image.shape[:2]
    if under or rng.random() < 0.12:
        for _ in range(int(rng.poisson(0.9)) if under else 1):
            _put_flat(table, flat_distractor(rng, table.length), rng.uniform(0, 1, 2) * (w, h))
    if not under and rng.random() < 0.14:
        put_hand(rng, table.canvas, float(np.clip(table.length, 30, 260)))


def _put_flat(table: _Table, thing: Bgra, place: Point) -> None:
    h, w = thing.shape[:2]
    corners = floats([[0, 0], [w, 0], [w, h], [0, h]])
    middle = mapped(inverse(table.view), place[None])[0]
    angle = table.rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    turned = (corners - floats([w / 2, h / 2])) @ np.array([[c, s], [-s, c]]) + middle
    quad = mapped(table.view, turned)
    if float(np.abs(quad).max()) < 20 * max(table.canvas.image.shape[:2]):
        _shade(table, quad, min(table.length, 80))
        table.canvas.put(premultiplied(thing), np.asarray(corners, np.float32), quad, NOBODY)


def _finish(table: _Table) -> Scene:
    rng, canvas = table.rng, table.canvas
    if rng.random() < 0.2:
        effects.cast_shadow(rng, canvas.image)
    if rng.random() < 0.22:
        glossy = (canvas.owner >= 0).astype(np.uint8) * 255
        effects.glare(rng, canvas.image, glossy)
    image = effects.camera(rng, effects.light_room(rng, canvas.image))
    items = [_as_seen(canvas, i, item, table.areas[i]) for i, item in enumerate(table.items)]
    return Scene(image, items, tilt_of(table.view))


def _as_seen(canvas: Canvas, owner: int, item: Item, area: float) -> Item:
    index = canvas.index_in_sight(owner, item.quad) if item.kind == "card" else 0.0
    return replace(item, visible=canvas.visible(owner, area), index=index)
