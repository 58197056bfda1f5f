"""The loop from frames to lines: order, scripts, camera states, the app's side of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.log import Line
from engine.match import Match
from engine.seen import Dice, Die, Seen
from engine.setup import load_setup
from tests.tui.table import FakeSource, FakeWatcher
from tui.script import Entry, Script
from tui.session import Session
from vision.frames import Frame


def match() -> Match:
    return Match(load_setup("blackout", ["Ann", "Ben", "Cat"], {"first": "Ann"}))


def roll(t: float, *values: int, **more: Any) -> Dice:
    return Dice(t=t, frame=round(t * 10), values=values, **more)


def play(
    found: Mapping[int, Sequence[Seen]], entries: list[Entry] | None = None, frames: int = 100
) -> tuple[list[Line], list[str]]:
    """All lines of a session over a fake table, and what it complained about."""
    complaints: list[str] = []
    session = Session(
        FakeSource(frames), FakeWatcher(found), match(), Script(entries), complaints.append
    )
    return list(session.lines()), complaints


def told(lines: list[Line]) -> list[object]:
    """The gist of each line."""
    gist = {"seen": "what", "question": "about", "ruling": "event"}
    return [line[gist[line["kind"]]] for line in lines]


def test_frames_become_rulings_and_the_file_ends() -> None:
    lines, complaints = play({10: [roll(0.7, 1, 3)], 30: [roll(2.6, 1, 5)]})
    assert told(lines) == [
        "dice", {"roll": [1, 3], "by": "Ann"}, "dice", {"roll": [1, 5], "by": "Ben"},
    ]  # fmt: skip
    assert [line["t"] for line in lines] == [0.7, 1.0, 2.6, 3.0]
    assert complaints == []


def test_a_clip_that_shows_nothing_of_the_game_is_said() -> None:
    lines, complaints = play({})
    assert lines == []
    (said,) = complaints
    assert said.startswith("nothing of the game was seen: is it the right clip")


def test_without_a_game_only_what_is_seen_is_said() -> None:
    session = Session(FakeSource(20), FakeWatcher({10: [roll(0.7, 1, 3)]}))
    assert told(list(session.lines())) == ["dice"]


def test_PROTOCOL_5_at_is_ruled_between_what_was_seen_before_and_after_it() -> None:
    # The roll came to rest at 0.7 and is reported at 1.0, after the moment of the script's line.
    entries = [Entry(event={"opened": "Ann"}, at=0.8), Entry(event={"opened": "Ben"}, at=2.5)]
    lines, _ = play({10: [roll(0.7, 1, 3)], 30: [roll(2.6, 1, 5)]}, entries)
    assert told(lines) == [
        "dice", {"roll": [1, 3], "by": "Ann"}, {"opened": "Ann"}, {"opened": "Ben"},
        "dice", {"roll": [1, 5], "by": "Ben"},
    ]  # fmt: skip


def test_PROTOCOL_5_after_counts_what_is_seen_other_than_the_camera() -> None:
    entries = [Entry(event={"opened": "Ben"}, after=2), Entry(event={"opened": "Ann"}, after=1)]
    source = FakeSource(60, states={5: "stale", 6: "ok"})
    watcher = FakeWatcher({10: [roll(0.7, 1, 3)], 30: [roll(2.6, 1, 5)]})
    lines = list(Session(source, watcher, match(), Script(entries)).lines())
    assert told(lines) == [
        "camera", "camera", "dice", {"roll": [1, 3], "by": "Ann"}, {"opened": "Ann"},
        "dice", {"roll": [1, 5], "by": "Ben"}, {"opened": "Ben"},
    ]  # fmt: skip
    assert [line.get("state") for line in lines[:2]] == ["stale", "ok"]


def test_PROTOCOL_5_a_script_answers_questions() -> None:
    unclear = roll(0.7, 3, 4, confidence=0.6, alternatives=(((4, 4), 0.4),))
    entries = [Entry(answer=1, choice=1), Entry(event={"fuller": "Ben"}, at=3.0)]
    lines, complaints = play({10: [unclear]}, entries)
    assert told(lines) == [
        "dice", "reading", {"roll": [4, 4], "by": "Ann"}, "measurement", {"fuller": "Ben"},
    ]  # fmt: skip
    assert complaints == []


def test_an_answer_that_fits_nothing_is_said_and_the_game_goes_on() -> None:
    unclear = roll(0.7, 3, 4, confidence=0.6, alternatives=(((4, 4), 0.4),))
    lines, complaints = play({10: [unclear]}, [Entry(answer=1, choice=7), Entry(answer=1)])
    assert told(lines) == ["dice", "reading", {"roll": [3, 4], "by": "Ann"}]
    assert complaints == ["question 1 has the choices 0 to 3, not 7."]


def test_lines_of_the_last_moment_count_and_later_ones_are_named() -> None:
    entries = [Entry(event={"opened": "Ann"}, at=10.0), Entry(event={"opened": "Ben"}, at=60.0)]
    lines, complaints = play({}, entries)
    assert told(lines) == [{"opened": "Ann"}]
    assert complaints == ["the source ended before 1 line of the script was due."]


def test_BLK_28_the_watcher_is_told_how_many_dice_to_expect() -> None:
    watcher = FakeWatcher(
        {10: [roll(0.7, 2, 2)], 20: [Die(t=1.8, value=5)], 30: [Die(t=2.8, value=1)]}
    )
    list(Session(FakeSource(40), watcher, match()).lines())
    assert watcher.expected[9:12] == [2, 2, 1]
    assert watcher.expected[29:32] == [1, 1, 2]


def test_a_camera_without_pictures_says_so_and_people_still_act() -> None:
    class Dark(FakeSource):
        def read(self, timeout: float | None = None) -> Frame | None:
            super().read()
            return None

    source = Dark(5, live=True, states={1: "stale", 3: "lost"})
    session = Session(source, FakeWatcher({}), match())
    session.enter({"opened": "Ann"})
    assert told(list(session.lines())) == [
        {"opened": "Ann"},
        "camera",
        "camera",
        "camera",
        "camera",
    ]


def test_the_app_runs_it_in_a_thread_enters_answers_and_stops_it() -> None:
    unclear = roll(0.1, 3, 4, confidence=0.6, alternatives=(((4, 4), 0.4),))
    lines: list[Line] = []
    asked, ended = threading.Event(), threading.Event()
    errors: list[Exception | None] = []
    source = FakeSource(10**9, live=True, pause=0.001)
    session = Session(source, FakeWatcher({3: [unclear]}), match())

    def emit(line: Line) -> None:
        lines.append(line)
        if line["kind"] == "question":
            asked.set()
        elif line["kind"] == "ruling" and line["step"] == 2:
            ended.set()

    def end(error: Exception | None) -> None:
        errors.append(error)
        done.set()

    done = threading.Event()
    session.start(emit, end)
    assert asked.wait(10)
    session.choose(1, 0)
    session.enter({"opened": "Ann"})
    assert ended.wait(10)
    session.stop()
    assert done.wait(10)
    assert errors == [None]
    assert told(lines) == ["dice", "reading", {"roll": [3, 4], "by": "Ann"}, {"opened": "Ann"}]
    assert session.latest is not None
    assert session.latest.frame.index > 3
    assert session.speed.fps > 10
    assert session.speed.median_ms is None


def test_an_error_of_the_source_reaches_whoever_started_it() -> None:
    class Broken(FakeSource):
        def read(self, timeout: float | None = None) -> Frame | None:
            raise OSError("gone")

    errors: list[Exception | None] = []
    done = threading.Event()

    def end(error: Exception | None) -> None:
        errors.append(error)
        done.set()

    Session(Broken(3), FakeWatcher({}), match()).start(print, end)
    assert done.wait(10)
    assert [str(error) for error in errors] == ["gone"]


def test_speed_counts_from_at_rest_to_announced() -> None:
    arrived = 0.001  # as if the rest frame had come when the machine was started
    session = Session(
        FakeSource(20), FakeWatcher({10: [roll(0.7, 1, 3, arrived=arrived)]}), match()
    )
    (_, ruling) = list(session.lines())
    assert session.speed.median_ms == pytest.approx(ruling["latency_ms"])
    assert ruling["latency_ms"] > 1000
