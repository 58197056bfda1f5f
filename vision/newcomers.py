"""What is new on the table and is neither an arm nor a known card: packets, cards on their way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import sides
from vision.ground import Scene
from vision.motion import LOCAL, MotionGate, Small
from vision.sights import Quad

_JOIN = np.ones((9, 9), np.uint8)
_SOLID = 0.1
"""The part of something new that is no shadow and no halo, where its colour shows at all."""
_HALF, _JUST = 0.4, 0.2
"""The part of a card that shows of one that is landing, and seconds in which it is then read."""

_SHOWS, _SAYS = 0.1, 0.025
"""The parts of a quad outside of others, and outside of them and their shadows, that say something
of it."""
_SHADOW = 0.06
"""How far the shadow of a card reaches beyond it, in card lengths."""


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
    place = _filled(mask, [quad])
    apart = place & ~_filled(mask, without)
    return _share(mask, apart, _SHOWS * cv2.countNonZero(place)) or 0.0


def changed_part(mask: Small, quad: Quad, without: Sequence[Quad], arms: Small) -> float | None:
    """The same of what lies outside of others, of arms (a mask) and of the shadows of both; None
    where that is too little."""
    place = _filled(mask, [quad])
    reach = 2 * math.ceil(_SHADOW * float(sides(quad[None]).max())) + 1
    hidden = cv2.dilate(_filled(mask, without) | arms, np.ones((reach, reach), np.uint8))
    apart = place & ~np.asarray(hidden, np.uint8)
    return _share(mask, apart, _SAYS * cv2.countNonZero(place))


def _filled(mask: Small, quads: Iterable[Quad]) -> Small:
    """255 in the quads."""
    inside = np.zeros_like(mask)
    for quad in quads:
        cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), (255,))
    return inside


def _share(mask: Small, inside: Small, least: float) -> float | None:
    """The part of what is inside at which the mask is set; None where less than `least` is."""
    left = cv2.countNonZero(inside)
    if not left or left < least:
        return None
    return cv2.countNonZero(cv2.bitwise_and(mask, inside)) / left
