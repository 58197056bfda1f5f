"""Quads, overlaps and crops."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import geometry

box = st.tuples(
    st.floats(0, 60),
    st.floats(0, 60),
    st.floats(5, 60),
    st.floats(5, 60),
    st.floats(-np.pi / 4, 3 * np.pi / 4),
)


def quad_of(*values: float) -> geometry.Floats:
    quad: geometry.Floats = geometry.boxes_to_quads(np.array([values]))[0]
    return quad


@given(box)
def test_a_box_round_trips_through_its_quad(values: tuple[float, ...]) -> None:
    quad = quad_of(*values)
    first, second = geometry.sides(quad[None])[0]
    along = quad[1] - quad[0]
    assert np.allclose(quad.mean(axis=0), values[:2])
    assert (first, second) == pytest.approx(values[2:4])
    assert np.allclose(along / first, [np.cos(values[4]), np.sin(values[4])])
    assert geometry.areas(quad[None])[0] == pytest.approx(values[2] * values[3])


@given(box, box)
def test_intersections_agree_with_clipping(a: tuple[float, ...], b: tuple[float, ...]) -> None:
    # Not with OpenCV: its intersectConvexConvex is wrong where edges lie on one line.
    one, other = quad_of(*a), quad_of(*b)
    shared = geometry.intersections(one, other[None])[0]
    assert shared == pytest.approx(clipped_area(one, other), abs=1e-3)


def clipped_area(subject: geometry.Floats, window: geometry.Floats) -> float:
    """Area of `subject` after it was cut along each edge of `window` in turn."""
    ring = [complex(*corner) for corner in subject]
    for start, end in zip(window, np.roll(window, -1, axis=0), strict=True):
        ring = list(cut(ring, complex(*start), complex(*end)))
    following = ring[1:] + ring[:1]
    return sum((p.conjugate() * q).imag for p, q in zip(ring, following, strict=True)) / 2


def cut(ring: list[complex], start: complex, end: complex) -> Iterator[complex]:
    side = [((end - start).conjugate() * (corner - start)).imag for corner in ring]
    for i, corner in enumerate(ring):
        if side[i - 1] * side[i] < 0:
            yield ring[i - 1] + (corner - ring[i - 1]) * side[i - 1] / (side[i - 1] - side[i])
        if side[i] >= 0:
            yield corner


def test_overlap_of_a_quad_with_itself_its_half_and_a_stranger() -> None:
    whole = quad_of(50, 50, 40, 60, 0.3)
    half = np.array([whole[0], whole[1], (whole[1] + whole[2]) / 2, (whole[0] + whole[3]) / 2])
    far = whole + 200
    assert geometry.overlaps(whole, np.array([whole, half, far])) == pytest.approx([1, 0.5, 0])


def test_shared_areas_of_many_are_those_of_each_pair() -> None:
    pile = np.array([quad_of(50 + 9 * n, 50 + 6 * n, 40, 60, 0.7 * n) for n in range(4)])
    other = np.array([pile[1], pile[0] + 200, quad_of(70, 66, 10, 10, 0.2)])
    shared = geometry.shared_areas(pile, other)
    for row, one in zip(shared, pile, strict=True):
        clipped = [clipped_area(one, two) for two in other]
        assert row == pytest.approx(clipped, abs=1e-3)
    assert shared[1, 0] == pytest.approx(2400)
    assert geometry.shared_areas(pile[:0], other).shape == (0, 3)


@pytest.mark.parametrize("roll", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_corners_are_ordered_clockwise_from_the_upper_left(roll: int, mirrored: bool) -> None:
    wanted = np.array([[10, 12], [30, 10], [33, 40], [8, 44]], dtype=np.float32)
    given_corners = np.roll(wanted[::-1] if mirrored else wanted, roll, axis=0)
    assert geometry.order_clockwise(given_corners).tolist() == wanted.tolist()


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.3, 1.9])
@pytest.mark.parametrize("length", [150.0, 900.0])
def test_a_straightened_card_shows_its_corners_where_they_belong(
    angle: float, length: float
) -> None:
    quad = geometry.portrait(quad_of(700, 700, length / 1.4, length, angle))
    image = np.zeros((1400, 1400, 3), dtype=np.uint8)
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
    middle = quad.mean(axis=0)
    for index in range(4):
        ring = [quad[index], (quad[index] + quad[(index + 1) % 4]) / 2, middle]
        ring.append((quad[index] + quad[index - 1]) / 2)
        cv2.fillPoly(image, [np.round(ring).astype(np.int32)], colours[index])
    crop = geometry.straighten(image, quad, (80, 112), 0.04)
    assert crop.shape == (112, 80, 3)
    spots = [(14, 12), (14, 67), (98, 67), (98, 12)]
    assert [tuple(int(v) for v in crop[spot]) for spot in spots] == colours
    # 4 % of the surroundings stay in the picture on every side.
    rim = np.concatenate([crop[0], crop[-1], crop[:, 0], crop[:, -1]])
    assert rim.max() < 20
    assert crop[8, 8].max() > 200


def test_a_crop_over_the_picture_s_edge_repeats_the_edge() -> None:
    image = np.full((40, 40, 3), 77, dtype=np.uint8)
    crop = geometry.straighten(image, quad_of(0, 0, 50, 70, 0.2), (80, 112), 0.04)
    assert (crop == 77).all()


def test_a_portrait_quad_starts_with_a_short_side() -> None:
    lying = quad_of(50, 50, 88, 63, 0.1)
    assert geometry.sides(geometry.portrait(lying)[None])[0] == pytest.approx([63, 88])
    assert geometry.areas(geometry.portrait(lying)[None])[0] > 0


def test_a_die_s_crop_is_an_upright_square_round_its_box() -> None:
    square = geometry.square_around(quad_of(50, 40, 20, 16, 0), 1.25)
    assert square.tolist() == [[37.5, 27.5], [62.5, 27.5], [62.5, 52.5], [37.5, 52.5]]
