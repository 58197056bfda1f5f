"""Composed scenes: the same seed gives the same picture, and the labels tell the truth."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from datasets.compose.artwork import CODES
from datasets.compose.assets import Assets, load_assets
from datasets.compose.canvas import part_inside
from datasets.compose.scene import Scene, compose_scene
from datasets.deck.fivealive import LETTERS
from datasets.things.sprites import Sprite
from engine.games.fivealive.cards import DECK_77

SIZE = (256, 320)


class SquareDice:
    """Draws every die as a white square with a shadow, always a four."""

    def die(self, rng: np.random.Generator, px: int) -> Sprite:
        return self._square(px, 4, "die")

    def negative(self, rng: np.random.Generator, px: int) -> Sprite:
        return self._square(px, None, "chip")

    def _square(self, px: int, value: int | None, kind: str) -> Sprite:
        bgra = np.zeros((px + 4, px + 4, 4), np.uint8)
        bgra[2:-2, 2:-2] = 255
        return Sprite(bgra, np.zeros(bgra.shape[:2], np.uint8), (2, 2, px + 2, px + 2), value, kind)


@pytest.fixture(scope="module")
def assets() -> Assets:
    return load_assets(None, SquareDice(), height=96, varied=2)


@pytest.fixture(scope="module")
def scenes(assets: Assets) -> list[Scene]:
    return [compose_scene(np.random.default_rng(seed), assets, SIZE) for seed in range(60)]


def share_inside(quad: np.ndarray) -> float:
    part = part_inside(quad, *SIZE)
    return 0.0 if part is None else cv2.contourArea(part) / cv2.contourArea(quad)


def test_same_seed_same_picture(assets: Assets) -> None:
    one = compose_scene(np.random.default_rng(7), assets, SIZE)
    two = compose_scene(np.random.default_rng(7), assets, SIZE)
    assert np.array_equal(one.image, two.image)
    assert [item.code for item in one.items] == [item.code for item in two.items]
    other = compose_scene(np.random.default_rng(8), assets, SIZE)
    assert not np.array_equal(one.image, other.image)


def test_pictures_have_the_size_asked_for(scenes: list[Scene]) -> None:
    assert {scene.image.shape for scene in scenes} == {(*SIZE, 3)}
    assert {scene.image.dtype for scene in scenes} == {np.dtype(np.uint8)}


def test_every_label_is_complete(scenes: list[Scene]) -> None:
    items = [item for scene in scenes for item in scene.items]
    assert {item.kind for item in items} == {"card", "back", "die"}
    for item in items:
        assert item.quad.shape == (4, 2)
        assert np.isfinite(item.quad).all()
        assert (item.code in (*CODES, "Jk", *DECK_77, *LETTERS)) == (item.kind == "card")
        assert (item.value == 4) == (item.kind == "die")


def test_corners_run_clockwise_as_seen(scenes: list[Scene]) -> None:
    for scene in scenes:
        for item in scene.items:
            assert cv2.contourArea(item.quad, oriented=True) > 0


def test_no_more_is_visible_than_lies_inside_the_picture(scenes: list[Scene]) -> None:
    for scene in scenes:
        for item in scene.items:
            slack = 0.05 + 8 / np.sqrt(cv2.contourArea(item.quad))
            assert 0 <= item.visible <= min(1, share_inside(item.quad) + slack)


def test_most_uncovered_cards_are_wholly_visible(scenes: list[Scene]) -> None:
    alone = [
        s.items[0] for s in scenes if len(s.items) == 1 and share_inside(s.items[0].quad) > 0.99
    ]
    assert len(alone) >= 3
    assert np.median([item.visible for item in alone]) > 0.95


def test_a_card_under_another_shows_less_than_the_one_on_top(scenes: list[Scene]) -> None:
    lower, upper = [], []
    for scene in scenes:
        cards = [item for item in scene.items if item.kind != "die"]
        for under, over in pairwise(cards):
            shared, _ = cv2.intersectConvexConvex(under.quad, over.quad)
            if shared > 0.3 * cv2.contourArea(under.quad) and share_inside(under.quad) > 0.99:
                lower.append(under.visible)
                upper.append(over.visible)
    assert len(lower) >= 5
    assert max(lower) < 0.75
    assert np.mean(lower) < np.mean(upper) - 0.1


def test_no_deck_holds_a_card_twice(scenes: list[Scene]) -> None:
    for scene in scenes:
        codes = [item.code for item in scene.items if item.code and item.code != "Jk"]
        assert len(codes) == len(set(codes))


def test_sizes_range_from_tiny_to_picture_filling(scenes: list[Scene]) -> None:
    cards = [item.quad for scene in scenes for item in scene.items if item.kind != "die"]
    lengths = [float(np.linalg.norm(quad[3] - quad[0])) for quad in cards]
    assert min(lengths) < 25
    assert max(lengths) > 0.8 * min(SIZE)


def test_some_scenes_show_nothing_to_find(scenes: list[Scene]) -> None:
    empty = sum(not scene.items for scene in scenes)
    assert 3 <= empty <= 25


def test_without_sprites_there_are_no_dice() -> None:
    bare = load_assets(None, height=64, varied=0)
    for seed in range(12):
        scene = compose_scene(np.random.default_rng(seed), bare, (128, 128))
        assert all(item.kind != "die" for item in scene.items)
