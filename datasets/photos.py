"""Labelled photos of real cards and dice, read from a folder of shared data.

Layout and known faults: the README of the shared data. Paths and columns are checked here, so
that a damaged folder is noticed before a training starts.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2

from datasets.compose.artwork import CODES

Split = Literal["train", "valid", "test"]
Box = tuple[float, float, float, float]


class PhotoError(ValueError):
    """A folder of photos does not have the layout that its loader expects."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One labelled card or die. `box`: (xmin, ymin, xmax, ymax) in pixels, xmax, ymax exclusive.

    `kind`: "card" with its `code`, or "die" with the `value` 1..6 of its upper face.
    """

    kind: Literal["card", "die"]
    box: Box
    code: str | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo and all cards and dice that are labelled in it (none: it shows none).

    `width`, `height` in pixels, 0 where the labels do not tell. `split` is the one of the
    source; photos of one scene may stand on both sides of it, so judge by sources left out.
    """

    path: Path
    width: int
    height: int
    split: Split
    source: str
    things: tuple[Thing, ...] = ()


def load_photos(root: Path | str, source: str) -> list[Photo]:
    """All photos of one of `SOURCES` under the shared data folder `root`, by path.

    Raises `KeyError` for an unknown source, `PhotoError` where the folder is missing or wrong.
    """
    place, load = SOURCES[source]
    folder = Path(root) / place
    if not folder.is_dir():
        raise PhotoError(f"{folder} is not there; point to a folder of shared data that holds it")
    return load(folder, source)


def _labelled(folder: Path, source: str) -> list[Photo]:
    """Photos with a `labels.csv` of one row a thing."""
    rows: dict[str, list[dict[str, str]]] = {}
    table = folder / "labels.csv"
    if not table.is_file():
        raise PhotoError(f"{table} is not there")
    with table.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            rows.setdefault(row["image"], []).append(row)
    return [_photo(folder, source, name, rows[name]) for name in sorted(rows)]


def _photo(folder: Path, source: str, name: str, rows: list[dict[str, str]]) -> Photo:
    path = folder / name
    if not path.is_file():
        raise PhotoError(f"{path} is labelled but not there")
    try:
        things = tuple(_thing(row) for row in rows)
        width, height = int(rows[0]["width"]), int(rows[0]["height"])
    except (KeyError, ValueError) as error:
        raise PhotoError(f"{folder / 'labels.csv'}: bad label of {name}: {error}") from error
    return Photo(path, width, height, _split(rows[0]["split"]), source, things)


def _split(text: str) -> Split:
    names: dict[str, Split] = {"train": "train", "test": "test"}
    return names.get(text, "valid")


def _thing(row: dict[str, str]) -> Thing:
    x0, y0, x1, y1 = (float(row[key]) for key in ("xmin", "ymin", "xmax", "ymax"))
    if not (0 <= x0 < x1 and 0 <= y0 < y1):
        raise ValueError(f"box {x0:g},{y0:g},{x1:g},{y1:g}")
    if "code" in row:
        if row["code"] not in CODES:
            raise ValueError(f"card {row['code']!r}")
        return Thing("card", (x0, y0, x1, y1), code=row["code"])
    value = int(row["value"])
    if not 1 <= value <= 6:
        raise ValueError(f"value {value}")
    return Thing("die", (x0, y0, x1, y1), value=value)


def _cutouts(folder: Path, source: str) -> list[Photo]:
    """One whole card a picture, named by its code."""
    photos = []
    for path in _pictures(folder):
        if path.stem not in CODES:
            raise PhotoError(f"{path} is not named after a card")
        image = cv2.imread(str(path))
        if image is None:
            raise PhotoError(f"{path} cannot be read")
        h, w = image.shape[:2]
        thing = Thing("card", (0, 0, w, h), code=path.stem)
        photos.append(Photo(path, w, h, "train", source, (thing,)))
    return photos


def _empty(folder: Path, source: str) -> list[Photo]:
    """Pictures without any playing card or pip die."""
    return [Photo(path, 0, 0, "train", source) for path in _pictures(folder)]


def _pictures(folder: Path) -> Iterable[Path]:
    kinds = {".jpg", ".jpeg", ".png", ".webp"}
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in kinds)


Loader = Callable[[Path, str], list[Photo]]
SOURCES: dict[str, tuple[str, Loader]] = {
    "edje": ("cards/photos/edje", _labelled),
    "bidly_cutouts": ("cards/photos/bidly_cutouts", _cutouts),
    "matteop65": ("dice/photos/matteop65", _labelled),
    "byler": ("dice/photos/byler", _labelled),
    "epanemu": ("dice/photos/epanemu", _labelled),
    "chaseelliott_crops": ("dice/photos/chaseelliott_crops", _labelled),
    "numeral_dice": ("negatives/numeral_dice", _empty),
    "clutter": ("clutter/bottles_cups", _empty),
}
