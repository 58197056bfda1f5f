"""Composes pictures of a table with cards and dice on it, with the truth about every one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, Quad, log_uniform
from datasets.compose import effects
from datasets.compose.assets import Assets, load_assets
from datasets.compose.canvas import NOBODY, Canvas, mapped, tilt_of, tilted_view
from datasets.compose.finish import card_texture, random_stock
from datasets.compose.layouts import Spot, arrange
from datasets.compose.lying_over import cover_with_thing
from datasets.compose.strewn import strew_distractors, strew_negatives, throw_dice
from datasets.compose.table import Item, Kind, Table

__all__ = ["Assets", "Item", "Kind", "Scene", "compose_scene", "load_assets"]


@dataclass(frozen=True, slots=True)
class Scene:
    """`image`: (h, w, 3) uint8 BGR; items from the lowest to the topmost; `tilt` in degrees."""

    image: Bgr
    items: list[Item]
    tilt: float


def compose_scene(rng: np.random.Generator, assets: Assets, size: tuple[int, int]) -> Scene:
    """A picture of `size` (h, w) and what is on it."""
    h, w = size
    side = min(h, w)
    kind = rng.random()
    length = log_uniform(rng, 22, side * 1.1)
    if 0.12 <= kind < 0.18:
        length = side * rng.uniform(0.6, 1.15)
    table = _lay_table(rng, assets, h, w, length)
    strew_distractors(table, under=True)
    if kind < 0.12:
        strew_negatives(table, int(rng.integers(0, 6)))
    elif kind < 0.18:
        _lay_cards(table, 1, near=0.25)
    elif kind < 0.34:
        throw_dice(table, int(rng.integers(1, 9)), log_uniform(rng, 9, side * 0.55))
    else:
        _lay_mixed(table)
    _cover_cards(table)
    strew_distractors(table, under=False)
    return _finish(table)


def _lay_table(rng: np.random.Generator, assets: Assets, h: int, w: int, length: float) -> Table:
    view = tilted_view(rng, h, w)
    canvas = Canvas(np.ascontiguousarray(assets.backgrounds.sample(rng, h, w, view)))
    deck = assets.any_deck(rng)
    art = next(iter(deck.faces.values()))
    stock = random_stock(rng, art.shape[1] / art.shape[0])
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.05)
    light = (float(np.cos(way) * far), float(np.sin(way) * far))
    shadow = (float(rng.uniform(0.005, 0.05)), float(rng.uniform(0.1, 0.65)))
    return Table(
        rng, assets, canvas, view, length, deck, stock, assets.back(rng, deck), light, shadow
    )


def _lay_mixed(table: Table) -> None:
    rng = table.rng
    h, w = table.canvas.image.shape[:2]
    room = 1 + 1.6 * h * w / table.length**2
    _lay_cards(table, int(rng.integers(1, int(np.clip(room, 1, 12)) + 1)), near=0.9)
    if rng.random() < 0.16:
        _put_stock(table)
    if rng.random() < 0.4:
        die = table.length * rng.uniform(0.18, 0.3)
        if die >= 7:
            throw_dice(table, int(rng.integers(1, 7)), die)
    if rng.random() < 0.15:
        strew_negatives(table, int(rng.integers(1, 4)))


def _lay_cards(table: Table, count: int, near: float) -> None:
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


def _any_face(table: Table) -> str:
    """A joker now and then, else a face that was not drawn before."""
    if table.deck.jokers and table.rng.random() < 0.03:
        return "Jk"
    if not table.undrawn:
        table.undrawn.extend(str(code) for code in table.rng.permutation(list(table.deck.faces)))
    return table.undrawn.pop()


def _put_stock(table: Table) -> None:
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


def _cover_cards(table: Table) -> None:
    """Something is put down on a card, half over it."""
    cards = [item for item in table.items if item.kind != "die"]
    if cards and table.rng.random() < 0.16:
        quad = cards[int(table.rng.integers(len(cards)))].quad
        length = float(np.linalg.norm(quad[0] - quad[3]))
        cover_with_thing(table.rng, table.canvas, quad, length, table.shadow[1])


def _put_card(table: Table, spot: Spot, code: str | None) -> None:
    """A card face up, or face down where there is no code."""
    texture, corners = card_texture(table.rng, _art(table, code), table.stock, table.length)
    quad = _quad_of(table, spot, corners)
    reach = float(np.linalg.norm(quad[0] - quad[3]))
    if not 4 < reach < 6 * table.length:
        return
    table.shade(quad, reach)
    table.canvas.put(texture, corners, quad, len(table.items))
    table.areas.append(float(cv2.contourArea(quad)))
    table.items.append(Item("card" if code else "back", quad, code, None, 0.0))


def _art(table: Table, code: str | None) -> Bgra:
    rng = table.rng
    if code is None:
        odd = rng.random() < 0.08
        return table.assets.back(rng, table.deck) if odd else table.back
    if code == "Jk":
        return table.deck.jokers[rng.integers(len(table.deck.jokers))]
    return table.deck.faces[code]


def _quad_of(table: Table, spot: Spot, corners: Quad) -> Quad:
    """The picture quad of a texture whose middle lies on `spot`, one length high."""
    scale = table.length / float(np.linalg.norm(corners[3] - corners[0]))
    flat = (corners - corners.mean(axis=0)) * scale
    c, s = np.cos(spot.angle), np.sin(spot.angle)
    turned = flat @ np.array([[c, s], [-s, c]]) + np.array([spot.x, spot.y]) * table.length
    return mapped(table.view, turned)


def _put_packet(table: Table, spot: Spot) -> None:
    """The rest of the stock under a face-down card: the white edges of many cards."""
    layers = int(table.rng.integers(2, 14))
    texture, corners = card_texture(table.rng, table.back, table.stock, table.length)
    texture[..., :3] = (texture[..., 3:] * table.rng.uniform(0.65, 0.95)).astype(np.uint8)
    step = table.rng.normal(0, 0.006, 2)
    for i in range(layers, 0, -1):
        quad = _quad_of(
            table, Spot(spot.x + step[0] * i, spot.y + step[1] * i, spot.angle), corners
        )
        table.shade(quad, table.length)
        table.canvas.put(texture, corners, quad, NOBODY)


def _finish(table: Table) -> Scene:
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
