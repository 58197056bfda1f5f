"""A Blackout table for the tests of matches, and the dice that fall on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.log import FILE_NAME, GameLog, Line
from engine.match import Match
from engine.seen import Dice
from engine.setup import Setup, load_setup

PLAYERS = ["Ann", "Ben", "Cat"]
UNCLEAR = ((4, 4), 0.4)


def table(**start: Any) -> Setup:
    """A Blackout table where Ann begins."""
    return load_setup("blackout", PLAYERS, {"first": "Ann", **start})


def dice(t: float, *values: int, **more: Any) -> Dice:
    """Two dice at rest at second `t`."""
    return Dice(t=t, frame=round(t * 30), values=values, **more)


def unclear(t: float) -> Dice:
    """Dice that may be 3-4 or 4-4."""
    return dice(t, 3, 4, confidence=0.6, alternatives=(UNCLEAR,))


def recorded(folder: Path, setup: Setup | None = None) -> Match:
    """A match that is logged in `folder`."""
    return Match(setup or table(), GameLog.create(folder, {"camera": VIDEO}))


VIDEO = {"source": "/clip.mp4", "live": False}
CAMERA = {"source": "0", "live": True}


def on_disk(folder: Path) -> list[Line]:
    """The log's lines as another program reads them."""
    rows = (folder / FILE_NAME).read_text("utf-8").splitlines()
    return [json.loads(row) for row in rows][1:]


def kinds(lines: list[Line]) -> list[str]:
    return [line["kind"] for line in lines]
