"""Reader crops: straight, balanced over the classes, and never named after a hidden card."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from datasets.arrays import floats
from datasets.compose.assets import Assets, load_assets
from datasets.compose.crops import (
    BACK,
    CLASSES,
    CROP_H,
    CROP_W,
    JOKER,
    UNKNOWN,
    card_crop,
    straightened,
)


@pytest.fixture(scope="module")
def assets() -> Assets:
    return load_assets(None, height=128, varied=2)


@pytest.fixture(scope="module")
def crops(assets: Assets) -> list[tuple[np.ndarray, int]]:
    return [card_crop(np.random.default_rng(seed), assets) for seed in range(320)]


def test_classes_are_rank_major_then_joker_back_unknown_and_five_alive() -> None:
    assert CLASSES[:5] == ("Ac", "Ad", "Ah", "As", "2c")
    assert CLASSES[51:57] == ("Ks", "Jk", "back", "??", "0", "1")
    assert CLASSES[-6:] == ("BOMB", *"ALIVE")
    assert (CLASSES[JOKER], CLASSES[BACK], CLASSES[UNKNOWN]) == ("Jk", "back", "??")


def test_crops_have_the_readers_shape(crops: list[tuple[np.ndarray, int]]) -> None:
    assert {crop.shape for crop, _ in crops} == {(CROP_H, CROP_W, 3)}
    assert {crop.dtype for crop, _ in crops} == {np.dtype(np.uint8)}


def test_same_seed_same_crop(assets: Assets) -> None:
    one, label = card_crop(np.random.default_rng(3), assets)
    two, again = card_crop(np.random.default_rng(3), assets)
    assert label == again
    assert np.array_equal(one, two)


def test_shares_of_the_classes(crops: list[tuple[np.ndarray, int]]) -> None:
    counts = Counter(label for _, label in crops)
    faces = [counts[label] for label in range(52)]
    assert sum(faces) / len(crops) == pytest.approx(0.85, abs=0.06)
    assert sum(count > 0 for count in faces) >= 48
    assert counts[JOKER] / len(crops) == pytest.approx(0.03, abs=0.025)
    assert counts[BACK] / len(crops) == pytest.approx(0.06, abs=0.035)
    assert counts[UNKNOWN] / len(crops) == pytest.approx(0.06, abs=0.035)


def test_a_straightened_card_fills_the_crop_but_for_a_narrow_margin() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    quad = floats([[110, 60], [210, 60], [210, 200], [110, 200]])
    image[60:200, 110:210] = 255
    shares = []
    for seed in range(60):
        crop = straightened(np.random.default_rng(seed), image, quad)
        assert crop[CROP_H // 2, CROP_W // 2, 0] == 255
        shares.append(float(np.mean(crop > 127)))
    assert np.mean(shares) == pytest.approx(1 / 1.08**2, abs=0.05)


def test_a_card_is_straightened_with_either_end_up() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    image[60:130, 110:210] = 255  # the upper half is bright
    quad = floats([[110, 60], [210, 60], [210, 200], [110, 200]])
    tops = [
        bool(straightened(np.random.default_rng(seed), image, quad)[20, 40, 0] > 127)
        for seed in range(40)
    ]
    assert 8 <= sum(tops) <= 32


def test_a_lying_card_is_straightened_upright() -> None:
    """Its detected box has the longer side upright, whichever way the card lies."""
    image = np.zeros((300, 300, 3), np.uint8)
    image[110:210, 60:200] = 255
    quad = floats([[200, 110], [200, 210], [60, 210], [60, 110]])
    for seed in range(20):
        crop = straightened(np.random.default_rng(seed), image, quad)
        assert float(np.mean(crop > 127)) > 0.7
