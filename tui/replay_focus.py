"""Where on a picture the thing is that people argue about, and that part of it enlarged."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from engine.log import Line
from tui.replay import Clip, Shot
from tui.session import Latest
from vision.frames import Frame, Image
from vision.region import scaled
from vision.sights import Quad, Sight

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the picture."""

Shape = tuple[int, int]
"""Width and height."""

_ROOM = 1.6
"""How much larger than the thing the part is that is enlarged."""
_LEAST = 1 / 10
"""The narrowest part, as a share of the picture's width."""
_CHANGE = 28
_SPECK = 1 / 2000


def focus(clip: Clip, seen: Line | None) -> Box | None:
    """The box of what was seen, on the clip's pictures.

    Without it, of what changed on the table; None where nothing did.
    """
    rest = clip.shots[clip.rest]
    image = rest.decoded()
    if image is None:
        return None
    quads = list(_named(rest.sight, seen or {}))
    return _around(np.concatenate(quads)) if quads else _changed(clip, image)


def enlarged(image: Image, sight: Sight, box: Box, shape: Shape) -> tuple[Image, Sight]:
    """The part of a picture around a box, in the proportions of `shape`, and what lies there."""
    left, top, right, bottom = _roomy(box, image, shape)
    part = np.ascontiguousarray(image[top:bottom, left:right])
    inside = scaled(sight, 1.0, (-left, -top))
    size = np.array([right - left, bottom - top])

    def shown(quad: Quad) -> bool:
        middle = quad.mean(axis=0)
        return bool((middle >= 0).all() and (middle < size).all())

    cards = tuple(card for card in inside.cards if shown(card.quad))
    return part, Sight(cards, tuple(die for die in inside.dice if shown(die.quad)))


def _named(sight: Sight, seen: Line) -> Iterable[Quad]:
    """The corners of what was seen: of cards, those with its names; of dice, all."""
    cards = {seen.get("card"), *seen.get("cards", ())}
    yield from (card.quad for card in sight.cards if card.card in cards)
    if not cards.isdisjoint({None}) and {"values", "value", "reason"} & set(seen):
        yield from (die.quad for die in sight.dice)


def _around(points: Quad) -> Box:
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return int(left), int(top), int(right) + 1, int(bottom) + 1


def _changed(clip: Clip, image: Image) -> Box | None:
    """The largest part that looks different from the first picture."""
    first = clip.shots[0].decoded()
    if first is None or first.shape != image.shape:
        return None
    differs = cv2.absdiff(cv2.blur(first, (7, 7)), cv2.blur(image, (7, 7))).max(axis=2)
    mask = np.asarray(differs > _CHANGE, np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = max(outlines, key=cv2.contourArea, default=None)
    if largest is None or cv2.contourArea(largest) < mask.size * _SPECK:
        return None
    x, y, width, height = cv2.boundingRect(largest)
    return x, y, x + width, y + height


def _roomy(box: Box, image: Image, shape: Shape) -> Box:
    """The box with room around it, as wide and high as `shape` as far as the picture goes."""
    height, width = image.shape[:2]
    left, top, right, bottom = box
    size = _ROOM * max((right - left) / shape[0], (bottom - top) / shape[1])
    size = max(size, _LEAST * width / shape[0])
    wide, high = min(width, round(shape[0] * size)), min(height, round(shape[1] * size))
    x = int(np.clip((left + right - wide) / 2, 0, width - wide))
    y = int(np.clip((top + bottom - high) / 2, 0, height - high))
    return x, y, x + wide, y + high


def shown(shot: Shot, box: Box | None = None, shape: Shape = (1, 1)) -> Latest | None:
    """A picture for the screen, or the part of it around `box`; None where it is damaged."""
    image, sight = shot.decoded(), shot.sight
    if image is None:
        return None
    if box is not None:
        image, sight = enlarged(image, sight, box, shape)
    return Latest(Frame(image, shot.t, 0, 0.0), sight)
