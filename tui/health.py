"""Whether this computer will do: networks, terminal, disk, video."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.checkup import Finding
    from vision.eyes import Looks

_COLUMNS, _ROWS = 80, 24
_SLOW = 0.7
"""Seconds of a look at a whole picture from which the game feels slow."""
_ROOM = 3_000_000_000
"""Bytes that an evening's videos take about."""
_FILES = ("detector.onnx", "card_reader.onnx", "die_reader.onnx")


def eyes_of(backend: str, deck: str | None) -> tuple[Looks, Finding]:
    """The eyes, and what is to be said of them; raises `UserError` where there are none."""
    from tui.decks import deck_for
    from tui.opening import load_eyes
    from vision import weights
    from vision.backends import chosen
    from vision.checkup import Finding

    eyes = load_eyes(backend, deck_for(None, deck))
    sums = {name: weights.checksum(name)[:12] for name in (*_FILES, weights.deck_reader())}
    name = chosen(weights.find(_FILES[0]), backend)
    says = f"{len(sums)} networks whole, run by {name}"
    return eyes, Finding("networks", True, says, {"backend": name, **sums})


def with_speed(networks: Finding, look: float | None) -> Finding:
    """The same with how long a look took, in seconds; None where nobody looked."""
    if look is None:
        return replace(networks, says=networks.says + ".")
    milliseconds = round(1000 * look)
    says = f"{networks.says}, {milliseconds} ms for a whole picture"
    fast = look <= _SLOW
    if not fast and not util.find_spec("openvino"):
        says += ": slow; pip install 'symposiarch[openvino]' is faster on Intel and AMD"
    elif not fast:
        says += ": slow; close other programs"
    measured = {**networks.measured, "look_ms": milliseconds}
    return replace(networks, ok=fast, says=says + ".", measured=measured)


def cameras(count: int) -> Finding:
    """How many cameras there are."""
    from tui.commands.cameras import NONE
    from vision.checkup import Finding

    if not count:
        return Finding("cameras", False, NONE, {"cameras": 0})
    return Finding("cameras", True, f"{count} to be seen.", {"cameras": count})


def of_computer() -> Iterator[Finding]:
    """Terminal, disk and video."""
    yield terminal()
    yield disk()
    yield video()


def terminal() -> Finding:
    """Whether the app can be shown here."""
    from tui.terminal import is_terminal
    from vision.checkup import Finding

    if not is_terminal():
        return Finding("terminal", True, "none here; `watch` needs none.", {"terminal": False})
    columns, rows = shutil.get_terminal_size()
    colours, words = _colours(), (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    measured = {"columns": columns, "rows": rows, "colours": colours, "unicode": words}
    says = f"{columns}x{rows}, {colours} colours"
    if columns < _COLUMNS or rows < _ROWS:
        says += f": make the window larger, {_COLUMNS}x{_ROWS} at least."
    elif colours < 256:
        says += ": the picture will look poor; use a terminal with true colours."
    elif not words:
        says += ": it cannot write all letters; set the language to one with UTF-8."
    else:
        return Finding("terminal", True, f"{says}.", measured)
    return Finding("terminal", False, says, measured)


def _colours() -> int:
    kind = os.environ.get("TERM", "")
    if os.environ.get("COLORTERM", "") in ("truecolor", "24bit") or sys.platform == "win32":
        return 1 << 24
    return 256 if "256" in kind else 8


def disk() -> Finding:
    """Whether an evening's records have room."""
    from tui import folders
    from vision.checkup import Finding

    place = folders.games()
    there = next(folder for folder in (place, *place.absolute().parents) if folder.is_dir())
    free = shutil.disk_usage(there).free
    says = f"{free / 1e9:.0f} GB free for records in {place}"
    measured: dict[str, float | int | str | bool | None] = {"free_bytes": free}
    if not os.access(there, os.W_OK):
        says = f"records cannot be written to {place}: use --record DIR or --no-record."
        return Finding("disk", False, says, measured)
    if free < _ROOM:
        says = f"only {free / 1e9:.1f} GB free in {place}: free some room, or use --no-video."
        return Finding("disk", False, says, measured)
    return Finding("disk", True, f"{says}.", measured)


def video() -> Finding:
    """Whether games can be filmed: writes a very short film and throws it away."""
    from tui.recording.film import trial
    from vision.checkup import Finding

    with tempfile.TemporaryDirectory(prefix="symposiarch-") as folder:
        try:
            problem = trial(Path(folder) / "try.mp4")
        except (OSError, subprocess.SubprocessError) as error:
            problem = str(error)
    if problem:
        says = f"games cannot be filmed: {problem}; --no-video records without."
        return Finding("video", False, says, {"h264": False})
    return Finding("video", True, "H.264 can be written.", {"h264": True})
