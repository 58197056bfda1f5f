"""Scale and tilt of the table, from playing cards that lie on it: all are 63 by 88 mm.

A card that lies on a tilted table looks too short, and the further one of two looks smaller. Both
follow from one plane in front of the camera, which is fitted to all cards together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, intersections, overlaps, portrait
from vision.sights import Quad, Sight

CARD_MM = (63.0, 88.0)
"""Width and length of a poker card."""

USUAL_FOCAL, _FOCAL_SPREAD = 0.72, 0.15
"""Focal length of webcams and phones as a share of the picture's longer side (70° across), and how
far, as a part of itself, that goes astray."""
_ROUGH = 0.015
"""How far a corner's place is off, as a part of a card's side, where all is well."""
_LOOSE = 3.0
"""Multiples of `_ROUGH` from which a length counts less: the corner is probably covered."""
_USUAL_SLOPE = 0.4
"""Cameras hang straight over the table or stand at its side; few look more aslant (tangent)."""
_STEPS, _NUDGE = 20, 1e-5
_WHOLE = 0.01
"""A card nearer to the picture's edge, in shares of its width, may be cut off."""
_SURE = 0.8
"""What is read less surely may be covered, or no card at all."""
_CLEAR = 0.12
"""So much of its size must be free of other things round a card: what it lies under or against
hides its edges."""
_SAME = 0.5
"""The share of two cards' union from which they are one card, seen twice."""
_FARTHEST = 2.7
"""No plane is tilted more than 70 degrees (the tangent)."""
_PAIRS = np.array([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)])
_LENGTHS = np.array([63.0, 88.0, 63.0, 88.0, math.hypot(*CARD_MM), math.hypot(*CARD_MM)])


@dataclass(frozen=True, slots=True)
class Plane:
    """The table before the camera.

    `mm_per_px`: millimetres of the table across one pixel in the picture's middle, in the direction
    that the tilt does not shorten. `tilt`: degrees of the camera from straight down. `away`: the
    direction in the picture in which the table goes away, degrees clockwise from the lower edge.
    `doubt`: degrees by which the tilt is probably off. `cards`: how many it was fitted to.
    """

    mm_per_px: float
    tilt: float
    away: float
    doubt: float
    cards: int

    def px(self, mm: float) -> float:
        """How many pixels a length of `mm` takes in the picture's middle."""
        return mm / self.mm_per_px


def plane_of(sights: Sequence[Sight], size: tuple[int, int]) -> Plane | None:
    """The table under the cards of pictures of `size` = (width, height); None without a card.

    A card that lies where it lay on an earlier picture is taken once.
    """
    found: list[Quad] = []
    for quad in (quad for sight in sights for quad in free_cards(sight, size)):
        if not found or overlaps(quad, np.array(found)).max() < _SAME:
            found.append(quad)
    return fit_plane(found, size)


def free_cards(sight: Sight, size: tuple[int, int]) -> list[Quad]:
    """The corners of the cards that are surely read, wholly in the picture and clear of others."""
    quads = np.array([card.quad for card in sight.cards], np.float64).reshape(-1, 4, 2)
    whole = _are_whole(quads, size)
    middles = quads.mean(axis=1, keepdims=True)
    wide = middles + (quads - middles) * (1 + 2 * _CLEAR)
    free = []
    for index, card in enumerate(sight.cards):
        met = intersections(wide[index], np.delete(quads, index, axis=0)).max(initial=0) > 0
        sure = card.rank_confidence * card.suit_confidence >= _SURE
        if sure and whole[index] and not met:
            free.append(card.quad)
    return free


def _are_whole(quads: Floats, size: tuple[int, int]) -> npt.NDArray[np.bool_]:
    rim = _WHOLE * size[0]
    inner = (quads >= rim) & (quads <= np.array(size) - rim)
    return np.asarray(inner.all(axis=(1, 2)))


def fit_plane(quads: Sequence[Floats], size: tuple[int, int]) -> Plane | None:
    """The table on which whole cards with these corners (4, 2) in pixels lie; None without any.

    Some corners may be wrong: those that fit the others badly count less.
    """
    if not len(quads):
        return None
    focal = USUAL_FOCAL * max(size)
    middle = np.array([size[0], size[1]], np.float64) / 2
    rays = (np.array([portrait(quad) for quad in quads], np.float64) - middle) / focal
    best = min((_fit(rays, start) for start in _starts(rays)), key=lambda fit: fit.cost)
    slope_x, slope_y, log_depth, log_zoom = best.values
    slope = math.hypot(slope_x, slope_y)
    return Plane(
        mm_per_px=math.exp(log_depth - log_zoom) / focal,
        tilt=math.degrees(math.atan(slope)),
        # Depth grows where the slopes are negative.
        away=math.degrees(math.atan2(slope_x, -slope_y)) % 360.0,
        doubt=_doubt(best, slope_x, slope_y),
        cards=len(quads),
    )


@dataclass(slots=True)
class _Fit:
    """`values`: slopes of the inverse depth along x and y, logarithms of the depth in the middle
    (mm) and of the focal length against the usual one. `spread`: their covariance."""

    values: Floats
    cost: float
    spread: Floats


def _starts(rays: Floats) -> Iterator[Floats]:
    """Where to begin: seen straight from above, and well tilted each way."""
    long = np.linalg.norm(rays[:, 1] - rays[:, 2], axis=1)
    depth = math.log(CARD_MM[1] / float(np.median(long)))
    yield np.array([0.0, 0.0, depth, 0.0])
    for way in np.arange(4) * math.pi / 2:
        yield np.array([0.7 * math.cos(way), 0.7 * math.sin(way), depth, 0.0])


def _fit(rays: Floats, start: Floats) -> _Fit:
    """Levenberg and Marquardt's steps, with weights against what fits badly."""
    values, damping = start, 1e-2
    rest = _misfit(rays, values)
    for _ in range(_STEPS):
        slopes = np.stack([_slope(rays, values, i) for i in range(len(values))], axis=1)
        weights = _weights(rest)
        square = slopes.T @ (weights[:, None] * slopes)
        step = np.linalg.solve(
            square + damping * np.diag(np.diag(square)), -slopes.T @ (weights * rest)
        )
        after = values + step
        moved = _misfit(rays, after)
        if _cost(moved) < _cost(rest) and np.abs(after[:2]).max() < _FARTHEST:
            values, rest, damping = after, moved, damping / 5
        else:
            damping *= 5
        if np.abs(step).max() < 1e-6:
            break
    return _Fit(values, _cost(rest), np.linalg.pinv(square))


def _misfit(rays: Floats, values: Floats) -> Floats:
    """(6 M + 3,) by how many `_ROUGH` each length of each card is off; then how unusual it is."""
    slope_x, slope_y, log_depth, log_zoom = values
    at = rays / math.exp(log_zoom)
    inverse = np.maximum(1 + at[..., 0] * slope_x + at[..., 1] * slope_y, 0.05)
    points = np.concatenate([at, np.ones_like(at[..., :1])], axis=2) / inverse[..., None]
    gaps = np.linalg.norm(points[:, _PAIRS[:, 0]] - points[:, _PAIRS[:, 1]], axis=2)
    logs = np.log(np.maximum(gaps, 1e-9)) + log_depth
    upright, lying = logs - np.log(_LENGTHS), logs - np.log(_LENGTHS[[1, 0, 3, 2, 4, 5]])
    # Seen much aslant, a card's long side may be the shorter one.
    swap = (lying**2).sum(axis=1) < (upright**2).sum(axis=1)
    off = np.where(swap[:, None], lying, upright) / _ROUGH
    unusual = [slope_x / _USUAL_SLOPE, slope_y / _USUAL_SLOPE, log_zoom / _FOCAL_SPREAD]
    return np.append(off.ravel(), unusual)


def _slope(rays: Floats, values: Floats, index: int) -> Floats:
    step = np.zeros(len(values))
    step[index] = _NUDGE
    return np.asarray((_misfit(rays, values + step) - _misfit(rays, values - step)) / (2 * _NUDGE))


def _weights(rest: Floats) -> Floats:
    return np.asarray(1 / (1 + (rest / _LOOSE) ** 2))


def _cost(rest: Floats) -> float:
    return float((_LOOSE**2 * np.log1p((rest / _LOOSE) ** 2)).sum())


def _doubt(fit: _Fit, slope_x: float, slope_y: float) -> float:
    """Degrees: one standard deviation of the tilt; near straight down, of either slope."""
    slope = math.hypot(slope_x, slope_y)
    spread = fit.spread[:2, :2]
    if slope < 1e-6:
        return math.degrees(math.sqrt(float(np.trace(spread)) / 2))
    way = np.array([slope_x, slope_y]) / slope
    return math.degrees(math.sqrt(float(way @ spread @ way)) / (1 + slope**2))
