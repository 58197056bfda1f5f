"""What no camera sees, from a file or from standard input (`watch --script`, PROTOCOL section 5).

JSON Lines: an event of the game with `"at": seconds` or `"after": n` (after the n-th `seen` line
other than `camera`), or `{"answer": id, "choice": n}` with the choices counted from 0; answers
may carry `at` or `after` as well. What names no moment is taken as soon as it is read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any

from engine.text import NoJson, parse

SETTLING = 1.5
"""Seconds of the source for which an entry waits past its `at`: something that came to rest
before that moment may be reported only now, and has to be ruled first."""

_READ_AHEAD = 0.25


class ScriptError(Exception):
    """A line of the script cannot be used; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: an event, or the answer `choice` to question `answer`, and when it is due."""

    event: dict[str, Any] | None = None
    answer: int | None = None
    choice: int = 0
    at: float | None = None
    after: int | None = None


def parse_entry(text: str | bytes) -> Entry:
    """The entry of one line; raises `ScriptError`."""
    try:
        line = parse(text)
    except NoJson as error:
        raise ScriptError(f"is no JSON ({error})") from None
    if not isinstance(line, dict):
        raise ScriptError("is no JSON object")
    at, after = _number(line, "at"), _number(line, "after")
    if at is not None and after is not None:
        raise ScriptError("has both `at` and `after`; one of them is enough")
    rest = {key: value for key, value in line.items() if key not in ("at", "after")}
    count = None if after is None else int(after)
    if "answer" not in rest:
        return Entry(event=rest, at=at, after=count)
    return _answer(rest, at, count)


def _answer(line: dict[str, Any], at: float | None, after: int | None) -> Entry:
    numbers = (line.get("answer"), line.get("choice"))
    if set(line) != {"answer", "choice"} or not all(type(number) is int for number in numbers):
        raise ScriptError('is no answer; one looks like {"answer": 4, "choice": 0}')
    return Entry(answer=line["answer"], choice=line["choice"], at=at, after=after)


def _number(line: dict[str, Any], key: str) -> float | None:
    value = line.get(key)
    if value is None:
        return None
    fits = isinstance(value, int if key == "after" else (int, float)) and value is not True
    if not fits or isinstance(value, bool) or value < 0:
        raise ScriptError(f"has `{key}` {value!r}, which is no number from 0 up")
    return float(value)


class Script:
    """The entries that are not due yet. `add` may be called from any thread."""

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self._arriving: SimpleQueue[Entry] = SimpleQueue()
        self._waiting: list[Entry] = list(entries or ())

    @classmethod
    def load(cls, path: Path | str) -> Script:
        """The entries of a file; raises `ScriptError` naming the line that is wrong."""
        try:
            rows = Path(path).read_bytes().splitlines()
        except OSError as error:
            raise ScriptError(f"the script {path} cannot be read: {error.strerror}.") from error
        entries = []
        for number, row in enumerate(rows, start=1):
            try:
                if row.strip():
                    entries.append(parse_entry(row))
            except ScriptError as error:
                raise ScriptError(f"line {number} of the script {path} {error}.") from None
        return cls(entries)

    @classmethod
    def follow(cls, stream: IO[bytes], complain: Callable[[str], None]) -> Script:
        """A script that takes entries from `stream` as they come, until it ends.

        A line that cannot be used goes to `complain` as a sentence and the next one is read.
        """
        script = cls()

        def read() -> None:
            for number, row in enumerate(stream, start=1):
                try:
                    if row.strip():
                        script.add(parse_entry(row))
                except ScriptError as error:
                    complain(f"line {number} of the script {error}; it is passed over.")

        reader = threading.Thread(target=read, name="script", daemon=True)
        reader.start()
        # A script that was written before the start is read as a whole before the first frame.
        reader.join(_READ_AHEAD)
        return script

    def add(self, entry: Entry) -> None:
        """Let one more entry wait for its moment."""
        self._arriving.put(entry)

    def due(self, t: float, seen: int, answerable: Callable[[int], bool]) -> list[Entry]:
        """Take out what is due before second `t` after `seen` things seen, in order of `at`.

        An answer that names no moment is due once `answerable(its question)`.
        """
        while not self._arriving.empty():
            self._waiting.append(self._arriving.get())
        due: list[Entry] = []
        later: list[Entry] = []
        for entry in self._waiting:
            (due if _is_due(entry, t, seen, answerable) else later).append(entry)
        self._waiting = later
        return sorted(due, key=lambda entry: -1.0 if entry.at is None else entry.at)

    @property
    def left(self) -> int:
        """How many entries have not been due."""
        return len(self._waiting) + self._arriving.qsize()


def _is_due(entry: Entry, t: float, seen: int, answerable: Callable[[int], bool]) -> bool:
    if entry.at is not None:
        return entry.at < t
    if entry.after is not None:
        return entry.after <= seen
    return entry.answer is None or answerable(entry.answer)
