"""Rays against rounded boxes, convex solids and discs, vectorised in numpy.

World frame: the table is the plane z = 0, z points up, lengths are in halves of a die's side.
Points and directions are (N, 3) float32; a single origin (3,) is broadcast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
Real = npt.NDArray[np.floating]
I64 = npt.NDArray[np.int64]
MISS = np.float32(1e9)


@dataclass(frozen=True, slots=True)
class Hit:
    """Where rays meet a solid: `t` (N,) is MISS where they do not; `normal` (N, 3); `face` (N,)."""

    t: F32
    normal: F32
    face: I64


class Solid(Protocol):
    """A convex thing in its own frame, centred on the origin."""

    def hit(self, origin: F32, rays: F32) -> Hit:
        """First crossing of unit rays coming from outside."""

    def blocks(self, origin: F32, ray: F32) -> npt.NDArray[np.bool_]:
        """Whether the one direction (3,) from the points (N, 3) meets the solid; may be rough."""

    def distance(self, points: F32) -> F32:
        """A lower bound (N,) of the distance from points outside; negative inside."""

    def outline(self) -> F32:
        """Points (N, 3) whose hull is about the solid, for finding its extents in a picture."""


def dot(a: Real, b: Real) -> F32:
    """Row by row dot product (...,) of (..., 3); several times faster than a sum along rows."""
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2])


def largest(a: Real) -> F32:
    """Row by row maximum (N,) of (N, 3)."""
    return np.asarray(np.maximum(np.maximum(a[:, 0], a[:, 1]), a[:, 2]))


def largest_axis(a: Real) -> I64:
    """Which of the three columns holds each row's maximum (N,)."""
    x, y, z = a[:, 0], a[:, 1], a[:, 2]
    return np.where(z > np.maximum(x, y), 2, (y > x).astype(np.int64))


def unit(vectors: Real) -> F32:
    """The vectors (..., 3) scaled to length one."""
    length = np.sqrt(dot(vectors, vectors))[..., None]
    return np.asarray(vectors / np.maximum(length, 1e-9), np.float32)


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera at `eye`; the picture plane through `target` has unit axes `right`, `down`.

    Pixel (0, 0) is the target; `scale` is pixels per world unit in that plane. The plane need
    not face the target squarely: a thing at the rim of a wide picture is seen that way.
    """

    eye: F32
    target: F32
    right: F32
    down: F32
    scale: float

    def rays(self, pixels: F32) -> F32:
        """Unit directions (N, 3) through the pixels (N, 2)."""
        x, y = pixels[:, :1] / self.scale, pixels[:, 1:] / self.scale
        ahead: F32 = self.target - self.eye
        return unit(ahead + x * self.right + y * self.down)

    def project(self, points: F32) -> F32:
        """Pixels (N, 2) of world points (N, 3)."""
        axis = np.cross(self.right, self.down)
        away = points - self.eye
        ratio = (self.target - self.eye) @ axis / (away @ axis)
        plane = self.eye + ratio[:, None] * away - self.target
        across = np.stack([plane @ self.right, plane @ self.down], 1)
        return np.asarray(across * self.scale, np.float32)

    def table(self, pixels: F32) -> F32:
        """Where the pixels' rays meet the table (N, 3); far away at the horizon."""
        rays = self.rays(pixels)
        drop = np.minimum(rays[:, 2:], -0.03)
        return np.asarray(self.eye - rays * (self.eye[2] / drop), np.float32)


@dataclass(frozen=True, slots=True)
class Box:
    """A box of half sides `half` (3,), edges rounded by `radius`, corners ground by a ball.

    Faces are numbered +x, -x, +y, -y, +z, -z. `ball` is the radius of the grinding sphere.
    """

    half: tuple[float, float, float]
    radius: float
    ball: float = 100.0

    def hit(self, origin: F32, rays: F32) -> Hit:
        """See `Solid.hit`: slabs for the flat parts, sphere tracing for the rounded rest."""
        half = np.asarray(self.half, np.float32)
        enter, leave = slabs(origin, rays, half)
        axis = largest_axis(enter)
        t = largest(enter)
        out = -largest(-leave)
        met = (t < out) & (t > 0)
        points = origin + t[:, None] * rays
        normal = np.zeros_like(rays)
        rows = np.arange(len(rays))
        normal[rows, axis] = -np.sign(rays[rows, axis])
        inner = (np.abs(points) <= half - np.float32(self.radius)).astype(np.float32)
        flat = (inner[:, 0] + inner[:, 1] + inner[:, 2] > 1.5) & (
            dot(points, points) < self.ball**2
        )
        curved = np.flatnonzero(met & ~flat)
        t = np.where(met, t, MISS)
        start = origin if origin.ndim == 1 else origin[curved]
        t[curved] = self._trace(start, rays[curved], t[curved], out[curved])
        found = curved[t[curved] < MISS]
        start = origin if origin.ndim == 1 else origin[found]
        normal[found] = self._normal(start + t[found, None] * rays[found])
        return Hit(t, normal, self._face(origin + t[:, None] * rays))

    def _trace(self, origin: F32, rays: F32, t: F32, leave: F32) -> F32:
        """Sphere tracing from `t` on; MISS where the ray slips past a rounded edge."""
        out = np.full(len(t), MISS, np.float32)
        index = np.arange(len(t))
        reach = t
        for _ in range(20):
            if not len(index):
                break
            gap = self.distance(origin + reach[:, None] * rays)
            done = gap < 0.004
            out[index[done]] = reach[done]
            reach = reach + gap
            kept = ~done & (reach < leave)
            index, reach, rays, leave = index[kept], reach[kept], rays[kept], leave[kept]
            origin = origin if origin.ndim == 1 else origin[kept]
        return out

    def blocks(self, origin: F32, ray: F32) -> npt.NDArray[np.bool_]:
        """See `Solid.blocks`: a box a little smaller than the rounded one."""
        half = np.asarray(self.half, np.float32) - np.float32(0.12 * self.radius)
        enter, leave = slabs(origin, ray[None], half)
        return np.asarray((largest(enter) < -largest(-leave)) & (largest(leave) > 0))

    def distance(self, points: F32) -> F32:
        """See `Solid.distance`."""
        q = np.abs(points) - (np.asarray(self.half, np.float32) - np.float32(self.radius))
        past = np.maximum(q, 0)
        outer = np.sqrt(dot(past, past)) + np.minimum(largest(q), 0) - self.radius
        if self.ball > 9:
            return np.asarray(outer, np.float32)
        ground = np.sqrt(dot(points, points)) - self.ball
        return np.asarray(np.maximum(outer, ground), np.float32)

    def _normal(self, points: F32) -> F32:
        q = np.maximum(np.abs(points) - (np.asarray(self.half) - self.radius), 1e-6)
        box = unit((np.sign(points) * q).astype(np.float32))
        ground = np.sqrt(dot(points, points))[:, None] - self.ball
        weight = 1 / (1 + np.exp(np.clip(-(ground + 0.01) / 0.012, -30, 30)))
        return unit((box * (1 - weight) + unit(points) * weight).astype(np.float32))

    def _face(self, points: F32) -> I64:
        relative = points / np.asarray(self.half, np.float32)
        axis = largest_axis(np.abs(relative))
        return axis * 2 + (relative[np.arange(len(axis)), axis] < 0)

    def outline(self) -> F32:
        """See `Solid.outline`: rounded corners, edges and middles of faces, sampled."""
        signs = np.array(list(product([-1, 0, 1], repeat=3)))
        fine = np.array(list(product([-2, -1, 0, 1, 2], repeat=3)))
        ways = unit(fine[np.abs(fine).sum(1) > 0].astype(np.float32))
        centres = signs * (np.asarray(self.half) - self.radius)
        points = (centres[:, None] + ways[None] * self.radius).reshape(-1, 3)
        length = np.sqrt((points * points).sum(1, keepdims=True))
        return np.asarray(points * np.minimum(1, self.ball / length), np.float32)


def slabs(origin: F32, rays: F32, half: F32) -> tuple[F32, F32]:
    """Entering and leaving parameters (N, 3) of rays at the three pairs of planes of a box."""
    inverse = 1 / np.where(np.abs(rays) < 1e-7, np.float32(1e-7), rays)
    near = (-half - origin) * inverse
    far = (half - origin) * inverse
    return np.minimum(near, far), np.maximum(near, far)


@dataclass(frozen=True, slots=True)
class Convex:
    """Half spaces `normals` (F, 3) @ p <= `offsets` (F,); `bevel` softens edges in the shading."""

    normals: F32
    offsets: F32
    corners: F32
    bevel: float = 0.04

    def hit(self, origin: F32, rays: F32) -> Hit:
        """See `Solid.hit`."""
        slope = rays @ self.normals.T
        t = (self.offsets - origin @ self.normals.T) / np.where(slope == 0, 1e-7, slope)
        enter = np.where(slope < 0, t, -MISS)
        face = enter.argmax(1)
        first = enter.max(1)
        met = (first < np.where(slope > 0, t, MISS).min(1)) & (first > 0)
        found = np.where(met, first, MISS).astype(np.float32)
        normal = self.normals[face]
        rows = np.flatnonzero(met)
        start = origin if origin.ndim == 1 else origin[rows]
        gap = (start + first[rows, None] * rays[rows]) @ self.normals.T - self.offsets
        weight = np.exp(np.clip(gap / self.bevel, -30, 0)) * (gap > -4 * self.bevel)
        normal[rows] = unit((weight @ self.normals).astype(np.float32))
        return Hit(found, normal, face)

    def blocks(self, origin: F32, ray: F32) -> npt.NDArray[np.bool_]:
        """See `Solid.blocks`."""
        rays = np.broadcast_to(ray, origin.shape)
        return np.asarray(self.hit(origin, rays).t < MISS)

    def distance(self, points: F32) -> F32:
        """See `Solid.distance`."""
        return np.asarray((points @ self.normals.T - self.offsets).max(1), np.float32)

    def outline(self) -> F32:
        """See `Solid.outline`."""
        return self.corners


@dataclass(frozen=True, slots=True)
class Disc:
    """An upright round slab of `radius` and `half` height; faces: 0 top, 1 bottom, 2 side."""

    radius: float
    half: float
    bevel: float = 0.04

    def hit(self, origin: F32, rays: F32) -> Hit:
        """See `Solid.hit`."""
        flat = np.broadcast_to(origin, rays.shape)
        a = np.maximum((rays[:, :2] ** 2).sum(1), 1e-9)
        b = (flat[:, :2] * rays[:, :2]).sum(1)
        root = b * b - a * ((flat[:, :2] ** 2).sum(1) - self.radius**2)
        width = np.sqrt(np.maximum(root, 0))
        drop = np.where(np.abs(rays[:, 2]) < 1e-7, 1e-7, rays[:, 2])
        low, high = (-self.half - flat[:, 2]) / drop, (self.half - flat[:, 2]) / drop
        cap, side = np.minimum(low, high), (-b - width) / a
        t = np.maximum(cap, side)
        met = (root > 0) & (t < np.minimum(np.maximum(low, high), (-b + width) / a)) & (t > 0)
        points = flat + t[:, None] * rays
        face = np.where(side > cap, 2, np.where(points[:, 2] > 0, 0, 1))
        return Hit(np.where(met, t, MISS).astype(np.float32), self._normal(points), face)

    def _normal(self, points: F32) -> F32:
        out = np.sqrt((points[:, :2] ** 2).sum(1, keepdims=True))
        side = np.exp(np.clip((out - self.radius) / self.bevel, -30, 0))
        cap = np.exp(np.clip((np.abs(points[:, 2:]) - self.half) / self.bevel, -30, 0))
        radial = points[:, :2] / np.maximum(out, 1e-6) * side
        return unit(np.concatenate([radial, np.sign(points[:, 2:]) * cap], 1).astype(np.float32))

    def blocks(self, origin: F32, ray: F32) -> npt.NDArray[np.bool_]:
        """See `Solid.blocks`."""
        return np.asarray(self.hit(origin, np.broadcast_to(ray, origin.shape)).t < MISS)

    def distance(self, points: F32) -> F32:
        """See `Solid.distance`."""
        out = np.sqrt((points[:, :2] ** 2).sum(1)) - self.radius
        return np.asarray(np.maximum(out, np.abs(points[:, 2]) - self.half), np.float32)

    def outline(self) -> F32:
        """See `Solid.outline`."""
        angle = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        ring = np.stack([np.cos(angle), np.sin(angle)], 1) * self.radius
        pair: Sequence[float] = (-self.half, self.half)
        rings = [np.concatenate([ring, np.full((32, 1), z)], 1) for z in pair]
        return np.concatenate(rings).astype(np.float32)
