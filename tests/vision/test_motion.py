"""The motion gate, the table's picture, seats and camera bumps, on drawn pictures."""

from __future__ import annotations

import itertools
import time

import cv2
import numpy as np
import pytest

from engine.seen import Camera
from tests.vision.drawing import DrawnArm, DrawnDie
from tests.vision.table import KnowingEyes, Table, throw, watch
from vision.bump import BumpGuard, shift_between
from vision.frames import Frame
from vision.motion import MotionGate, shrink, without_light
from vision.seats import angle_of, nearest_seat
from vision.sights import Sight
from vision.watcher import Watcher


def shares(table: Table, times: list[float]) -> list[float]:
    """The moved share of each picture."""
    gate = MotionGate()
    return [gate.update(Frame(table.draw(t), t, i, 0.0)).share for i, t in enumerate(times)]


def ticks(seconds: float, fps: float = 30.0) -> list[float]:
    return [i / fps for i in range(int(seconds * fps))]


@pytest.mark.parametrize(
    "table",
    [
        Table(),
        Table(plain=True),
        Table(flicker=0.15),
        Table(lights=[(0, 1.0), (0.3, 0.6), (0.6, 1.2)]),
        Table(blurs=[(0, 0), (0.3, 2.5), (0.6, 0)]),
        Table(shifts=[(0, 0, 0, 0), (0.3, 0.8, -0.6, 0), (0.6, 0, 0, 0)]),
    ],
    ids=["still", "plain", "flicker", "exposure", "focus", "tremble"],
)
def test_lamp_focus_and_tremble_are_no_motion(table: Table) -> None:
    table.dice.append(DrawnDie(3, [(0, 200, 100)]))
    assert max(shares(table, ticks(1.0))) < 1e-3


@pytest.mark.parametrize("shape", [(3, 2000), (1, 70_000), (2000, 3), (1, 1)])
def test_a_picture_of_any_shape_is_compared(shape: tuple[int, int]) -> None:
    gate = MotionGate()
    for i in range(3):
        grey = Frame(np.full((*shape, 3), 90, np.uint8), i / 30, i, 0.0)
        assert gate.update(grey).share == 0


def test_a_rolling_die_moves_and_rests_since_its_last_step() -> None:
    table = Table(dice=[DrawnDie(3, [(0.2, 200, 100), (0.7, 320, 140)])])
    gate = MotionGate()
    for i, t in enumerate(ticks(1.2)):
        motion = gate.update(Frame(table.draw(t), t, i, 0.0))
        assert (motion.share > 0) or not 0.3 < t < 0.7
    assert gate.rest_since((300, 120, 340, 160)) == pytest.approx(0.7, abs=0.04)
    assert gate.rest_since((500, 300, 540, 340)) < 0


def test_black_and_frozen_pictures_move_nothing() -> None:
    table = Table(lights=[(0, 1.0), (0.3, 0.0), (0.6, 1.0)])
    gate = MotionGate()
    for i, t in enumerate(ticks(1.0)):
        motion = gate.update(Frame(table.draw(min(t, 0.8)), t, i, 0.0))
        assert motion.share < 1e-3
        assert motion.blind == (0.3 <= t < 0.6)


@pytest.mark.parametrize(("dx", "dy", "degrees"), [(20, 0, 0), (-30, 14, 2), (3, -3, 0)])
def test_the_shift_of_the_camera_is_measured(dx: float, dy: float, degrees: float) -> None:
    table = Table(shifts=[(0, 0, 0, 0), (1, dx, dy, degrees)])
    before, after = (without_light(shrink(table.draw(t))[1]) for t in (0.0, 1.0))
    matrix = shift_between(before, after)
    assert matrix is not None
    corner = np.array([100.0, 60.0, 1.0])
    truth = table.matrix(1.0) @ (corner * (640 / 480, 640 / 480, 1)) * 480 / 640
    assert matrix @ corner == pytest.approx(truth, abs=1.0)


def test_a_bump_is_said_once_and_a_passing_arm_is_none() -> None:
    table = Table(shifts=[(1, 0, 0, 0), (1.1, 30, 10, 0), (1.2, 24, 8, 0)])
    table.arms.append(DrawnArm((0, 180), [(2, 0, 180), (2.4, 500, 180), (2.8, 0, 180)], 120))
    seen, _, _ = watch(table, 4)
    assert [(type(item), round(item.t, 1)) for item in seen] == [(Camera, 1.3)]


def test_a_short_push_is_noticed_though_in_one_place_all_lines_lie_along_it() -> None:
    """Cards and letters are few lines in much bare table: a push moves little of them."""
    cards = np.full((270, 480), 60, np.uint8)
    for x, y in itertools.product((60, 220, 380), (30, 125, 220)):
        cv2.rectangle(cards, (x, y), (x + 45, y + 32), (190,), -1)
        cv2.putText(cards, "4", (x + 12, y + 26), 0, 0.8, (40,), 2)
    cards[185:, :165] = 60
    cards[225:240, 0:160] = 190
    gate, guard, moved = MotionGate(), BumpGuard(), []
    for index in range(12):
        picture = np.roll(cards, 7 if index > 5 else 0, axis=1)
        colour = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
        frame = Frame(colour, index / 15, index, 0.0)
        motion = gate.update(frame)
        moved.append(gate.now and guard.update(motion, gate.now, gate.scale))
    assert [one.transform is not None for one in moved if one] == [True]


@pytest.mark.parametrize(
    ("x", "y", "angle"), [(0, 9, 0), (-9, 0, 90), (0, -9, 180), (9, 0, 270), (-5, 5, 45)]
)
def test_seats_are_counted_clockwise_from_the_lower_edge(x: float, y: float, angle: float) -> None:
    assert angle_of(x, y) == pytest.approx(angle)


@pytest.mark.parametrize(("angle", "name"), [(350, "A"), (100, "B"), (60, None), (225, "C")])
def test_between_two_seats_nobody_is_named(angle: float, name: str | None) -> None:
    assert nearest_seat(angle, {"A": 0.0, "B": 120.0, "C": 240.0}) == name


@pytest.mark.parametrize(
    ("base", "name"), [((320, 360), "A"), ((0, 180), "B"), ((320, 0), "C"), ((640, 180), "D")]
)
def test_the_thrower_is_who_reached_in(base: tuple[float, float], name: str) -> None:
    table = Table()
    throw(table, 0.3, (1, 6), [(250, 120), (400, 230)], base=base)
    seen, _, _ = watch(table, 2.2, 15, seats={"A": 0.0, "B": 90.0, "C": 180.0, "D": 270.0})
    assert [item.seat for item in seen] == [name]


def test_quiet_frames_cost_no_look_and_no_memory() -> None:
    table = Table(dice=[DrawnDie(3, [(0, 200, 100)]), DrawnDie(5, [(0, 300, 100)])])
    eyes = KnowingEyes(table)
    watcher = Watcher(eyes)
    pictures = [table.draw(t)[::4, ::4].copy() for t in (0.0, 0.1, 0.2)]
    quiet: list[int] = []
    for index in range(10_000):
        watcher.feed(Frame(pictures[index % 3], index / 30, index, 0.0))
        if index in (200, 9_999):
            quiet += [len(eyes.looks), len(watcher._frames), len(watcher._gate._recent)]
    assert quiet[0] == quiet[3]
    assert quiet[1] <= 600
    assert quiet[4] <= 600
    assert quiet[2] == quiet[5]


class _Nothing:
    def look(self, image: object, regions: object = None) -> Sight:
        return Sight()


def test_a_quiet_1080p_frame_is_cheap() -> None:
    random = np.random.default_rng(2)
    pictures = [random.integers(90, 110, (1080, 1920, 3), np.uint8) for _ in range(2)]
    watcher = Watcher(_Nothing())
    spent = []
    for index in range(80):
        start = time.thread_time()
        watcher.feed(Frame(pictures[index % 2], index / 30, index, 0.0))
        spent.append(time.thread_time() - start)
    # Two milliseconds on an idle machine; a busy one shares its caches.
    assert float(np.median(spent[50:])) < 0.006


def test_a_place_rests_since_the_very_time_of_a_picture() -> None:
    """Later pictures are compared with it: a rounded time would be after its own picture."""
    table = Table(dice=[DrawnDie(3, [(40.2, 200, 100), (40.7, 320, 140)])])
    gate = MotionGate()
    times = [40 + t / 15 for t in range(18)]
    for i, t in enumerate(times):
        gate.update(Frame(table.draw(t), t, i, 0.0))
    assert gate.rest_since((300, 120, 340, 160)) in times
