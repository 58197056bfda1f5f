"""Pip faces of a die as a texture atlas."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.things.raycast import F32, I64, Real

Places = tuple[tuple[float, float], ...]
LAYOUTS: dict[int, Places] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Pip places for each value in units of the pips' spacing."""


def six_faces(rng: np.random.Generator, top: int, odd: bool = False) -> tuple[int, ...]:
    """Values on +x, -x, +y, -y, +z, -z with `top` up; opposite sides sum to seven unless `odd`.

    Both chiralities (western and asian) are equally likely.
    """
    if odd:
        rest = [int(v) for v in rng.permutation([v for v in range(1, 7) if v != top])]
        return (*rest[:4], top, rest[4])
    low = [v for v in (1, 2, 3) if v not in (top, 7 - top)]
    x, y = (int(v) if rng.random() < 0.5 else 7 - int(v) for v in rng.permutation(low))
    return x, 7 - x, y, 7 - y, top, 7 - top


@dataclass(frozen=True, slots=True)
class PipStyle:
    """How a die's pips look; lengths are in half sides of the face."""

    shape: str
    radius: float
    spacing: float
    depth: float
    inks: F32
    """Linear BGR (6, 3) of the pips on the faces 1..6."""
    one_radius: float
    wear: float = 0.0
    trim: str = "none"
    """"none", "frame" (lines along the edges), "legend" (a word in a corner of one face) or
    "halo" (a ring of lettering round the one)."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """Textures of F faces, (F, S, S, 6): ink share, bump along u and v, ink colour BGR."""

    texels: F32

    def sample(self, face: I64, uv: Real) -> F32:
        """Nearest texels (N, 6) at `uv` (N, 2) in -1..1."""
        size = self.texels.shape[1]
        at = np.clip(((uv + 1) * (size / 2)).astype(np.int64), 0, size - 1)
        return np.asarray(self.texels[face, at[:, 1], at[:, 0]], np.float32)


def _reach(shape: str, x: F32, y: F32) -> F32:
    """How far (x, y) is from a pip's middle, 1 at its rim."""
    if shape == "square":
        return np.asarray((np.abs(x) ** 5 + np.abs(y) ** 5) ** 0.2 * 1.15, np.float32)
    if shape == "diamond":
        return np.asarray((np.abs(x) + np.abs(y)) * 0.95, np.float32)
    return np.asarray(np.sqrt(x * x + y * y), np.float32)


def _stamp(style: PipStyle, radius: float, size: int) -> F32:
    """One pip (P, P, 3): ink share, bump along u, bump along v."""
    reach = max(1, round(radius * size / 2 * 1.1))
    line = (np.arange(-reach, reach + 1) / (radius * size / 2)).astype(np.float32)
    x, y = np.meshgrid(line, line)
    rho = _reach(style.shape, x, y)
    inside = np.clip((1 - rho) * radius * size / 2 + 0.5, 0, 1)
    ink = inside
    if style.shape == "ring":
        ink = inside * (rho > 0.6)
    if style.shape == "eye":
        ink = inside * ((rho > 0.72) | (rho < 0.45))
    # A drilled pip is a dish: its normals lean to the middle.
    dish = -style.depth * (rho < 1) * np.sqrt(np.clip(rho, 0, 1))
    return np.stack([ink, dish * x, dish * y], -1).astype(np.float32)


def _places(rng: np.random.Generator, value: int) -> Places:
    """The layout of a value, turned by a quarter half of the time (it shows on 2, 3 and 6)."""
    turned = rng.random() < 0.5
    return tuple((y, -x) if turned else (x, y) for x, y in LAYOUTS[value])


def pip_atlas(
    rng: np.random.Generator, values: tuple[int, ...], style: PipStyle, size: int
) -> Atlas:
    """The faces of a die with pips; `size` texels a side."""
    texels = np.zeros((len(values), size, size, 6), np.float32)
    for texture, value in zip(texels, values, strict=True):
        texture[..., 3:] = style.inks[value - 1]
        stamp = _stamp(style, style.one_radius if value == 1 else style.radius, size)
        for u, v in _places(rng, value):
            _press(texture, stamp, u * style.spacing, v * style.spacing)
        _trim(texture, value, style)
    if style.trim == "legend":
        _legend(rng, texels[rng.integers(len(values))])
    if style.wear:
        _wear(rng, texels, style.wear)
    return Atlas(texels)


def _wear(rng: np.random.Generator, texels: F32, share: float) -> None:
    """Paint that has come off in spots."""
    faces, size = texels.shape[:2]
    holes = rng.random((faces, size // 4, size // 4)) < share
    mask = np.repeat(np.repeat(holes, 4, 1), 4, 2)
    texels[:, : mask.shape[1], : mask.shape[2], 0] *= 1 - 0.6 * mask


def _trim(texture: F32, value: int, style: PipStyle) -> None:
    """Lines along the edges, or lettering (blots along a circle) round a casino die's one."""
    size = len(texture)
    mask = np.zeros((size, size), np.uint8)
    if style.trim == "frame":
        edge = round(size * 0.06)
        cv2.rectangle(mask, (edge, edge), (size - edge, size - edge), 255, max(1, size // 40))
    if style.trim == "halo" and value == 1:
        reach = round((style.one_radius + 0.16) * size / 2)
        for start in range(0, 360, 24):
            ends = (0, start, start + 14)
            cv2.ellipse(
                mask, (size // 2, size // 2), (reach, reach), *ends, 255, max(1, size // 28)
            )
    _print(texture, mask)


def _legend(rng: np.random.Generator, texture: F32) -> None:
    """A maker's word near the edge of a face."""
    size = len(texture)
    word = "".join(chr(65 + int(c)) for c in rng.integers(0, 26, int(rng.integers(3, 9))))
    mask = np.zeros((size, size), np.uint8)
    at = (round(size * 0.12), round(size * rng.choice([0.16, 0.94])))
    cv2.putText(mask, word, at, cv2.FONT_HERSHEY_DUPLEX, size / 300, 255, 1, cv2.LINE_AA)
    _print(texture, mask)


def _print(texture: F32, mask: npt.NDArray[np.uint8]) -> None:
    """Adds flat ink where the mask is 255."""
    texture[..., 0] = np.maximum(texture[..., 0], mask / np.float32(255))


def _press(texture: F32, stamp: F32, u: float, v: float) -> None:
    """Stamps a pip at (u, v) in place."""
    size, side = len(texture), len(stamp)
    x, y = (round((c + 1) * size / 2 - 0.5) - side // 2 for c in (u, v))
    x, y = min(max(x, 0), size - side), min(max(y, 0), size - side)
    patch = texture[y : y + side, x : x + side, :3]
    patch[..., 0] = np.maximum(patch[..., 0], stamp[..., 0])
    patch[..., 1:] += stamp[..., 1:]
