"""`symposiarch games`: what is listed, and that deleting a game deletes all of it (SAF-11)."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from engine.lock import FolderLock
from tests.tui.recorded import record
from tui import folders
from tui.cli import main
from tui.recording import home
from tui.recording.recorder import Wanted
from tui.recording.shelf import interrupted

NO_PICTURES = Wanted(frames=False, video=False)


def test_games_are_listed_wherever_they_were_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "friday", wanted=NO_PICTURES)
    record(home.fresh("blackout"), wanted=NO_PICTURES)
    assert main(["games", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["folder"] == str(tmp_path / "friday")
    assert Path(second["folder"]).parent == folders.games()
    assert first["players"] == ["Ann", "Ben", "Cat"]
    assert first["totals"] == {"Ann": 6, "Ben": 9, "Cat": 7}
    assert (first["state"], first["steps"]) == ("open", 4)


def test_people_read_rows_and_a_damaged_game_is_listed_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "friday", wanted=NO_PICTURES)
    record(tmp_path / "saturday", wanted=NO_PICTURES)
    (tmp_path / "saturday" / "game.jsonl").write_text("{}\n")
    record(tmp_path / "short", wanted=NO_PICTURES)
    lines = (tmp_path / "short" / "game.jsonl").read_text().splitlines(keepends=True)
    only = next(at for at, line in enumerate(lines) if '"ruling"' in line)
    (tmp_path / "short" / "game.jsonl").write_text("".join(lines[: only + 1]))
    assert main(["games", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "; 1 event, " in out
    assert "Blackout: Ann, Ben, Cat; 3 events" in out
    assert "line 1 is damaged" in out


def test_without_games_it_says_how_to_get_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "no recorded game yet" in capsys.readouterr().err


def test_SAF_11_deleting_a_game_deletes_all_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "friday"
    record(game)
    record(game, frames=10)
    assert main(["report", str(game)]) == 0
    (game / "game.jsonl.damaged").write_text("{")
    (game / ".report.html.new").write_text("")
    assert (game / "video-2.mp4").exists()
    assert main(["games", "--delete", str(game), "--yes"]) == 0
    assert not game.exists()
    assert home.games() == []
    assert str(game) not in (folders.games() / "elsewhere.txt").read_text()


def test_what_belongs_to_no_game_stays_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "friday", wanted=NO_PICTURES)
    (tmp_path / "friday" / "holiday.jpg").write_text("mine")
    assert main(["games", "--delete", str(tmp_path / "friday"), "--yes"]) == 0
    assert "holiday.jpg was not part of it" in capsys.readouterr().out
    assert [path.name for path in (tmp_path / "friday").iterdir()] == ["holiday.jpg"]


def test_what_is_no_game_is_not_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "frames").mkdir()
    assert main(["games", "--delete", str(tmp_path), "--yes"]) == 2
    assert "holds no recorded game" in capsys.readouterr().err
    assert (tmp_path / "frames").exists()


def test_a_game_that_is_being_recorded_is_not_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path, wanted=NO_PICTURES)
    lock = FolderLock(tmp_path)
    assert main(["games", "--delete", str(tmp_path), "--yes"]) == 2
    assert "being recorded" in capsys.readouterr().err
    lock.release()
    assert (tmp_path / "game.jsonl").exists()


@pytest.mark.parametrize(
    ("answer", "gone"), [("", False), ("\n", False), ("n\n", False), ("y\n", True)]
)
def test_at_a_terminal_it_asks_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, gone: bool
) -> None:
    record(tmp_path / "friday", wanted=NO_PICTURES)
    typed = io.StringIO(answer)
    monkeypatch.setattr(typed, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(["games", "--delete", str(tmp_path / "friday")]) == 0
    assert (tmp_path / "friday").exists() is not gone


def test_without_a_terminal_it_deletes_nothing_unless_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "friday", wanted=NO_PICTURES)
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert main(["games", "--delete", str(tmp_path / "friday")]) == 2
    assert "add --yes" in capsys.readouterr().err
    assert (tmp_path / "friday" / "game.jsonl").exists()


def test_the_newest_unfinished_game_is_the_interrupted_one(tmp_path: Path) -> None:
    assert interrupted(60) is None
    record(tmp_path / "friday", wanted=NO_PICTURES, last_step=4)
    found = interrupted(60)
    assert found is not None
    assert found.folder == tmp_path / "friday"
    assert interrupted(-1) is None
    lock = FolderLock(tmp_path / "friday")
    assert interrupted(60) is None
    lock.release()
    record(tmp_path / "empty", frames=2, wanted=NO_PICTURES)
    assert interrupted(60) is None
