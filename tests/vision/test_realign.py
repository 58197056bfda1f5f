"""How far the camera was moved since a reference picture, though other things lie about."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.photographed import SIZE, Photo
from vision.bump import Affine
from vision.frames import Image
from vision.realign import Move, move_of, moved_since, turned

CORNERS = np.array([[0, 0], [SIZE[0], 0], SIZE, [0, SIZE[1]]], np.float64)


def furnished(seed: int) -> Image:
    """The same table with marks that stay, and things of the evening that do not."""
    rng = np.random.default_rng(1)
    image = Photo(10, codes=()).picture(noise=0.0)
    for _ in range(60):
        at, colour = rng.integers(0, 1280, 2) * [1, 0.5625], rng.integers(20, 220, 3)
        cv2.circle(image, (int(at[0]), int(at[1])), int(rng.integers(6, 22)), colour.tolist(), -1)
    evening = np.random.default_rng(seed)
    for _ in range(6):
        x, y = (int(part) for part in evening.integers([100, 100], [1100, 600]))
        box = evening.integers(40, 90, 2)
        cv2.rectangle(image, (x, y), (x + int(box[0]), y + int(box[1])), (230, 230, 230), -1)
    return image


def pushed(shift: float, turn: float, zoom: float) -> Affine:
    """`turn`: degrees clockwise as seen."""
    matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), -turn, zoom)
    matrix[:, 2] += np.array([shift, -0.4 * shift])
    return np.asarray(matrix, np.float64)


def seen(transform: Affine, gain: float = 0.8) -> Image:
    moved = cv2.warpAffine(furnished(2), transform, SIZE, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.clip(moved * gain, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("shift", "turn", "zoom"),
    [(0, 0, 1), (25, 0, 1), (-90, 3, 1), (60, -8, 1.05), (130, 12, 0.92)],
)
def test_a_push_is_measured_in_another_light_with_other_things(
    shift: float, turn: float, zoom: float
) -> None:
    truth = pushed(shift, turn, zoom)
    move = moved_since(furnished(1), seen(truth))
    assert move is not None
    off = np.linalg.norm(turned(CORNERS, move.transform) - turned(CORNERS, truth), axis=1)
    assert off.max() < 10
    assert move.turn == pytest.approx(turn, abs=0.7)
    assert move.zoom == pytest.approx(zoom, abs=0.01)
    assert move.is_small
    assert move.is_nothing == (shift == 0)


def test_another_table_is_not_taken_for_it() -> None:
    other = Photo(20, cloth=(120, 60, 40)).picture(noise=1.0)
    assert moved_since(furnished(1), other) is None


@pytest.mark.parametrize(
    ("push", "small"),
    [((150, 0, 1), True), ((260, 0, 1), False), ((0, 20, 1), False), ((0, 0, 1.4), False)],
)
def test_what_is_small_enough_to_be_put_right(
    push: tuple[float, float, float], small: bool
) -> None:
    move: Move = move_of(pushed(*push), SIZE)
    assert move.is_small == small
