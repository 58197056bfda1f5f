"""Small things as a solid and a painted skin, and what their makers share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.things.materials import Body, colour, noise
from datasets.things.raycast import F32, I64, Solid
from datasets.things.render import Skin, Surface


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


def full(points: F32) -> F32:
    """Opaque everywhere (N,)."""
    return np.ones(len(points), np.float32)


def polar(points: F32) -> tuple[F32, F32]:
    """Distance from the upright axis and angle about it, (N,) each."""
    x, y = points[:, 0], points[:, 1]
    return np.asarray(np.hypot(x, y)), np.asarray(np.arctan2(y, x))


def where(mask: npt.NDArray[np.bool_], tone: F32, albedo: F32) -> F32:
    """The colour `tone` where the mask (N,) holds, else `albedo` (N, 3)."""
    return np.asarray(np.where(mask[:, None], tone, albedo), np.float32)


def metal(rng: np.random.Generator) -> Body:
    """A shiny metal."""
    tone = colour(rng, str(rng.choice(["silver", "gold", "brown", "grey"])))
    return Body("plain", tone, tone, noise(rng, 1.5), 0, 1.0, metal=float(rng.uniform(0.6, 1)))
