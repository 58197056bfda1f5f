"""Body materials: colours and solid noise for dice and other small things."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.things.raycast import F32

PALETTE: dict[str, tuple[int, int, int]] = {
    "white": (240, 240, 238),
    "ivory": (236, 226, 198),
    "black": (26, 26, 28),
    "red": (196, 26, 32),
    "dark red": (120, 18, 26),
    "blue": (24, 62, 168),
    "sky": (84, 158, 214),
    "green": (18, 128, 62),
    "dark green": (14, 66, 46),
    "yellow": (240, 206, 36),
    "lime": (196, 222, 60),
    "purple": (88, 34, 128),
    "pink": (232, 112, 156),
    "orange": (236, 124, 28),
    "teal": (18, 128, 136),
    "brown": (112, 70, 38),
    "grey": (128, 130, 132),
    "gold": (212, 172, 72),
    "silver": (200, 202, 206),
}
"""sRGB colours (R, G, B)."""


def linear(rgb: tuple[int, int, int] | F32) -> F32:
    """sRGB 0..255 (R, G, B) as linear (B, G, R) 0..1."""
    return np.asarray((np.asarray(rgb, np.float32)[::-1] / 255) ** 2.2, np.float32)


def colour(rng: np.random.Generator, name: str | None = None) -> F32:
    """A named or random colour, jittered, linear BGR (3,)."""
    chosen = name or str(rng.choice(list(PALETTE)))
    rgb = np.asarray(PALETTE[chosen], np.float32)
    return linear(np.clip(rgb * rng.uniform(0.85, 1.08) + rng.normal(0, 10, 3), 3, 250))


@dataclass(frozen=True, slots=True)
class Noise:
    """Smooth solid noise: a few warped sine waves. Calling it gives (N,) in about -1..1."""

    waves: F32
    phases: F32
    warp: float

    def __call__(self, points: F32) -> F32:
        half = len(self.waves) // 2
        bend = np.sin(points @ self.waves[:half].T + self.phases[:half])
        waves = points @ self.waves[half:].T + self.phases[half:] + self.warp * bend
        return np.asarray(np.sin(waves).mean(1) * 1.6, np.float32)


def noise(rng: np.random.Generator, frequency: float, warp: float = 1.5) -> Noise:
    """Noise of about `frequency` radians per unit."""
    waves = rng.normal(0, frequency, (6, 3)).astype(np.float32)
    return Noise(waves, rng.uniform(0, 6.28, 6).astype(np.float32), warp)


def speckle(points: F32, cells: float, seed: int) -> F32:
    """A random number 0..1 (N,) per small cell of space."""
    cell = np.floor(points * cells).astype(np.int64)
    mixed = (cell @ np.array([73856093, 19349663, 83492791]) ^ seed) * 2654435761 & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 15)) * 2246822519 & 0xFFFFFFFF
    return np.asarray((mixed >> 8 & 0xFFFF) / 65535, np.float32)


_GRAIN = np.array([1, 0.15, 1], np.float32)
"""Wood varies slowly along y."""


@dataclass(frozen=True, slots=True)
class Body:
    """A material: `pattern` blends `first` and `second` (linear BGR) over space."""

    pattern: str
    first: F32
    second: F32
    waves: Noise
    seed: int
    gloss: float
    metal: float = 0.0
    clear: float = 0.0
    """0 opaque .. 1 see-through."""

    def albedo(self, points: F32) -> F32:
        """Linear BGR (N, 3) at points of the object's frame."""
        share = self._share(points)[:, None]
        return np.asarray(self.first * (1 - share) + self.second * share, np.float32)

    def _share(self, points: F32) -> F32:
        if self.pattern == "plain":
            return np.zeros(len(points), np.float32)
        if self.pattern == "speckled":
            return (speckle(points, 14, self.seed) > 0.86).astype(np.float32)
        if self.pattern == "glitter":
            return np.asarray(speckle(points, 22, self.seed) ** 8, np.float32)
        if self.pattern == "wood":
            rings = np.sin(points[:, 0] * 11 + 2.5 * self.waves(points * _GRAIN))
            return np.asarray((0.5 + 0.5 * rings) ** 2, np.float32)
        return np.asarray(1 / (1 + np.exp(-4 * self.waves(points))), np.float32)


def random_body(rng: np.random.Generator) -> Body:
    """Any material a small plastic, wooden or metal thing has."""
    pattern = str(
        rng.choice(
            ["plain", "marbled", "speckled", "glitter", "wood", "pearl"],
            p=[0.66, 0.12, 0.06, 0.05, 0.05, 0.06],
        )
    )
    first = colour(rng)
    second = first if pattern == "plain" else colour(rng)
    if pattern == "wood":
        first = colour(rng, "ivory") * np.float32(rng.uniform(0.25, 0.7))
        second = first * np.array([0.35, 0.45, 0.6], np.float32)
    if pattern == "pearl":
        second = np.minimum(first * 1.6 + 0.08, 0.95).astype(np.float32)
    gloss = 0.1 if pattern == "wood" else float(rng.uniform(0.05, 1) ** 0.7)
    return Body(pattern, first, second, noise(rng, 1.6), int(rng.integers(1 << 30)), gloss)
