"""What a recorded game's folder holds beside its log, by name (PROTOCOL section 6)."""

from __future__ import annotations

import re
from pathlib import Path

FRAMES = "frames"
REPORT = "report.html"
_VIDEO = re.compile(r"video(-\d+)?\.mp4")


def video(folder: Path, session: int) -> Path:
    """The video of the game's `session`, from 1; it is gone on with in a new one each time."""
    return folder / ("video.mp4" if session == 1 else f"video-{session}.mp4")


def videos(folder: Path) -> list[Path]:
    """All videos of a game, in no order."""
    return [path for path in folder.iterdir() if _VIDEO.fullmatch(path.name)]


def picture(folder: Path, step: int, when: str = "") -> Path:
    """The picture of a ruling; `when` is `before` for the one before it happened."""
    return folder / FRAMES / f"step-{step:04d}{f'-{when}' if when else ''}.jpg"


def asked_picture(folder: Path, question: int) -> Path:
    """The picture of what a question is about."""
    return folder / FRAMES / f"question-{question:04d}.jpg"
