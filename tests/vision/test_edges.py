"""The sides of a box move onto the card's edges, and only where a card is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.edges import fit
from vision.frames import Image
from vision.geometry import Floats, boxes_to_quads, sides

CENTRE, WIDTH, LENGTH = (200.0, 180.0), 100.0, 140.0


def card(angle: float = 0.0, dx: float = 0.0, dy: float = 0.0, size: float = 1.0) -> Floats:
    """The corners of a card, moved, turned by `angle` degrees and enlarged."""
    x, y = CENTRE
    box = [x + dx, y + dy, WIDTH * size, LENGTH * size, np.deg2rad(angle)]
    return np.asarray(boxes_to_quads(np.array([box]))[0])


def table(ground: tuple[int, int, int] = (40, 90, 60)) -> Image:
    noise = np.random.default_rng(1).normal(0, 6, (360, 400, 3))
    return np.clip(np.array(ground) + noise, 0, 255).astype(np.uint8)


def put(image: Image, quad: Floats) -> Image:
    """A white card with a dark court picture's frame on it."""
    cv2.fillPoly(image, [np.round(quad).astype(np.int32)], (240, 240, 240), cv2.LINE_AA)
    inner = quad.mean(axis=0) + 0.8 * (quad - quad.mean(axis=0))
    cv2.polylines(image, [np.round(inner).astype(np.int32)], True, (120, 30, 30), 2, cv2.LINE_AA)
    return image


def worst_corner(quad: Floats, truth: Floats) -> float:
    """The largest distance of a corner of `truth` from the quad's nearest, in card lengths."""
    apart = np.linalg.norm(quad[:, None] - truth[None], axis=2).min(axis=0)
    return float(apart.max() / sides(truth[None])[0].max())


@pytest.mark.parametrize("angle", [0, 17, 45, 90, 160])
@pytest.mark.parametrize(
    "box",
    [
        {"angle": 14.0},
        {"angle": -14.0},
        {"dx": 9.0, "dy": -8.0},
        {"size": 1.15},
        {"size": 0.88},
        {"angle": 8.0, "dx": 6.0, "size": 1.08},
    ],
)
def test_corners_are_good_to_3_percent_of_the_length(angle: float, box: dict[str, float]) -> None:
    image = put(table(), card(angle))
    found = fit(image, card(**{**box, "angle": angle + box.get("angle", 0)}))
    assert found is not None
    assert worst_corner(found.quad, card(angle)) < 0.03
    assert found.support > 0.8


def test_a_card_seen_aslant_is_fitted_with_its_four_corners_of_their_own() -> None:
    slanted = np.array([[153.0, 112], [247, 106], [256, 252], [142, 254]])
    found = fit(put(table(), slanted), card())
    assert found is not None
    assert worst_corner(found.quad, slanted) < 0.03


def test_a_covered_side_keeps_its_place() -> None:
    image = put(table(), card())
    image[:, 215:] = (200, 200, 205)
    found = fit(image, card(dy=6))
    assert found is not None
    assert found.quad[:, 0].max() == pytest.approx(250, abs=4)
    assert found.quad[:, 1].min() == pytest.approx(110, abs=4)
    assert found.support < 0.8


def test_an_empty_table_moves_nothing() -> None:
    found = fit(table(), card(10))
    assert found is not None
    assert worst_corner(found.quad, card(10)) < 0.001
    assert found.support == 0


def test_what_has_no_card_s_shape_is_refused() -> None:
    image = table()
    cv2.rectangle(image, (150, 130), (250, 230), (240, 240, 240), -1)
    assert fit(image, card(size=0.9)) is None


def test_a_quad_beyond_the_picture_is_no_error() -> None:
    fit(table(), card(dx=170, dy=-150))
    fit(table(), card(dx=900))
