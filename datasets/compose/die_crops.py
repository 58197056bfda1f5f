"""Crops for training the die reader: composed ones, made as the app will cut them."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np

from datasets.arrays import Bgr, Floats, floats, log_uniform
from datasets.compose.canvas import NOBODY, Canvas, premultiplied
from datasets.compose.effects import camera, cast_shadow, defocus, glare, light_room, motion
from datasets.compose.supports import lay_support
from datasets.things.library import COCKED
from datasets.things.sprites import Sprite
from vision.geometry import square_around, straighten

SIDE = 64
"""Pixels of a crop's side."""
REACH = 1.25
"""The crop's side over the longer side of the die's box."""
UNREADABLE = 6
"""Class of what has no value: cocked, hidden, blurred, no pip die. Value v is class v - 1."""
_WORK = 76
"""Larger dice are composed at this size: in the crop they are shrunk anyway."""

UNKNOWN = (0.0, 0.0, 0.0)
"""Instead of a direction: nothing is taught about it."""

Box = tuple[float, float, float, float]
Up = tuple[float, float, float]
"""`Sprite.up`."""


class Sprites(Protocol):
    """What `datasets.things.library.SpriteLibrary` offers."""

    def die(self, rng: np.random.Generator, px: int, top: int | None = None) -> Sprite: ...

    def negative(self, rng: np.random.Generator, px: int) -> Sprite: ...


class Surfaces(Protocol):
    """What `datasets.compose.backgrounds.Backgrounds` offers."""

    def sample(self, rng: np.random.Generator, h: int, w: int) -> Bgr: ...


def die_crop(
    rng: np.random.Generator, library: Sprites, backgrounds: Surfaces
) -> tuple[Bgr, int, Up]:
    """A crop (64, 64, 3) BGR, its class and which way the upper face is turned.

    The class is 0..5 for the values 1..6, 6 for unreadable (40 %); the way is the sprite's, also
    of a cocked die, and UNKNOWN of what has no face that could be made out. Dice are 10..200 px
    before the crop is scaled; the box is off as a detector's is.
    """
    fault = None
    if rng.random() < 0.4:
        faults = ["negative", "cocked", "tiny", "hidden", "blank"]
        fault = str(rng.choice(faults, p=[0.48, 0.36, 0.04, 0.04, 0.08]))
    top = COCKED if fault == "cocked" else int(rng.integers(1, 7))
    px = log_uniform(rng, 10, 200) if fault != "tiny" else log_uniform(rng, 5, 40)
    px = min(px, _WORK)
    canvas, box, up = _compose(rng, library, backgrounds, round(px), top, fault)
    image = _photographed(rng, canvas.image, px)
    if fault == "tiny" and px > 7:
        image = _smeared(rng, image, px)
    shown = up if fault in (None, "cocked") and up is not None else UNKNOWN
    return cut(rng, image, box), UNREADABLE if fault else top - 1, shown


def cut(rng: np.random.Generator, image: Bgr, box: Box) -> Bgr:
    """The reader's crop round a box moved by up to 12 % and scaled by 0.85..1.2."""
    x0, y0, x1, y1 = box
    longer = max(x1 - x0, y1 - y0)
    shift = floats(np.clip(rng.normal(0, 0.05, 2), -0.12, 0.12) * longer)
    scale = float(np.clip(rng.normal(1.01, 0.07), 0.85, 1.2))
    quad = square_around(floats([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), REACH * scale)
    return straighten(image, quad + shift, (SIDE, SIDE), 0.0)


def _compose(
    rng: np.random.Generator,
    library: Sprites,
    backgrounds: Surfaces,
    px: int,
    top: int,
    fault: str | None,
) -> tuple[Canvas, Box, Up | None]:
    """The thing in the middle of a small table with what lies about; its box, its upper side."""
    side = max(28, round(px * 2.6))
    canvas = Canvas(backgrounds.sample(rng, side, side))
    if rng.random() < 0.3:
        _card_edge(rng, canvas)
    middle = floats([side / 2, side / 2])
    if fault == "blank":
        low, high = side / 2 - px / 2, side / 2 + px / 2
        return canvas, (low, low, high, high), None
    around = _neighbours(rng, library, px) if rng.random() < 0.45 else []
    for sprite, offset in (pair for pair in around if pair[1][1] < 0):
        _lay(canvas, sprite, middle + offset)
    thing = library.negative(rng, px) if fault == "negative" else library.die(rng, px, top)
    _support(rng, canvas, library, thing, middle, px)
    box = _lay(canvas, thing, middle)
    for sprite, offset in (pair for pair in around if pair[1][1] >= 0):
        _lay(canvas, sprite, middle + offset)
    if fault == "hidden" or rng.random() < 0.07:
        _finger(rng, canvas, box, 0.75 if fault == "hidden" else 0.12)
    return canvas, box, thing.up


def _support(
    rng: np.random.Generator,
    canvas: Canvas,
    library: Sprites,
    thing: Sprite,
    middle: Floats,
    px: int,
) -> None:
    """What a cocked die leans on, often; what another lies on or beside, now and then."""
    way = rng.uniform(0, 2 * np.pi)
    if thing.lean is None:
        if rng.random() < 0.4:
            # Its edge passes clear of the thing, or, seen obliquely, is hidden behind it.
            far = px * rng.uniform(0.72, 1.4) * (1 if rng.random() < 0.5 else -1)
            if rng.random() < 0.15:
                way, far = rng.normal(-np.pi / 2, 0.4), px * rng.uniform(0.3, 0.7)
            lay_support(rng, canvas, middle, px, way, far)
        return
    kind = rng.random()
    if kind < 0.74:
        lay_support(rng, canvas, middle, px, thing.lean, px * rng.uniform(-0.1, 0.36))
    elif kind < 0.9:
        size = max(6, round(px * rng.uniform(0.8, 1.1)))
        offset = floats([np.cos(thing.lean), np.sin(thing.lean)])
        offset = offset * np.float32(px * rng.uniform(0.6, 0.85))
        _lay(canvas, library.die(rng, size), middle + offset)


def _neighbours(rng: np.random.Generator, library: Sprites, px: int) -> list[tuple[Sprite, Floats]]:
    """Up to three things that touch or nearly touch the middle one, and where they lie."""
    found = []
    for angle in rng.uniform(0, 2 * np.pi) + np.arange(int(rng.integers(1, 4))) * 2.1:
        size = max(6, round(px * rng.uniform(0.8, 1.25)))
        sprite = library.die(rng, size) if rng.random() < 0.75 else library.negative(rng, size)
        # Square boxes touch at a distance that depends on the direction.
        way = floats([np.cos(angle), np.sin(angle)])
        gap = (px + size) / 2 * rng.uniform(0.98, 1.35) / float(np.abs(way).max())
        found.append((sprite, way * np.float32(gap)))
    return found


def _lay(canvas: Canvas, sprite: Sprite, centre: Floats) -> Box:
    """Lays a sprite with its shadow so that its box is centred; its box on the canvas."""
    x0, y0, x1, y1 = sprite.box
    x, y = round(float(centre[0]) - (x0 + x1) / 2), round(float(centre[1]) - (y0 + y1) / 2)
    canvas.shade_mask(sprite.shadow, x, y)
    canvas.paste(premultiplied(sprite.bgra), x, y, NOBODY)
    return x0 + x, y0 + y, x1 + x, y1 + y


def _card_edge(rng: np.random.Generator, canvas: Canvas) -> None:
    """A pale sheet with a blot or two that ends somewhere in the picture."""
    side = canvas.image.shape[0]
    tone = tuple(int(v) for v in rng.integers(170, 256, 3))
    corner = cv2.boxPoints(
        (
            tuple(float(v) for v in rng.uniform(-0.2, 1.2, 2) * side),
            (side * rng.uniform(0.8, 1.6), side * rng.uniform(1.1, 2.2)),
            float(rng.uniform(0, 180)),
        )
    )
    cv2.fillConvexPoly(canvas.image, corner.astype(np.int32), tone, cv2.LINE_AA)
    ink = (20, 20, 30) if rng.random() < 0.5 else (40, 30, 190)
    for x, y in rng.uniform(0, side, (int(rng.integers(0, 4)), 2)):
        inside = cv2.pointPolygonTest(corner, (float(x), float(y)), True) > side * 0.05
        if inside:
            cv2.circle(canvas.image, (round(x), round(y)), max(1, side // 24), ink, -1, cv2.LINE_AA)


_SKINS = ((150, 175, 225), (120, 150, 205), (80, 110, 165), (50, 70, 115), (190, 205, 240))


def _finger(rng: np.random.Generator, canvas: Canvas, box: Box, covered: float) -> None:
    """A fingertip that reaches over the box from outside by the share `covered` of its side."""
    angle = rng.uniform(0, 2 * np.pi)
    way = floats([np.cos(angle), np.sin(angle)])
    size = max(box[2] - box[0], box[3] - box[1])
    middle = floats([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
    thick = size * rng.uniform(0.5, 1.1) if covered < 0.5 else size * rng.uniform(0.9, 1.4)
    tip = middle + way * np.float32(size * (0.5 - covered) + thick / 2)
    far = tip + way * np.float32(4 * size)
    skin = np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.75, 1.05)
    ends = [(round(float(x)), round(float(y))) for x, y in (tip, far)]
    for width, shade in ((1.0, 0.7), (0.85, 0.9), (0.6, 1.0)):
        tone = tuple(float(v) for v in np.clip(skin * shade, 0, 255))
        cv2.line(canvas.image, ends[0], ends[1], tone, max(1, round(thick * width)), cv2.LINE_AA)


def _photographed(rng: np.random.Generator, image: Bgr, px: float) -> Bgr:
    """Light and camera; blur and noise grow with the die's size so that pips survive."""
    if rng.random() < 0.2:
        cast_shadow(rng, image)
    if rng.random() < 0.12:
        glare(rng, image, np.full(image.shape[:2], 120, np.uint8))
    if rng.random() < 0.85:
        image = light_room(rng, image)
    return camera(rng, image, float(np.clip(px / 55, 0.25, 1.1)))


def _smeared(rng: np.random.Generator, image: Bgr, px: float) -> Bgr:
    """So blurred that the pips run together."""
    if rng.random() < 0.5:
        return defocus(image, px * rng.uniform(0.2, 0.35))
    return motion(rng, image, px * rng.uniform(0.6, 1.2))
