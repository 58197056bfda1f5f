"""Writes pools of training pictures to disk: scenes in the YOLO-OBB layout, reader crops in shards.

Everything is a function of the seed: part `k` of a pool is made from the generator (seed, k), so
pools can be made by several processes, extended later, and made again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.compose.assets import Assets
from datasets.compose.canvas import part_inside
from datasets.compose.scene import Item, compose_scene
from datasets.photos import Photo
from vision.frames import Image

CLASSES = {"card": 0, "back": 1, "die": 2}
MIN_VISIBLE = {"card": 0.12, "back": 0.2, "die": 0.4}
"""Things of which less can be seen are not taught to the detector."""
PART = 100
"""Scenes a part."""
SHARD = 4000
"""Crops a shard."""

Up = tuple[float, float, float]
CropMaker = Callable[[np.random.Generator], tuple[Image, int] | tuple[Image, int, Up]]
"""A crop and its class; of a rendered die also which way its upper face is turned."""


def label_line(kind: str, quad: npt.NDArray[np.float32], height: int, width: int) -> str:
    """One line of a YOLO-OBB label file: class and the corners of what lies inside the picture.

    Corners are shares of the picture; Ultralytics refuses pictures with corners outside. A thing
    that lies wholly outside gives an empty line.
    """
    part = part_inside(quad, height, width)
    if part is None:
        return ""
    shares = np.clip(part / np.array([width, height], dtype=np.float32), 0, 1)
    return f"{CLASSES[kind]} " + " ".join(f"{value:.5f}" for value in shares.ravel())


def item_lines(items: Sequence[Item], height: int, width: int) -> str:
    """The label file of a composed scene."""
    taught = [item for item in items if item.visible >= MIN_VISIBLE[item.kind]]
    lines = (label_line(item.kind, item.quad, height, width) for item in taught)
    return "\n".join(line for line in lines if line)


def write_picture(folder: Path, split: str, name: str, image: Image, labels: str) -> None:
    """A picture and its label file in the YOLO-OBB layout."""
    for room in ("images", "labels"):
        (folder / room / split).mkdir(parents=True, exist_ok=True)
    quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
    cv2.imwrite(str(folder / "images" / split / f"{name}.jpg"), image, quality)
    (folder / "labels" / split / f"{name}.txt").write_text(labels)


def write_photos(photos: Sequence[Photo], folder: Path, longest: int = 640) -> None:
    """Real photos with their labelled dice, or photos of neither cards nor dice, for training.

    A photo with labelled cards is left out: boxes round cards are upright where the detector
    learns turned ones. `longest`: pixels of the longer side that pictures are shrunk to.
    """
    for photo in photos:
        image = cv2.imread(str(photo.path))
        if image is None or any(thing.kind == "card" for thing in photo.things):
            continue
        fit = min(1.0, longest / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=fit, fy=fit, interpolation=cv2.INTER_AREA)
        height, width = small.shape[:2]
        lines = [
            label_line("die", fit * corners(thing.box), height, width) for thing in photo.things
        ]
        name = f"photo-{photo.source}-{photo.path.stem}"
        picture = np.asarray(small, dtype=np.uint8)
        write_picture(folder, "train", name, picture, "\n".join(line for line in lines if line))


def corners(box: tuple[float, float, float, float]) -> npt.NDArray[np.float32]:
    """The corners (4, 2) of an upright box, clockwise from its top left."""
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float32)


def write_data_yaml(folder: Path) -> None:
    """The `data.yaml` that Ultralytics reads."""
    lines = [f"path: {folder.resolve()}", "train: images/train", "val: images/val", "names:"]
    lines += [f"  {number}: {name}" for name, number in CLASSES.items()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "data.yaml").write_text("\n".join(lines) + "\n")


def write_scene_part(
    assets: Assets, folder: Path, split: str, seed: int, part: int, count: int, size: int
) -> None:
    """Composes `count` scenes of one part; a part already there is left alone."""
    done = folder / f".{split}-{seed}-{part}"
    if done.exists():
        return
    rng = np.random.default_rng((seed, part, split == "val"))
    for number in range(count):
        scene = compose_scene(rng, assets, (size, size))
        labels = item_lines(scene.items, size, size)
        write_picture(folder, split, f"{split}-{seed}-{part:04d}-{number:03d}", scene.image, labels)
    done.touch()


def write_crop_shard(maker: CropMaker, folder: Path, seed: int, shard: int, count: int) -> None:
    """Makes one shard of reader crops; a shard already there is left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    name = folder / f"shard-{seed}-{shard:04d}"
    if Path(f"{name}.images.npy").exists():
        return
    rng = np.random.default_rng((seed, shard))
    save_shard(name, *zip(*(maker(rng) for _ in range(count)), strict=True))


def save_shard(
    name: Path, crops: Sequence[Image], labels: Sequence[int], ups: Sequence[Up] | None = None
) -> None:
    """Writes crops of one size, their classes and, of dice, directions as the shard `name`."""
    whole, unfinished = Path(f"{name}.images.npy"), Path(f"{name}.unfinished.npy")
    # A training that runs meanwhile takes what is called images, so that name comes last.
    np.save(unfinished, np.stack(crops))
    np.save(f"{name}.labels.npy", np.array(labels, dtype=np.int64))
    if ups is not None:
        np.save(f"{name}.ups.npy", np.array(ups, dtype=np.float32))
    unfinished.replace(whole)


def in_parallel(
    work: Callable[[int], None], parts: Sequence[int], workers: int, said: Callable[[str], None]
) -> None:
    """Runs `work` over the parts in forked processes that share the loaded assets.

    `said` is told how far it is after every part.
    """
    global _work
    _work = work
    with get_context("fork").Pool(workers) as pool:
        for done, _ in enumerate(pool.imap_unordered(_call, parts), start=1):
            said(f"{done} of {len(parts)} parts")


_work: Callable[[int], None] = lambda part: None  # noqa: E731 - replaced before forking


def _call(part: int) -> None:
    cv2.setNumThreads(1)
    _work(part)
