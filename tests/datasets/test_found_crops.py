"""Crops under a detector's boxes get the class of what lies there, or none where it is open."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.arrays import Quad, floats
from datasets.compose.artwork import CODES
from datasets.compose.found_crops import MOST_OF_ONE, label_of, shares_of, table_crops
from datasets.compose.mini import BACK, CLASSES, JOKER, UNKNOWN
from datasets.compose.scene import Item, Scene
from vision.frames import Image
from vision.nms import Boxes


def box(x: float, y: float, w: float = 50, h: float = 70) -> Quad:
    return floats([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])


def scene(*items: Item) -> Scene:
    return Scene(np.zeros((200, 300, 3), np.uint8), list(items), 0.0)


def card(code: str, quad: Quad, index: float = 1.0, visible: float = 1.0) -> Item:
    return Item("card", quad, code, None, visible, index)


def label_at(quad: Quad, table: Scene) -> int | None:
    return label_of(quad, table, shares_of(quad, table))


@pytest.mark.parametrize(
    ("item", "label"),
    [
        (card("7h", box(20, 20)), CODES.index("7h")),
        (card("7h", box(30, 24)), CODES.index("7h")),
        (card("7h", box(20, 20), index=0.6), None),
        (card("7h", box(20, 20), index=0.1, visible=0.2), UNKNOWN),
        (card("7h", box(20, 20), index=0.1, visible=0.7), None),
        (card("Jk", box(20, 20)), JOKER),
        (card("EQ21", box(20, 20)), CLASSES.index("EQ21")),
        (card("7h", box(40, 40)), UNKNOWN),
        (card("7h", box(40, 40), visible=0.8), None),
        (card("7h", box(40, 40), index=0.1), UNKNOWN),
        (card("V", box(20, 20), index=0.0, visible=0.6), CLASSES.index("V")),
        (card("V", box(20, 20), index=0.9, visible=0.5), None),
        (card("7h", box(200, 20)), UNKNOWN),
        (Item("back", box(20, 20), None, None, 1.0), BACK),
        (Item("die", box(20, 20), None, 4, 1.0), UNKNOWN),
    ],
)
def test_the_class_under_a_box(item: Item, label: int | None) -> None:
    assert label_at(box(20, 20), scene(item)) == label


def test_a_box_belongs_to_the_card_it_fits_best() -> None:
    both = scene(card("7h", box(20, 20)), card("Ks", box(32, 20)))
    assert label_at(box(21, 20), both) == CODES.index("7h")
    assert label_at(box(30, 20), both) == CODES.index("Ks")


def test_nothing_on_the_table_is_unreadable() -> None:
    assert label_at(box(20, 20), scene()) == UNKNOWN


class Finds:
    """A detector that finds the same boxes in every picture."""

    def __init__(self, quads: list[Quad]) -> None:
        count = len(quads)
        scores = np.tile([0.9, 0.0, 0.0], (count, 1))
        self._boxes = Boxes(np.array(quads, float).reshape(-1, 4, 2), scores, np.full(count, 0.9))

    def detect(self, image: Image) -> Boxes:
        return self._boxes


def test_a_card_gives_few_crops_however_often_it_is_found() -> None:
    quad = box(60, 40, 90, 126)
    table = scene(card("7h", quad))
    table.image[40:166, 60:150] = 240
    found = Finds([quad + floats([dx, dy]) for dx in (0, 12) for dy in (-14, 0, 14)])
    crops = list(table_crops(np.random.default_rng(0), found, table))
    assert 1 <= len(crops) <= MOST_OF_ONE
    assert {label for _, label in crops} == {CODES.index("7h")}
    assert {crop.shape for crop, _ in crops} == {(112, 80, 3)}
    assert crops[0][0].mean() > 180
