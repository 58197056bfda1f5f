"""Where recorded games are: the program's own folder for them, and those that people named."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

from engine.log import FILE_NAME, holds_game

_ELSEWHERE = "elsewhere.txt"


def home() -> Path:
    """The folder for games whose place nobody named; `SYMPOSIARCH_GAMES` says another one."""
    named = os.environ.get("SYMPOSIARCH_GAMES")
    return Path(named) if named else data_folder() / "symposiarch" / "games"


def data_folder() -> Path:
    """The folder in which this system's programs keep what their users made."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def fresh(game: str) -> Path:
    """A folder of its own for a game that begins now."""
    name = f"{datetime.now():%Y-%m-%d-%H%M}-{game}"
    tries = [home() / name, *(home() / f"{name}-{number}" for number in range(2, 100))]
    return next(folder for folder in tries if not folder.exists())


def enlist(folder: Path) -> None:
    """Remember a game that is recorded elsewhere; where that cannot be, it is not listed."""
    place = folder.resolve()
    if place.parent == home().resolve() or place in _elsewhere():
        return
    try:
        home().mkdir(parents=True, exist_ok=True)
        with open(home() / _ELSEWHERE, "a", encoding="utf-8") as file:
            file.write(f"{place}\n")
    except OSError:
        pass  # The game itself is recorded where people wanted it; only the list lacks it.


def strike(folder: Path) -> None:
    """Forget a game that was recorded elsewhere."""
    left = [place for place in _elsewhere() if place != folder.resolve()]
    if (home() / _ELSEWHERE).is_file():
        text = "".join(f"{place}\n" for place in left if holds_game(place))
        (home() / _ELSEWHERE).write_text(text, "utf-8")


def games() -> list[Path]:
    """The folders of all recorded games that are known and still there, the oldest first."""
    here = home()
    inside = list(here.iterdir()) if here.is_dir() else []
    found = dict.fromkeys(path.resolve() for path in (*inside, *_elsewhere()) if holds_game(path))
    return sorted(found, key=written)


def written(folder: Path) -> float:
    """When the game's last line was written, in seconds since 1970."""
    return (folder / FILE_NAME).stat().st_mtime


def _elsewhere() -> list[Path]:
    try:
        lines = (home() / _ELSEWHERE).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [Path(line) for line in lines if line]
