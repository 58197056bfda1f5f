"""What becomes of lines of a game for which its disk has no room to the end."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec


def rescue(rows: Sequence[bytes], record: Path) -> str:
    """Keep the rows, which `record` lacks at its end, on another disk; what to tell people."""
    lines = "line" if len(rows) == 1 else f"{len(rows)} lines"
    lacks = f"the disk is full, and the last {lines} of the game{_since(rows)}"
    try:
        kept = _kept(rows, record.parent.name)
    except OSError:
        return f"{lacks} are lost: there is no room for them elsewhere either"
    return (
        f"{lacks} are not in it; they are kept in {kept}: free some room, then"
        f" `cat '{kept}' >> '{record}'` completes the game"
    )


def _since(rows: Sequence[bytes]) -> str:
    """From which step on they tell of the game."""
    steps = [line["step"] for line in map(msgspec.json.decode, rows) if "step" in line]
    return f", from step {steps[0]} on," if steps else ""


def _kept(rows: Sequence[bytes], name: str) -> Path:
    descriptor, path = tempfile.mkstemp(prefix=f"symposiarch-{name}-", suffix=".jsonl")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(b"".join(rows))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        Path(path).unlink(missing_ok=True)
        raise
    return Path(path)
