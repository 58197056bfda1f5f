"""The play zone as the picture shows it: the table on which the cards were laid out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Image
from vision.geometry import sides
from vision.places import Outline
from vision.sights import Quad

_WIDTH = 320
"""Pixels of the small picture on which the table's colours are looked for."""
_RING, _OFF = 0.7, 0.12
"""How far round a card the table shows, and how far its shadow reaches, in card lengths."""
_COLOURS, _RARE = 4, 0.12
"""Colours of a table at the most; what fewer of its pixels show lies on it."""
_LEAST, _SPREAD = 14.0, 2.5
"""How far from one of its colours the table may be: at least, and in that colour's spreads."""
_CLOSE = 0.18
"""Gaps in the table that things on it leave, in card lengths."""
_FILLED, _WHOLE = 0.75, 0.85
"""The part of its outline that a table fills, and that of the picture from which on it is all."""
_ROOM = 1.03
_CORNERS = 8

Mask = npt.NDArray[np.uint8]


def zone_of(image: Image, cards: Sequence[Quad]) -> Outline | None:
    """The outline of the table under these cards, in shares of the picture.

    None where the table fills the picture or does not show, or does not stand out from what is
    around it: a zone that may be too small would leave out what happens.
    """
    if not cards:
        return None
    scale = _WIDTH / image.shape[1]
    size = (_WIDTH, max(1, round(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float32)
    quads = [np.asarray(quad * scale, np.float32) for quad in cards]
    length = float(np.median(sides(np.stack(quads)).max(axis=1)))
    near = _around(quads, length, lab.shape[:2])
    if not near.any():
        return None
    table = _table(lab, near)
    for quad in quads:
        cv2.fillConvexPoly(table, np.round(quad).astype(np.int32), (1,))
    hull = _hull(table, quads, length)
    return None if hull is None else _outline(hull, np.array(size))


def _around(quads: Sequence[Quad], length: float, shape: tuple[int, ...]) -> Mask:
    """1 where the table shows beside a card."""
    cards: Mask = np.zeros(shape, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(cards, np.round(quad).astype(np.int32), (1,))
    near = cv2.dilate(cards, _disc(_RING * length)) - cv2.dilate(cards, _disc(_OFF * length))
    return np.asarray(near, np.uint8)


def _disc(radius: float) -> cv2.typing.MatLike:
    side = 2 * max(1, round(radius)) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))


def _table(lab: npt.NDArray[np.float32], near: Mask) -> Mask:
    """1 where the picture has one of the colours that the table has beside the cards."""
    shown = lab[near > 0]
    end = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    colours = min(_COLOURS, len(shown))
    # The same picture gives the same zone.
    cv2.setRNGSeed(1)
    _, labels, centres = cv2.kmeans(shown, colours, np.empty(0), end, 2, cv2.KMEANS_PP_CENTERS)
    table: Mask = np.zeros(lab.shape[:2], np.uint8)
    for number, centre in enumerate(centres):
        mine = shown[labels.ravel() == number]
        if len(mine) < _RARE * len(shown):
            continue
        spread = float(np.sqrt(((mine - centre) ** 2).sum(axis=1).mean()))
        far = np.linalg.norm(lab - centre, axis=2)
        table |= np.asarray(far < max(_LEAST, _SPREAD * spread), np.uint8)
    return table


def _hull(table: Mask, quads: Sequence[Quad], length: float) -> npt.NDArray[np.float32] | None:
    """The convex outline of the connected part that holds all cards; None where none is plain."""
    gap = round(_CLOSE * length) + 2
    # With room around: else all that is near the picture's edge is joined to it.
    table = np.pad(table, gap)
    for operation in (cv2.MORPH_CLOSE, cv2.MORPH_OPEN):
        table = np.asarray(cv2.morphologyEx(table, operation, _disc(_CLOSE * length)), np.uint8)
    table = np.ascontiguousarray(table[gap:-gap, gap:-gap])
    _, labels = cv2.connectedComponents(table)
    height, width = table.shape
    middles = [np.clip(quad.mean(axis=0), 0, (width - 1, height - 1)) for quad in quads]
    parts = {int(labels[int(y), int(x)]) for x, y in middles}
    if len(parts) != 1 or 0 in parts:
        return None
    part = np.asarray(labels == parts.pop(), np.uint8)
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(np.concatenate(contours))
    area = cv2.contourArea(hull)
    plain = cv2.countNonZero(part) >= _FILLED * area and area < _WHOLE * table.size
    return np.asarray(hull.reshape(-1, 2), np.float32) if plain else None


def _outline(hull: npt.NDArray[np.float32], size: npt.NDArray[np.int_]) -> Outline:
    """The hull with few corners and a little room."""
    rough, step = hull, 1.0
    while len(rough) > _CORNERS:
        rough = cv2.approxPolyDP(hull, step, True).reshape(-1, 2).astype(np.float32)
        step *= 1.3
    middle = hull.mean(axis=0)
    shares = np.clip((middle + _ROOM * (rough - middle)) / size, 0, 1)
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in shares)
