"""Things on a table that are easily taken for a pip die but are none, as sprites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.dice import DieSkin, die_body, ink_for, random_tilt, resting_pose, turn_about
from datasets.materials import Body, colour, noise, random_body
from datasets.pips import LAYOUTS
from datasets.polyhedra import FacetSkin, polyhedron, prism, resting_turn, text_atlas
from datasets.raycast import F32, I64, Box, Disc, Solid
from datasets.render import Scene, Skin, Surface, random_lamp, random_view, render
from datasets.sprites import Sprite

Rng = np.random.Generator
MIRROR = np.array([1, -1, 1, 1, 1, 1], np.float32)


@dataclass(frozen=True, slots=True)
class Thing:
    """A solid, its skin and how it lies before it is turned about the vertical."""

    solid: Solid
    skin: Skin
    turn: F32 | None = None


Paint = Callable[[F32, F32, I64], tuple[F32, F32]]
"""(points, albedo, face) -> (albedo (N, 3), alpha (N,)): the decoration of a thing."""


@dataclass(frozen=True, slots=True)
class PaintSkin:
    """A body material with a decoration and, for metal, hammered relief."""

    body: Body
    paint: Paint | None = None
    relief: float = 0.0

    def __call__(self, points: F32, face: I64, rays: F32) -> Surface:
        albedo = self.body.albedo(points)
        alpha = None
        if self.paint:
            albedo, alpha = self.paint(points, albedo, face)
        bump = None
        if self.relief:
            fine = points * np.float32(9)
            bump = np.stack([self.body.waves(fine + k) for k in (0, 5, 9)], 1) * self.relief
        gloss = np.full(len(points), self.body.gloss, np.float32)
        metal = np.full(len(points), self.body.metal, np.float32) if self.body.metal else None
        return Surface(albedo, bump, gloss, metal, alpha)


def _full(points: F32) -> F32:
    return np.ones(len(points), np.float32)


def _polar(points: F32) -> tuple[F32, F32]:
    """Distance from the upright axis and angle about it, (N,) each."""
    x, y = points[:, 0], points[:, 1]
    return np.asarray(np.hypot(x, y)), np.asarray(np.arctan2(y, x))


def _where(mask: npt.NDArray[np.bool_], tone: F32, albedo: F32) -> F32:
    return np.asarray(np.where(mask[:, None], tone, albedo), np.float32)


def _metal(rng: Rng) -> Body:
    tone = colour(rng, str(rng.choice(["silver", "gold", "brown", "grey"])))
    return Body("plain", tone, tone, noise(rng, 1.5), 0, 1.0, metal=float(rng.uniform(0.6, 1)))


def _numeral_d6(rng: Rng, size: int) -> Thing:
    body, _ = die_body(rng)
    symbols = "AKQJ9XabcSTWM?+*HLx%"
    texts = [str(v) for v in rng.permutation(6) + 1]
    if rng.random() < 0.2:
        texts = [symbols[i] for i in rng.integers(0, len(symbols), 6)]
    atlas = text_atlas(rng, texts, float(rng.uniform(0.6, 1.3)), ink_for(rng, body), size)
    # On these faces the texture's axes are left-handed seen from outside.
    atlas.texels[[0, 3, 4]] = atlas.texels[[0, 3, 4]][:, :, ::-1] * MIRROR
    box = Box((1, 1, 1), float(rng.uniform(0.05, 0.4)))
    return Thing(box, DieSkin(body, atlas))


def _facets(sides: int) -> Callable[[Rng, int], Thing]:
    def make(rng: Rng, size: int) -> Thing:
        body, _ = die_body(rng)
        solid = polyhedron(sides, float(rng.uniform(0.01, 0.06)))
        first = 0 if sides == 10 else 1
        texts = [str(v + first) for v in rng.permutation(sides)]
        reach = {4: 1.2, 8: 0.8, 10: 0.7, 12: 0.65, 20: 0.5}[sides]
        atlas = text_atlas(rng, texts, float(rng.uniform(0.6, 1)), ink_for(rng, body), size)
        turn = resting_turn(solid.normals, int(rng.integers(len(solid.normals))))
        return Thing(solid, FacetSkin(solid, body, atlas, reach), turn)

    return make


def _chip(rng: Rng, size: int) -> Thing:
    stripe, inlay = colour(rng, "white"), colour(rng)
    count, inner = int(rng.choice([4, 6, 8])), float(rng.uniform(0.55, 0.8))
    stack = int(rng.choice([1, 1, 1, 2, 4, 7]))
    radius, half = 5.0, 0.42 * stack

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, angle = _polar(points)
        layer = np.floor((points[:, 2] + half) / 0.84) * (face == 2)
        striped = np.sin(angle * count + layer * 1.7) > 0.45
        seam = (face == 2) & (np.abs((points[:, 2] + half) / 0.84 % 1 - 0.5) > 0.45)
        albedo = _where(striped & (out > inner * radius), stripe, albedo)
        albedo = _where((out < inner * radius) & (face == 0), inlay, albedo)
        ring = (np.abs(out - inner * radius * 0.85) < 0.12) & (face == 0)
        albedo = _where(ring, stripe, albedo)
        return _where(seam, albedo * 0.4, albedo), _full(points)

    return Thing(Disc(radius, half, 0.1), PaintSkin(random_body(rng), paint))


def _coin(rng: Rng, size: int) -> Thing:
    body = _metal(rng)
    rim, inner = float(rng.uniform(0.85, 0.95)), colour(rng, "gold")
    two_tone = rng.random() < 0.3
    waves = noise(rng, 2.2)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = _polar(points)
        figure = waves(points) > 0.2
        albedo = _where(figure & (out < 0.6), albedo * 0.72, albedo)
        if two_tone:
            albedo = _where(out < 0.68, inner, albedo)
        return _where(np.abs(out - rim) < 0.015, albedo * 0.5, albedo), _full(points)

    return Thing(Disc(1.0, 0.07, 0.02), PaintSkin(body, paint, relief=0.12))


def _cap(rng: Rng, size: int) -> Thing:
    body, logo = random_body(rng), colour(rng)
    waves, cut = noise(rng, 2.5), float(rng.uniform(-0.3, 0.5))
    teeth = 21

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, angle = _polar(points)
        albedo = _where((waves(points) > cut) & (out < 0.62), logo, albedo)
        folds = 0.65 + 0.35 * np.sin(angle * teeth)[:, None]
        edge = np.clip((out - 0.8) / 0.1, 0, 1)[:, None]
        crimp = out < 0.97 + 0.03 * np.sin(angle * teeth)
        return np.asarray(albedo * (1 - edge + edge * folds)), crimp.astype(np.float32)

    return Thing(Disc(1.0, 0.2, 0.12), PaintSkin(body, paint))


def _button(rng: Rng, size: int) -> Thing:
    holes = int(rng.choice([2, 4]))
    off, hole = float(rng.uniform(0.2, 0.34)), float(rng.uniform(0.09, 0.14))
    dark, rim = colour(rng, "black"), float(rng.uniform(0.6, 0.8))
    places = [(-off, 0), (off, 0)] if holes == 2 else [(x * off, y * off) for x, y in LAYOUTS[4]]

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = _polar(points)
        albedo = _where(np.abs(out - rim) < 0.05, albedo * 0.6, albedo)
        for x, y in places:
            gap = np.hypot(points[:, 0] - x, points[:, 1] - y)
            albedo = _where(gap < hole, dark, albedo)
        return albedo, _full(points)

    return Thing(Disc(1.0, 0.15, 0.08), PaintSkin(random_body(rng), paint))


def _ring(rng: Rng, size: int) -> Thing:
    hole = float(rng.uniform(0.4, 0.85))

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = _polar(points)
        round_off = 0.7 + 0.3 * np.sin((out - hole) / (1 - hole) * np.pi)[:, None]
        return np.asarray(albedo * round_off, np.float32), (out > hole).astype(np.float32)

    body = _metal(rng) if rng.random() < 0.7 else random_body(rng)
    return Thing(Disc(1.0, float(rng.uniform(0.05, 0.2)), 0.08), PaintSkin(body, paint))


def _nut(rng: Rng, size: int) -> Thing:
    hole, head = float(rng.uniform(0.45, 0.65)), rng.random() < 0.4

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, _ = _polar(points)
        inside = (out < hole) & (face == 0)
        if head:
            return _where(np.abs(out - hole) < 0.06, albedo * 0.5, albedo), _full(points)
        return _where(inside, albedo * 0.12, albedo), _full(points)

    return Thing(prism(6, 1.0, 0.4), PaintSkin(_metal(rng), paint, relief=0.05))


def _domino(rng: Rng, size: int) -> Thing:
    tone, ink = ("white", "black") if rng.random() < 0.6 else ("black", "white")
    ink_tone, left, right = colour(rng, ink), *rng.integers(0, 7, 2)
    pips = [(1 + x * 0.55, y * 0.55) for x, y in LAYOUTS.get(int(left), ())]
    pips += [(-1 + x * 0.55, y * 0.55) for x, y in LAYOUTS.get(int(right), ())]
    body = Body("plain", colour(rng, tone), colour(rng, tone), noise(rng, 1), 0, 0.7)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        top = face == 4
        for x, y in pips:
            albedo = _where(
                top & (np.hypot(points[:, 0] - x, points[:, 1] - y) < 0.19), ink_tone, albedo
            )
        line = top & (np.abs(points[:, 0]) < 0.05) & (np.abs(points[:, 1]) < 0.8)
        return _where(line, ink_tone, albedo), _full(points)

    return Thing(Box((2, 1, 0.4), 0.1), PaintSkin(body, paint))


def _carton(rng: Rng, size: int) -> Thing:
    half = tuple(float(v) for v in (1.0, rng.uniform(0.5, 1), rng.uniform(0.2, 1)))
    stickers, split = colour(rng), rng.random() < 0.5
    cut = float(rng.uniform(-0.3, 0.5))
    frame = rng.uniform(0.2, 0.7, 2)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        if split:
            return _where(points[:, 0] > cut, stickers, albedo), _full(points)
        label = (np.abs(points[:, 0]) < frame[0]) & (np.abs(points[:, 1]) < frame[1] * half[1])
        return _where(label & (face == 4), stickers, albedo), _full(points)

    box = Box((half[0], half[1], half[2]), float(rng.uniform(0.02, 0.15)))
    return Thing(box, PaintSkin(random_body(rng), paint))


def _blank_cube(rng: Rng, size: int) -> Thing:
    return Thing(Box((1, 1, 1), float(rng.uniform(0.02, 0.4))), PaintSkin(random_body(rng)))


def _puzzle_cube(rng: Rng, size: int) -> Thing:
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
        return _where(~gap, tones[pick[face, index[:, 0], index[:, 1]]], albedo * 0.1), _full(
            points
        )

    return Thing(Box((1, 1, 1), 0.06), PaintSkin(random_body(rng), paint))


def _brick(rng: Rng, size: int) -> Thing:
    n = int(rng.integers(2, 5))
    studs = [(x - n * 0.5 + 0.5, y) for x in range(n) for y in (-0.5, 0.5)]
    body = random_body(rng)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        for x, y in studs:
            gap = np.hypot(points[:, 0] - x, points[:, 1] - y)
            albedo = _where((face == 4) & (np.abs(gap - 0.3) < 0.05), albedo * 0.55, albedo)
            albedo = _where((face == 4) & (gap < 0.27), np.minimum(albedo * 1.25, 0.95), albedo)
        return albedo, _full(points)

    return Thing(Box((n * 0.5, 1, 0.6), 0.03), PaintSkin(body, paint))


def _candy(rng: Rng, size: int) -> Thing:
    height = float(rng.uniform(0.3, 1))
    wide = float(rng.uniform(0.7, 1))
    return Thing(Box((1, wide, height), min(wide, height) * 0.98), PaintSkin(random_body(rng)))


def _cup(rng: Rng, size: int) -> Thing:
    drink, wall = colour(rng), float(rng.uniform(0.8, 0.95))
    glass = colour(rng, str(rng.choice(["white", "silver", "sky", "red"])))
    body = Body("plain", glass, glass, noise(rng, 1), 0, 1.0)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out, angle = _polar(points)
        depth = 0.45 + 0.55 * np.clip(np.cos(angle - 1) * out, 0, 1)[:, None]
        inside = (out < wall) & (face == 0)
        return _where(inside, drink * depth, albedo), _full(points)

    return Thing(Disc(1.0, float(rng.uniform(0.3, 1.3)), 0.03), PaintSkin(body, paint))


def _stick(rng: Rng, size: int) -> Thing:
    length, band = float(rng.uniform(2.5, 9)), float(rng.uniform(-0.5, 0.8))
    tip = colour(rng)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        return _where(points[:, 2] > band * length, tip, albedo), _full(points)

    across = turn_about(np.array([1, 0, 0], np.float32), np.pi / 2)
    return Thing(Disc(0.6, length, 0.1), PaintSkin(random_body(rng), paint), across)


def _cork(rng: Rng, size: int) -> Thing:
    turn = turn_about(np.array([1, 0, 0], np.float32), np.pi / 2) if rng.random() < 0.6 else None
    body = Body(
        "speckled", colour(rng, "ivory") * 0.7, colour(rng, "brown"), noise(rng, 3), 7, 0.05
    )
    return Thing(Disc(0.7, 1.1, 0.06), PaintSkin(body), turn)


def _screen(rng: Rng, size: int) -> Thing:
    lit = colour(rng) * np.float32(rng.uniform(0.1, 1.2))
    half = (1.0, float(rng.uniform(1.2, 2.2)), 0.1)
    body = Body("plain", colour(rng, "black"), colour(rng, "black"), noise(rng, 1), 0, 1.0)

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        shown = (np.abs(points[:, 0]) < 0.9) & (np.abs(points[:, 1]) < half[1] - 0.15) & (face == 4)
        return _where(shown, lit, albedo), _full(points)

    return Thing(Box(half, 0.08), PaintSkin(body, paint))


def _coaster(rng: Rng, size: int) -> Thing:
    tone, rings = colour(rng), float(rng.uniform(2, 9))

    def paint(points: F32, albedo: F32, face: I64) -> tuple[F32, F32]:
        out = _polar(points)[0]
        return _where(np.sin(out * rings) > 0.3, tone, albedo), _full(points)

    solid: Solid = Disc(4.0, 0.12) if rng.random() < 0.6 else Box((4, 4, 0.12), 0.1)
    return Thing(solid, PaintSkin(random_body(rng), paint))


MAKERS: dict[str, tuple[float, Callable[[Rng, int], Thing]]] = {
    "numeral_d6": (5, _numeral_d6),
    "d4": (2, _facets(4)),
    "d8": (2.5, _facets(8)),
    "d10": (2.5, _facets(10)),
    "d12": (2.5, _facets(12)),
    "d20": (3, _facets(20)),
    "chip": (3, _chip),
    "coin": (2, _coin),
    "cap": (1.5, _cap),
    "button": (2, _button),
    "ring": (1, _ring),
    "nut": (1, _nut),
    "domino": (1.5, _domino),
    "carton": (1.5, _carton),
    "blank_cube": (1.5, _blank_cube),
    "puzzle_cube": (1, _puzzle_cube),
    "brick": (1.5, _brick),
    "candy": (1.5, _candy),
    "cup": (1.5, _cup),
    "stick": (1, _stick),
    "cork": (0.7, _cork),
    "screen": (0.7, _screen),
    "coaster": (0.7, _coaster),
}
"""How often each kind is drawn, and what makes it."""


def render_negative(rng: np.random.Generator, px: int, kind: str | None = None) -> Sprite:
    """A thing that is no pip die, its box about `px` pixels on the longer side."""
    weights = np.array([weight for weight, _ in MAKERS.values()])
    chosen = kind or str(rng.choice(list(MAKERS), p=weights / weights.sum()))
    thing = MAKERS[chosen][1](rng, int(np.clip(px, 40, 200)))
    turn = turn_about(np.array([0, 0, 1], np.float32), rng.uniform(0, 2 * np.pi))
    if thing.turn is not None:
        turn = turn @ thing.turn
    pose = resting_pose(thing.solid.outline(), turn)
    view = random_view(rng, pose.centre, random_tilt(rng))
    return render(thing.solid, thing.skin, Scene(pose, view, random_lamp(rng)), px, None, chosen)
