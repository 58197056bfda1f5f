"""What is kept of the last seconds: which pictures, for how long, and how they are walked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.match import Match
from engine.setup import load_setup
from tests.tui.recorded import PLAYERS, ROLLS, DrawnSource, record, shade
from tests.tui.table import FPS, FakeWatcher
from tui import replay as module
from tui.recording.player import table as playing
from tui.recording.recorder import Wanted
from tui.recording.story import load
from tui.replay import AFTER, BEFORE, LATELY, WHOLE, Clip, Replay, Shot
from tui.replay_focus import enlarged, focus, shown
from tui.replay_projector import Projector
from tui.session import Latest
from tui.table import Table
from vision.frames import Frame, Image
from vision.sights import DieSight, Sight


def bright(shot: Shot) -> float:
    image = shot.decoded()
    assert image is not None
    return float(image[20:40, 40:60].mean())


def show(replay: Replay, t: float, image: Image | None = None, sight: Sight | None = None) -> None:
    """A frame of second `t`, taken in before the next one comes."""
    picture = np.full((40, 60, 3), 90, np.uint8) if image is None else image
    replay.look(Latest(Frame(picture, t, round(t * 10), 0.0), sight or Sight()))
    replay.clip(0)


def happen(replay: Replay, step: int) -> None:
    """Something is ruled that people entered just now."""
    replay.keep({"kind": "ruling", "step": step, "t": 1.0, "event": {"pass": "Ann"}})


def run(replay: Replay, seconds: float, step: int | None = None, start: float = 0.0) -> None:
    """Ten frames a second; the step happens at the end."""
    for number in range(round(start * FPS), round((start + seconds) * FPS) + 1):
        show(replay, number / FPS)
    if step is not None:
        happen(replay, step)


def watched(rolls: Any = ROLLS, frames: int = 80, **setup: Any) -> Table:
    """A game without a record, watched to its end."""
    match = Match(load_setup("blackout", PLAYERS, {"first": PLAYERS[0], **setup}))
    # Slow enough for the pictures to be taken in as those of a camera are.
    table = Table.watching(DrawnSource(frames, pause=0.01), FakeWatcher(rolls), match)
    over = threading.Event()
    table.start(lambda change: None, lambda error: over.set())
    assert over.wait(60)
    table.stop()
    return table


def test_an_unrecorded_game_has_the_seconds_around_each_roll() -> None:
    table = watched()
    clip = table.replay.clip(2)
    assert clip is not None
    # Ben's dice lay still in frame 48.
    assert clip.shots[clip.rest].t == pytest.approx(4.8, abs=0.11)
    assert bright(clip.shots[clip.rest]) == pytest.approx(shade(48), abs=5)
    assert clip.shots[0].t == pytest.approx(4.8 - BEFORE, abs=0.11)
    assert clip.shots[-1].t == pytest.approx(4.8 + AFTER, abs=0.11)
    assert table.replay.clip(9) is None


def test_SAF_11_only_the_tables_region_is_kept() -> None:
    left_half = [[0, 0], [0.5, 0], [0.5, 1], [0, 1]]
    table = watched(region=left_half)
    clip = table.replay.clip(1)
    assert clip is not None
    image = clip.shots[clip.rest].decoded()
    assert image is not None
    assert image.shape[:2] == (64, 48)


def test_pictures_are_at_most_640_wide_and_what_lies_on_them_is_in_their_pixels() -> None:
    replay = Replay()
    quad = np.array([[960, 540], [1000, 540], [1000, 580], [960, 580]], np.float32)
    show(replay, 1.0, np.zeros((1080, 1920, 3), np.uint8), Sight(dice=(DieSight(quad, 3, 0.9),)))
    happen(replay, 1)
    shot = replay.still(1)
    assert shot is not None
    image = shot.decoded()
    assert image is not None
    assert image.shape[:2] == (360, 640)
    assert shot.sight.dice[0].quad[0] == pytest.approx([320, 180])


def test_what_is_long_gone_is_let_go_but_for_what_happened() -> None:
    replay = Replay()
    run(replay, 10, step=1)
    run(replay, 60, start=10.1)
    ages = [70.1 - shot.t for shot in replay._shots]
    late = [age for age in ages if age <= LATELY]
    assert len(late) == pytest.approx(LATELY * FPS, abs=FPS + 2)
    clip = replay.clip(1)
    assert clip is not None
    assert len(clip.shots) == pytest.approx((BEFORE + AFTER) * FPS, abs=3)
    assert len(ages) == pytest.approx(len(late) + len(clip.shots), abs=FPS + 2)


def test_of_older_events_the_pictures_before_and_at_rest_are_left() -> None:
    replay = Replay()
    for step in range(1, WHOLE + 3):
        run(replay, 10, step, start=10.1 * (step - 1))
    run(replay, 30, start=10.1 * (WHOLE + 2))
    oldest, newer = replay.clip(1), replay.clip(3)
    assert oldest is not None
    assert newer is not None
    times = [shot.t for shot in oldest.shots]
    assert times == pytest.approx([8.5, 10.0], abs=0.15)
    assert oldest.rest == 1
    assert len(newer.shots) > 40


def test_a_budget_of_bytes_takes_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay()
    run(replay, 4, step=1)
    monkeypatch.setattr(module, "MOST_BYTES", 10 * len(replay._shots[0].data) + 1)
    run(replay, 3, step=2, start=4.1)
    assert sum(len(shot.data) for shot in replay._shots) < 20 * len(replay._shots[0].data)
    assert replay.clip(2) is not None
    assert replay.clip(1) is None


def test_where_the_machine_is_too_busy_pictures_are_passed_over_and_nobody_waits() -> None:
    replay = Replay()
    hold = threading.Event()
    replay._own.submit(hold.wait, 30)
    for number in range(100):
        replay.look(Latest(Frame(np.zeros((4, 6, 3), np.uint8), number, number, 0.0), Sight()))
    hold.set()
    happen(replay, 1)
    replay.clip(1)
    assert 1 <= len(replay._shots) < 10


def test_an_answer_shows_the_moment_that_was_asked_about() -> None:
    replay = Replay()
    run(replay, 6)
    replay.keep({"kind": "seen", "what": "dice", "t": 5.5})
    replay.keep({"kind": "question", "id": 1, "t": 6.0})
    run(replay, 10, start=6.1)
    late = {"insert": 3, "event": {"roll": [1, 2], "by": "Ann"}}
    replay.keep({"kind": "ruling", "step": 4, "t": 16.0, "event": late, "answers": 1})
    moment = replay.still(4)
    assert moment is not None
    assert moment.t == pytest.approx(5.5, abs=0.11)


def test_corrections_are_no_events_to_look_at_again() -> None:
    replay = Replay()
    run(replay, 3, step=1)
    replay.keep({"kind": "ruling", "step": 2, "t": 3.0, "event": {"void": 1}})
    assert replay.clip(2) is None


def test_the_pictures_of_the_record_stand_in_for_those_that_are_gone(tmp_path: Path) -> None:
    record(tmp_path, wanted=Wanted(video=False))
    clip = Replay(folder=tmp_path).clip(1)
    assert clip is not None
    before, after = map(bright, clip.shots)
    assert before <= shade(13) + 5
    assert after == pytest.approx(shade(28), abs=5)
    assert clip.rest == 1
    assert Replay(folder=tmp_path).clip(99) is None


def test_a_recorded_game_that_is_replayed_has_its_seconds_too(tmp_path: Path) -> None:
    record(tmp_path)
    table = playing(load(tmp_path), 8)
    over = threading.Event()
    table.start(lambda change: None, lambda error: over.set())
    assert over.wait(60)
    table.stop()
    clip = table.replay.clip(2)
    assert clip is not None
    assert len(clip.shots) > 6
    assert clip.shots[clip.rest].t == pytest.approx(4.8, abs=0.4)


# --- the projector


def clip_of(count: int, rest: int) -> Clip:
    return Clip(tuple(Shot(n / 10, b"", Sight()) for n in range(count)), rest)


def test_it_plays_at_the_speed_of_what_happened_and_stops_at_the_end() -> None:
    projector = Projector(clip_of(21, 10))
    projector.advance(1.05)
    assert (projector.index, projector.playing) == (10, True)
    assert projector.shares == (0.5, 0.5)
    projector.advance(5)
    assert (projector.index, projector.playing) == (20, False)
    projector.advance(5)
    assert projector.index == 20
    projector.play()
    assert (projector.index, projector.playing) == (0, True)


def test_slowly_is_a_quarter() -> None:
    projector = Projector(clip_of(21, 10))
    projector.turn_slow()
    projector.advance(1.02)
    assert projector.index == 2


@pytest.mark.parametrize(
    ("does", "index"),
    [
        (lambda projector: projector.move(-3), 0),
        (lambda projector: projector.move(2), 2),
        (lambda projector: projector.put(99), 4),
        (lambda projector: projector.seek(0.5), 2),
        (lambda projector: projector.seek(1.0), 4),
    ],
)
def test_steps_stay_within_the_clip_and_stand_still(
    does: Callable[[Projector], None], index: int
) -> None:
    projector = Projector(clip_of(5, 2))
    does(projector)
    assert (projector.index, projector.playing) == (index, False)


def test_one_picture_is_a_clip() -> None:
    projector = Projector(clip_of(1, 0))
    projector.advance(1)
    assert (projector.index, projector.shares, projector.playing) == (0, (0.0, 0.0), False)


# --- what is enlarged


def shot(t: float, image: Image, sight: Sight | None = None) -> Shot:
    return Shot(t, cv2.imencode(".jpg", image)[1].tobytes(), sight or Sight())


def plain() -> Image:
    return np.full((180, 320, 3), 80, np.uint8)


def test_what_was_seen_is_found_on_the_picture() -> None:
    quad = np.array([[200, 100], [230, 100], [230, 140], [200, 140]], np.float32)
    far = quad - 90
    sight = Sight(dice=(DieSight(quad, 5, 0.9), DieSight(far, 2, 0.9)))
    clip = Clip((shot(0, plain(), sight),), 0)
    box = focus(clip, {"what": "dice", "values": [2, 5]})
    assert box is not None
    assert box == (110, 10, 231, 141)


@pytest.mark.parametrize("shape", [(44, 42), (130, 70), (20, 80)])
def test_the_part_fills_the_screens_proportions_and_holds_what_it_is_about(
    shape: tuple[int, int],
) -> None:
    quad = np.array([[200, 100], [220, 100], [220, 120], [200, 120]], np.float32)
    far = quad - 90
    sight = Sight(dice=(DieSight(quad, 5, 0.9), DieSight(far, 2, 0.9)))
    part, inside = enlarged(plain(), sight, (200, 100, 220, 120), shape)
    assert part.shape[1] / part.shape[0] == pytest.approx(shape[0] / shape[1], rel=0.05)
    assert part.shape[1] < 160
    assert [die.value for die in inside.dice] == [5]
    middle = inside.dice[0].quad.mean(axis=0)
    assert middle == pytest.approx([part.shape[1] / 2, part.shape[0] / 2], abs=1.5)


def test_at_the_pictures_edge_the_part_stays_inside() -> None:
    part, _ = enlarged(plain(), Sight(), (300, 160, 320, 180), (44, 42))
    assert 20 <= part.shape[0] <= 60
    whole, _ = enlarged(plain(), Sight(), (0, 0, 320, 180), (44, 42))
    assert whole.shape == plain().shape


def test_without_a_sight_what_changed_is_enlarged_and_without_a_change_nothing() -> None:
    after = plain()
    after[20:60, 250:290] = 240
    box = focus(Clip((shot(0, plain()), shot(1, after)), 1), None)
    assert box is not None
    left, top, right, bottom = box
    assert (left, top, right, bottom) == pytest.approx((250, 20, 290, 60), abs=8)
    assert focus(Clip((shot(0, plain()), shot(1, plain())), 1), None) is None


def test_a_damaged_picture_is_none() -> None:
    damaged = Shot(0, b"no picture", Sight())
    assert focus(Clip((damaged,), 0), None) is None
    assert shown(damaged) is None
