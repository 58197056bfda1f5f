"""Finds cards and dice: one network, several scales, one answer.

The network sees cards well from about 40 to 380 px long at its input, so a still picture is
looked at coarsely first and then finer and finer until the smallest thing seen is large enough,
but at least once in one piece as finely as the network takes it. Where something even smaller
seems to lie, and only there, it is looked at once more, enlarged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import cv2
import numpy as np

from vision.backends import Network, Tensor
from vision.frames import Image
from vision.geometry import Floats, boxes_to_quads, sides
from vision.nms import BACK, CARD, DIE, Boxes, join, suppress
from vision.specks import LARGE_ENOUGH, close_views, small_dice
from vision.tiling import FIRST_SIDES, WHOLE_SIDE, View, finest_scale, views

Region = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the picture."""

STRIDE = 32
_PAD_GREY = 114

# Below this a box is not worth comparing; what is reported must reach its class's threshold.
_CANDIDATE = 0.15
THRESHOLDS = {CARD: 0.35, BACK: 0.35, DIE: 0.35}
_SURE = 0.5

# Sizes at the network's input (pixels, long side) at which a box is trusted fully.
_TRUSTED = {CARD: (60.0, 300.0), BACK: (60.0, 300.0), DIE: (20.0, 140.0)}
_WANTED_CARD = 200.0
_MAX_CANDIDATES = 400
_RIM = 3.0

REGION_MARGIN = 24
"""Surroundings (pixels) of a region that the network sees too."""
_REGION_MIN, _REGION_SMALL, _REGION_LARGE, _REGION_MAX = 160, 256, 480, 1280


class Detector:
    """Cards and dice of a picture as oriented boxes; the network's output is that of `decode`."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def detect(self, image: Image, regions: Sequence[Region] | None = None) -> Boxes:
        """All cards and dice, best first, in pixels of `image`.

        With `regions` only things whose centre lies in one of them, seen at full resolution.
        """
        found = self._everywhere(image) if regions is None else self._in_regions(image, regions)
        limits = np.array([THRESHOLDS[kind] for kind in (CARD, BACK, DIE)])
        boxes = suppress(found)
        return boxes.pick(boxes.confidence >= limits[boxes.kinds])

    def _everywhere(self, image: Image) -> Boxes:
        height, width = image.shape[:2]
        finest = finest_scale(width, height)
        coarse = [min(side / max(width, height), finest) for side in FIRST_SIDES]
        found = join([self._look(image, v) for s in coarse for v in views(width, height, s)])
        # What is taken for one large thing may be a cloth or a tray with small ones on it; what
        # a look that was fine enough would have shown, a finer one need not add.
        least, scale = WHOLE_SIDE / max(width, height), coarse[-1]
        while scale < 0.75 * (wanted := min(finest, max(least, needed := _wanted_scale(found)))):
            seen, scale = scale, min(2 * scale, wanted)
            more = join([self._look(image, v) for v in views(width, height, scale)])
            if needed <= seen:
                more = more.pick(more.lengths * seen < _least_sizes(more))
            found = join([found, more])
        close = [self._look(image, v) for v in close_views(found, scale, width, height)]
        return join([found, small_dice(join(close), scale)])

    def _in_regions(self, image: Image, regions: Sequence[Region]) -> Boxes:
        height, width = image.shape[:2]
        parts = []
        for region in regions:
            for view in region_views(region, width, height):
                boxes = self._look(image, view)
                centre = boxes.quads.mean(axis=1)
                inside = (centre >= region[:2]).all(axis=1) & (centre <= region[2:]).all(axis=1)
                parts.append(boxes.pick(inside))
        return join(parts)

    def _look(self, image: Image, view: View) -> Boxes:
        """The candidates of one pass, without repeats and without what the view's rim cuts."""
        batch, scale = _network_input(image, view)
        boxes, scores = decode(self._network.run(batch))
        quads = boxes_to_quads(boxes)
        whole = _not_cut(quads, view, image.shape[1], image.shape[0], scale)
        quads, scores = quads[whole], scores[whole]
        rank = scores.max(axis=1, initial=0) * _trust(quads, scores)
        return suppress(Boxes(quads / scale + (view.x0, view.y0), scores, rank))


def decode(output: Tensor) -> tuple[Floats, Floats]:
    """Candidates of the raw output (1, 8, N): boxes (M, 5) cx, cy, w, h, angle; scores (M, 3).

    Rows of the output: cx, cy, w, h in pixels of the input; scores of card, back, die; angle in
    radians. Dice come back upright: theirs are boxes of the picture's axes.
    """
    rows = output[0].T
    best = rows[:, 4:7].max(axis=1)
    order = np.argsort(-best, kind="stable")[:_MAX_CANDIDATES]
    rows = rows[order[best[order] >= _CANDIDATE]].astype(np.float64)
    boxes, scores = rows[:, [0, 1, 2, 3, 7]], rows[:, 4:7]
    die = scores.argmax(axis=1) == DIE
    lying = die & (np.round(boxes[:, 4] / (np.pi / 2)).astype(int) % 2 == 1)
    boxes[lying, 2], boxes[lying, 3] = boxes[lying, 3], boxes[lying, 2]
    boxes[die, 4] = 0
    return boxes, scores


def region_views(region: Region, width: int, height: int) -> Iterator[View]:
    """The looks at a region: full resolution, and half of it where large things fit in.

    Small regions are looked at enlarged too: small dice are found more surely that way.
    """
    x0, y0, x1, y1 = region
    grow_x = max(REGION_MARGIN, (_REGION_MIN - (x1 - x0)) // 2)
    grow_y = max(REGION_MARGIN, (_REGION_MIN - (y1 - y0)) // 2)
    x0, x1 = max(0, x0 - grow_x), min(width, x1 + grow_x)
    y0, y1 = max(0, y0 - grow_y), min(height, y1 + grow_y)
    longest = max(x1 - x0, y1 - y0)
    if min(x1 - x0, y1 - y0) <= 0:
        return
    scale = min(1.0, _REGION_MAX / longest)
    yield View(x0, y0, x1, y1, scale)
    if longest > _REGION_LARGE:
        yield View(x0, y0, x1, y1, scale / 2)
    elif longest <= _REGION_SMALL:
        yield View(x0, y0, x1, y1, 2.0)
    else:
        yield View(x0, y0, x1, y1, 1.5)


def _network_input(image: Image, view: View) -> tuple[Tensor, Floats]:
    """The view as the network wants it (1, 3, H, W), and the exact factors of x and y."""
    part = image[view.y0 : view.y1, view.x0 : view.x1]
    width = max(1, round(part.shape[1] * view.scale))
    height = max(1, round(part.shape[0] * view.scale))
    if (width, height) != part.shape[1::-1]:
        way = cv2.INTER_AREA if view.scale < 1 else cv2.INTER_LINEAR
        part = np.asarray(cv2.resize(part, (width, height), interpolation=way), dtype=np.uint8)
    full = (ceil(height / STRIDE) * STRIDE, ceil(width / STRIDE) * STRIDE, 3)
    canvas = np.full(full, _PAD_GREY, dtype=np.uint8)
    canvas[:height, :width] = part
    batch = np.ascontiguousarray(canvas[None, :, :, ::-1].transpose(0, 3, 1, 2), dtype=np.float32)
    exact = np.array([width / (view.x1 - view.x0), height / (view.y1 - view.y0)])
    return batch / np.float32(255), exact


def _not_cut(quads: Floats, view: View, width: int, height: int, scale: Floats) -> Floats:
    """Whose boxes (N,) stay clear of those sides of the view that are not the picture's."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    size = np.array([view.x1 - view.x0, view.y1 - view.y0]) * scale
    inner_low = np.array([view.x0 > 0, view.y0 > 0])
    inner_high = np.array([view.x1 < width, view.y1 < height])
    cut = (inner_low & (low < _RIM)) | (inner_high & (high > size - _RIM))
    return np.asarray(~cut.any(axis=1))


def _trust(quads: Floats, scores: Floats) -> Floats:
    """Weights (N,): 1 where the size at the input suits the network, halved every octave off."""
    length = np.maximum(sides(quads).max(axis=1), 1)
    ranges = np.array([_TRUSTED[kind] for kind in (CARD, BACK, DIE)])[scores.argmax(axis=1)]
    octaves = np.maximum(np.log2(ranges[:, 0] / length), np.log2(length / ranges[:, 1]))
    return np.asarray(0.5 ** np.maximum(octaves, 0))


def _wanted_scale(found: Boxes) -> float:
    """The factor at which the smallest thing surely seen is large enough; inf if nothing is."""
    sure = found.pick(found.confidence >= _SURE)
    if not len(sure):
        return float("inf")
    wanted = np.where(sure.kinds == DIE, LARGE_ENOUGH, _WANTED_CARD) / sure.lengths
    return float(wanted.max())


def _least_sizes(boxes: Boxes) -> Floats:
    """The longer sides (N,) at the network's input from which it would have seen them."""
    return np.array([_TRUSTED[kind][0] for kind in (CARD, BACK, DIE)])[boxes.kinds]
