"""One thing, one box."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import boxes_to_quads
from vision.nms import BACK, CARD, DIE, Boxes, empty, join, suppress, thin

Box = tuple[float, float, float, float, float]

CARD_BOX: Box = (100.0, 100.0, 63.0, 88.0, 0.0)


def boxes(*rows: tuple[int, float, Box]) -> Boxes:
    """Rows of class, score, box."""
    scores = np.zeros((len(rows), 3))
    for index, (kind, score, _) in enumerate(rows):
        scores[index, kind] = score
    return Boxes(boxes_to_quads(np.array([row[2] for row in rows])), scores, scores.max(axis=1))


def moved(dx: float = 0, dy: float = 0, turn: float = 0) -> Box:
    x, y, w, h, angle = CARD_BOX
    return (x + dx, y + dy, w, h, angle + turn)


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        (moved(1, 2), 1),
        (moved(2, 2, 0.03), 1),
        (moved(0, 0, np.pi), 1),
        (moved(63 * 0.25, 0), 2),
        (moved(0, 0, np.pi / 2), 2),
        (moved(0, 0, 0.3), 2),
        (moved(200, 0), 2),
    ],
)
def test_cards_in_one_place_become_one_and_those_that_differ_are_left_to_be_read(
    other: Box, kept: int
) -> None:
    assert len(suppress(boxes((CARD, 0.9, CARD_BOX), (CARD, 0.8, other)))) == kept


def test_the_better_ranked_wins_and_comes_first() -> None:
    found = suppress(boxes((CARD, 0.6, CARD_BOX), (CARD, 0.9, moved(1)), (CARD, 0.95, moved(300))))
    assert found.confidence.tolist() == [0.95, 0.9]


def test_face_up_and_face_down_compete_for_one_card() -> None:
    found = suppress(boxes((CARD, 0.6, CARD_BOX), (BACK, 0.7, moved(1))))
    assert found.kinds.tolist() == [BACK]


def test_a_die_on_a_card_is_a_thing_of_its_own() -> None:
    found = suppress(boxes((CARD, 0.9, CARD_BOX), (DIE, 0.7, (100, 100, 16, 16, 0))))
    assert sorted(found.kinds.tolist()) == [CARD, DIE]


@pytest.mark.parametrize(("dx", "kept"), [(2.0, 1), (5.0, 1), (9.0, 2), (16.0, 2)])
def test_dice_side_by_side_are_two(dx: float, kept: int) -> None:
    found = suppress(boxes((DIE, 0.9, (50, 50, 16, 16, 0)), (DIE, 0.8, (50 + dx, 50, 16, 16, 0))))
    assert len(found) == kept


def test_nothing_gives_nothing() -> None:
    assert len(suppress(join([empty(), empty()]))) == 0


def test_a_fan_of_thirteen_keeps_all_its_cards() -> None:
    rows = [(CARD, 0.9 - i / 100, moved(14 * i, i * i / 4, 0.06 * i)) for i in range(13)]
    repeats = [(CARD, 0.5, moved(14 * i + 1, i * i / 4 + 1, 0.06 * i)) for i in range(13)]
    assert len(suppress(boxes(*rows, *repeats))) == 13


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        # The upper face inside the box of the whole die, as two looks at one tilted die.
        ((102.0, 92.0, 36.0, 32.0, 0.0), 1),
        ((100.0, 100.0, 48.0, 55.0, 0.0), 1),
        # A die touching it, and one leaning on it half over its box.
        ((150.0, 100.0, 50.0, 58.0, 0.0), 2),
        ((125.0, 100.0, 50.0, 58.0, 0.0), 2),
    ],
)
def test_the_upper_face_of_a_die_is_no_second_die(other: Box, kept: int) -> None:
    whole: Box = (100.0, 100.0, 50.0, 58.0, 0.0)
    assert len(suppress(boxes((DIE, 0.8, whole), (DIE, 0.7, other)))) == kept
    assert len(suppress(boxes((DIE, 0.7, whole), (DIE, 0.8, other)))) == kept


def test_a_crowd_in_one_place_is_thinned_to_the_best_and_neighbours_stay() -> None:
    crowd = [(CARD, 0.9 - i / 100, moved(turn=0.05 * i)) for i in range(8)]
    assert thin(boxes((CARD, 0.2, moved(300)), *crowd)).confidence == pytest.approx(
        [0.9, 0.89, 0.88, 0.87, 0.2]
    )
    assert len(thin(empty())) == 0


@pytest.mark.parametrize(
    ("face", "kept"),
    [
        # Just below the upper face: the side that looks at the camera.
        ((100.0, 128.0, 34.0, 23.0, 0.0), 1),
        # As slim, but apart: a thing of its own, and so is a square die right beside.
        ((100.0, 190.0, 34.0, 23.0, 0.0), 2),
        ((100.0, 138.0, 38.0, 36.0, 0.0), 2),
    ],
)
def test_a_side_face_below_the_upper_one_is_no_second_die(face: Box, kept: int) -> None:
    upper: Box = (100.0, 100.0, 38.0, 32.0, 0.0)
    assert len(suppress(boxes((DIE, 0.45, upper), (DIE, 0.8, face)))) == kept


@pytest.mark.parametrize(
    ("tray", "kept"),
    [
        # As large as a tray with dice on it, and less sure than one of them: no die.
        ((110.0, 105.0, 120.0, 90.0, 0.0), [0.8, 0.6]),
        # A die four times as large, whose faces the small boxes may be.
        ((105.0, 102.0, 36.0, 36.0, 0.0), [0.7]),
    ],
)
def test_a_tray_taken_for_a_die_does_not_hide_the_dice_on_it(tray: Box, kept: list[float]) -> None:
    dice: tuple[Box, Box] = ((98.0, 100.0, 20.0, 20.0, 0.0), (130.0, 110.0, 20.0, 20.0, 0.0))
    found = suppress(boxes((DIE, 0.7, tray), (DIE, 0.8, dice[0]), (DIE, 0.6, dice[1])))
    assert found.confidence.tolist()[: len(kept)] == kept


def test_a_pip_of_a_large_die_is_no_small_one() -> None:
    large: Box = (100.0, 100.0, 120.0, 120.0, 0.0)
    found = suppress(boxes((DIE, 0.9, large), (DIE, 0.6, (110.0, 110.0, 24.0, 24.0, 0.0))))
    assert found.confidence.tolist() == [0.9]
