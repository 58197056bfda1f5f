"""Scales, tiles, decoding and merging of the detector."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision import tiling
from vision.backends import Tensor
from vision.detector import Detector, decode, region_views
from vision.frames import Image
from vision.nms import BACK, CARD, DIE


def column(
    x: float, y: float, w: float, h: float, scores: list[float], angle: float
) -> list[float]:
    return [x, y, w, h, *scores, angle]


def tensor(*columns: list[float]) -> Tensor:
    return np.array(columns or np.zeros((0, 8)), dtype=np.float32).T[None]


Mask = npt.NDArray[np.bool_]


class BlobFinder:
    """A network to which red blobs of certain sizes at its input are cards, and blue ones dice."""

    def __init__(self, smallest: int = 12, largest: int = 400) -> None:
        self.smallest, self.largest = smallest, largest
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: Tensor) -> Tensor:
        self.shapes.append(batch.shape)
        red, blue = batch[0, 0], batch[0, 2]
        columns = [
            *self._blobs(red > 0.7, blue < 0.3, CARD),
            *self._blobs(blue > 0.7, red < 0.3, DIE),
        ]
        return tensor(*columns)

    def run_all(self, batch: Tensor) -> list[Tensor]:
        return [self.run(batch)]

    def _blobs(self, bright: Mask, dark: Mask, kind: int) -> list[list[float]]:
        mask = (bright & dark).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        scores = [0.0, 0.0, 0.0]
        scores[kind] = 0.9
        return [
            column(x + w / 2, y + h / 2, w, h, scores, 0)
            for x, y, w, h, _ in stats[1:count].tolist()
            if self.smallest <= max(w, h) <= self.largest
        ]


def table(width: int, height: int) -> Image:
    return np.full((height, width, 3), 90, dtype=np.uint8)


def put(image: Image, x: int, y: int, w: int, h: int, kind: int = CARD) -> None:
    image[y : y + h, x : x + w] = (0, 0, 255) if kind == CARD else (255, 0, 0)


def test_decode_sorts_by_score_drops_the_hopeless_and_keeps_angles() -> None:
    boxes, scores = decode(
        tensor(
            column(10, 20, 30, 40, [0.5, 0.1, 0.0], 0.7),
            column(11, 21, 31, 41, [0.01, 0.02, 0.03], 0.0),
            column(50, 60, 70, 80, [0.0, 0.9, 0.0], -0.5),
        )
    )
    assert boxes == pytest.approx(np.array([[50, 60, 70, 80, -0.5], [10, 20, 30, 40, 0.7]]))
    assert scores.argmax(axis=1).tolist() == [BACK, CARD]


@pytest.mark.parametrize(
    ("angle", "size"), [(0.05, (20, 16)), (1.55, (16, 20)), (-0.1, (20, 16)), (1.7, (16, 20))]
)
def test_dice_come_back_upright(angle: float, size: tuple[int, int]) -> None:
    boxes, _ = decode(tensor(column(5, 6, 20, 16, [0, 0, 0.8], angle)))
    assert boxes[0] == pytest.approx([5, 6, *size, 0])


def test_no_candidates_is_no_error() -> None:
    boxes, scores = decode(tensor())
    assert boxes.shape == (0, 5)
    assert scores.shape == (0, 3)


@pytest.mark.parametrize(
    ("width", "height", "card"),
    [
        (640, 480, 60),
        (1920, 1080, 80),
        (1920, 1080, 900),
        (4000, 3000, 90),
        (4000, 3000, 2800),
        (240, 300, 280),
        (300, 2000, 150),
    ],
)
def test_a_card_is_found_at_any_size_in_a_picture_of_any_size(
    width: int, height: int, card: int
) -> None:
    image = table(width, height)
    x, y, w = width // 7, height // 30, round(card / 1.4)
    put(image, x, y, w, card)
    boxes = Detector(BlobFinder(smallest=30)).detect(image)
    assert boxes.kinds.tolist() == [CARD]
    tolerance = 2 + max(width, height) / 320
    low, high = boxes.quads[0].min(axis=0), boxes.quads[0].max(axis=0)
    assert low == pytest.approx([x, y], abs=tolerance)
    assert high == pytest.approx([x + w, y + card], abs=tolerance)


def test_small_dice_beside_large_cards_are_found_in_one_answer() -> None:
    image = table(1600, 1200)
    put(image, 100, 100, 300, 420)
    put(image, 900, 700, 60, 60, DIE)
    boxes = Detector(BlobFinder()).detect(image)
    assert sorted(boxes.kinds.tolist()) == [CARD, DIE]


def test_things_on_tile_borders_are_found_once_and_whole() -> None:
    image = table(4000, 3000)
    for y in range(40, 2900, 190):
        for x in range(40, 3900, 190):
            put(image, x, y, 71, 100)
    boxes = Detector(BlobFinder(smallest=40)).detect(image)
    spans = boxes.quads.max(axis=1) - boxes.quads.min(axis=1)
    assert len(boxes) == 16 * 21
    assert spans == pytest.approx(np.tile([71, 100], (len(boxes), 1)), abs=5)


def test_large_things_are_enough_once_the_picture_was_seen_in_one_piece() -> None:
    image = table(4000, 3000)
    put(image, 300, 300, 1400, 2000)
    network = BlobFinder()
    Detector(network).detect(image)
    assert [max(shape[2:]) for shape in network.shapes] == [224, 320, 448, 896, 1280]


def test_a_cloth_taken_for_one_large_card_does_not_hide_small_dice() -> None:
    image = table(1920, 1080)
    put(image, 0, 0, 1920, 1080)
    put(image, 900, 700, 24, 24, DIE)
    boxes = Detector(BlobFinder(smallest=14, largest=2000)).detect(image)
    assert sorted(boxes.kinds.tolist()) == [CARD, DIE]


@pytest.mark.parametrize(
    ("width", "height"), [(8160, 6144), (4032, 3024), (50_000, 10), (3, 20_000), (1, 1), (32, 32)]
)
def test_views_cover_the_picture_and_stay_bounded(width: int, height: int) -> None:
    scale = tiling.finest_scale(width, height)
    views = tiling.views(width, height, scale)
    assert 1 <= len(views) <= tiling.MAX_TILES
    assert min(view.x0 for view in views) == min(view.y0 for view in views) == 0
    assert max(view.x1 for view in views) == width
    assert max(view.y1 for view in views) == height
    largest = max(tiling.WHOLE_SIDE, tiling.TILE_SIDE) + 2
    assert all((v.x1 - v.x0) * scale <= largest >= (v.y1 - v.y0) * scale for v in views)


def test_inputs_are_multiples_of_the_stride_in_rgb_order() -> None:
    network = BlobFinder()
    image = table(333, 217)
    put(image, 40, 40, 80, 110)
    assert Detector(network).detect(image).kinds.tolist() == [CARD]
    assert all(n == 1 and c == 3 and h % 32 == w % 32 == 0 for n, c, h, w in network.shapes)


def test_regions_are_looked_at_in_full_resolution_and_enlarged_and_nothing_else_is() -> None:
    image = table(1920, 1080)
    put(image, 1000, 500, 24, 24, DIE)
    put(image, 300, 500, 24, 24, DIE)
    network = BlobFinder()
    boxes = Detector(network).detect(image, regions=[(980, 480, 1060, 560)])
    assert boxes.quads[0].min(axis=0) == pytest.approx([1000, 500], abs=1)
    assert len(boxes) == 1
    assert [shape[2:] for shape in network.shapes] == [(160, 160), (320, 320)]


def test_a_thing_in_two_regions_is_reported_once() -> None:
    image = table(1920, 1080)
    put(image, 1000, 500, 24, 24, DIE)
    regions = [(900, 400, 1100, 600), (990, 490, 1050, 550)]
    assert len(Detector(BlobFinder()).detect(image, regions)) == 1


def test_a_region_that_holds_one_large_card_is_also_seen_smaller() -> None:
    image = table(1920, 1080)
    put(image, 600, 200, 450, 630)
    boxes = Detector(BlobFinder(largest=380)).detect(image, regions=[(500, 100, 1200, 900)])
    assert boxes.kinds.tolist() == [CARD]


def test_a_region_outside_the_picture_is_empty() -> None:
    assert list(region_views((500, 500, 600, 600), 300, 300)) == []
    assert len(Detector(BlobFinder()).detect(table(300, 300), regions=[])) == 0


def test_what_a_look_that_was_fine_enough_did_not_show_is_not_added_by_a_finer_one() -> None:
    image = table(640, 480)
    put(image, 100, 100, 230, 330)
    put(image, 500, 60, 50, 50, DIE)
    shy = BlobFinder(smallest=44)  # a key: at 448 pixels it is too small to be taken for a die
    assert Detector(shy).detect(image).kinds.tolist() == [CARD]
