"""Chips, coins, caps, buttons, cups and other round things."""

from __future__ import annotations

import numpy as np

from datasets.things.dice import turn_about
from datasets.things.materials import Body, colour, noise, random_body
from datasets.things.pips import LAYOUTS
from datasets.things.raycast import F32, I64, Box, Disc, Solid
from datasets.things.solids import PaintSkin, Thing, full, metal, polar, where

Rng = np.random.Generator


def chip(rng: Rng) -> Thing:
    """A poker chip, or a stack."""
    stripe, inlay = colour(rng, "white"), colour(rng)
    count, inner = int(rng.choice([4, 6, 8])), float(rng.uniform(0.55, 0.8))
    stack = int(rng.choice([1, 1, 1, 2, 4, 7]))
    radius, half = 5.0, 0.42 * stack

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, angle = polar(points)
        layer = np.floor((points[:, 2] + half) / 0.84) * (face == 2)
        striped = np.sin(angle * count + layer * 1.7) > 0.45
        seam = (face == 2) & (np.abs((points[:, 2] + half) / 0.84 % 1 - 0.5) > 0.45)
        albedo = where(striped & (out > inner * radius), stripe, albedo)
        albedo = where((out < inner * radius) & (face == 0), inlay, albedo)
        ring = (np.abs(out - inner * radius * 0.85) < 0.12) & (face == 0)
        albedo = where(ring, stripe, albedo)
        return where(seam, albedo * 0.4, albedo), full(points)

    return Thing(Disc(radius, half, 0.1), PaintSkin(random_body(rng), paint))


def coin(rng: Rng) -> Thing:
    """A coin of one metal or two."""
    body = metal(rng)
    rim, inner = float(rng.uniform(0.85, 0.95)), colour(rng, "gold")
    two_tone = rng.random() < 0.3
    waves = noise(rng, 2.2)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = polar(points)
        figure = waves(points) > 0.2
        albedo = where(figure & (out < 0.6), albedo * 0.72, albedo)
        if two_tone:
            albedo = where(out < 0.68, inner, albedo)
        return where(np.abs(out - rim) < 0.015, albedo * 0.5, albedo), full(points)

    return Thing(Disc(1.0, 0.07, 0.02), PaintSkin(body, paint, relief=0.12))


def cap(rng: Rng) -> Thing:
    """A bottle cap with a logo."""
    body, logo = random_body(rng), colour(rng)
    waves, cut = noise(rng, 2.5), float(rng.uniform(-0.3, 0.5))
    teeth = 21

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, angle = polar(points)
        albedo = where((waves(points) > cut) & (out < 0.62), logo, albedo)
        folds = 0.65 + 0.35 * np.sin(angle * teeth)[:, None]
        edge = np.clip((out - 0.8) / 0.1, 0, 1)[:, None]
        crimp = out < 0.97 + 0.03 * np.sin(angle * teeth)
        return np.asarray(albedo * (1 - edge + edge * folds)), crimp.astype(np.float32)

    return Thing(Disc(1.0, 0.2, 0.12), PaintSkin(body, paint))


def button(rng: Rng) -> Thing:
    """A button with two or four holes, easily taken for pips."""
    holes = int(rng.choice([2, 4]))
    off, hole = float(rng.uniform(0.2, 0.34)), float(rng.uniform(0.09, 0.14))
    dark, rim = colour(rng, "black"), float(rng.uniform(0.6, 0.8))
    places = [(-off, 0), (off, 0)] if holes == 2 else [(x * off, y * off) for x, y in LAYOUTS[4]]

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = polar(points)
        albedo = where(np.abs(out - rim) < 0.05, albedo * 0.6, albedo)
        for x, y in places:
            gap = np.hypot(points[:, 0] - x, points[:, 1] - y)
            albedo = where(gap < hole, dark, albedo)
        return albedo, full(points)

    return Thing(Disc(1.0, 0.15, 0.08), PaintSkin(random_body(rng), paint))


def ring(rng: Rng) -> Thing:
    """A ring or washer: the table shows through."""
    hole = float(rng.uniform(0.4, 0.85))

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = polar(points)
        round_off = 0.7 + 0.3 * np.sin((out - hole) / (1 - hole) * np.pi)[:, None]
        return np.asarray(albedo * round_off, np.float32), (out > hole).astype(np.float32)

    body = metal(rng) if rng.random() < 0.7 else random_body(rng)
    return Thing(Disc(1.0, float(rng.uniform(0.05, 0.2)), 0.08), PaintSkin(body, paint))


def cup(rng: Rng) -> Thing:
    """A cup or glass with a drink, seen from above."""
    drink, wall = colour(rng), float(rng.uniform(0.8, 0.95))
    glass = colour(rng, str(rng.choice(["white", "silver", "sky", "red"])))
    body = Body("plain", glass, glass, noise(rng, 1), 0, 1.0)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, angle = polar(points)
        depth = 0.45 + 0.55 * np.clip(np.cos(angle - 1) * out, 0, 1)[:, None]
        inside = (out < wall) & (face == 0)
        return where(inside, drink * depth, albedo), full(points)

    return Thing(Disc(1.0, float(rng.uniform(0.3, 1.3)), 0.03), PaintSkin(body, paint))


def stick(rng: Rng) -> Thing:
    """A pen, lighter or pencil lying down."""
    length, band = float(rng.uniform(2.5, 9)), float(rng.uniform(-0.5, 0.8))
    tip = colour(rng)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        return where(points[:, 2] > band * length, tip, albedo), full(points)

    across = turn_about(np.array([1, 0, 0], np.float32), np.pi / 2)
    return Thing(Disc(0.6, length, 0.1), PaintSkin(random_body(rng), paint), across)


def cork(rng: Rng) -> Thing:
    """A bottle cork."""
    turn = turn_about(np.array([1, 0, 0], np.float32), np.pi / 2) if rng.random() < 0.6 else None
    body = Body(
        "speckled", colour(rng, "ivory") * 0.7, colour(rng, "brown"), noise(rng, 3), 7, 0.05
    )
    return Thing(Disc(0.7, 1.1, 0.06), PaintSkin(body), turn)


def coaster(rng: Rng) -> Thing:
    """A beer mat."""
    tone, rings = colour(rng), float(rng.uniform(2, 9))

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out = polar(points)[0]
        return where(np.sin(out * rings) > 0.3, tone, albedo), full(points)

    solid: Solid = Disc(4.0, 0.12) if rng.random() < 0.6 else Box((4, 4, 0.12), 0.1)
    return Thing(solid, PaintSkin(random_body(rng), paint))
