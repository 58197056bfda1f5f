"""The simulator's physics: settled dice, bad throws, the camera's geometry. Nothing is rendered."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

if find_spec("mujoco") is None:
    pytest.skip("needs MuJoCo (extra `sim`)", allow_module_level=True)

from datasets.simulator.loose import HALF
from datasets.simulator.scenes import SCENES, Scene
from datasets.simulator.shapes import FACES, die_obj
from datasets.simulator.stage import AWAY, Stage, build_stage
from datasets.simulator.throw import Array, Throw, read_die, throw_dice
from datasets.simulator.view import view_of

SIZE = (640, 360)


@pytest.fixture(scope="module")
def oak() -> Stage:
    return build_stage(SCENES["oak"], 1, SIZE)


def thrown(stage: Stage, seed: int, at: tuple[float, float] = (-0.02, -0.1)) -> Throw:
    rng = np.random.default_rng(seed)
    start, velocity = np.zeros((2, 7)), np.zeros((2, 6))
    for i in (0, 1):
        start[i, :3] = [at[0] + 0.03 * i, at[1], 0.07]
        start[i, 3:] = rng.normal(size=4)
        start[i, 3:] /= np.linalg.norm(start[i, 3:])
        velocity[i, :3] = [0.0, rng.uniform(0.2, 0.5), -0.3]
        velocity[i, 3:] = rng.normal(0, 20, 3)
    return throw_dice(stage, start, velocity, (0, 1))


def dropped(stage: Stage, pose: Array) -> Throw:
    """One die let go of in this pose, without a push; the other is out of play."""
    start = np.array([pose, [*AWAY, 1, 0, 0, 0]])
    return throw_dice(stage, start, np.zeros((2, 6)), (0,))


@pytest.mark.parametrize(
    ("quat", "value"),
    [
        ((1, 0, 0, 0), 1),
        ((0, 1, 0, 0), 6),
        ((1, 0, -1, 0), 2),
        ((1, 0, 1, 0), 5),
        ((1, 1, 0, 0), 3),
        ((1, -1, 0, 0), 4),
    ],
)
def test_a_die_set_down_flat_keeps_its_value(
    oak: Stage, quat: tuple[float, ...], value: int
) -> None:
    unit = np.array(quat) / np.linalg.norm(quat)
    throw = dropped(oak, np.array([0, 0, HALF + 0.001, *unit]))
    assert (throw.verdict, throw.values) == ("good", (value,))


def test_opposite_faces_sum_to_seven_and_run_as_on_western_dice() -> None:
    for value, (normal, u, v) in FACES.items():
        assert np.array_equal(FACES[7 - value][0], -normal)
        assert np.array_equal(np.cross(u, v), normal)
    assert np.array_equal(np.cross(FACES[1][0], FACES[2][0]), FACES[3][0])


def test_a_settled_throw_lies_flat_inside_the_picture(oak: Stage) -> None:
    good = [t for t in (thrown(oak, seed) for seed in range(12)) if t.verdict == "good"]
    assert len(good) >= 6
    for throw in good:
        assert len(throw.values) == 2
        assert list(throw.values) == sorted(throw.values)
        for pose in throw.poses[-1]:
            assert read_die(pose)[1] < 2
            assert abs(pose[2] - HALF) < 0.001
            assert oak.view.shows(pose[:3], 0.05)


def test_nothing_visible_moves_after_the_moment_of_rest(oak: Stage) -> None:
    throw = thrown(oak, 3)
    before, at_rest = throw.at(throw.rest - 0.05), throw.at(throw.rest)
    assert np.abs(at_rest[:, :3] - throw.poses[-1, :, :3]).max() <= 3e-4
    assert np.abs(before - throw.poses[-1]).max() > 3e-4
    assert throw.rest > 0.15


def test_the_same_throw_ends_the_same(oak: Stage) -> None:
    first, second = thrown(oak, 5), thrown(oak, 5)
    assert np.array_equal(first.poses, second.poses)
    assert not np.array_equal(first.poses[-1], thrown(oak, 6).poses[-1])


def test_BLK_38_a_die_leaning_on_an_edge_is_cocked() -> None:
    """One lower edge on the table, the other over a coaster's rim: it stays leaning there."""
    stage = build_stage(SCENES["oak"], 1, SIZE)
    prop = next(p for p in SCENES["oak"].props if p.kind == "coaster")
    half = stage.view.half_size()
    x, y, lean = prop.x * half[0] - 0.053, prop.y * half[1], np.radians(18) / 2
    throw = dropped(stage, np.array([x, y, HALF + 0.004, np.cos(lean), 0, -np.sin(lean), 0]))
    assert throw.verdict == "cocked"
    assert throw.values == ()
    assert read_die(throw.poses[-1, 0])[1] > 10


def test_BLK_38_a_die_over_the_edge_is_off_the_table() -> None:
    stage = build_stage(SCENES["marble"], 1, SIZE)
    start = np.zeros((2, 7))
    start[:, 3] = 1
    start[0, :3], start[1, :3] = (0, 0, HALF), (stage.table[0] - 0.02, 0, HALF + 0.03)
    velocity = np.zeros((2, 6))
    velocity[1, 0] = 0.8
    throw = throw_dice(stage, start, velocity, (0, 1))
    assert throw.verdict == "off_table"
    assert throw.values == (1,)


def test_BLK_38_one_die_upon_the_other_is_stacked(oak: Stage) -> None:
    start = np.array([[0, 0, HALF, 1, 0, 0, 0], [0, 0, 3 * HALF + 0.0005, 1, 0, 0, 0]])
    assert throw_dice(oak, start, np.zeros((2, 6)), (0, 1)).verdict == "stacked"


def test_a_die_behind_a_bottle_is_never_filmed() -> None:
    stage = build_stage(SCENES["oak"], 1, SIZE)
    prop = next(p for p in SCENES["oak"].props if p.kind == "bottle")
    half = stage.view.half_size()
    hidden = np.array([prop.x * half[0] * 1.1, prop.y * half[1] + 0.05, HALF, 1, 0, 0, 0])
    assert dropped(stage, hidden).verdict == "unclear"


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_shows_a_die_as_large_as_it_says(name: str) -> None:
    scene: Scene = SCENES[name]
    view = view_of(scene.lens, 1280, 720)
    ends = [view.project(view.right * side) for side in (-HALF, HALF)]
    (x0, y0), (x1, y1) = ends
    assert np.hypot(x1 - x0, y1 - y0) == pytest.approx(scene.lens.die_px, rel=0.01)
    assert 20 <= scene.lens.die_px <= 60
    assert view.project(np.zeros(3)) == pytest.approx((640, 360))


def test_scenes_are_many_and_of_different_cloths() -> None:
    assert len(SCENES) >= 8
    assert len({scene.cloth for scene in SCENES.values()}) >= 8


def test_the_dies_mesh_fills_its_cube() -> None:
    lines = die_obj(HALF, 0.3).decode().splitlines()
    points = np.array([line.split()[1:] for line in lines if line.startswith("v ")], float)
    assert np.abs(points).max() == pytest.approx(HALF)
    assert np.linalg.norm(points, axis=1).max() < HALF * np.sqrt(3) * 0.95
