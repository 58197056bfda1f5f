"""Cards that lie on each other, and cards that glide to where they shall end."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from datasets.simulator.glide import Glide
from datasets.simulator.loose import CARD_HALF, CARD_THICKNESS
from datasets.simulator.lying import Plane, Spot, Tabletop, pose_of, quat_of
from datasets.simulator.throw import rotation


def heap(seed: int, n: int = 14) -> Tabletop:
    rng, top = np.random.default_rng(seed), Tabletop()
    for card in range(n):
        x, y = rng.normal(0, 0.03, 2)
        top.lay(card, Spot(float(x), float(y), float(rng.uniform(0, 7)), bool(card % 2)))
    return top


def deepest_cut(top: Tabletop) -> float:
    """How far the deepest card sinks into one below it, metres."""
    cards, worst = list(top.lying.values()), 0.0
    for k, (spot, plane) in enumerate(cards):
        for other, below in cards[:k]:
            one, two = ((c.corners() * 1000).astype(np.float32) for c in (spot, other))
            area, shared = cv2.intersectConvexConvex(one, two)
            if area > 0:
                points = np.asarray(shared, np.float64).reshape(-1, 2) / 1000
                over = below.height(points) + CARD_THICKNESS - plane.height(points)
                worst = max(worst, float(over.max()))
    return worst


@pytest.mark.parametrize("seed", range(6))
def test_cards_in_a_heap_never_cut_into_each_other(seed: int) -> None:
    assert deepest_cut(heap(seed)) < 1e-5


def test_a_card_alone_lies_flat_on_the_table() -> None:
    assert Tabletop().plane_under(Spot(0.1, -0.2, 1.0)) == Plane(0, 0, 0)


def test_a_card_half_on_another_leans_on_its_edge() -> None:
    top = Tabletop()
    top.lay(0, Spot(0, 0))
    leaning = top.plane_under(Spot(0, 0.07))
    near, far = leaning.height(np.array([[0, 0.04], [0, 0.07 + CARD_HALF[1]]]))
    assert near == pytest.approx(CARD_THICKNESS, abs=1e-4)
    assert far == pytest.approx(0, abs=1e-6)


def test_what_lay_on_a_card_sinks_when_it_is_taken_away() -> None:
    top = Tabletop()
    for card in range(3):
        top.lay(card, Spot(0, 0))
    assert top.lift(1)[2][2] == pytest.approx(1.5 * CARD_THICKNESS)
    assert list(top.lying) == [0, 2]


@pytest.mark.parametrize(("up", "normal"), [(True, 1), (False, -1)])
def test_a_pose_shows_the_side_that_lies_up(up: bool, normal: int) -> None:
    turn = rotation(pose_of(Spot(0, 0, 0.7, up), Plane())[3:])
    assert turn[2, 2] == pytest.approx(normal)
    assert turn[:2, 1] == pytest.approx([-np.sin(0.7), np.cos(0.7)])


def test_quat_of_is_the_inverse_of_rotation() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        quat = rng.normal(size=4)
        quat *= np.sign(quat[0]) / np.linalg.norm(quat)
        assert quat_of(rotation(quat)) == pytest.approx(quat)


TOSS = Glide(Spot(-0.2, 0, 0.0), 0.05, Spot(0, 0.02, 1.2), friction=0.3, pitch=0.1)


def test_a_glide_ends_where_it_is_meant_to_and_stays() -> None:
    top = heap(1, 6)
    final = top.pose(TOSS.end)
    assert TOSS.pose(TOSS.rest, top) == pytest.approx(final)
    assert TOSS.pose(TOSS.rest + 5, top) == pytest.approx(final)
    assert np.abs(TOSS.pose(TOSS.rest - 0.05, top) - final).max() > 1e-4


def test_a_glide_slows_down_evenly_on_the_table() -> None:
    times = np.linspace(TOSS.fall, TOSS.fall + TOSS.slide, 12)
    places = [TOSS.spot(float(t)).xy for t in times]
    steps = np.array([np.linalg.norm(b - a) for a, b in pairwise(places)])
    slowing = np.diff(steps) / (times[1] - times[0]) ** 2
    assert slowing == pytest.approx(np.full(10, -0.3 * 9.81), rel=0.02)


def test_no_corner_of_a_gliding_card_sinks_below_the_table() -> None:
    corners = np.array([[x, y, 0] for x in (-1, 1) for y in (-1, 1)]) * [*CARD_HALF, 0]
    for t in np.arange(0, TOSS.rest + 0.1, 0.01):
        pose = TOSS.pose(float(t), Tabletop())
        assert (pose[:3] + corners @ rotation(pose[3:]).T)[:, 2].min() > -1e-4
