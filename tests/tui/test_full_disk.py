"""A game goes on over a disk that other programs filled, and nothing of it is lost."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
from pathlib import Path

import pytest

from engine.log import Line, read_log
from tests.tui.recorded import record, roll
from tui.recording.recorder import Wanted

NO_PICTURES = Wanted(frames=False, video=False)


def fill(monkeypatch: pytest.MonkeyPatch, when: range) -> None:
    """Writes to the disk find it full while their number, from 0, is in `when`."""
    write, numbers = os.write, itertools.count()

    def limited(descriptor: int, data: memoryview) -> int:
        if next(numbers) in when:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", limited)


def lines(folder: Path) -> list[Line]:
    """What the record says happened, whatever the hour."""
    return [{**line, "latency_ms": None} for line in read_log(folder)[1]]


def test_the_record_is_complete_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = record(tmp_path / "whole", wanted=NO_PICTURES)
    told: list[str] = []
    fill(monkeypatch, range(2, 6))
    match = record(tmp_path / "game", wanted=NO_PICTURES, told=told.append)
    assert match.view() == whole.view()
    assert lines(tmp_path / "game") == lines(tmp_path / "whole")
    assert [sentence.split(",")[0].split(":")[0] for sentence in told] == [
        "The disk is full",
        "The disk has room again",
    ]


def test_a_disk_that_stays_full_is_said_and_what_it_has_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path / "whole", wanted=NO_PICTURES)
    fill(monkeypatch, range(2, 10**6))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(OSError, match=r"the disk is full, and the last \d+ lines") as raised:
        record(tmp_path / "game", wanted=NO_PICTURES)
    monkeypatch.undo()
    first = lines(tmp_path / "game")
    assert first == lines(tmp_path / "whole")[: len(first)]
    (kept,) = tmp_path.glob("symposiarch-game-*.jsonl")
    assert str(kept) in str(raised.value)
    shutil.copytree(tmp_path / "game", tmp_path / "completed")
    with open(tmp_path / "completed" / "game.jsonl", "ab") as file:
        file.write(kept.read_bytes())
    assert lines(tmp_path / "completed") == lines(tmp_path / "whole")
    record(tmp_path / "game", wanted=NO_PICTURES, resumes=True)
    assert len(lines(tmp_path / "game")) > len(first)


def test_pictures_of_the_game_give_way_to_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    record(tmp_path / "game", wanted=Wanted(video=False))
    assert list((tmp_path / "game" / "frames").iterdir())
    fill(monkeypatch, range(1, 2))
    usage = type("Usage", (), {"free": 0})
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage())
    more = {90: roll(88, 1, 4)}
    record(tmp_path / "game", 100, more, (), NO_PICTURES, told.append, resumes=True)
    assert list((tmp_path / "game" / "frames").iterdir()) == []
    assert told == ["What is oldest of this game's pictures gave way to its log."]


def test_what_has_no_room_anywhere_is_said_to_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(monkeypatch, range(2, 10**6))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(OSError, match=r"from step \d+ on, are lost"):
        record(tmp_path / "game", wanted=NO_PICTURES)
