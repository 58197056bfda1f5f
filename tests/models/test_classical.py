"""The classical readers that ours are compared with: they read what is easy, and nothing else."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.arrays import Bgr
from datasets.deck import own_deck
from models.bench.classical import ClassicalCards
from models.bench.classical_dice import ClassicalDice

TABLE = (70, 90, 60)
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def table_with_card(code: str, angle: float) -> Bgr:
    face = own_deck(280).faces[code]
    height, width = face.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    matrix[:, 2] += 240 - np.array([width / 2, height / 2])
    laid = cv2.warpAffine(face, matrix, (480, 480)).astype(np.float32)
    alpha = laid[..., 3:] / 255
    return np.asarray(np.array(TABLE) * (1 - alpha) + laid[..., :3] * alpha, np.uint8)


@pytest.mark.parametrize(
    ("code", "angle"), [("7h", 0), ("As", 30), ("Td", 100), ("Qc", 180), ("4c", 250)]
)
def test_a_card_like_the_templates_is_read_either_end_up(code: str, angle: float) -> None:
    seen = ClassicalCards().look(table_with_card(code, angle)).cards
    assert [sight.card for sight in seen] == [code]


def test_a_card_without_an_index_is_left_unread() -> None:
    picture = np.full((480, 480, 3), TABLE, np.uint8)
    cv2.rectangle(picture, (140, 100), (340, 380), (250, 250, 250), -1)
    assert [sight.card for sight in ClassicalCards().look(picture).cards] == ["??"]


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize(
    ("body", "pip"), [((245, 245, 245), (20, 20, 20)), ((30, 30, 160), (250,) * 3)]
)
def test_pips_are_counted(value: int, body: tuple[int, ...], pip: tuple[int, ...]) -> None:
    picture = np.full((300, 400, 3), TABLE, np.uint8)
    cv2.rectangle(picture, (150, 100), (209, 159), body, -1)
    for x, y in PIPS[value]:
        cv2.circle(picture, (180 + 16 * x, 130 + 16 * y), 5, pip, -1, cv2.LINE_AA)
    assert [die.value for die in ClassicalDice().look(picture).dice] == [value]


def test_an_empty_table_shows_nothing() -> None:
    picture = np.full((300, 400, 3), TABLE, np.uint8)
    assert ClassicalCards().look(picture).cards == ()
    assert ClassicalDice().look(picture).dice == ()
