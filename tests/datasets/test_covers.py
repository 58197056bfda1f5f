"""Covered and cut cards: one index stays in sight, and outlines are those a detector finds."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.arrays import floats
from datasets.compose.assets import Assets, load_assets
from datasets.compose.canvas import Canvas
from datasets.compose.covers import READABLE, cover_but_readable, cut_off
from datasets.compose.layouts import GROUPS
from datasets.compose.mini import artwork, index_in_sight, mini_scene, put
from datasets.compose.outlines import found_outline

CARD = floats([[20, 30], [80, 30], [80, 114], [20, 114]])


@pytest.fixture(scope="module")
def assets() -> Assets:
    return load_assets(None, height=96, varied=2)


def test_a_covered_card_keeps_an_index_in_sight(assets: Assets) -> None:
    shares = []
    for seed in range(80):
        mini = mini_scene(np.random.default_rng(seed), assets)
        quad = put(mini, artwork(mini, seed % 52), (0.0, 0.0), mini.angle, 0)
        moved = cover_but_readable(mini, quad)
        assert index_in_sight(mini, moved) > READABLE
        shares.append(mini.canvas.visible(0, abs(float(cv2.contourArea(quad)))))
    assert min(shares) < 0.6
    assert np.mean(np.array(shares) < 0.9) > 0.25


def test_an_index_outside_the_picture_is_not_in_sight(assets: Assets) -> None:
    mini = mini_scene(np.random.default_rng(1), assets)
    quad = put(mini, artwork(mini, 5), (0.0, 0.0), 0.0, 0)
    assert index_in_sight(mini, quad) > READABLE
    top, bottom = int(quad[:, 1].min()), int(quad[:, 1].max())
    middle = slice(int(0.65 * top + 0.35 * bottom), int(0.35 * top + 0.65 * bottom))
    mini.canvas.image, mini.canvas.owner = mini.canvas.image[middle], mini.canvas.owner[middle]
    assert index_in_sight(mini, quad - floats([0, middle.start])) < 0.2


def test_a_cut_picture_moves_the_outline_with_its_card(assets: Assets) -> None:
    for seed in range(12):
        mini = mini_scene(np.random.default_rng(seed), assets)
        quad = put(mini, artwork(mini, 9), (0.0, 0.0), mini.angle, 0)
        before = np.count_nonzero(mini.canvas.owner == 0)
        moved = cut_off(mini, quad)
        outline = np.zeros(mini.canvas.owner.shape, np.uint8)
        cv2.fillConvexPoly(outline, np.round(moved).astype(np.int32), 1)
        seen = mini.canvas.owner == 0
        assert 0.1 * before < np.count_nonzero(seen) < before
        assert np.mean(outline[seen]) > 0.9


def test_the_outline_ends_at_the_pictures_edge() -> None:
    """Half a card at the edge is broader than high: its longer side is upright in the crop."""
    canvas = Canvas(np.zeros((70, 120, 3), np.uint8))
    canvas.owner[30:, 20:80] = 0
    outlines = [found_outline(np.random.default_rng(s), canvas, CARD) for s in range(40)]
    whole = [quad for quad in outlines if np.ptp(quad[:, 1]) <= 41 and np.ptp(quad[:, 0]) <= 61]
    assert len(whole) > 10
    for quad in whole:
        assert np.linalg.norm(quad[0] - quad[1]) < np.linalg.norm(quad[1] - quad[2])


def test_a_card_in_full_sight_is_outlined_as_it_lies() -> None:
    canvas = Canvas(np.zeros((150, 120, 3), np.uint8))
    canvas.owner[30:114, 20:80] = 0
    same = [
        np.array_equal(found_outline(np.random.default_rng(s), canvas, CARD), CARD)
        for s in range(60)
    ]
    assert 0.8 < np.mean(same) < 1.0


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_a_group_has_no_more_cards_than_asked_for(group: object) -> None:
    assert callable(group)
    for seed in range(20):
        assert 1 <= len(group(np.random.default_rng(seed), 3)) <= 3
