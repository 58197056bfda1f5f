"""Cubes, boxes, dominoes, bricks and other angular things; none shows a die's faces."""

from __future__ import annotations

import numpy as np

from datasets.things.materials import Body, colour, noise, random_body
from datasets.things.pips import LAYOUTS
from datasets.things.polyhedra import prism
from datasets.things.raycast import F32, I64, Box
from datasets.things.solids import PaintSkin, Thing, full, metal, polar, where

Rng = np.random.Generator


def nut(rng: Rng) -> Thing:
    """A nut, or the head of a bolt."""
    hole, head = float(rng.uniform(0.45, 0.65)), rng.random() < 0.4

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = polar(points)
        inside = (out < hole) & (face == 0)
        if head:
            return where(np.abs(out - hole) < 0.06, albedo * 0.5, albedo), full(points)
        return where(inside, albedo * 0.12, albedo), full(points)

    return Thing(prism(6, 1.0, 0.4), PaintSkin(metal(rng), paint, relief=0.05))


def domino(rng: Rng) -> Thing:
    """A domino: pips, but on a tile of two squares."""
    tone, ink = ("white", "black") if rng.random() < 0.6 else ("black", "white")
    ink_tone, left, right = colour(rng, ink), *rng.integers(0, 7, 2)
    pips = [(1 + x * 0.55, y * 0.55) for x, y in LAYOUTS.get(int(left), ())]
    pips += [(-1 + x * 0.55, y * 0.55) for x, y in LAYOUTS.get(int(right), ())]
    body = Body("plain", colour(rng, tone), colour(rng, tone), noise(rng, 1), 0, 0.7)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        top = face == 4
        for x, y in pips:
            albedo = where(
                top & (np.hypot(points[:, 0] - x, points[:, 1] - y) < 0.19), ink_tone, albedo
            )
        line = top & (np.abs(points[:, 0]) < 0.05) & (np.abs(points[:, 1]) < 0.8)
        return where(line, ink_tone, albedo), full(points)

    return Thing(Box((2, 1, 0.4), 0.1), PaintSkin(body, paint))


def carton(rng: Rng) -> Thing:
    """A matchbox, eraser or packet."""
    half = tuple(float(v) for v in (1.0, rng.uniform(0.5, 1), rng.uniform(0.2, 1)))
    stickers, split = colour(rng), rng.random() < 0.5
    cut = float(rng.uniform(-0.3, 0.5))
    frame = rng.uniform(0.2, 0.7, 2)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        if split:
            return where(points[:, 0] > cut, stickers, albedo), full(points)
        label = (np.abs(points[:, 0]) < frame[0]) & (np.abs(points[:, 1]) < frame[1] * half[1])
        return where(label & (face == 4), stickers, albedo), full(points)

    box = Box((half[0], half[1], half[2]), float(rng.uniform(0.02, 0.15)))
    return Thing(box, PaintSkin(random_body(rng), paint))


def blank_cube(rng: Rng) -> Thing:
    """A cube without any pips."""
    return Thing(Box((1, 1, 1), float(rng.uniform(0.02, 0.4))), PaintSkin(random_body(rng)))


def puzzle_cube(rng: Rng) -> Thing:
    """A twisting puzzle of coloured squares."""
    tones = np.stack(
        [colour(rng, n) for n in ("white", "yellow", "red", "orange", "blue", "green")]
    )
    pick = rng.integers(0, 6, (6, 3, 3))
    cells = int(rng.choice([2, 3]))

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        uv = np.stack([points[:, 1], points[:, 2]], 1) * (face < 2)[:, None]
        uv = uv + np.stack([points[:, 0], points[:, 2]], 1) * ((face == 2) | (face == 3))[:, None]
        uv = uv + points[:, :2] * (face > 3)[:, None]
        at = np.clip((uv + 1) / 2 * cells, 0, cells - 0.001)
        gap = (np.abs(at % 1 - 0.5) > 0.44).any(1)
        index = at.astype(np.int64)
        return where(~gap, tones[pick[face, index[:, 0], index[:, 1]]], albedo * 0.1), full(points)

    return Thing(Box((1, 1, 1), 0.06), PaintSkin(random_body(rng), paint))


def brick(rng: Rng) -> Thing:
    """A toy brick, its studs easily taken for pips."""
    n = int(rng.integers(2, 5))
    studs = [(x - n * 0.5 + 0.5, y) for x in range(n) for y in (-0.5, 0.5)]
    body = random_body(rng)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        for x, y in studs:
            gap = np.hypot(points[:, 0] - x, points[:, 1] - y)
            albedo = where((face == 4) & (np.abs(gap - 0.3) < 0.05), albedo * 0.55, albedo)
            albedo = where((face == 4) & (gap < 0.27), np.minimum(albedo * 1.25, 0.95), albedo)
        return albedo, full(points)

    return Thing(Box((n * 0.5, 1, 0.6), 0.03), PaintSkin(body, paint))


def candy(rng: Rng) -> Thing:
    """A sweet or marble."""
    height = float(rng.uniform(0.3, 1))
    wide = float(rng.uniform(0.7, 1))
    return Thing(Box((1, wide, height), min(wide, height) * 0.98), PaintSkin(random_body(rng)))


def screen(rng: Rng) -> Thing:
    """A phone or another small screen."""
    lit = colour(rng) * np.float32(rng.uniform(0.1, 1.2))
    half = (1.0, float(rng.uniform(1.2, 2.2)), 0.1)
    body = Body("plain", colour(rng, "black"), colour(rng, "black"), noise(rng, 1), 0, 1.0)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        shown = (np.abs(points[:, 0]) < 0.9) & (np.abs(points[:, 1]) < half[1] - 0.15) & (face == 4)
        return where(shown, lit, albedo), full(points)

    return Thing(Box(half, 0.08), PaintSkin(body, paint))
