"""Training crops of what recorded games teach, in shards as `models.training.reader` reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.arrays import Bgr
from datasets.compose.artwork import CODES
from datasets.compose.mini import JOKER
from datasets.compose.outlines import straightened
from datasets.compose.real_dice import cut_die, real_die_crop
from datasets.played import Lesson, Taught
from datasets.pool import save_shard
from datasets.showings import Kind

ROOMS: dict[Kind, str] = {"card": "cards", "die": "dice"}
"""The folders of the crops, one for each reader."""
SCENES = "scenes"
"""The folder of whole pictures, for the detector (`datasets.lesson_scenes`)."""


def write_lessons(lessons: Sequence[Lesson], out: Path, name: str, copies: int, seed: int) -> None:
    """Writes `copies` crops of every thing into the shard `name` of `out/cards` and `out/dice`.

    Every crop is cut a little otherwise, as a detector's outlines differ. Things that the readers
    have no class for are left out (`has_class`). Raises `OSError` where a picture is damaged.
    """
    for kind, room in ROOMS.items():
        rng = np.random.default_rng((seed, len(kind)))
        crops = list(_crops(lessons, kind, copies, rng))
        (out / room).mkdir(parents=True, exist_ok=True)
        if crops:
            save_shard(out / room / name, *zip(*crops, strict=True))


def clear(out: Path) -> None:
    """Removes what an earlier run wrote."""
    for room in (*ROOMS.values(), SCENES):
        for path in (out / room).rglob("game-*.*"):
            path.unlink()


def has_class(thing: Taught) -> bool:
    """Whether a reader is trained to name it: a die, or a card of the 52 or a joker."""
    return thing.kind == "die" or thing.label in CODES or thing.label == "Jk"


def _crops(
    lessons: Iterable[Lesson], kind: Kind, copies: int, rng: np.random.Generator
) -> Iterator[tuple[Bgr, int]]:
    for lesson in lessons:
        things = [one for one in lesson.things if one.kind == kind and has_class(one)]
        if things:
            image = picture_of(lesson.picture)
            for thing in things:
                yield from (_crop(rng, image, thing) for _ in range(copies))


def _crop(rng: np.random.Generator, image: Bgr, thing: Taught) -> tuple[Bgr, int]:
    if thing.kind == "card":
        label = JOKER if thing.label == "Jk" else CODES.index(thing.label)
        return straightened(rng, image, thing.quad), label
    (x0, y0), (x1, y1) = thing.quad.min(axis=0), thing.quad.max(axis=0)
    return real_die_crop(rng, cut_die(image, (x0, y0, x1, y1), int(thing.label), "game"))


def picture_of(path: Path) -> Bgr:
    """A recorded picture; raises `OSError` where it is damaged."""
    image = cv2.imread(str(path))
    if image is None:
        raise OSError(f"{path} cannot be read as a picture")
    return np.asarray(image, np.uint8)
