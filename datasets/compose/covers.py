"""What hides part of a reader's card: other cards, things, hands, the picture's edge."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.arrays import Quad
from datasets.compose.distractors import put_hand
from datasets.compose.lying_over import cover_with_thing
from datasets.compose.mini import BACK, Mini, any_face, artwork, index_in_sight, put

READABLE = 0.93
"""The share of an index that must be in sight for a card to be readable."""


def cover_but_readable(mini: Mini, quad: Quad) -> Quad:
    """Covers the card in part; where neither index stays in sight, takes it all back.

    Gives the card's outline, which moves where the picture is cut.
    """
    image, owner = mini.canvas.image.copy(), mini.canvas.owner.copy()
    for _ in range(4):
        way = WAYS[int(mini.rng.choice(len(WAYS), p=SHARES))]
        moved = way(mini, quad)
        if index_in_sight(mini, moved) > READABLE:
            return moved
        mini.canvas.image, mini.canvas.owner = image.copy(), owner.copy()
    return quad


def lay_beneath(mini: Mini) -> None:
    """Cards that lay there before: a pile or a row that the card ends."""
    rng = mini.rng
    for number in range(int(rng.choice([0, 1, 2, 4], p=[0.62, 0.2, 0.1, 0.08]))):
        straight = rng.random() < 0.6
        far = rng.uniform(0.05, 0.6) if number == 0 else rng.uniform(0.02, 0.35)
        way = rng.uniform(0, 2 * np.pi)
        turn = mini.angle + rng.normal(0, 0.12) if straight else rng.uniform(0, 2 * np.pi)
        art = artwork(mini, BACK) if rng.random() < 0.15 else any_face(mini)
        put(mini, art, (far * np.cos(way), far * np.sin(way)), turn, 1)


def lay_packet(mini: Mini) -> None:
    """The stock under a card: the pale edges of many that lie squared or a little shifted."""
    rng, paper = mini.rng, artwork(mini, BACK).copy()
    paper[..., :3] = int(rng.uniform(150, 245))
    step = rng.normal(0, 0.006, 2)
    for layer in range(int(rng.integers(3, 14)), 0, -1):
        at = (float(step[0]) * layer, float(step[1]) * layer)
        put(mini, paper, at, mini.angle + rng.normal(0, 0.012), 1)


def crowd(mini: Mini, quad: Quad) -> Quad:
    """Neighbours beside and partly over the card, anyhow."""
    rng = mini.rng
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.45, 0.3, 0.15, 0.1]))):
        far, way = rng.uniform(0.45, 1.05), rng.uniform(0, 2 * np.pi)
        art = artwork(mini, BACK) if rng.random() < 0.15 else any_face(mini)
        at = (far * np.cos(way), far * np.sin(way))
        put(mini, art, at, rng.uniform(0, 2 * np.pi), 1)
    if rng.random() < 0.05:
        put_hand(rng, mini.canvas, mini.drawn)
    return quad


def _lap(mini: Mini, quad: Quad) -> Quad:
    """The next cards of a row or fan over one side of the card, or one on either side."""
    rng = mini.rng
    across = rng.random() < 0.75
    step = rng.uniform(0.12, 0.6) if across else rng.uniform(0.25, 0.8)
    way = mini.angle + (0.0 if across else np.pi / 2) + np.pi * int(rng.integers(2))
    fanned = rng.uniform(-0.4, 0.4) if rng.random() < 0.4 else rng.normal(0, 0.05)
    for number in range(1, 1 + int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))):
        far, aside = step * number, rng.normal(0, 0.04)
        at = (far * np.cos(way) - aside * np.sin(way), far * np.sin(way) + aside * np.cos(way))
        turn = mini.angle + fanned * number + np.pi * int(rng.integers(2))
        art = artwork(mini, BACK) if rng.random() < 0.1 else any_face(mini)
        put(mini, art, at, turn, 1)
    return quad


def _lay_thing(mini: Mini, quad: Quad) -> Quad:
    cover_with_thing(mini.rng, mini.canvas, quad, mini.drawn, mini.shadow[2])
    return quad


def cut_off(mini: Mini, quad: Quad) -> Quad:
    """The picture ends in the midst of the card."""
    rng, canvas = mini.rng, mini.canvas
    axis = int(rng.integers(2))
    low, high = quad[:, axis].min(), quad[:, axis].max()
    keep = rng.uniform(0.3, 0.9) * (high - low)
    moved = quad.copy()
    if rng.random() < 0.5:
        at = max(0, int(high - keep))
        kept = slice(at, None)
        moved[:, axis] -= at
    else:
        kept = slice(max(8, int(low + keep)))
    rows, columns = (slice(None), kept) if axis == 0 else (kept, slice(None))
    canvas.image = np.ascontiguousarray(canvas.image[rows, columns])
    canvas.owner = np.ascontiguousarray(canvas.owner[rows, columns])
    return moved


Way = Callable[[Mini, Quad], Quad]
WAYS: tuple[Way, ...] = (crowd, _lap, _lay_thing, cut_off)
SHARES = (0.44, 0.28, 0.14, 0.14)
