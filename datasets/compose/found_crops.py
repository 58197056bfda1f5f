"""Crops for the card reader under the boxes that a detector really finds on composed tables.

Invented outlines (`datasets.compose.outlines`) are off by chance; a detector's are off in its own
ways, most of all round covered cards, and those a reader must know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from datasets.arrays import Bgr, Quad, floats
from datasets.compose.assets import Assets
from datasets.compose.canvas import index_corners, part_inside
from datasets.compose.covers import READABLE
from datasets.compose.mini import BACK, CLASSES, ENOUGH_OF_SIGN, JOKER, UNKNOWN
from datasets.compose.scene import Item, Scene, compose_scene
from datasets.deck.fivealive import LETTERS
from vision.backends import load_network
from vision.cards import to_read
from vision.detector import Detector
from vision.frames import Image
from vision.nms import DIE, Boxes
from vision.reader import card_crop, upright_choices

SIDE = 448
"""Pixels of the composed pictures."""
SAME, ELSEWHERE = 0.4, 0.15
"""Intersection over union from which a box is that of a card, and below which it is of none."""
WHOLE, IN_FULL = 0.56, 0.9
"""The same below which a box is but a part of a card that can be seen in full, and the share
of a card in sight from which it can: halves of a face, or courts in a frame, look like cards."""
SHOWN, CUT = 0.8, 0.2
"""Of a card's index so much lies inside a box that shows it, and less inside one that does not."""
HIDDEN = 0.25
"""Of a card's index less can be seen where nobody can read it; between is left out."""
MOST_UNKNOWN = 0.15
"""Chance with which a box of nothing at all is kept: there are many."""
MOST_ASTRIDE = 0.5
"""The same of a box across cards that shows no index, as pieces of cards in piles are found."""

MOST_OF_ONE = 3
"""A card is found in many boxes at once: more of one table's crops would be much the same."""


class Finds(Protocol):
    """`vision.detector.Detector`, or a stand-in."""

    def detect(self, image: Image) -> Boxes: ...


class FoundCrops:
    """Makes crops one by one (see `datasets.pool.CropMaker`), several of one composed table.

    `detector`: the ONNX file of a trained one. It is loaded when first needed, since a loaded
    network does not survive a fork.
    """

    def __init__(self, assets: Assets, detector: Path) -> None:
        self._assets, self._path = assets, detector
        self._detector: Detector | None = None
        self._left: list[tuple[Bgr, int]] = []

    def __call__(self, rng: np.random.Generator) -> tuple[Bgr, int]:
        """The next crop (112, 80, 3) uint8 BGR and its class; raises what `load_network` does."""
        if self._detector is None:
            self._detector = Detector(load_network(self._path, threads=1))
        while not self._left:
            scene = compose_scene(rng, self._assets, (SIDE, SIDE))
            self._left.extend(table_crops(rng, self._detector, scene))
        return self._left.pop()


def table_crops(
    rng: np.random.Generator, detector: Finds, scene: Scene
) -> Iterator[tuple[Bgr, int]]:
    """The crops of one table's boxes and their classes; what is only half readable is left out."""
    boxes = detector.detect(scene.image)
    boxes = to_read(scene.image, boxes.pick(boxes.kinds != DIE))
    times: Counter[int] = Counter()
    for quad in rng.permutation(boxes.quads):
        shares = shares_of(floats(quad), scene)
        label = label_of(floats(quad), scene, shares)
        if label is None or (label == UNKNOWN and rng.random() > _chance(shares)):
            continue
        times[label] += 1
        if times[label] <= MOST_OF_ONE:
            choices = upright_choices(quad)
            yield card_crop(scene.image, choices[int(rng.integers(len(choices)))]), label


def shares_of(quad: Quad, scene: Scene) -> list[float]:
    """How much a box (4, 2) and each thing of a scene share: intersection over union."""
    return [_shared(quad, item, scene) for item in scene.items]


def label_of(quad: Quad, scene: Scene, shares: Sequence[float]) -> int | None:
    """The class of what lies under a box (4, 2), of its `shares_of` the scene; None where that is
    open to doubt."""
    if max(shares, default=0.0) < ELSEWHERE:
        return UNKNOWN
    best = int(np.argmax(shares))
    if shares[best] < WHOLE and scene.items[best].visible > IN_FULL:
        return UNKNOWN
    if shares[best] >= SAME:
        return _class_of(scene.items[best], _index_inside(quad, scene.items[best]))
    faces = (item for item in scene.items if item.kind == "card" and item.index >= HIDDEN)
    return UNKNOWN if all(_index_inside(quad, face) < CUT for face in faces) else None


def _chance(shares: Sequence[float]) -> float:
    """With which a box of nothing readable is kept."""
    return MOST_UNKNOWN if max(shares, default=0.0) < ELSEWHERE else MOST_ASTRIDE


def _index_inside(quad: Quad, item: Item) -> float:
    """The share of the better one of a card's indices that lies inside a box, seen or not."""
    return max(_common(quad, corner) / _size(corner) for corner in index_corners(item.quad))


def _class_of(item: Item, index_inside: float) -> int | None:
    if item.kind == "back":
        return BACK if item.visible > 0.2 else None
    if item.kind == "die":
        return UNKNOWN
    if item.code == "Jk":
        return JOKER if item.index > READABLE and item.visible > 0.4 else None
    label = CLASSES.index(item.code or "")
    if item.code in tuple(LETTERS):
        return label if item.visible > ENOUGH_OF_SIGN else None
    if item.index > READABLE:
        return label if index_inside > SHOWN else None
    return UNKNOWN if item.index < HIDDEN and item.visible < 0.4 else None


def _shared(quad: Quad, item: Item, scene: Scene) -> float:
    """Intersection over union of a box and of what the picture holds of a thing."""
    outline = part_inside(item.quad, *scene.image.shape[:2])
    if outline is None:
        return 0.0
    both = _common(quad, outline)
    return both / max(_size(quad) + _size(outline) - both, 1e-9)


def _common(one: Quad, other: Quad) -> float:
    return float(cv2.intersectConvexConvex(one, other)[0])


def _size(quad: Quad) -> float:
    return max(abs(cv2.contourArea(quad)), 1e-9)
