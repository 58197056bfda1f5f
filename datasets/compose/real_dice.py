"""Crops for training the die reader from photos of real dice: labelled ones, and other dice."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.arrays import Bgr, log_uniform
from datasets.compose.die_crops import REACH, SIDE, UNKNOWN, UNREADABLE, Box, Up
from datasets.compose.effects import camera, light_room
from datasets.compose.found_crops import Finds
from datasets.photos import load_photos
from vision.geometry import Floats, boxes_to_quads
from vision.nms import DIE
from vision.upright import along_rays, level_of

SOURCES = ("matteop65", "byler", "epanemu", "chaseelliott_crops")
"""Folders of `dice/photos` in the shared data; see its README for faults of each."""
OVERHEAD = ("byler", "chaseelliott_crops")
"""Sources whose camera looked straight down, or nearly."""
OTHER_DICE = "numeral_dice"
"""The source whose photos show a die with numerals each, anywhere in it and without a label."""
_LARGEST = 64
"""Longer sides of boxes are shrunk to this many pixels: the reader's crop shows no more."""
_AROUND = 1.2
"""A patch reaches this many longer sides from the middle, enough for any turn and shift."""


_AGREE = 3
"""So many dice of a photo say how its table is turned."""

Ways = Callable[[Bgr, Floats], Floats]
"""Where the upper faces of the dice under quads (N, 4, 2) point, (N, 3) in the camera's axes."""


@dataclass(frozen=True, slots=True)
class RealDie:
    """A labelled die: a square `patch` centred on its box, `longer` the box's side in it.

    `value`: 1..6, or 0 where it has none. `up`: as `datasets.things.sprites.Sprite`'s, or UNKNOWN.
    """

    patch: Bgr
    longer: float
    value: int
    source: str
    split: str
    up: Up = UNKNOWN


def load_real_dice(
    root: Path | str,
    sources: Sequence[str] = SOURCES,
    splits: Sequence[str] | None = None,
    ways: Ways | None = None,
) -> list[RealDie]:
    """All labelled dice under the shared data folder; `splits` keeps some splits only.

    They lie flat, so they all point the same way: towards the camera where it looked straight
    down, elsewhere where `ways` sees most of a photo point. FileNotFoundError where a source is
    missing.
    """
    found: list[RealDie] = []
    for source in sources:
        folder = Path(root) / "dice" / "photos" / source
        with (folder / "labels.csv").open(newline="") as file:
            rows = [r for r in csv.DictReader(file) if splits is None or r["split"] in splits]
        for name in dict.fromkeys(row["image"] for row in rows):
            image = cv2.imread(str(folder / name))
            if image is None:
                raise FileNotFoundError(f"{folder / name} is not there")
            photo = np.asarray(image, np.uint8)
            shown = [row for row in rows if row["image"] == name]
            ups = _ups(photo, [_box(row) for row in shown], source, ways)
            for row, up in zip(shown, ups, strict=True):
                die = cut_die(photo, _box(row), int(row["value"]), source, row["split"])
                found.append(replace(die, up=up))
    return found


def _ups(photo: Bgr, boxes: Sequence[Box], source: str, ways: Ways | None) -> list[Up]:
    """Which way the dice in these boxes are turned, each along its own ray."""
    low, high = np.array(boxes)[:, :2], np.array(boxes)[:, 2:]
    upright = np.column_stack([(low + high) / 2, high - low, np.zeros(len(boxes))])
    quads = boxes_to_quads(upright)
    if source in OVERHEAD:
        level = np.array([0.0, 0.0, 1.0])
    elif ways is None or len(boxes) < _AGREE:
        return [UNKNOWN] * len(boxes)
    else:
        level = level_of(ways(photo, quads))
    turned = along_rays(level, quads, (photo.shape[1], photo.shape[0]))
    return [(float(x), float(y), float(z)) for x, y, z in turned]


def load_other_dice(
    root: Path | str, detector: Finds, without: Sequence[str] = ()
) -> list[RealDie]:
    """What the detector takes for a pip die on the photos of `OTHER_DICE`, without a value.

    `without`: types of dice to leave out, as the photos' names begin (`d6`). Raises as
    `datasets.photos.load_photos` does.
    """
    found = []
    for photo in load_photos(root, OTHER_DICE):
        image = cv2.imread(str(photo.path))
        if image is None:
            raise FileNotFoundError(f"{photo.path} is not there")
        if photo.path.name.partition("_")[0] in without:
            continue
        picture = np.asarray(image, np.uint8)
        boxes = detector.detect(picture)
        for quad in boxes.pick(boxes.kinds == DIE).quads:
            (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
            box = float(x0), float(y0), float(x1), float(y1)
            found.append(cut_die(picture, box, 0, OTHER_DICE, photo.split))
    return found


def _box(row: dict[str, str]) -> Box:
    return float(row["xmin"]), float(row["ymin"]), float(row["xmax"]), float(row["ymax"])


def cut_die(photo: Bgr, box: Box, value: int, source: str, split: str = "") -> RealDie:
    """The die (`value` 0: without one) in the `box` (xmin, ymin, xmax, ymax) of a photo."""
    x0, y0, x1, y1 = box
    longer = max(x1 - x0, y1 - y0)
    reach = int(np.ceil(longer * _AROUND)) + 2
    x, y = round((x0 + x1) / 2), round((y0 + y1) / 2)
    low, high = np.array([y, x]) - reach, np.array([y, x]) + reach
    inside = np.clip([low, high], 0, photo.shape[:2])
    part = photo[inside[0][0] : inside[1][0], inside[0][1] : inside[1][1]]
    (top, left), (bottom, right) = inside[0] - low, high - inside[1]
    patch = cv2.copyMakeBorder(part, top, bottom, left, right, cv2.BORDER_REPLICATE)
    if longer > _LARGEST:
        side = round(len(patch) * _LARGEST / longer)
        longer *= side / len(patch)
        patch = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA)
    return RealDie(np.asarray(patch, np.uint8), longer, value, source, split)


def real_die_crop(rng: np.random.Generator, die: RealDie) -> tuple[Bgr, int, Up]:
    """A crop (64, 64, 3) BGR, turned, mirrored or not, its class (0..5, or 6 without a value) and
    which way its upper face points then.

    The crop is off by up to 12 % of the box's side and scaled by 0.85..1.2.
    """
    side = REACH * die.longer * float(np.clip(rng.normal(1.01, 0.07), 0.85, 1.2))
    shift = np.clip(rng.normal(0, 0.05, 2), -0.12, 0.12) * die.longer
    middle = len(die.patch) / 2 - 0.5
    turned = cv2.getRotationMatrix2D((middle, middle), _turn(rng, die.source), SIDE / side)
    matrix: npt.NDArray[np.float64] = np.asarray(turned, np.float64)
    matrix[:, 2] += SIDE / 2 - 0.5 - middle + shift * SIDE / side
    if die.value and rng.random() < 0.5:
        matrix[0] = -matrix[0]
        matrix[0, 2] += SIDE - 1
    across = matrix[:, :2] @ die.up[:2] * side / SIDE
    border = cv2.BORDER_REPLICATE
    crop = cv2.warpAffine(
        die.patch, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=border
    )
    label = die.value - 1 if die.value else UNREADABLE
    up = float(across[0]), float(across[1]), die.up[2]
    return _varied(rng, np.asarray(crop, np.uint8)), label, up


def _turn(rng: np.random.Generator, source: str) -> float:
    """Degrees to turn a crop by: any way where the camera looked down, little where obliquely
    (there the upper face cannot be told from a side once the picture is upside down)."""
    return float(rng.uniform(0, 360) if source in OVERHEAD else rng.normal(0, 14))


def _varied(rng: np.random.Generator, crop: Bgr) -> Bgr:
    """Other light, other cameras; now and then fewer pixels."""
    if rng.random() < 0.3:
        small = round(log_uniform(rng, 14, 50))
        less = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
        crop = np.asarray(cv2.resize(less, (SIDE, SIDE)), np.uint8)
    if rng.random() < 0.25:
        crop = np.ascontiguousarray(crop[..., rng.permutation(3)])
    if rng.random() < 0.7:
        crop = light_room(rng, crop)
    return camera(rng, crop, 0.5)


def real_die_crops(
    records: Sequence[RealDie], rng: np.random.Generator
) -> Iterator[tuple[Bgr, int, Up]]:
    """Endless crops of real dice, every value equally often. ValueError without records."""
    if not records:
        raise ValueError("no labelled dice to cut crops from")
    by_value = [[r for r in records if r.value == v] for v in range(1, 7)]
    present = [group for group in by_value if group]
    while True:
        group = present[rng.integers(len(present))]
        yield real_die_crop(rng, group[rng.integers(len(group))])
