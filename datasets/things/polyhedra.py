"""Dice that carry numerals or symbols: d4 to d20 as convex solids with printed faces."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from datasets.things.materials import Body
from datasets.things.pips import Atlas
from datasets.things.raycast import F32, I64, Convex, unit
from datasets.things.render import Surface

_GOLD = (1 + 5**0.5) / 2


def _normals(sides: int) -> F32:
    """Face normals (F, 3) of the usual die with that many sides."""
    corners = np.array(list(product([-1, 1], repeat=3)), float)
    if sides == 4:
        return unit(corners[corners.prod(1) > 0].astype(np.float32))
    if sides == 8:
        return unit(corners.astype(np.float32))
    if sides == 10:
        angle = np.arange(10) * np.pi / 5
        rise = np.where(np.arange(10) % 2, 0.78, -0.78)
        return unit(np.stack([np.cos(angle), np.sin(angle), rise], 1).astype(np.float32))
    flat = [(0.0, float(a), b * _GOLD) for a, b in product([-1, 1], repeat=2)]
    if sides == 20:
        flat = [(0.0, a / _GOLD, b * _GOLD) for a, b in product([-1, 1], repeat=2)]
    rolled = np.concatenate([np.roll(flat, k, 1) for k in range(3)])
    return unit((rolled if sides == 12 else np.concatenate([rolled, corners])).astype(np.float32))


def _corners(normals: F32, offsets: F32) -> F32:
    """Corners (N, 3) of the solid: meetings of three planes that no other plane cuts off."""
    triples = np.array(list(combinations(range(len(normals)), 3)))
    planes = normals[triples].astype(np.float64)
    good = np.abs(np.linalg.det(planes)) > 1e-4
    points = np.linalg.solve(planes[good], offsets[triples[good]].astype(np.float64)[..., None])
    points = points[..., 0]
    inside = (points @ normals.T - offsets).max(1) < 1e-4
    return np.asarray(points[inside], np.float32)


def polyhedron(sides: int, bevel: float) -> Convex:
    """The solid of a d4, d8, d10, d12 or d20, faces one unit from its middle."""
    normals = _normals(sides)
    offsets = np.ones(len(normals), np.float32)
    return Convex(normals, offsets, _corners(normals, offsets), bevel)


def prism(edges: int, radius: float, half: float, bevel: float = 0.05) -> Convex:
    """An upright regular prism; faces 0 top, 1 bottom, then the sides."""
    angle = np.arange(edges) * 2 * np.pi / edges
    sides = np.stack([np.cos(angle), np.sin(angle), np.zeros(edges)], 1)
    normals = np.concatenate([[[0, 0, 1], [0, 0, -1]], sides]).astype(np.float32)
    offsets = np.array([half, half, *[radius] * edges], np.float32)
    return Convex(normals, offsets, _corners(normals, offsets), bevel)


def resting_turn(normals: F32, face: int) -> F32:
    """A rotation (3, 3) that lays `face` on the table."""
    down = -normals[face]
    side = unit(np.cross(down, [0.36, 0.8, 0.48]).astype(np.float32))
    return np.stack([side, np.cross(down, side), down]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class FacetSkin:
    """Printed flat faces over a body material; each face has its own texture."""

    solid: Convex
    body: Body
    atlas: Atlas
    reach: float
    """Half the side of a face's texture in the solid's units."""

    def __call__(self, points: F32, face: I64, rays: F32) -> Surface:
        normal = self.solid.normals
        u = unit(np.cross(normal, np.array([0.31, 0.74, 0.59])).astype(np.float32))
        # Texture rows run down: this order shows the text the right way round from outside.
        v = np.cross(u, normal).astype(np.float32)
        at = np.stack([(points * u[face]).sum(1), (points * v[face]).sum(1)], 1) / self.reach
        texel = self.atlas.sample(face, at)
        ink = texel[:, :1] * (np.abs(at).max(1, keepdims=True) < 1)
        albedo = self.body.albedo(points) * (1 - ink) + texel[:, 3:] * ink
        bump = u[face] * texel[:, 1:2] + v[face] * texel[:, 2:3]
        gloss = np.full(len(points), self.body.gloss, np.float32)
        metal = np.full(len(points), self.body.metal, np.float32) if self.body.metal else None
        return Surface(albedo.astype(np.float32), bump.astype(np.float32), gloss, metal)
