"""Many rendered sprites on disk, memory-mapped, so that a compositor draws thousands a second."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.things.dice import render_die
from datasets.things.negatives import render_negative
from datasets.things.render import alpha_box
from datasets.things.sprites import Sprite

U8 = npt.NDArray[np.uint8]
SIZES = (64, 112, 200)
"""Stored sizes in pixels; a sprite is shrunk from the next size above the one asked for."""
SHARES = (0.6, 0.3, 0.1)
COCKED = 0
_SHARD = 250
_SHADOW_SIDE = 40


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where a stored sprite lies: its thing's cut-out and, coarsely, the whole canvas's shadow."""

    at: int
    thing: tuple[int, int]
    shadow: tuple[int, int]
    canvas: tuple[int, int]
    corner: tuple[int, int]
    value: int | None
    kind: str
    size: int
    lean: float | None
    up: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class SpriteLibrary:
    """Stored sprites; the pixels stay in memory-mapped files shared between processes."""

    blobs: tuple[U8, ...]
    entries: tuple[tuple[int, _Entry], ...]
    tops: npt.NDArray[np.int64]
    """The upper face of every entry, COCKED where it has none."""
    dice: dict[int, npt.NDArray[np.int64]]
    """Entries by stored size."""
    negatives: dict[int, npt.NDArray[np.int64]]

    @staticmethod
    def build(
        folder: Path | str, seed: int, dice: int = 6000, negatives: int = 3000, workers: int = 2
    ) -> None:
        """Renders the sprites into `folder` (shards `*.npy` and `*.json`); minutes of work.

        The same arguments, but for `workers`, give the same files.
        """
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        for old in path.glob("[dn]-*.*"):
            old.unlink()
        jobs = [
            (path, kind, start, min(_SHARD, total - start), seed)
            for kind, total in (("d", dice), ("n", negatives))
            for start in range(0, total, _SHARD)
        ]
        if workers <= 1:
            for job in jobs:
                _build_shard(job)
            return
        # Forking a process in which OpenCV has threads may hang.
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            list(pool.map(_build_shard, jobs))

    @staticmethod
    def load(folder: Path | str) -> SpriteLibrary:
        """Opens a built library. FileNotFoundError where there is none."""
        indexes = sorted(Path(folder).glob("[dn]-*.json"))
        if not indexes:
            raise FileNotFoundError(f"no sprite library in {folder}")
        blobs, entries = [], []
        for shard, index in enumerate(indexes):
            blobs.append(np.load(index.with_suffix(".npy"), mmap_mode="r"))
            entries += [(shard, _entry(row)) for row in json.loads(index.read_text())]
        tops = np.array([entry.value or COCKED for _, entry in entries])
        dice, negatives = (_by_size(entries, wanted) for wanted in (True, False))
        return SpriteLibrary(tuple(blobs), tuple(entries), tops, dice, negatives)

    def die(self, rng: np.random.Generator, px: int, top: int | None = None) -> Sprite:
        """A stored pip die, `px` pixels, recoloured a little, maybe mirrored.

        `top` asks for an upper face 1..6 or for a COCKED die; without it about 15 % are cocked.
        Raises ValueError where the library is too small to have one.
        """
        pool = self.dice
        if top is not None:
            pool = {size: rows[self.tops[rows] == top] for size, rows in self.dice.items()}
        return self._draw(rng, px, pool, mirror=True)

    def negative(self, rng: np.random.Generator, px: int) -> Sprite:
        """A stored thing that is no pip die, at `px` pixels, recoloured a little."""
        return self._draw(rng, px, self.negatives, mirror=False)

    def _draw(
        self,
        rng: np.random.Generator,
        px: int,
        pool: dict[int, npt.NDArray[np.int64]],
        mirror: bool,
    ) -> Sprite:
        sizes = sorted(size for size, rows in pool.items() if len(rows))
        if not sizes:
            raise ValueError("the library has no such sprite, make one of some hundred")
        size = next((s for s in sizes if s >= px), sizes[-1])
        shard, entry = self.entries[int(rng.choice(pool[size]))]
        sprite = _resized(*_unpack(self.blobs[shard], entry), entry, px)
        if mirror and rng.random() < 0.5:
            sprite = _mirrored(sprite)
        return replace(sprite, bgra=_recoloured(rng, sprite.bgra))


def _by_size(entries: list[tuple[int, _Entry]], wanted: bool) -> dict[int, npt.NDArray[np.int64]]:
    """Indices of the dice (or of everything else) by stored size."""
    found: dict[int, list[int]] = {}
    for index, (_, entry) in enumerate(entries):
        if (entry.kind == "die") == wanted:
            found.setdefault(entry.size, []).append(index)
    return {size: np.array(rows) for size, rows in found.items()}


def _entry(row: list[Any]) -> _Entry:
    # Libraries that were built before dice had it end without `up`.
    at, thing, shadow, canvas, corner, value, kind, size, lean, *rest = row
    up = (float(rest[0][0]), float(rest[0][1]), float(rest[0][2])) if rest and rest[0] else None
    sizes = [(int(a), int(b)) for a, b in (thing, shadow, canvas, corner)]
    return _Entry(at, sizes[0], sizes[1], sizes[2], sizes[3], value, kind, size, lean, up)


def _build_shard(job: tuple[Path, str, int, int, int]) -> None:
    """Renders one shard; every sprite has its own seed, so shards do not depend on each other."""
    folder, kind, start, count, seed = job
    cv2.setNumThreads(1)
    chunks: list[U8] = []
    rows: list[list[object]] = []
    at = 0
    for number in range(start, start + count):
        rng = np.random.default_rng([seed, kind == "d", number])
        size = int(rng.choice(SIZES, p=SHARES))
        sprite = (render_die if kind == "d" else render_negative)(rng, size)
        parts, row = _pack(sprite, size)
        rows.append([at, *row])
        chunks += parts
        at += sum(part.size for part in parts)
    np.save(folder / f"{kind}-{start:05d}.npy", np.concatenate([c.ravel() for c in chunks]))
    (folder / f"{kind}-{start:05d}.json").write_text(json.dumps(rows))


def _pack(sprite: Sprite, size: int) -> tuple[list[U8], list[object]]:
    """The thing's pixels and a small shadow, and the index row without its offset."""
    height, width = sprite.shadow.shape
    x0, y0 = (max(0, int(v) - 1) for v in sprite.box[:2])
    x1, y1 = int(sprite.box[2]) + 1, int(sprite.box[3]) + 1
    thing = np.ascontiguousarray(sprite.bgra[y0:y1, x0:x1])
    scale = min(1.0, _SHADOW_SIDE / max(height, width))
    small = (max(2, round(width * scale)), max(2, round(height * scale)))
    shadow = cv2.resize(sprite.shadow, small, interpolation=cv2.INTER_AREA).astype(np.uint8)
    row: list[object] = [
        thing.shape[:2],
        shadow.shape,
        (height, width),
        (x0, y0),
        sprite.value,
        sprite.kind,
        size,
        sprite.lean,
        sprite.up,
    ]
    return [thing, shadow], row


def _unpack(blob: U8, entry: _Entry) -> tuple[U8, U8]:
    """The stored pixels of the thing (H, W, 4) and of its coarse shadow."""
    middle = entry.at + entry.thing[0] * entry.thing[1] * 4
    thing = blob[entry.at : middle].reshape(*entry.thing, 4)
    shadow = blob[middle : middle + entry.shadow[0] * entry.shadow[1]].reshape(entry.shadow)
    return thing, shadow


def _resized(thing: U8, shadow: U8, entry: _Entry, px: int) -> Sprite:
    """The sprite at a new size; colours are averaged premultiplied so that no rim darkens."""
    scale = px / (max(entry.thing) - 2)
    (height, width), (x, y) = entry.canvas, entry.corner
    size = max(3, round(width * scale)), max(3, round(height * scale))
    small = max(2, round(entry.thing[1] * scale)), max(2, round(entry.thing[0] * scale))
    left, top = min(round(x * scale), size[0] - small[0]), min(round(y * scale), size[1] - small[1])
    left, top = max(left, 0), max(top, 0)
    pixels: npt.NDArray[Any] = thing.astype(np.float32)
    pixels[..., :3] *= pixels[..., 3:] * np.float32(1 / 255)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    pixels = cv2.resize(pixels, small, interpolation=way)
    colour = pixels[..., :3] * (255 / np.maximum(pixels[..., 3:], 1))
    straight = np.concatenate([colour, pixels[..., 3:]], -1)
    bgra = np.zeros((max(size[1], small[1]), max(size[0], small[0]), 4), np.uint8)
    bgra[top : top + small[1], left : left + small[0]] = np.clip(straight + 0.5, 0, 255)
    dark = cv2.resize(shadow, (bgra.shape[1], bgra.shape[0]), interpolation=cv2.INTER_LINEAR)
    box = alpha_box(bgra[..., 3])
    return Sprite(
        bgra, np.asarray(dark, np.uint8), box, entry.value, entry.kind, entry.lean, entry.up
    )


def _mirrored(sprite: Sprite) -> Sprite:
    """Left and right swapped: a mirrored pip die is a die of the other chirality."""
    width = sprite.shadow.shape[1]
    x0, y0, x1, y1 = sprite.box
    bgra = np.ascontiguousarray(sprite.bgra[:, ::-1])
    shadow = np.ascontiguousarray(sprite.shadow[:, ::-1])
    lean = None if sprite.lean is None else float(np.pi - sprite.lean)
    up = None if sprite.up is None else (-sprite.up[0], sprite.up[1], sprite.up[2])
    box = width - x1, y0, width - x0, y1
    return Sprite(bgra, shadow, box, sprite.value, sprite.kind, lean, up)


def _recoloured(rng: np.random.Generator, bgra: U8) -> U8:
    """A small change of gain and gamma per channel."""
    levels = np.arange(256, dtype=np.float32)[:, None] / 255
    gain = rng.normal(1, 0.05, 3) * rng.normal(1, 0.08)
    curve = levels ** np.exp(rng.normal(0, 0.1)) * gain
    table = np.concatenate([np.clip(curve, 0, 1), levels], 1) * 255
    return np.asarray(cv2.LUT(bgra, table.astype(np.uint8)[None]), np.uint8)
