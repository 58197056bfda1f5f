"""Training crops of what recorded games teach, in shards as `models.training.reader` reads them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra
from datasets.compose.artwork import CODES, Deck, as_card
from datasets.compose.assets import Assets
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.backs import procedural_back
from datasets.compose.crops import face_crop
from datasets.compose.mini import JOKER
from datasets.compose.outlines import straightened
from datasets.compose.real_dice import cut_die, real_die_crop
from datasets.played import Lesson, Taught
from datasets.pool import save_shard
from datasets.showings import Kind
from vision.geometry import portrait, straighten
from vision.sights import Quad

ROOMS: dict[Kind, str] = {"card": "cards", "die": "dice"}
"""The folders of the crops, one for each reader."""
SCENES = "scenes"
"""The folder of whole pictures, for the detector (`datasets.lesson_scenes`)."""
FACES = "faces"
"""The folder of the cards seen straight from above, named by code, as a deck is enrolled from."""
_ART, _BACKS = (183, 256), 20
"""Width and height of a card cut out of a picture, and how many backs lie about beside it."""

Shown = tuple[Bgr, Taught]
"""A picture and a thing on it."""


def write_lessons(lessons: Sequence[Lesson], out: Path, name: str, copies: int, seed: int) -> None:
    """Writes `copies` crops of every thing into the shard `name` of `out/cards` and `out/dice`.

    Every crop is cut a little otherwise, as a detector's outlines differ. Half of a card's show it
    on other tables, in other light and partly covered, so that the reader learns the card and not
    the evening. Things that the readers have no class for are left out (`has_class`). Raises
    `OSError` where a picture is damaged.
    """
    for kind, room in ROOMS.items():
        rng = np.random.default_rng((seed, len(kind)))
        things = [
            (picture_of(lesson.picture), thing)
            for lesson in lessons
            for thing in lesson.things
            if thing.kind == kind and has_class(thing)
        ]
        (out / room).mkdir(parents=True, exist_ok=True)
        if things:
            cut = _card_crops if kind == "card" else _die_crops
            save_shard(out / room / name, *zip(*cut(rng, things, copies), strict=True))


def write_faces(lessons: Sequence[Lesson], out: Path) -> None:
    """Adds every card to `out/faces`: `7d.png`, when it comes again `7d-2.png`, whatever the deck.

    Raises `OSError` where a picture is damaged.
    """
    folder = out / FACES
    folder.mkdir(parents=True, exist_ok=True)
    for lesson in lessons:
        for thing in lesson.things:
            if thing.kind == "card":
                names = (f"-{n}" if n > 1 else "" for n in itertools.count(1))
                paths = (folder / f"{thing.label}{name}.png" for name in names)
                free = next(path for path in paths if not path.exists())
                cv2.imwrite(str(free), _art(picture_of(lesson.picture), thing.quad)[..., :3])


def clear(out: Path) -> None:
    """Removes what an earlier run wrote."""
    for room in (*ROOMS.values(), SCENES):
        for path in (out / room).rglob("game-*.*"):
            path.unlink()
    for path in (out / FACES).glob("*.png"):
        path.unlink()


def has_class(thing: Taught) -> bool:
    """Whether a reader is trained to name it: a die, or a card of the 52 or a joker."""
    return thing.kind == "die" or thing.label in CODES or thing.label == "Jk"


def _card_crops(
    rng: np.random.Generator, things: Sequence[Shown], copies: int
) -> Iterator[tuple[Bgr, int]]:
    arts = [_art(image, thing.quad) for image, thing in things]
    deck = Deck("played", {thing.label: art for (_, thing), art in zip(things, arts, strict=True)})
    backs = [procedural_back(rng, _ART[1]) for _ in range(_BACKS)]
    assets = Assets([deck], Backgrounds(None), None, backs)
    for (image, thing), art in zip(things, arts, strict=True):
        label = JOKER if thing.label == "Jk" else CODES.index(thing.label)
        for number in range(copies):
            if number % 2:
                yield face_crop(rng, assets, art), label
            else:
                yield straightened(rng, image, thing.quad), label


def _art(image: Bgr, quad: Quad) -> Bgra:
    """The card seen straight from above, as decks keep their faces."""
    return as_card(straighten(image, portrait(quad), _ART, 0.0), _ART[1])


def _die_crops(
    rng: np.random.Generator, things: Sequence[Shown], copies: int
) -> Iterator[tuple[Bgr, int]]:
    for image, thing in things:
        (x0, y0), (x1, y1) = thing.quad.min(axis=0), thing.quad.max(axis=0)
        die = cut_die(image, (x0, y0, x1, y1), int(thing.label), "game")
        yield from (real_die_crop(rng, die)[:2] for _ in range(copies))


def picture_of(path: Path) -> Bgr:
    """A recorded picture; raises `OSError` where it is damaged."""
    image = cv2.imread(str(path))
    if image is None:
        raise OSError(f"{path} cannot be read as a picture")
    return np.asarray(image, np.uint8)
