"""The play zone is the table under the cards, where it stands out from the floor around it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.photographed import SIZE, Photo
from vision.frames import Image
from vision.zone import zone_of

Corners = npt.NDArray[np.int32]
PHOTO = Photo(12, 0.8)
TABLE = np.array([[180, 60], [1090, 50], [1150, 690], [120, 700]], np.int32)


def _on_floor(photo: Photo = PHOTO, table: Corners = TABLE, checked: bool = False) -> Image:
    picture = photo.picture()
    if checked:
        rows, columns = np.indices(picture.shape[:2]) // 45
        cloth = (rows + columns) % 2 == 0
        paper = picture.min(axis=2) > 150
        picture[cloth & ~paper] = (60, 60, 190)
    rng = np.random.default_rng(4)
    planks = (np.arange(SIZE[0]) // 90 % 2 * 14).astype(np.int16)[None, :, None]
    floor = np.clip(rng.normal((95, 105, 118), 7, (SIZE[1], SIZE[0], 3)) + planks, 0, 255)
    mask = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [table], (1,))
    return np.where(mask[..., None] > 0, picture, floor.astype(np.uint8)).astype(np.uint8)


def _alike(zone: object, table: Corners) -> float:
    """Intersection over union of an outline and a table."""
    masks = []
    for corners in (np.array(zone) * SIZE, table):
        mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        masks.append(cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], (1,)) > 0)
    return float((masks[0] & masks[1]).sum() / (masks[0] | masks[1]).sum())


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_the_table_is_found_by_its_colours(checked: bool) -> None:
    zone = zone_of(_on_floor(checked=checked), PHOTO.quads)
    assert zone is not None
    assert 3 <= len(zone) <= 8
    assert _alike(zone, TABLE) > 0.9


def test_a_table_that_fills_the_picture_is_the_whole_picture() -> None:
    assert zone_of(PHOTO.picture(), PHOTO.quads) is None


def test_a_floor_like_the_table_is_not_told_from_it() -> None:
    grey = Photo(12, 0.8, cloth=(95, 105, 118))
    assert zone_of(_on_floor(grey), grey.quads) is None


def test_without_cards_there_is_none() -> None:
    assert zone_of(PHOTO.picture(), []) is None


@pytest.mark.parametrize("out", [-20.0, 0.0, 2.0])
def test_a_card_that_fills_the_picture_shows_no_table(out: float) -> None:
    width, height = 300 - out, 200 - out
    card = np.array([[out, out], [width, out], [width, height], [out, height]])
    assert zone_of(np.full((200, 300, 3), 120, np.uint8), [card]) is None
