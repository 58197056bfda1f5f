"""The game's log `game.jsonl`: the one truth, safe on disk before anything is announced.

PROTOCOL section 6. One JSON object a line: first the `header`, then what happened, in order. A
kill or a power cut can only hurt the last line; that line is cut off and kept aside. Damage
anywhere else is refused with its line number, since a score made up from half a record is worse
than none.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from engine.lock import FolderLock, LockedError
from engine.rescue import rescue
from engine.synced import sync_folder, sync_write
from engine.text import NoJson, parse

Line = dict[str, Any]
"""A line of the log, or of `watch --json`, as decoded JSON."""

VERSION = 1
"""The version of the record's format, in its header."""

FILE_NAME = "game.jsonl"
DAMAGED_NAME = "game.jsonl.damaged"
WAY_OUT = "restore the file from a copy, or cut it before that line to go on from there"
"""What people can do about a line of the record that is wrong."""
_FRESH_NAME = ".game.jsonl.new"
_LONGEST = 1e7
"""Seconds, some four months: a later moment in a record is damage."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_KINDS = frozenset(
    {"seen", "question", "answer", "ruling", "correction", "upheld", "resumed", "ended"}
)
# What an interrupted creation leaves behind; a folder with nothing else is as good as empty.
_SCRAPS = frozenset({FolderLock.NAME, _FRESH_NAME})


_FULL = (
    "The disk is full: free some room. The game goes on, but until then what happens is kept in "
    "memory alone."
)
_ROOM_AGAIN = "The disk has room again, and the record of this game is complete."


class LogError(Exception):
    """The folder holds no game that can be gone on with; the message is one clear sentence."""


class GameLog:
    """An open log with the only right to write in its folder.

    `header` is its first line, `lines` those after it, `warnings` what had to be repaired.
    """

    def __init__(self, folder: Path, lock: FolderLock, header: Line, lines: list[Line]) -> None:
        self.folder = folder
        self.header = header
        self.lines = lines
        self.warnings: list[str] = []
        self._lock = lock
        self._waiting: list[bytes] = []
        self._outlasts = False
        self._make_room: Callable[[], None] = lambda: None
        self._tell: Callable[[str], None] = lambda sentence: None
        self._file = io.FileIO(folder / FILE_NAME, "ab")

    @classmethod
    def create(cls, folder: Path | str, header: Mapping[str, Any]) -> GameLog:
        """Start a game in `folder`, which is made; raise `LogError` where it holds anything."""
        folder = Path(folder)
        if folder.exists() and not folder.is_dir():
            raise LogError(f"{folder} is a file; a game is recorded into a folder of its own.")
        if holds_game(folder):
            raise LogError(f"{folder} already holds a game.")
        _refuse_strangers(folder)
        folder.mkdir(parents=True, exist_ok=True)
        lock = _lock(folder)
        first = {"kind": "header", "version": VERSION, **header}
        _write_fresh(folder, _encode(first))
        return cls(folder, lock, first, [])

    @classmethod
    def open(cls, folder: Path | str) -> GameLog:
        """Go on with the game in `folder`; raise `LogError` where that cannot be done safely."""
        folder = Path(folder)
        if not holds_game(folder):
            raise LogError(f"{folder} holds no recorded game ({FILE_NAME} is missing).")
        lock = _lock(folder)
        try:
            data = (folder / FILE_NAME).read_bytes()
            header, lines, good = _parse(folder / FILE_NAME, data)
            warnings = _repair(folder, data, good)
        except LogError:
            lock.release()
            raise
        log = cls(folder, lock, header, lines)
        log.warnings = warnings
        return log

    def outlast_full_disk(self, make_room: Callable[[], None], tell: Callable[[str], None]) -> None:
        """Let no full disk stop the game from now on.

        `make_room` is called for some. Lines for which there is none all the same wait in memory
        and are written before the next ones; `tell` has a sentence for people of when that begins
        and ends.
        """
        self._outlasts, self._make_room, self._tell = True, make_room, tell

    def append(self, *lines: Line) -> None:
        """Write `lines` as one piece and return when they are safe on disk.

        Raises `OSError`; nothing may then be announced. A full disk that is to be outlasted raises
        nothing: the lines wait.
        """
        rows = [*self._waiting, *map(_encode, lines)]
        fits = self._fits(rows)
        if not fits:
            self._make_room()
            fits = self._fits(rows)
        if fits == bool(self._waiting):
            self._tell(_ROOM_AGAIN if fits else _FULL)
        self._waiting = [] if fits else rows
        self.lines.extend(lines)

    def _fits(self, rows: list[bytes]) -> bool:
        """Whether the disk has room for the rows, which are safe on it then.

        Raises `OSError` where something else is wrong, or a full disk is not outlasted.
        """
        start = self._file.seek(0, os.SEEK_END)
        try:
            sync_write(self._file.fileno(), b"".join(rows))
        except OSError as error:
            # What is not safe must not be found by the next start either.
            self._file.truncate(start)
            if self._outlasts and error.errno in _NO_ROOM:
                return False
            raise
        return True

    def close(self) -> None:
        """Give the folder free; safe to call twice.

        Raises `OSError` where lines still wait for room on the disk and get none; it says where
        they are instead.
        """
        try:
            if self._waiting:
                self.append()
        finally:
            left, self._waiting = self._waiting, []
            self._file.close()
            self._lock.release()
        if left:
            record = self.folder / FILE_NAME
            raise OSError(errno.ENOSPC, rescue(left, record), str(record))

    def __enter__(self) -> GameLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def holds_game(folder: Path | str) -> bool:
    """Whether `folder` is a recorded game's."""
    return (Path(folder) / FILE_NAME).is_file()


def read_header(folder: Path | str) -> Line:
    """The header alone, read without a lock; raises `LogError` where it is none of ours."""
    path = Path(folder) / FILE_NAME
    with open(path, "rb") as file:
        return _check_header(path, file.readline())


def read_log(folder: Path | str) -> tuple[Line, list[Line]]:
    """The header and the lines after it, read without a lock and without repairing anything.

    A last line that is still being written is left out: it was not announced yet. Raises
    `LogError` with the number of the line that is damaged.
    """
    path = Path(folder) / FILE_NAME
    header, lines, _ = _parse(path, path.read_bytes())
    return header, lines


def _parse(path: Path, data: bytes) -> tuple[Line, list[Line], int]:
    """Header, lines, and how many bytes of `data` they fill; what follows is a damaged last line.

    Raises `LogError` where the header or a line before the last is damaged.
    """
    rows = io.BytesIO(data).readlines()
    header = _check_header(path, rows[0] if rows else b"")
    lines: list[Line] = []
    good = len(rows[0])
    for number, row in enumerate(rows[1:], start=2):
        line = _decode(row)
        if line is not None and line["kind"] in _KINDS:
            lines.append(line)
            good += len(row)
        elif number < len(rows):
            raise LogError(f"{path}: line {number} is damaged; {WAY_OUT}.")
    return header, lines, good


def _check_header(path: Path, part: bytes) -> Line:
    header = _decode(part)
    if header is None or header["kind"] != "header":
        raise LogError(
            f"{path}: line 1 is damaged or is no header of a recorded game; "
            "restore the file from a copy."
        )
    if header.get("version") != VERSION:
        raise LogError(
            f"{path} was written in version {header.get('version')} of the record; "
            f"this program reads version {VERSION}: take the one that wrote it."
        )
    return header


def _encode(line: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _decode(part: bytes) -> Line | None:
    """The line's object, or None where it is no JSON object with a `kind`, or at no moment."""
    try:
        line = parse(part)
    except NoJson:
        return None
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
        return None
    return line if _is_moment(line.get("t", 0.0)) else None


def _is_moment(t: object) -> bool:
    return isinstance(t, (int, float)) and 0 <= t < _LONGEST


def _repair(folder: Path, data: bytes, good: int) -> list[str]:
    """Cut a damaged last line off and keep it aside; give the file its last newline if it lacks.

    Returns what to tell people.
    """
    path = folder / FILE_NAME
    if good == len(data):
        if not data.endswith(b"\n"):
            with open(path, "ab") as file:
                sync_write(file.fileno(), b"\n")
        return []
    with open(folder / DAMAGED_NAME, "ab") as file:
        sync_write(file.fileno(), data[good:].rstrip(b"\n") + b"\n")
    with open(path, "r+b") as file:
        file.truncate(good)
        os.fsync(file.fileno())
    number = data.count(b"\n", 0, good) + 1
    return [f"line {number} of {path} was only half written; it is kept in {DAMAGED_NAME}."]


def _refuse_strangers(folder: Path) -> None:
    """Raise where the folder holds what no game of ours put there."""
    strangers = sorted(p.name for p in folder.iterdir()) if folder.is_dir() else []
    for name in strangers:
        if name not in _SCRAPS:
            raise LogError(f"{folder} holds something else ({name}); choose an empty folder.")


def _lock(folder: Path) -> FolderLock:
    try:
        return FolderLock(folder)
    except LockedError as error:
        raise LogError(f"another symposiarch is writing the game in {folder}.") from error


def _write_fresh(folder: Path, data: bytes) -> None:
    """Make the file appear whole: a kill leaves either no game or one with its header."""
    fresh = folder / _FRESH_NAME
    with open(fresh, "wb") as file:
        sync_write(file.fileno(), data)
    os.replace(fresh, folder / FILE_NAME)
    sync_folder(folder)
