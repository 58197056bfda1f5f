"""What is new on the table and is neither an arm nor a known card: packets, cards on their way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.ground import Scene
from vision.motion import LOCAL, MotionGate, Small
from vision.sights import Quad

_JOIN = np.ones((9, 9), np.uint8)
_SOLID = 0.1
"""The part of something new that is no shadow and no halo, where its colour shows at all."""
_HALF, _JUST = 0.4, 0.2
"""The part of a card that shows of one that is landing, and seconds in which it is then read."""

_SHOWS = 0.1
"""The part of a quad outside of others that says something of it."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """`x`, `y`: its middle, `area`: its size, both in pixels of the picture. `rest`: since when it
    has been at rest. `inside`: it does not touch the picture's edge."""

    x: float
    y: float
    area: float
    rest: float
    inside: bool

    def is_arriving(self, t: float, card: float) -> bool:
        """Whether it may be a card, of area `card`, that moves or has just come to rest."""
        return self.inside and self.area > _HALF * card and self.rest > t - _JUST


def newcomers(
    scene: Scene, gate: MotionGate, cards: Iterable[Quad], halo: bool = False
) -> list[Newcomer]:
    """All there are besides the known `cards`; `halo`: and besides the surroundings that they
    brighten or darken."""
    new, scale = cv2.bitwise_and(scene.fresh, cv2.bitwise_not(scene.arms_mask)), gate.scale
    for quad in cards:
        outline = np.round(quad * scale).astype(np.int32)
        cv2.fillConvexPoly(new, outline, (0,))
        if halo:
            cv2.polylines(new, [outline], isClosed=True, color=(0,), thickness=LOCAL)
    joined = cv2.morphologyEx(new, cv2.MORPH_CLOSE, _JOIN)
    _, _, stats, centres = cv2.connectedComponentsWithStats(joined)
    height, width = joined.shape
    found = []
    for (x, y), row in zip(centres[1:].tolist(), stats[1:].tolist(), strict=True):
        left, top, across, down, area = row
        right, bottom = left + across, top + down
        firm = cv2.countNonZero(scene.solid[top:bottom, left:right])
        area = firm if firm > _SOLID * area else area
        rest = gate.rest_since((left / scale, top / scale, right / scale, bottom / scale))
        inside = left > 0 and top > 0 and right < width and bottom < height
        found.append(Newcomer(x / scale, y / scale, area / scale**2, rest, inside))
    return found


def part_of(mask: Small, quad: Quad, without: Iterable[Quad] = ()) -> float:
    """The part (0..1) of a quad, in the mask's pixels, at which the mask is set; of what of it lies
    outside of others, and 0 where they cover nearly all of it."""
    inside = np.zeros_like(mask)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), (255,))
    whole = cv2.countNonZero(inside)
    for other in without:
        cv2.fillConvexPoly(inside, np.round(other).astype(np.int32), (0,))
    left = cv2.countNonZero(inside)
    if left < _SHOWS * whole:
        return 0.0
    return cv2.countNonZero(cv2.bitwise_and(mask, inside)) / max(left, 1)
