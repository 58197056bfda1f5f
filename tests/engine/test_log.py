"""The game's log: safe before it is announced, repaired at its end, refused elsewhere."""

from __future__ import annotations

import errno
import json
import math
import os
from pathlib import Path

import pytest

from engine.log import DAMAGED_NAME, FILE_NAME, GameLog, LogError, read_header, read_log

HEADER = {"game": "blackout", "players": ["Ann", "Ben"]}
LINES = [
    {"kind": "seen", "t": 1.0, "what": "dice", "values": [3, 4]},
    {"kind": "ruling", "t": 1.2, "step": 1, "announce": ["Änn trinkt 7 …"]},
    {"kind": "ruling", "t": 2.2, "step": 2, "event": {"roll": [1, 1]}},
]


def written(folder: Path, lines: list[dict[str, object]] = LINES) -> Path:
    """A folder with a closed log of `lines`; returns its file."""
    with GameLog.create(folder, HEADER) as log:
        for line in lines:
            log.append(line)
    return folder / FILE_NAME


def test_a_log_reads_back_as_it_was_written(tmp_path: Path) -> None:
    written(tmp_path / "game")
    with GameLog.open(tmp_path / "game") as log:
        assert log.lines == LINES
        assert log.header == {"kind": "header", "version": 1, **HEADER}
        assert log.warnings == []


def test_the_header_is_read_without_the_lines(tmp_path: Path) -> None:
    file = written(tmp_path)
    file.write_bytes(file.read_bytes() + b"junk")
    assert read_header(tmp_path) == {"kind": "header", "version": 1, **HEADER}


def test_each_line_is_on_disk_when_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    with GameLog.create(tmp_path, HEADER) as log:
        real = os.fsync

        def counted(descriptor: int) -> None:
            synced.append(descriptor)
            real(descriptor)

        monkeypatch.setattr(os, "fsync", counted)
        log.append(LINES[0], LINES[1])
        assert len(synced) == 1
        assert (tmp_path / FILE_NAME).read_text("utf-8").count("\n") == 3


@pytest.mark.parametrize("tail", [b"", b"\n", b"\x00\x00\x00\n"])
def test_the_last_line_cut_at_any_byte_is_repaired(tmp_path: Path, tail: bytes) -> None:
    file = written(tmp_path)
    whole = file.read_bytes()
    start = whole[:-1].rfind(b"\n") + 1
    for cut in range(start + 1, len(whole) - 1):
        file.write_bytes(whole[:cut] + tail)
        with GameLog.open(tmp_path) as log:
            assert log.lines == LINES[:2], f"cut at byte {cut}"
            assert len(log.warnings) == 1
            assert "line 4" in log.warnings[0]
            log.append(LINES[2])
        assert file.read_bytes() == whole
        assert (tmp_path / DAMAGED_NAME).read_bytes().startswith(whole[start:cut])
        (tmp_path / DAMAGED_NAME).unlink()


def test_a_whole_last_line_without_its_newline_is_kept(tmp_path: Path) -> None:
    file = written(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    with GameLog.open(tmp_path) as log:
        assert log.lines == LINES
        assert log.warnings == []
    assert file.read_bytes() == whole


@pytest.mark.parametrize("line", [2, 3])
@pytest.mark.parametrize(
    "junk",
    [
        b'{"kind": "see',
        b"\xff\xfe",
        b"[1]",
        b"",
        b'{"kind": "huh"}',
        b"[" * 100_000,
        b'{"kind": "seen", "t": 1e300}',
        b'{"kind": "seen", "t": -1}',
        b'{"kind": "seen", "t": "soon"}',
    ],
    ids=lambda junk: junk[:30].decode(errors="replace"),
)
def test_damage_before_the_last_line_is_refused_by_number(
    tmp_path: Path, line: int, junk: bytes
) -> None:
    file = written(tmp_path)
    rows = file.read_bytes().split(b"\n")
    rows[line - 1] = junk
    # A half-written end as well: nothing of a refused record may be touched.
    damaged = b"\n".join(rows)[:-5]
    file.write_bytes(damaged)
    with pytest.raises(LogError, match=f"line {line} is damaged"):
        GameLog.open(tmp_path)
    assert file.read_bytes() == damaged
    with pytest.raises(LogError, match=f"line {line} is damaged"):
        read_log(tmp_path)


@pytest.mark.parametrize("first", [b"", b"\n", b'{"kind": "hea', b'{"kind": "seen"}\n'])
def test_a_record_without_its_header_is_refused(tmp_path: Path, first: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(first)
    with pytest.raises(LogError, match="line 1"):
        GameLog.open(tmp_path)
    with pytest.raises(LogError, match="line 1"):
        read_header(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == first


def test_another_version_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(json.dumps({"kind": "header", "version": 7}) + "\n")
    with pytest.raises(LogError, match=r"version 7 .* reads version 1"):
        GameLog.open(tmp_path)


def test_a_folder_with_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(LogError, match=r"holiday\.jpg"):
        GameLog.create(tmp_path, HEADER)
    assert [p.name for p in tmp_path.iterdir()] == ["holiday.jpg"]
    with pytest.raises(LogError, match="is a file"):
        GameLog.create(tmp_path / "holiday.jpg", HEADER)


def test_a_game_is_never_overwritten(tmp_path: Path) -> None:
    file = written(tmp_path)
    before = file.read_bytes()
    with pytest.raises(LogError, match="already holds a game"):
        GameLog.create(tmp_path, HEADER)
    assert file.read_bytes() == before


def test_a_creation_that_was_cut_short_leaves_a_usable_folder(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    (tmp_path / ".game.jsonl.new").write_bytes(b'{"kind"')
    written(tmp_path)
    assert read_log(tmp_path)[1] == LINES


def test_a_second_writer_is_refused_until_the_first_leaves(tmp_path: Path) -> None:
    with GameLog.create(tmp_path, HEADER), pytest.raises(LogError, match="another symposiarch"):
        GameLog.open(tmp_path)
    GameLog.open(tmp_path).close()


def test_a_reader_passes_over_the_line_being_written(tmp_path: Path) -> None:
    file = written(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    assert read_log(tmp_path)[1] == LINES[:2]
    assert file.read_bytes() == whole[:-9]


def test_a_full_disk_is_said_and_leaves_no_half_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GameLog.create(tmp_path, HEADER) as log:
        log.append(LINES[0])
        before = (tmp_path / FILE_NAME).read_bytes()

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            log.append(LINES[1])
        monkeypatch.undo()
        assert (tmp_path / FILE_NAME).read_bytes() == before
        assert log.lines == LINES[:1]
        log.append(LINES[2])
    assert read_log(tmp_path)[1] == [LINES[0], LINES[2]]


class Disk:
    """A disk that has room for so many writes more; the next ones fill it to the brim."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, writes: float, number: int) -> None:
        self.writes, self._number, self._write = writes, number, os.write
        monkeypatch.setattr(os, "write", self._take)

    def _take(self, descriptor: int, data: memoryview) -> int:
        self.writes -= 1
        if self.writes < -1:
            raise OSError(self._number, os.strerror(self._number))
        # A disk that fills up takes less than it was given before it complains.
        return self._write(descriptor, data if self.writes >= 0 else data[:9])


def nothing() -> None:
    """No room can be made."""


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_outlasted_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    told: list[str] = []
    with GameLog.create(tmp_path, HEADER) as log:
        log.outlast_full_disk(nothing, told.append)
        disk = Disk(monkeypatch, 1, number)
        for line in LINES:
            log.append(line)
        assert log.lines == LINES
        assert read_log(tmp_path)[1] == LINES[:1]
        assert (tmp_path / FILE_NAME).read_bytes().endswith(b"\n")
        assert ["The disk is full" in sentence for sentence in told] == [True]
        disk.writes = math.inf
        log.append(LINES[0])
        log.append(LINES[1])
        assert "has room again" in told[1]
    assert read_log(tmp_path)[1] == [*LINES, LINES[0], LINES[1]]
    assert len(told) == 2


def test_a_full_disk_on_which_room_can_be_made_is_nothing_to_speak_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    with GameLog.create(tmp_path, HEADER) as log:
        disk = Disk(monkeypatch, 0, errno.ENOSPC)
        log.outlast_full_disk(lambda: setattr(disk, "writes", 10), told.append)
        log.append(LINES[0])
        assert read_log(tmp_path)[1] == LINES[:1]
    assert told == []


def test_lines_that_wait_are_written_at_the_end_at_the_latest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = GameLog.create(tmp_path, HEADER)
    log.outlast_full_disk(nothing, lambda sentence: None)
    disk = Disk(monkeypatch, 0, errno.ENOSPC)
    log.append(*LINES)
    disk.writes = math.inf
    log.close()
    assert read_log(tmp_path)[1] == LINES


def test_lines_that_never_get_room_are_kept_elsewhere_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    log = GameLog.create(tmp_path, HEADER)
    log.outlast_full_disk(nothing, lambda sentence: None)
    log.append(LINES[0])
    Disk(monkeypatch, 0, errno.ENOSPC)
    log.append(LINES[1])
    log.append(LINES[2])
    with pytest.raises(OSError, match="the last 2 lines of the game, from step 1 on, are not"):
        log.close()
    log.close()
    monkeypatch.undo()
    with GameLog.open(tmp_path) as again:
        assert (again.lines, again.warnings) == (LINES[:1], [])


def test_a_broken_disk_is_not_outlasted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with GameLog.create(tmp_path, HEADER) as log:
        log.outlast_full_disk(nothing, lambda sentence: None)
        disk = Disk(monkeypatch, 0, errno.EIO)
        with pytest.raises(OSError, match=os.strerror(errno.EIO)):
            log.append(LINES[0])
        disk.writes = math.inf
        assert log.lines == []
    assert read_log(tmp_path)[1] == []
