"""`symposiarch replay`: a recorded game as if live, with the rulings of its record."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from engine.log import Line
from tests.tui.recorded import record, shade
from tui.app import SymposiarchApp
from tui.cli import main
from tui.recording.player import SHOWN, table
from tui.recording.recorder import Wanted
from tui.recording.reel import Reel
from tui.recording.story import Moment, load
from tui.table import Change

NO_PICTURES = Wanted(frames=False, video=False)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening") / "game"
    record(folder)
    return folder


def played(folder: Path, speed: float) -> tuple[list[Change], list[int], float]:
    """The changes of a replay to its end, how bright the picture was at each, and how long it
    took."""
    playing = table(load(folder), speed)
    changes: list[Change] = []
    bright: list[int] = []
    over = threading.Event()

    def changed(change: Change) -> None:
        changes.append(change)
        latest = playing.latest
        bright.append(int(latest.frame.image[20, 60].mean()) if latest else -1)

    start = time.monotonic()
    playing.start(changed, lambda error: over.set())
    assert over.wait(60)
    playing.stop()
    return changes, bright, time.monotonic() - start


def test_without_a_terminal_the_announcements_are_printed_at_once(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(game)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  0:02.8  [dice 4-6]"
    assert "  0:03.0  4-6: Ann drinks 6 gulps — roll" in lines
    assert any("Ann has drunk 1 gulp too many" in line for line in lines)
    assert lines[-1] == "Gulps in all: Ann 6, Ben 9, Cat 7."


def test_speed_is_kept_without_a_terminal_too(game: Path) -> None:
    start = time.monotonic()
    assert main(["replay", str(game), "--speed", "10"]) == 0
    assert 0.6 < time.monotonic() - start < 10


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "inf", "fast"])
def test_a_speed_that_is_none_is_refused(
    game: Path, speed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(game), "--speed", speed]) == 2
    assert "--speed" in capsys.readouterr().err


def test_what_is_no_game_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path)]) == 2
    assert "holds no recorded game" in capsys.readouterr().err


def test_the_table_shows_lines_state_and_pictures_of_their_moments(game: Path) -> None:
    changes, bright, took = played(game, 8)
    recorded = [line for _, line in load(game).lines if line["kind"] in SHOWN]
    kept = [{**line, "kind": "ruling"} if "changed" in line else line for line in recorded]
    assert [change.line for change in changes] == kept
    assert changes[1].view["totals"] == {"Ann": 6, "Ben": 4, "Cat": 0}
    assert changes[-1].view["totals"] == load(game).view["totals"]
    # 6.8 s of the game and the 4 s after it, eight times as fast.
    assert 1.2 < took < 20
    for change, shown in zip(changes, bright, strict=True):
        index = round(change.line["t"] * 10)
        # Up to four pictures late where the machine is busy.
        assert shade(index) - 20 <= shown <= shade(index) + 8


def test_pictures_of_events_stand_in_for_a_video_that_is_not_there(
    game: Path, tmp_path: Path
) -> None:
    record(tmp_path, wanted=Wanted(video=False))
    reel = Reel(load(tmp_path), 1)
    reel.seek(Moment(1, 1.0, 1.0))
    assert reel.read() is None
    reel.seek(Moment(1, 3.2, 3.2))
    frame = reel.read()
    assert frame is not None
    assert int(frame.image[30, 60].mean()) == pytest.approx(shade(28), abs=3)
    assert reel.read() is None


def test_without_any_picture_the_lines_are_there(tmp_path: Path) -> None:
    record(tmp_path, wanted=NO_PICTURES)
    changes, bright, _ = played(tmp_path, 50)
    assert len(changes) == 7
    assert set(bright) == {-1}


def test_a_damaged_video_costs_only_pictures(tmp_path: Path) -> None:
    record(tmp_path, wanted=NO_PICTURES)
    (tmp_path / "video.mp4").write_bytes(b"no video at all")
    changes, _, _ = played(tmp_path, 50)
    assert len(changes) == 7


@pytest.mark.parametrize("leap", [2.0, 8.0])
def test_the_reel_catches_up_where_the_game_is_far_ahead(
    game: Path, monkeypatch: pytest.MonkeyPatch, leap: float
) -> None:
    monkeypatch.setattr("tui.recording.reel._LEAP", leap)
    reel = Reel(load(game), 1)
    reel.seek(Moment(1, 0.0, 0.0))
    reel.read()
    reel.seek(Moment(1, 7.5, 7.5))
    late = reel.read()
    assert late is not None
    # A caption darkens the lower half only.
    assert int(late.image[10, 60].mean()) == pytest.approx(shade(75), abs=8)
    # The second session was not filmed: the picture of the newest event stands in.
    reel.seek(Moment(2, 0.0, 7.5))
    still = reel.read()
    assert still is not None
    assert int(still.image[10, 60].mean()) == pytest.approx(shade(68), abs=3)
    reel.close()


def test_nobody_changes_what_happened(game: Path) -> None:
    playing = table(load(game), 50)
    over, lines = threading.Event(), list[Line]()
    playing.start(lambda change: lines.append(change.line), lambda error: over.set())
    playing.enter({"undo": 1})
    playing.choose(1, 0)
    assert over.wait(60)
    playing.enter({"undo": 1})
    playing.stop()
    said = [playing.complaints.get() for _ in range(3)]
    assert all("stays as it was" in sentence for sentence in said)
    assert len(lines) == 7


def test_a_pause_stops_time(game: Path) -> None:
    playing = table(load(game), 50)
    playing.paused = True
    changes: list[Change] = []
    over = threading.Event()
    playing.start(changes.append, lambda error: over.set())
    assert not over.wait(0.8)
    assert changes == []
    playing.paused = False
    assert over.wait(60)
    playing.stop()
    assert len(changes) == 7


async def test_the_app_plays_a_recorded_game(game: Path) -> None:
    app = SymposiarchApp(table(load(game), 40))
    async with app.run_test(size=(100, 30)) as pilot:
        end = time.monotonic() + 30
        while not app.situation.ended and time.monotonic() < end:
            await pilot.pause(0.05)
        assert app.situation.view["totals"] == {"Ann": 6, "Ben": 9, "Cat": 7}
        assert app.table.latest is not None
    app.table.stop()
