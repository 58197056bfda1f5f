"""From artwork to a used card: printed stock, wear, dulled edges, bend and its shading."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.arrays import Bgra, Floats, Quad, floats, resized, smooth_noise
from datasets.compose.canvas import premultiplied

PAD = 2  # transparent pixels round a texture: the warp then smooths the card's outline


@dataclass(frozen=True, slots=True)
class Stock:
    """How all cards of one deck on one table look.

    `aspect`: width over length. `margin`: share of blank stock added round the artwork (may be
    a little below 0). `tint`: factor for B, G, R. `wear` and `bend`: 0 new .. 1 bad.
    `edge`: darkness of the thin line at the edge, 0..1.
    """

    aspect: float
    margin: float
    tint: tuple[float, float, float]
    wear: float
    bend: float
    edge: float


def random_stock(rng: np.random.Generator, aspect: float) -> Stock:
    """`aspect` is the artwork's own; real decks are of poker (63x88) or bridge (57x88) width."""
    kind = rng.random()
    width = 63 / 88 if kind < 0.45 else 57 / 88 if kind < 0.65 else aspect
    yellow = rng.uniform(0, 0.16) if rng.random() < 0.4 else 0.0
    tint = (1 - yellow, 1 - yellow * 0.25, 1.0)
    wear = float(rng.beta(1, 3))
    bend = float(rng.beta(1, 2)) if rng.random() < 0.5 else 0.0
    edge = float(rng.uniform(0, 0.6))
    return Stock(
        width * rng.uniform(0.97, 1.03), rng.uniform(-0.012, 0.035), tint, wear, bend, edge
    )


def card_texture(
    rng: np.random.Generator, art: Bgra, stock: Stock, length: float
) -> tuple[Bgra, Quad]:
    """The card as premultiplied BGRA about `length` pixels high, and its four corners in it.

    Corners run clockwise from the top left of the artwork.
    """
    h = int(np.clip(round(length), 12, 640))
    w = max(8, round(h * stock.aspect))
    card = _with_margin(art, w, h, stock.margin)
    colour = card[..., :3].astype(np.float32) * floats(stock.tint)
    if h > 30 and stock.wear > 0.1:
        _wear(rng, colour, stock.wear)
    colour *= _shading(rng, h, w, stock.bend)[..., None]
    _darken_edge(colour, stock.edge * min(1.0, h / 120))
    card[..., :3] = np.clip(colour, 0, 255)
    texture = premultiplied(
        np.asarray(
            cv2.copyMakeBorder(card, PAD, PAD, PAD, PAD, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)),
            np.uint8,
        )
    )
    corners = floats([[0, 0], [w, 0], [w, h], [0, h]]) + floats(PAD - 0.5)
    if stock.bend > 0.25 and h > 40:
        return _bent(rng, texture, corners, stock.bend)
    return texture, np.asarray(corners, np.float32)


def _with_margin(art: Bgra, w: int, h: int, margin: float) -> Bgra:
    m = round(h * abs(margin))
    if margin < 0 or m == 0 or h < 40:
        return resized(art, w, h).copy()
    inner = resized(art, w - 2 * m, h - 2 * m)
    outer = resized(art[..., 3], w, h)
    paper = np.median(art[art.shape[0] // 40, art.shape[1] // 4 : -art.shape[1] // 4, :3], axis=0)
    card = np.empty((h, w, 4), np.uint8)
    card[..., :3] = paper
    card[..., 3] = outer
    keep = inner[..., 3:].astype(np.float32) / 255
    hole = card[m : h - m, m : w - m, :3]
    hole[:] = hole * (1 - keep) + inner[..., :3] * keep
    return card


def _wear(rng: np.random.Generator, colour: Floats, wear: float) -> None:
    h, w = colour.shape[:2]
    colour += (smooth_noise(rng, h, w, rng.uniform(4, 20)) * np.float32(wear * 14))[..., None]
    for _ in range(int(rng.poisson(wear * 3))):
        x, y, angle = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, np.pi)
        reach = rng.uniform(0.05, 0.5) * h
        end = (int(x + np.cos(angle) * reach), int(y + np.sin(angle) * reach))
        scratch = np.zeros((h, w), np.float32)
        cv2.line(scratch, (int(x), int(y)), end, 1.0, 1)
        colour += (scratch * np.float32(rng.uniform(-70, 40)))[..., None]
    if rng.random() < wear:
        grey = colour.mean(axis=2, keepdims=True)
        colour += (grey - colour) * np.float32(rng.uniform(0, 0.35)) + np.float32(
            rng.uniform(0, 18)
        )


def _shading(rng: np.random.Generator, h: int, w: int, bend: float) -> Floats:
    """Light over the card: a weak slope always, a smooth roll where it is bent."""
    ys = np.linspace(-1, 1, h, dtype=np.float32)[:, None]
    xs = np.linspace(-1, 1, w, dtype=np.float32)[None]
    slope = rng.normal(0, 0.025 + 0.06 * bend, 2).astype(np.float32)
    roll = np.float32(rng.normal(0, 0.10 * bend))
    along = ys if rng.random() < 0.6 else (ys + xs) / 2
    level = np.float32(rng.uniform(0.9, 1.0))
    return np.asarray(level + slope[0] * ys + slope[1] * xs + roll * (along**2 - 0.4), np.float32)


def _darken_edge(colour: Floats, strength: float) -> None:
    if strength <= 0.02:
        return
    keep = np.float32(1 - strength * 0.55)
    for side in (np.s_[:1], np.s_[-1:], np.s_[1:-1, :1], np.s_[1:-1, -1:]):
        colour[side] *= keep


def _bent(rng: np.random.Generator, texture: Bgra, corners: Quad, bend: float) -> tuple[Bgra, Quad]:
    """Bows the card along its length, as a curled card looks from the side."""
    h, w = texture.shape[:2]
    push = rng.uniform(-1, 1) * bend * 0.07 * w
    room = int(abs(push)) + 2
    wide = cv2.copyMakeBorder(texture, 0, 0, room, room, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    ys = np.linspace(-1, 1, h, dtype=np.float32)
    shift = (push * (ys**2 - 0.5)).astype(np.float32)
    map_x = np.arange(w + 2 * room, dtype=np.float32)[None] - shift[:, None]
    map_y = np.repeat(np.arange(h, dtype=np.float32)[:, None], w + 2 * room, axis=1)
    bowed = cv2.remap(wide, map_x, map_y, cv2.INTER_LINEAR)
    moved = corners + floats([room + push * 0.5, 0])
    return np.asarray(bowed, np.uint8), np.asarray(moved, np.float32)
