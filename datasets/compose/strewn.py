"""What lies about on a composed table besides cards: dice, other small things, papers, hands."""

from __future__ import annotations

import numpy as np

from datasets.arrays import Bgra, Point, floats
from datasets.compose.canvas import NOBODY, inverse, mapped, premultiplied
from datasets.compose.distractors import flat_distractor, put_hand
from datasets.compose.table import Item, Table
from datasets.things.sprites import Sprite


def throw_dice(table: Table, count: int, px: float) -> None:
    """Up to `count` dice, about `px` pixels wide, apart from each other."""
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


def strew_negatives(table: Table, count: int) -> None:
    """Small things that are no dice with pips."""
    sprites, rng = table.assets.sprites, table.rng
    if sprites is None:
        return
    h, w = table.canvas.image.shape[:2]
    px = float(np.clip(table.length * rng.uniform(0.18, 0.5), 8, 260))
    for _ in range(count):
        _put_sprite(table, sprites.negative(rng, round(px)), rng.uniform(0.02, 0.98, 2) * (w, h))


def _put_sprite(table: Table, sprite: Sprite, centre: Point) -> None:
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


def strew_distractors(table: Table, under: bool) -> None:
    """Papers, phones and the like under cards and dice, or such a thing or a hand over them."""
    rng = table.rng
    h, w = table.canvas.image.shape[:2]
    if under or rng.random() < 0.12:
        for _ in range(int(rng.poisson(0.9)) if under else 1):
            _put_flat(table, flat_distractor(rng, table.length), rng.uniform(0, 1, 2) * (w, h))
    if not under and rng.random() < 0.14:
        put_hand(rng, table.canvas, float(np.clip(table.length, 30, 260)))


def _put_flat(table: Table, thing: Bgra, place: Point) -> None:
    h, w = thing.shape[:2]
    corners = floats([[0, 0], [w, 0], [w, h], [0, h]])
    middle = mapped(inverse(table.view), place[None])[0]
    angle = table.rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    turned = (corners - floats([w / 2, h / 2])) @ np.array([[c, s], [-s, c]]) + middle
    quad = mapped(table.view, turned)
    if float(np.abs(quad).max()) < 20 * max(table.canvas.image.shape[:2]):
        table.shade(quad, min(table.length, 80))
        table.canvas.put(premultiplied(thing), np.asarray(corners, np.float32), quad, NOBODY)
