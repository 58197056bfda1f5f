"""What lies on top of what, and how much of it shows."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from datasets.arrays import floats
from datasets.compose.canvas import (
    NOBODY,
    Canvas,
    inverse,
    mapped,
    part_inside,
    premultiplied,
    tilted_view,
)


def plain_card(h: int, w: int, colour: int = 255) -> np.ndarray:
    image = np.full((h, w, 4), colour, np.uint8)
    image[..., 3] = 255
    return premultiplied(image)


def corners_of(h: int, w: int) -> np.ndarray:
    return floats([[0, 0], [w, 0], [w, h], [0, h]]) - np.float32(0.5)


def laid(canvas: Canvas, quad: npt.ArrayLike, owner: int) -> None:
    canvas.put(plain_card(90, 60), corners_of(90, 60), floats(quad), owner)


def test_a_thing_owns_the_pixels_inside_its_outline() -> None:
    canvas = Canvas(np.zeros((200, 200, 3), np.uint8))
    quad = floats([[40.3, 30.2], [101.0, 47.5], [78.1, 140.9], [17.0, 122.0]])
    laid(canvas, quad, 0)
    area = cv2.contourArea(quad)
    assert canvas.visible(0, area) == pytest.approx(1.0, abs=0.03)
    inside = cv2.fillConvexPoly(np.zeros((200, 200), np.uint8), np.round(quad).astype(np.int32), 1)
    assert np.mean((canvas.owner == 0) == (inside > 0)) > 0.99


def test_randomly_erased_parts_are_missing_from_the_visible_share() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        canvas = Canvas(np.zeros((200, 200, 3), np.uint8))
        laid(canvas, [[50, 40], [110, 40], [110, 130], [50, 130]], 0)
        x0, y0 = rng.integers(30, 100, 2)
        w, h = rng.integers(5, 60, 2)
        canvas.paste(plain_card(int(h), int(w), 9), int(x0), int(y0), NOBODY)
        covered = max(0, min(110, x0 + w) - max(50, x0)) * max(0, min(130, y0 + h) - max(40, y0))
        share = 1 - covered / (60 * 90)
        assert canvas.visible(0, 60 * 90) == pytest.approx(share, abs=0.03)
        assert (canvas.image[y0 : y0 + h, x0 : x0 + w] == 9).all()


def test_what_lies_outside_the_picture_is_not_visible() -> None:
    canvas = Canvas(np.zeros((100, 100, 3), np.uint8))
    laid(canvas, [[70, 20], [130, 20], [130, 110], [70, 110]], 3)
    assert canvas.visible(3, 60 * 90) == pytest.approx(30 * 80 / (60 * 90), abs=0.03)
    laid(canvas, [[170, 20], [230, 20], [230, 110], [170, 110]], 4)
    assert canvas.visible(4, 60 * 90) == 0


def test_a_shadow_darkens_the_table_beside_the_thing() -> None:
    canvas = Canvas(np.full((120, 120, 3), 200, np.uint8))
    canvas.shade(floats([[30, 30], [60, 30], [60, 60], [30, 60]]), (20, 0), 2, 0.5)
    assert canvas.image[45, 65, 0] == pytest.approx(100, abs=3)
    assert canvas.image[45, 20, 0] == 200


def test_the_part_inside_the_picture_is_cut_at_its_edges() -> None:
    part = part_inside(floats([[-20, 10], [40, 10], [40, 50], [-20, 50]]), 100, 100)
    assert part is not None
    assert cv2.contourArea(part) == pytest.approx(1600)
    assert part.min() >= 0
    assert part_inside(floats([[-20, 10], [-4, 10], [-4, 50], [-20, 50]]), 100, 100) is None


def test_a_tilted_view_keeps_the_scale_in_the_middle_and_can_be_undone() -> None:
    for seed in range(30):
        view = tilted_view(np.random.default_rng(seed), 300, 400)
        points = np.array([[0.0, 0.0], [1.0, 0.0], [60.0, -40.0]])
        seen = mapped(view, points)
        assert seen[0] == pytest.approx([200, 150], abs=1e-3)
        assert np.linalg.norm(seen[1] - seen[0]) == pytest.approx(0.85, abs=0.25)
        assert mapped(inverse(view), seen) == pytest.approx(points, abs=1e-2)


def test_premultiplying_scales_colour_by_alpha() -> None:
    pixel = np.array([[[200, 100, 50, 51]]], np.uint8)
    assert premultiplied(pixel).ravel().tolist() == [40, 20, 10, 51]
