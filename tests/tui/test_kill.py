"""`kill -9` at any moment: what was announced is in the record, and the game goes on from it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.log import FILE_NAME
from engine.setup import load_setup
from tests.tui.table import FakeSource, FakeWatcher, rolls
from tui.record import open_record
from tui.script import Script
from tui.session import Session

FRAMES = 800
SCRIPT = [
    {"opened": "Ann", "at": 0.5},
    {"duel": {"Ann": 3, "Ben": 5}, "after": 8},
    {"fuller": "Cat", "at": 40.0},
    {"amend": 3, "event": {"roll": [6, 6], "by": "Cat"}, "after": 60},
    {"opened": "Ann", "at": 60.0},
    {"undo": 2, "after": 130},
]


def script(folder: Path) -> Path:
    file = folder / "script.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in SCRIPT))
    return file


def whole_game(folder: Path, entries: Path) -> dict[str, Any]:
    """What an evening without a kill leads to."""
    setup = load_setup("blackout", ["Ann", "Ben", "Cat"], {"first": "Ann"})
    with closing(open_record(folder, setup, {}, {"source": "table", "live": False})) as match:
        source, watcher = FakeSource(FRAMES), FakeWatcher(rolls(FRAMES))
        list(Session(source, watcher, match, Script.load(entries)).lines())
        return match.view()


def killed_after(lines: int, game: Path, entries: Path) -> list[str]:
    """Plays on in a process of its own, kills it after so many lines; returns what it said."""
    command = [sys.executable, "-m", "tests.tui.table", str(game), str(FRAMES), str(entries)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        said = [program.stdout.readline() for _ in range(lines)]
        program.kill()
        said += program.stdout.readlines()
    return [line.decode() for line in said if line.endswith(b"\n")]


def plain(line: str) -> dict[str, Any]:
    """A line without what the log says otherwise: the kind of a correction."""
    return {key: value for key, value in json.loads(line).items() if key != "kind"}


@pytest.mark.parametrize("seed", range(2))
def test_nothing_announced_is_lost_and_nothing_is_charged_twice(tmp_path: Path, seed: int) -> None:
    entries, game, chance = script(tmp_path), tmp_path / "game", random.Random(seed)
    said: list[str] = []
    for _ in range(3):
        said += killed_after(chance.randint(1, 90), game, entries)
        record = (game / FILE_NAME).read_text("utf-8").splitlines()
        logged = [plain(line) for line in record if line.endswith("}")]
        # In this order; only what was being said at a kill may be on record without being heard.
        left = iter(logged)
        assert all(plain(line) in left for line in said)
    assert whole_game(game, entries) == whole_game(tmp_path / "other", entries)
