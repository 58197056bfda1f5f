"""What a calibration takes from the picture: scale and tilt, the places on the table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image as Stills
from PIL import ImageDraw, ImageFont

from vision.draw import Colour
from vision.frames import Image
from vision.geometry import Floats, shared_areas, sides
from vision.places import Outline
from vision.scale import CARD_MM, Plane
from vision.sights import Quad, Sight

_ROOM = 0.25
"""How much larger than what lies there its place is, in shares of its size on each side."""
_UNLIKE = 1.5
"""A pile is not so much longer or shorter than a card; telephones are."""
_FROM_EDGE = 0.72
"""How far out a player's letters lie, as a part of the way from the middle to the edge."""
_LETTERS = 5
_SPREAD = 1.35
"""Room for letters that lie apart and not straight."""
_LINE: Colour = (66, 228, 240)
_SEAT: Colour = (233, 180, 86)


@dataclass(frozen=True, slots=True)
class Layout:
    """Outlines in shares of the picture; None where there is none."""

    zone: Outline | None
    tray: Outline | None
    stock: Outline | None
    letters: Mapping[str, Outline]


def box(left: float, top: float, right: float, bottom: float) -> Outline:
    """The outline of an upright box."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def stock_of(sights: Sequence[Sight], plane: Plane, size: tuple[int, int]) -> Outline | None:
    """Round the pile of face-down cards that was seen most often; None without one."""
    cards = [card for sight in sights for card in sight.cards if card.face == "down"]
    quads = np.array([card.quad for card in cards], np.float64).reshape(-1, 4, 2)
    likeness = sides(quads).max(axis=1) / plane.px(CARD_MM[1])
    quads = quads[(likeness > 1 / _UNLIKE) & (likeness < _UNLIKE)]
    if not len(quads):
        return None
    met = shared_areas(quads, quads) > 0
    pile = quads[met[int(met.sum(axis=1).argmax())]].reshape(-1, 2)
    low, high = pile.min(axis=0), pile.max(axis=0)
    room = _ROOM * (high - low)
    left, top = np.clip((low - room) / size, 0, 1)
    right, bottom = np.clip((high + room) / size, 0, 1)
    return box(*(round(float(share), 4) for share in (left, top, right, bottom)))


def letters_of(
    seats: Mapping[str, float], plane: Plane, size: tuple[int, int]
) -> dict[str, Outline]:
    """Where each player lays out five letters: a row of cards before the seat.

    `seats`: degrees clockwise from the picture's lower edge.
    """
    length = _SPREAD * _LETTERS * plane.px(CARD_MM[0])
    depth = _SPREAD * plane.px(CARD_MM[1])
    return {name: _row(angle, length, depth, size) for name, angle in seats.items()}


def _row(angle: float, length: float, depth: float, size: tuple[int, int]) -> Outline:
    out = towards(angle)
    along = np.array([-out[1], out[0]])
    middle = np.array(size) / 2
    place = middle + _FROM_EDGE * reach(angle, size) * out
    ways = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    corners = place + ways[:, :1] * length * along + ways[:, 1:] * depth * out
    shares = np.clip(corners / size, 0, 1)
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in shares)


def towards(angle: float) -> Floats:
    """The direction (x, y down) of a seat, degrees clockwise from the picture's lower edge."""
    turn = math.radians(angle)
    return np.array([-math.sin(turn), math.cos(turn)])


def reach(angle: float, size: tuple[int, int]) -> float:
    """Pixels from the picture's middle to its edge on a seat's side."""
    x, y = np.abs(towards(angle))
    return float(min(size[0] / 2 / max(x, 1e-6), size[1] / 2 / max(y, 1e-6)))


def drawn(image: Image, seats: Mapping[str, float], layout: Layout, cards: Sequence[Quad]) -> Image:
    """A copy of the picture with seats, places and the cards that were measured."""
    canvas, size = image.copy(), (image.shape[1], image.shape[0])
    thick = max(2, size[0] // 600)
    named = [("zone", layout.zone), ("tray", layout.tray), ("stock", layout.stock)]
    named += [(f"{name}'s letters", outline) for name, outline in layout.letters.items()]
    texts = []
    for name, outline in named:
        if outline is not None:
            corners = np.array(outline) * size
            _outlined(canvas, corners, thick)
            texts.append((name, corners.mean(axis=0)))
    for card in cards:
        cv2.polylines(canvas, [np.round(card).astype(np.int32)], True, _SEAT, thick)
    for name, angle in seats.items():
        at = np.array(size) / 2 + 0.93 * reach(angle, size) * towards(angle)
        texts.append((name, at))
    _written(canvas, texts)
    return canvas


def _outlined(canvas: Image, corners: Floats, thick: int) -> None:
    cv2.polylines(canvas, [np.round(corners).astype(np.int32)], True, _LINE, thick)


def _written(canvas: Image, texts: Sequence[tuple[str, Floats]]) -> None:
    """Names at their places; OpenCV's own letters have no umlauts."""
    still = Stills.fromarray(np.ascontiguousarray(canvas[..., ::-1]))
    pen, font = ImageDraw.Draw(still), ImageFont.load_default(size=max(14, canvas.shape[0] // 28))
    for text, (x, y) in texts:
        pen.text((x, y), text, _SEAT[::-1], font, "mm", stroke_width=3, stroke_fill="black")
    canvas[:] = np.asarray(still)[..., ::-1]
