"""Small dice that a look at the whole picture hardly makes out: looked at again, enlarged."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_detector import BlobFinder, Mask, put, table
from vision.detector import Detector
from vision.frames import Image
from vision.nms import CARD, DIE, Boxes, join
from vision.specks import close_views
from vision.tiling import WHOLE_SIDE


class Guesser(BlobFinder):
    """A network that is sure of a blob from 24 pixels at its input and guesses below."""

    def _blobs(self, bright: Mask, dark: Mask, kind: int) -> list[list[float]]:
        columns = super()._blobs(bright, dark, kind)
        for column in columns:
            if max(column[2:4]) < 24:
                column[4:7] = [score * 0.25 for score in column[4:7]]
        return columns


def boxes(*placed: tuple[float, float, float], kind: int = DIE, score: float = 0.2) -> Boxes:
    """Squares x, y, side, all of one kind and equally likely."""
    x, y, side = np.array(placed, dtype=np.float64).T
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    quads = np.stack([np.stack(corner, axis=1) for corner in corners], axis=1)
    scores = np.zeros((len(placed), 3))
    scores[:, kind] = score
    return Boxes(quads, scores, scores.max(axis=1))


def shown(*dice: tuple[int, int, int]) -> tuple[Image, Guesser]:
    image = table(1920, 1080)
    put(image, 100, 100, 200, 280)
    for x, y, side in dice:
        put(image, x, y, side, side, DIE)
    return image, Guesser(smallest=5)


def test_small_dice_that_are_only_guessed_at_are_found_by_a_close_look() -> None:
    image, network = shown((1200, 700, 20), (1260, 720, 20))
    found = Detector(network).detect(image)
    assert found.kinds.tolist().count(DIE) == 2
    assert found.quads[found.kinds == DIE].min(axis=(0, 1)) == pytest.approx([1200, 700], abs=1)


def test_only_the_surroundings_of_small_things_are_looked_at_again() -> None:
    image, network = shown((1200, 700, 20))
    Detector(network).detect(image)
    whole = max(h * w for _, _, h, w in network.shapes)
    assert network.shapes[-1][2] * network.shapes[-1][3] < whole / 5
    looks = len(network.shapes)
    image, network = shown()
    Detector(network).detect(image)
    assert len(network.shapes) == looks - 1


def test_what_is_hardly_more_than_a_pip_is_no_die() -> None:
    image, network = shown((1200, 700, 9))
    assert CARD in (kinds := Detector(network).detect(image).kinds.tolist())
    assert DIE not in kinds


def test_places_that_meet_are_one_and_those_apart_are_looked_at_alone() -> None:
    views = close_views(boxes((600, 600, 20), (660, 600, 20), (1500, 200, 12)), 1.0, 1920, 1080)
    assert sorted((v.x0, v.x1) for v in views) == [(540, 740), (1464, 1548)]
    assert [round(v.scale, 1) for v in sorted(views, key=lambda v: v.x0)] == [1.8, 3.0]


def test_a_card_that_is_far_too_small_is_looked_at_again_too() -> None:
    assert len(close_views(boxes((600, 600, 20), kind=CARD), 1.0, 1920, 1080)) == 1


@pytest.mark.parametrize("seen", [1.0, 0.7])
def test_what_was_seen_large_enough_is_not_looked_at_again(seen: float) -> None:
    assert close_views(boxes((600, 600, 37 / seen)), seen, 1920, 1080) == []
    assert close_views(boxes((600, 600, 33 / seen)), seen, 1920, 1080) == []


def test_a_table_full_of_crumbs_costs_no_more_than_one_more_look() -> None:
    crumbs = [(x, y, 12.0) for x in range(40, 4000, 120) for y in range(40, 3000, 120)]
    views = close_views(boxes(*crumbs), 1.0, 4000, 3000)
    cost = sum((v.x1 - v.x0) * (v.y1 - v.y0) * v.scale**2 for v in views)
    assert 0 < cost <= WHOLE_SIDE**2


def test_the_surest_places_come_first() -> None:
    faint, sure = boxes((200, 200, 20)), boxes((1500, 800, 20), score=0.6)
    both = join([faint, sure])
    assert [v.x0 > 1000 for v in close_views(both, 1.0, 1920, 1080)] == [True, False]
    assert close_views(both.pick(np.array([], dtype=np.intp)), 1.0, 1920, 1080) == []
