"""A card that leaves the hand: it falls, touches down, slides with friction and rests.

This is not MuJoCo's contact: sheets 0.3 mm thin tremble and sink into each other there, and a
throw cannot be aimed. Friction, fall and the plane on which a card bears are computed instead,
so that a card ends exactly where it is meant to, and nothing moves after the moment of rest.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from datasets.simulator.lying import Array, Plane, Spot, Tabletop, pose_of

GRAVITY = 9.81
FALL = 0.6
"""Part of gravity with which a card falls: air carries it."""
ROCKING = 28.0
"""Radians a second in which a card rocks on its edges after touching down."""


@dataclass(frozen=True, slots=True)
class Glide:
    """The way of one card from leaving the hand to rest; times in seconds since then.

    `start`: where it leaves the hand, `height` above the table. `pitch`: radians by which it is
    tilted along its way then. `friction`: Coulomb's coefficient on table and cards.
    """

    start: Spot
    height: float
    end: Spot
    friction: float
    pitch: float = 0.0

    @property
    def fall(self) -> float:
        """When it touches down."""
        return float(np.sqrt(2 * max(self.height, 0.0) / (FALL * GRAVITY)))

    @property
    def slide(self) -> float:
        """How long it slides after that: speed v over distance d = v fall + v² / 2a."""
        slowing = self.friction * GRAVITY
        away = float(np.linalg.norm(self.end.xy - self.start.xy))
        speed = slowing * (np.sqrt(self.fall**2 + 2 * away / slowing) - self.fall)
        return float(speed / slowing)

    @property
    def rest(self) -> float:
        """The moment after which nothing moves."""
        return self.fall + max(self.slide, self._rocking)

    @property
    def _rocking(self) -> float:
        return 0.16 if abs(self.pitch) > 0.02 else 0.0

    def spot(self, t: float) -> Spot:
        """Place and turn in the table plane; the spin slows down as the way does."""
        part = self._part(t)
        x, y = self.start.xy + part * (self.end.xy - self.start.xy)
        turn = self.start.turn + part * (self.end.turn - self.start.turn)
        return Spot(float(x), float(y), turn, self.end.up)

    def _part(self, t: float) -> float:
        """The part 0..1 of the way: even in the air, slowing down evenly on the table."""
        fall, slide = self.fall, self.slide
        whole = fall + slide / 2
        if whole <= 0 or t >= fall + slide:
            return 1.0
        on_table = max(0.0, t - fall)
        return (min(t, fall) + on_table - on_table**2 / (2 * max(slide, 1e-9))) / whole

    def pose(self, t: float, top: Tabletop, without: Collection[int] = ()) -> Array:
        """The card's pose (7,) over what lies there."""
        spot = self.spot(t)
        plane = top.plane_under(spot, without)
        if t >= self.rest:
            return pose_of(spot, plane)
        if t < self.fall:
            lift = self.height - FALL * GRAVITY * t**2 / 2
            return pose_of(spot, self._tilted(plane, spot, self.pitch, lift))
        since = t - self.fall
        rock = self.pitch * np.exp(-since / 0.045) * np.cos(ROCKING * since)
        return pose_of(spot, self._tilted(plane, spot, float(rock), 0.0))

    def _tilted(self, plane: Plane, spot: Spot, pitch: float, lift: float) -> Plane:
        """The plane tilted along the way, raised so far that its lowest edge stays above."""
        way = self.end.xy - self.start.xy
        length = float(np.linalg.norm(way))
        if length < 1e-6:
            return Plane(plane.z + lift, plane.dx, plane.dy)
        rise = np.tan(pitch) * way / length
        reach = float(np.max((spot.corners() - spot.xy) @ rise))
        middle = float(plane.height(spot.xy[None])[0]) + lift + reach
        dx, dy = plane.dx + float(rise[0]), plane.dy + float(rise[1])
        return Plane(middle - dx * spot.x - dy * spot.y, dx, dy)
