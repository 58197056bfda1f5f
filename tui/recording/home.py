"""Where recorded games are: the program's own folder for them, and those that people named."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from engine.log import FILE_NAME, holds_game
from tui import folders

_ELSEWHERE = "elsewhere.txt"


def fresh(game: str) -> Path:
    """A folder of its own for a game that begins now."""
    first = folders.games() / f"{datetime.now():%Y-%m-%d-%H%M}-{game}"
    tries = [first, *(first.with_name(f"{first.name}-{number}") for number in range(2, 100))]
    return next(folder for folder in tries if not folder.exists())


def enlist(folder: Path) -> None:
    """Remember a game that is recorded elsewhere; where that cannot be, it is not listed."""
    place = folder.resolve()
    if place.parent == folders.games().resolve() or place in _elsewhere():
        return
    try:
        folders.games().mkdir(parents=True, exist_ok=True)
        with open(folders.games() / _ELSEWHERE, "a", encoding="utf-8") as file:
            file.write(f"{place}\n")
    except OSError:
        pass  # The game itself is recorded where people wanted it; only the list lacks it.


def strike(folder: Path) -> None:
    """Forget a game that was recorded elsewhere."""
    left = [place for place in _elsewhere() if place != folder.resolve()]
    if (folders.games() / _ELSEWHERE).is_file():
        text = "".join(f"{place}\n" for place in left if holds_game(place))
        (folders.games() / _ELSEWHERE).write_text(text, "utf-8")


def games() -> list[Path]:
    """The folders of all recorded games that are known and still there, the oldest first."""
    here = folders.games()
    inside = list(here.iterdir()) if here.is_dir() else []
    found = dict.fromkeys(path.resolve() for path in (*inside, *_elsewhere()) if holds_game(path))
    return sorted(found, key=written)


def written(folder: Path) -> float:
    """When the game's last line was written, in seconds since 1970."""
    return (folder / FILE_NAME).stat().st_mtime


def _elsewhere() -> list[Path]:
    try:
        lines = (folders.games() / _ELSEWHERE).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [Path(line) for line in lines if line]
