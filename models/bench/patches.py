"""Dice photos laid as small patches of another cloth on large tables: dice of some 20 pixels.

A camera that sees a whole table shows its dice so small. The patch, an edge where nothing ends,
and the table's pattern look like one large card, which must not end the search for small things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets.compose.backgrounds import Backgrounds
from datasets.photos import Photo, Thing
from models.bench.stills import Views, longer_side, scaled
from vision.frames import Image

WIDTH, HEIGHT = 1920, 1080
_ROOM = (1.5, 6.0)
"""Sides of a die that the patch reaches beyond the outermost dice, by chance."""


def patched(backgrounds: Backgrounds, sizes: Sequence[float], seed: int = 0) -> Views:
    """Views of a photo whose dice are so many pixels long in the median, each on a new table.

    Photos without dice, or whose dice lie too far apart for the table, give none.
    """

    def views(photo: Photo, image: Image) -> Iterator[tuple[Image, list[Thing]]]:
        lengths = [longer_side(thing.box) for thing in photo.things if thing.kind == "die"]
        for number, size in enumerate(sizes if lengths else ()):
            rng = np.random.default_rng((seed, number, *photo.path.stem.encode()))
            small, things = scaled(image, photo.things, size / float(np.median(lengths)))
            room = float(rng.uniform(*_ROOM)) * size
            small, things = _cut(small, things, room)
            if small.shape[0] <= HEIGHT and small.shape[1] <= WIDTH:
                yield _lay(rng, small, things, round(room / 2), backgrounds)

    return views


def _cut(image: Image, things: Sequence[Thing], room: float) -> tuple[Image, list[Thing]]:
    """The part of a picture that holds all things, and their labels in it.

    Where the picture ends too near to a thing its last pixels are repeated.
    """
    margin = round(room)
    wide = cv2.copyMakeBorder(image, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    boxes = np.array([thing.box for thing in things])
    x0, y0 = boxes[:, :2].min(axis=0).astype(int)
    x1, y1 = np.ceil(boxes[:, 2:].max(axis=0)).astype(int) + 2 * margin
    return np.asarray(wide[y0:y1, x0:x1], np.uint8), _moved(things, margin - x0, margin - y0)


def _moved(things: Sequence[Thing], dx: int, dy: int) -> list[Thing]:
    boxes = [(x0 + dx, y0 + dy, x1 + dx, y1 + dy) for x0, y0, x1, y1 in (t.box for t in things)]
    return [replace(thing, box=box) for thing, box in zip(things, boxes, strict=True)]


def _lay(
    rng: np.random.Generator,
    patch: Image,
    things: Sequence[Thing],
    rim: int,
    backgrounds: Backgrounds,
) -> tuple[Image, list[Thing]]:
    table = np.asarray(backgrounds.sample(rng, HEIGHT, WIDTH), dtype=np.float32)
    height, width = patch.shape[:2]
    x, y = int(rng.integers(WIDTH - width + 1)), int(rng.integers(HEIGHT - height + 1))
    alpha = _soft_mask(height, width, rim)
    part = table[y : y + height, x : x + width]
    table[y : y + height, x : x + width] = part + alpha * (patch - part)
    noisy = table + rng.normal(0, 3, table.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), _moved(things, x, y)


def _soft_mask(height: int, width: int, rim: int) -> npt.NDArray[np.float32]:
    """(H, W, 1): 1 inside, falling to 0 over the rim's pixels."""
    mask = np.zeros((height, width), np.float32)
    mask[rim:-rim, rim:-rim] = 1
    return np.asarray(cv2.blur(mask, (rim, rim)), dtype=np.float32)[..., None]
