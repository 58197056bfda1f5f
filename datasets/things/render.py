"""A small software renderer: one solid on a table, one lamp, one camera, a `Sprite` out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.things.raycast import F32, I64, MISS, Real, Solid, View, dot, unit
from datasets.things.sprites import Sprite


@dataclass(frozen=True, slots=True)
class Surface:
    """What a skin says of N points: linear BGR `albedo` (N, 3), `bump` added to the normal
    (N, 3, object frame), `gloss` (N,) 0 matt .. 1 polished, `metal` (N,) and `alpha` (N,)."""

    albedo: F32
    bump: F32 | None
    gloss: F32
    metal: F32 | None = None
    alpha: F32 | None = None


Skin = Callable[[F32, I64, F32], Surface]
"""(points (N, 3) in the object's frame, faces (N,), unit rays (N, 3) there) -> Surface."""
_PIECE = 8000
"""Rays traced at once."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Object to world: `turn` (3, 3) columns are the object's axes, `centre` its origin."""

    turn: F32
    centre: F32

    def out(self, points: F32) -> F32:
        """Object points (N, 3) in the world."""
        return np.asarray(points @ self.turn.T + self.centre, np.float32)


@dataclass(frozen=True, slots=True)
class Lamp:
    """Light of a scene: unit `way` towards the lamp, linear BGR strengths, softness in radians."""

    way: F32
    colour: F32
    sky: F32
    bounce: F32
    soft: float
    sharp: float
    exposure: float


def random_lamp(rng: np.random.Generator) -> Lamp:
    """A lamp or window 25..85 degrees above the table with a sky and a bounce from the table."""
    height, azimuth = np.radians(rng.uniform(25, 85)), rng.uniform(0, 2 * np.pi)
    way = [np.cos(height) * np.cos(azimuth), np.cos(height) * np.sin(azimuth), np.sin(height)]
    share = rng.uniform(0.1, 0.7)
    warm = rng.normal(0, 0.06)
    tint = np.array([1 - warm, 1, 1 + warm])
    return Lamp(
        way=np.asarray(way, np.float32),
        colour=np.asarray(tint * share / np.sin(height) ** 0.7, np.float32),
        sky=np.asarray((1 - share) * (2 - tint), np.float32),
        bounce=np.asarray((1 - share) * rng.uniform(0.1, 0.6, 3) ** 0.8, np.float32),
        soft=float(rng.uniform(0.02, 0.3)),
        sharp=float(np.exp(rng.uniform(np.log(8), np.log(400)))),
        exposure=float(np.exp(rng.normal(-0.08, 0.2))),
    )


def random_view(rng: np.random.Generator, target: F32, tilt: float) -> View:
    """A camera `tilt` degrees off the vertical over `target`, near or far, upright or turned."""
    around = rng.uniform(0, 2 * np.pi)
    lean = np.radians(tilt)
    far = float(np.exp(rng.uniform(np.log(7), np.log(80))))
    away = np.array([np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around), np.cos(lean)])
    # Off the picture's middle the plane is not square to the ray: wide lenses stretch things.
    axis = unit((-away + rng.normal(0, 0.12, 3)).astype(np.float32))
    # Seen obliquely and upside down, the upper face cannot be told from a side: cameras stand
    # upright then. From above they may be turned in any way.
    free = tilt < 12 or (tilt < 28 and rng.random() < 0.35)
    roll = rng.uniform(0, 2 * np.pi) if free else rng.normal(0, 0.2)
    up = np.array([-away[0], -away[1], 1e-3 + away[2]]) if tilt < 1 else np.array([0, 0, 1.0])
    right = unit(np.cross(axis, up).astype(np.float32))
    down = np.cross(axis, right)
    turned = right * np.cos(roll) + down * np.sin(roll)
    return View(
        eye=(target + far * away).astype(np.float32),
        target=target,
        right=turned.astype(np.float32),
        down=np.cross(axis, turned).astype(np.float32),
        scale=1.0,
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything `render` needs besides the solid and its skin."""

    pose: Pose
    view: View
    lamp: Lamp
    shade: float = 1.0
    """How dark the shadow is, 0..1; less under see-through things."""


def render(solid: Solid, skin: Skin, scene: Scene, px: int, value: int | None, kind: str) -> Sprite:
    """The thing as a sprite whose box is about `px` pixels on its longer side."""
    fine = 3 if px < 48 else 2
    points = scene.pose.out(solid.outline())
    flat = scene.view.project(points)
    size = float((flat.max(0) - flat.min(0)).max())
    view = View(scene.view.eye, scene.view.target, scene.view.right, scene.view.down, px / size)
    low, high, thing = _canvas(view, points, scene.lamp, px)
    image = _draw(solid, skin, scene, view, thing, fine)
    bgra = np.zeros((high[1] - low[1], high[0] - low[0], 4), np.uint8)
    x, y = thing[0] - low[0], thing[1] - low[1]
    bgra[y : y + image.shape[0], x : x + image.shape[1]] = image
    shadow = _shadow(solid, scene, view, low, high)
    return Sprite(bgra, shadow, alpha_box(bgra[..., 3]), value, kind)


def alpha_box(alpha: npt.NDArray[np.uint8]) -> tuple[float, float, float, float]:
    """The extents (x0, y0, x1, y1) of what is at least half there."""
    rows, columns = (np.flatnonzero((alpha >= 128).any(axis)) for axis in (1, 0))
    if not len(rows):
        return 0.0, 0.0, float(alpha.shape[1]), float(alpha.shape[0])
    return float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1)


def _canvas(
    view: View, points: F32, lamp: Lamp, px: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Corners of the canvas (with the shadow) and (x0, y0, x1, y1) of the thing in it."""
    thing = view.project(points)
    ground = points - lamp.way * (points[:, 2:] / lamp.way[2])
    cast = view.project(ground.astype(np.float32))
    inner = np.concatenate([np.floor(thing.min(0)) - 1, np.ceil(thing.max(0)) + 1])
    margin = px * 0.25 + 1
    low = np.minimum(thing.min(0), np.maximum(cast.min(0), thing.min(0) - px)) - margin
    high = np.maximum(thing.max(0), np.minimum(cast.max(0), thing.max(0) + px)) + margin
    return np.floor(low).astype(int), np.ceil(high).astype(int), inner.astype(int)


def _grid(low: npt.ArrayLike, high: npt.ArrayLike, step: float) -> tuple[F32, tuple[int, int]]:
    """Pixel centres (N, 2) from corner to corner at `step`, and the grid's (rows, columns)."""
    (x0, y0), (x1, y1) = np.asarray(low), np.asarray(high)
    shape = max(1, round((y1 - y0) / step)), max(1, round((x1 - x0) / step))
    ys = y0 + (np.arange(shape[0]) + 0.5) * step
    xs = x0 + (np.arange(shape[1]) + 0.5) * step
    grid = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)
    return grid.astype(np.float32), shape


def _draw(
    solid: Solid,
    skin: Skin,
    scene: Scene,
    view: View,
    thing: npt.NDArray[np.int64],
    fine: int,
) -> npt.NDArray[np.uint8]:
    """The thing's rectangle as BGRA, `fine` rays a pixel and side, averaged in linear light."""
    pixels, shape = _grid(thing[:2], thing[2:], 1 / fine)
    # Pieces that fit the cache are three times as fast as the whole picture at once.
    pieces = np.array_split(pixels, max(1, len(pixels) // _PIECE))
    image = np.concatenate([_trace(solid, skin, scene, view, piece) for piece in pieces])
    size = shape[1] // fine, shape[0] // fine
    return encode(cv2.resize(image.reshape(*shape, 4), size, interpolation=cv2.INTER_AREA))


def _trace(solid: Solid, skin: Skin, scene: Scene, view: View, pixels: F32) -> F32:
    """Premultiplied linear BGRA (N, 4) at the pixels (N, 2)."""
    turn = scene.pose.turn
    rays = view.rays(pixels) @ turn
    origin = ((view.eye - scene.pose.centre) @ turn).astype(np.float32)
    hit = solid.hit(origin, rays)
    seen = np.flatnonzero(hit.t < MISS)
    rays = rays[seen]
    points = origin + hit.t[seen, None] * rays
    surface = skin(points, hit.face[seen], rays)
    normal = hit.normal[seen] if surface.bump is None else unit(hit.normal[seen] + surface.bump)
    colour = shade(surface, normal @ turn.T, rays @ turn.T, scene.pose.out(points), scene.lamp)
    image = np.zeros((len(pixels), 4), np.float32)
    alpha = np.ones(len(seen), np.float32) if surface.alpha is None else surface.alpha
    image[seen, :3] = np.clip(colour, 0, 1) * alpha[:, None]
    image[seen, 3] = alpha
    return image


def encode(image: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Premultiplied linear BGRA (H, W, 4) as straight 8-bit sRGB-like BGRA."""
    colour = image[..., :3] / np.maximum(image[..., 3:], 1e-4)
    straight = np.concatenate([np.clip(colour, 0, 1) ** (1 / 2.2), image[..., 3:]], -1)
    return np.asarray(np.clip(straight, 0, 1) * 255 + 0.5, np.uint8)


def shade(surface: Surface, normal: Real, rays: Real, points: F32, lamp: Lamp) -> F32:
    """Linear BGR (N, 3): diffuse lamp and sky, bounce from the table, Fresnel reflections."""
    up = normal[:, 2:]
    # Near the table a thing sees less of the sky.
    open_sky = 0.5 + 0.5 * np.clip(points[:, 2:] / 1.6, 0, 1)
    light = np.clip(normal @ lamp.way, 0, 1)[:, None] * lamp.colour
    light = light + (0.5 + 0.5 * up) * open_sky * lamp.sky + (0.5 - 0.5 * up) * lamp.bounce
    facing = np.clip(-dot(normal, rays)[:, None], 0, 1)
    mirrored = rays + 2 * facing * normal
    lobe = np.exp((mirrored @ lamp.way - 1) * lamp.sharp)[:, None] * (1 + lamp.sharp / 60)
    room = lamp.sky * (0.25 + np.clip(mirrored[:, 2:], 0, 1)) + lobe * lamp.colour
    base: F32 = np.asarray(0.04, np.float32)
    diffuse = surface.albedo
    if surface.metal is not None:
        metal = surface.metal[:, None]
        base = base * (1 - metal) + surface.albedo * metal
        diffuse = diffuse * (1 - 0.8 * metal)
    fresnel = base + (1 - base) * (1 - facing) ** 5 * 0.6
    shine = fresnel * room * surface.gloss[:, None]
    return np.asarray((diffuse * light + shine) * lamp.exposure, np.float32)


def _shadow(
    solid: Solid,
    scene: Scene,
    view: View,
    low: npt.NDArray[np.int64],
    high: npt.NDArray[np.int64],
) -> npt.NDArray[np.uint8]:
    """Cast and contact shadow on the table, 0..255, worked out coarsely and smoothed."""
    step = max(1.0, float((high - low).max()) / 56)
    pixels, shape = _grid(low, high, step)
    table = view.table(pixels)
    pose = scene.pose
    spots = ((table - pose.centre) @ pose.turn).astype(np.float32)
    near = solid.distance(spots)
    dark = np.zeros(len(spots), np.float32)
    for way in _lamp_ways(scene.lamp):
        ray = (way @ pose.turn).astype(np.float32)
        dark += solid.blocks(spots + ray * 1e-3, ray)
    share = float(scene.lamp.colour.mean() / (scene.lamp.colour.mean() + scene.lamp.sky.mean()))
    cast = dark / len(_lamp_ways(scene.lamp)) * share
    contact = np.exp(-np.maximum(near, 0) / 0.35) * 0.55 * (1 - share * 0.5)
    total = (1 - (1 - cast) * (1 - contact)) * scene.shade * 0.9
    coarse = (total.reshape(shape) * 255).astype(np.float32)
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    image = cv2.GaussianBlur(cv2.resize(coarse, size), (0, 0), max(0.6, step * 0.5))
    return np.asarray(_fade(image), np.uint8)


def _lamp_ways(lamp: Lamp) -> list[F32]:
    """Directions to points spread over the lamp."""
    side = unit(np.cross(lamp.way, [0.3, 0.1, 1.0]).astype(np.float32))
    other = np.cross(lamp.way, side)
    turns = np.arange(7) * 2.4
    spread = np.sqrt((np.arange(7) + 0.5) / 7) * lamp.soft
    ways = [
        lamp.way + r * (np.cos(a) * side + np.sin(a) * other)
        for a, r in zip(turns, spread, strict=True)
    ]
    return [unit(way.astype(np.float32)) for way in ways]


def _fade(image: npt.NDArray[Any]) -> F32:
    """The shadow runs out to nothing at the canvas's rim, so that no edge shows when pasted."""
    rows, columns = image.shape
    rim = max(2, round(min(rows, columns) * 0.06))
    y = np.minimum(np.arange(rows), np.arange(rows)[::-1]) / rim
    x = np.minimum(np.arange(columns), np.arange(columns)[::-1]) / rim
    return np.asarray(image * np.clip(np.minimum(y[:, None], x[None]), 0, 1), np.float32)
