"""What light and camera do to a picture."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.compose import effects


def board() -> np.ndarray:
    cells = np.indices((96, 128)).sum(axis=0) // 8 % 2
    return np.repeat((cells * 180 + 40).astype(np.uint8)[..., None], 3, axis=2)


def sharpness(image: np.ndarray) -> float:
    return float(np.abs(np.diff(image.astype(int), axis=1)).max(axis=1).mean())


def test_the_camera_repeats_itself_with_the_same_seed() -> None:
    one = effects.camera(np.random.default_rng(4), board())
    two = effects.camera(np.random.default_rng(4), board())
    assert np.array_equal(one, two)


def test_the_camera_keeps_the_shape_and_mostly_the_picture() -> None:
    original = board().astype(int)
    for seed in range(40):
        seen = effects.light_room(np.random.default_rng(seed), board())
        seen = effects.camera(np.random.default_rng(seed), seen)
        assert seen.shape == original.shape
        agreement = np.corrcoef(seen.mean(axis=2).ravel(), original.mean(axis=2).ravel())[0, 1]
        assert agreement > 0.35


def test_a_weak_lamp_leaves_the_picture_in_less_contrast() -> None:
    original = board().astype(int)
    for seed in range(20):
        seen = effects.weak_light(np.random.default_rng(seed), board()).astype(int)
        assert np.ptp(seen) < 0.85 * np.ptp(original)
        assert seen.max() < 195
        assert np.corrcoef(seen.ravel(), original.ravel())[0, 1] > 0.95


@pytest.mark.parametrize("sigma", [1.0, 3.0])
def test_defocus_softens(sigma: float) -> None:
    assert sharpness(effects.defocus(board(), sigma)) < sharpness(board()) * 0.7


def test_motion_smears_by_its_length() -> None:
    rng = np.random.default_rng(2)
    assert sharpness(effects.motion(rng, board(), 9)) < sharpness(board())


def test_glare_is_stronger_on_glossy_things() -> None:
    for seed in range(12):
        glossy, dull = (np.full((96, 128, 3), 60, np.uint8) for _ in range(2))
        effects.glare(np.random.default_rng(seed), glossy, np.full((96, 128), 255, np.uint8))
        effects.glare(np.random.default_rng(seed), dull, np.zeros((96, 128), np.uint8))
        assert glossy.mean() > 60.2
        assert glossy.mean() - 60 > 2 * (dull.mean() - 60)


def test_a_cast_shadow_only_darkens() -> None:
    image = np.full((96, 128, 3), 200, np.uint8)
    for seed in range(10):
        shaded = image.copy()
        effects.cast_shadow(np.random.default_rng(seed), shaded)
        assert shaded.max() <= 200
        assert shaded.min() > 50
