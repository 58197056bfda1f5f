"""What the watcher says beyond rolls: frames, latency, doubts, camera states and cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from engine.seen import Camera, CameraState, CardLanded, CardRemoved, Dice
from tests.vision.drawing import DrawnArm, DrawnDie
from tests.vision.table import KnowingEyes, Table, throw, watch, without_camera
from vision.frames import Frame
from vision.sights import DieSight
from vision.watcher import Watcher


@pytest.mark.parametrize("fps", [10.0, 15.0, 30.0, 60.0])
def test_a_roll_is_said_soon_after_rest(fps: float) -> None:
    table = Table()
    throw(table, 0.3, (2, 4), [(250, 120), (400, 150)])
    seen, _, said = watch(table, 2, fps)
    (roll,) = seen
    assert isinstance(roll, Dice)
    assert roll.t == pytest.approx(1.3, abs=1.1 / fps)
    assert roll.frame == round(roll.t * fps)
    assert roll.arrived == pytest.approx(100 + roll.t)
    assert said[roll.t] - roll.t <= 0.25
    assert roll.confidence > 0.9
    assert roll.alternatives == ()


@dataclass
class _Torn(KnowingEyes):
    """Cannot decide between 3 and 5."""

    def _die(self, die: DrawnDie) -> DieSight:
        sight = super()._die(die)
        chances = (0.01, 0.01, 0.55, 0.01, 0.39, 0.02, 0.01)
        return DieSight(sight.quad, 3, 0.9, chances) if sight.value in (3, 5) else sight


def test_an_unclear_reading_comes_with_the_other_reading() -> None:
    table = Table()
    throw(table, 0.3, (2, 3), [(250, 120), (400, 150)])
    seen, _, said = watch(table, 2.5, eyes=_Torn(table))
    (roll,) = seen
    assert isinstance(roll, Dice)
    assert roll.values == (2, 3)
    assert roll.alternatives[0][0] == (2, 5)
    assert 0.2 < roll.alternatives[0][1] < roll.confidence < 0.9
    assert said[roll.t] - roll.t <= 0.5


def test_the_source_state_is_said_on_change_only() -> None:
    watcher = Watcher(KnowingEyes(Table()))
    states: tuple[CameraState, ...] = ("ok", "lost", "lost", "ok")
    lines = [watcher.feed_state(state, t) for t, state in enumerate(states)]
    assert [[item.state for item in line if isinstance(item, Camera)] for line in lines] == [
        [],
        ["lost"],
        [],
        ["ok"],
    ]


def test_a_picture_of_another_size_starts_anew() -> None:
    table = Table()
    throw(table, 0.3, (2, 4), [(250, 120), (400, 150)])
    eyes = KnowingEyes(table)
    watcher = Watcher(eyes)
    seen = []
    for index in range(120):
        eyes.now = index / 30
        picture = table.draw(eyes.now)
        if index > 60:
            picture = np.ascontiguousarray(picture[:300, :500])
        seen += watcher.feed(Frame(picture, eyes.now, index, 0.0))
    assert len(seen) == 1


def test_a_card_lands_once_and_is_removed_once() -> None:
    keys = [(0.5, -60.0, 200.0), (1.0, 300.0, 200.0)]
    table = Table(cards=[("9s", keys, 0.4, 3.0), ("Kd", [(0.0, 500.0, 100.0)], -1, 99)])
    table.arms.append(DrawnArm((0, 330), [(1.6, 0, 330), (2.0, 400, 330), (2.4, 0, 330)]))
    table.arms.append(DrawnArm((0, 200), [(2.6, 0, 200), (3.0, 300, 200), (3.4, 0, 200)]))
    seen, eyes, _ = watch(table, 5)
    landed, removed = without_camera(seen)
    assert isinstance(landed, CardLanded)
    assert (landed.card, landed.alternatives) == ("9s", ())
    assert landed.t == pytest.approx(1.0, abs=0.05)
    assert isinstance(removed, CardRemoved)
    assert removed.card == "9s"
    assert len(eyes.looks) < 40


def test_what_lies_there_is_given_for_drawing() -> None:
    table = Table()
    throw(table, 0.3, (2, 4), [(250, 120), (400, 150)])
    eyes = KnowingEyes(table)
    watcher = Watcher(eyes)
    for index in range(60):
        eyes.now = index / 30
        watcher.feed(Frame(table.draw(eyes.now), eyes.now, index, 0.0))
    assert sorted(die.value or 0 for die in watcher.latest_sight.dice) == [2, 4]


@pytest.mark.parametrize("seed", range(4))
def test_eyes_that_fail_often_neither_lose_nor_double_a_roll(seed: int) -> None:
    table = Table()
    throw(table, 0.3, (2, 4), [(250, 120), (400, 150)])
    table.arms.append(DrawnArm((0, 140), [(2, 0, 140), (2.4, 420, 140), (2.8, 0, 140)]))
    eyes = KnowingEyes(table, misses=0.3, random=np.random.default_rng(seed))
    seen, _, _ = watch(table, 4.0, 15, eyes=eyes)
    assert [getattr(item, "values", item) for item in seen] == [(2, 4)]
