"""Dice and their look-alikes as sprites: what the label says is what is drawn."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from datasets.things.dice import DieSkin, render_die, resting_pose, seen_up, seen_way, turn_about
from datasets.things.materials import Body, linear, noise
from datasets.things.negatives import MAKERS, render_negative
from datasets.things.numerals import random_lettering, text_mask
from datasets.things.pips import PipStyle, pip_atlas, six_faces
from datasets.things.raycast import Box
from datasets.things.render import Lamp, Scene, alpha_box, random_view, render
from datasets.things.sprites import Sprite

UP = np.array([0, 0, 1], np.float32)
NOON = Lamp(UP, np.ones(3, np.float32), np.ones(3, np.float32) * np.float32(0.4),
            np.ones(3, np.float32) * np.float32(0.3), 0.1, 50.0, 0.7)  # fmt: skip


def plain_die(value: int, seed: int) -> Sprite:
    """A white die with flat black pips from straight above."""
    rng = np.random.default_rng(seed)
    white, black = linear((240, 240, 240)), linear((10, 10, 10))
    style = PipStyle("round", 0.15, 0.5, 0.0, np.repeat(black[None], 6, 0), 0.15)
    atlas = pip_atlas(rng, six_faces(rng, value), style, 160)
    skin = DieSkin(Body("plain", white, white, noise(rng, 1), 0, 0.0), atlas)
    box = Box((1, 1, 1), 0.08)
    pose = resting_pose(box.outline(), turn_about(UP, rng.uniform(0, 6)))
    scene = Scene(pose, random_view(rng, pose.centre, 0.0), NOON)
    return render(box, skin, scene, 100, value, "die")


def dark_blobs(sprite: Sprite) -> int:
    """Dark spots inside the thing, slivers on side faces left out."""
    grey = cv2.cvtColor(sprite.bgra[..., :3], cv2.COLOR_BGR2GRAY)
    dark = ((grey < 90) & (sprite.bgra[..., 3] > 250)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return int((stats[1:, cv2.CC_STAT_AREA] > 60).sum())


@pytest.mark.parametrize("value", range(1, 7))
def test_the_upper_face_shows_as_many_pips_as_the_label_says(value: int) -> None:
    assert [dark_blobs(plain_die(value, seed)) for seed in range(4)] == [value] * 4


@pytest.mark.parametrize("top", range(1, 7))
def test_opposite_faces_sum_to_seven_in_both_chiralities(top: int) -> None:
    rng = np.random.default_rng(top)
    hands = set()
    for _ in range(60):
        faces = six_faces(rng, top)
        assert faces[4] == top
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]
        assert [faces[i] + faces[i + 1] for i in (0, 2, 4)] == [7, 7, 7]
        # Where 1, 2 and 3 lie as vectors: left- or right-handed.
        ways = np.eye(3)[[faces.index(v) // 2 for v in (1, 2, 3)]]
        signs = [1 - 2 * (faces.index(v) % 2) for v in (1, 2, 3)]
        hands.add(round(float(np.linalg.det(ways) * np.prod(signs))))
    assert hands == {-1, 1}


def test_an_odd_die_still_has_every_value_and_the_asked_top() -> None:
    faces = six_faces(np.random.default_rng(0), 2, odd=True)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert faces[4] == 2


@pytest.mark.parametrize("px", [12, 30, 64, 150])
def test_the_box_is_tight_and_of_the_size_asked_for(px: int) -> None:
    for seed in range(5):
        sprite = render_die(np.random.default_rng(seed), px)
        x0, y0, x1, y1 = (int(v) for v in sprite.box)
        there = sprite.bgra[..., 3] >= 128
        assert sprite.shadow.shape == there.shape
        assert there[y0:y1, x0:x1].sum() == there.sum()
        edges = [there[y0], there[y1 - 1], there[:, x0], there[:, x1 - 1]]
        assert all(edge.any() for edge in edges)
        assert max(x1 - x0, y1 - y0) == pytest.approx(px, abs=max(2, 0.04 * px))


def test_the_same_seed_gives_the_same_sprite() -> None:
    for make in (render_die, render_negative):
        first, again, other = (make(np.random.default_rng(s), 40) for s in (3, 3, 4))
        assert np.array_equal(first.bgra, again.bgra)
        assert np.array_equal(first.shadow, again.shadow)
        assert first.bgra.shape != other.bgra.shape or not np.array_equal(first.bgra, other.bgra)


def test_a_cocked_die_is_a_die_without_a_value() -> None:
    for seed in range(5):
        sprite = render_die(np.random.default_rng(seed), 30, cocked=True)
        assert (sprite.kind, sprite.value) == ("die", None)
        flat = render_die(np.random.default_rng(seed), 30, cocked=False, value=5)
        assert (flat.kind, flat.value) == ("die", 5)


def test_a_cocked_die_says_which_way_its_raised_side_is() -> None:
    view = random_view(np.random.default_rng(1), np.zeros(3, np.float32), 0.0)
    for way in (0.0, 1.0, 3.0):
        step = np.array([[np.cos(way), np.sin(way), 0]], np.float32)
        x, y = view.project(step)[0]
        assert seen_way(view, np.zeros(3, np.float32), way) == pytest.approx(np.arctan2(y, x))


def test_a_die_says_which_way_its_upper_face_is_seen_to_point() -> None:
    above = random_view(np.random.default_rng(1), np.zeros(3, np.float32), 0.0)
    assert seen_up(above, UP) == pytest.approx((0, 0, 1), abs=1e-6)
    aslant = random_view(np.random.default_rng(1), np.zeros(3, np.float32), 40.0)
    foot, head = aslant.project(np.stack([0 * UP, 0.01 * UP]))
    right, down, towards = seen_up(aslant, UP)
    assert towards == pytest.approx(np.cos(np.radians(40)), abs=1e-6)
    assert np.arctan2(down, right) == pytest.approx(np.arctan2(*(head - foot)[::-1]), abs=0.15)


@pytest.mark.parametrize("text", ["1", "6", "9", "20", "X"])
@pytest.mark.parametrize("seed", range(6))
def test_a_text_is_as_high_as_asked_and_stays_on_its_face(text: str, seed: int) -> None:
    style = random_lettering(np.random.default_rng(seed), 0.8)
    mask = text_mask(text, style, 0.0, 100)
    assert mask.shape == (100, 100)
    rows, columns = np.nonzero(mask > 0.5)
    assert 34 <= rows.max() - rows.min() <= 72
    assert abs(columns.mean() - 50) < 12
    turned = text_mask(text, style, 180.0, 100)
    assert np.abs(turned[::-1, ::-1][:-1, :-1] - mask[1:, 1:]).mean() < 0.01


@pytest.mark.parametrize("kind", MAKERS)
def test_no_look_alike_passes_for_a_die(kind: str) -> None:
    sprite = render_negative(np.random.default_rng(1), 40, kind)
    assert (sprite.kind, sprite.value) == (kind, None)
    assert sprite.kind != "die"
    assert sprite.box == alpha_box(sprite.bgra[..., 3])
    assert (sprite.bgra[..., 3] > 127).mean() > 0.02


def test_the_shadow_lies_beside_the_thing_and_fades_at_the_rim() -> None:
    sprite = plain_die(3, 0)
    assert sprite.shadow.max() > 40
    rim = np.concatenate([sprite.shadow[0], sprite.shadow[-1], sprite.shadow[:, 0]])
    assert rim.max() < 12


def test_a_small_die_takes_a_few_milliseconds() -> None:
    rng = np.random.default_rng(0)
    render_die(rng, 64)
    start = time.process_time()
    for _ in range(10):
        render_die(rng, 64)
    assert (time.process_time() - start) / 10 < 0.08
