"""Room on the disk for pictures: a budget over all recorded games, the oldest give way first."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.lock import FolderLock, LockedError
from tui.recording import home, parts

RESERVE = 300_000_000
"""Bytes that are always left free, so that the log goes on whatever pictures take."""

GIGABYTE = 1_000_000_000


class Room:
    """Room for the game in `folder`; all games' pictures and videos together take `budget` bytes.

    `tell` gets a sentence for every game that gave way. Logs and reports never do.
    """

    def __init__(self, folder: Path, budget: float, tell: Callable[[str], None]) -> None:
        self._folder = folder.resolve()
        self._budget = budget
        self._tell = tell

    def is_left(self) -> bool:
        """Whether pictures can be written: cheap enough to be asked before each."""
        return shutil.disk_usage(self._folder).free >= RESERVE

    def make(self) -> bool:
        """Let the oldest games give way as far as needed; whether there is room after that."""
        others = [folder for folder in home.games() if folder != self._folder]
        total = sum(map(taken, [*others, self._folder]))
        for folder, files in _oldest_first(others):
            if total <= self._budget and self.is_left():
                break
            size = taken(folder)
            if files and _removed(folder, files):
                total += taken(folder) - size
                what = "video" if files[0].suffix == ".mp4" else "pictures"
                self._tell(f"The {what} of {folder} gave way to this game's: the disk is limited.")
        return total <= self._budget and self.is_left()


def taken(folder: Path) -> int:
    """Bytes of the game's pictures and videos."""
    return sum(path.stat().st_size for path in (*parts.videos(folder), *_pictures(folder)))


def _oldest_first(folders: list[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """All videos go before the first picture does: pictures are few, and teach."""
    for files in (parts.videos, _pictures):
        for folder in folders:
            yield folder, files(folder)


def _pictures(folder: Path) -> list[Path]:
    frames = folder / parts.FRAMES
    return sorted(frames.glob("*.jpg")) if frames.is_dir() else []


def _removed(folder: Path, files: list[Path]) -> bool:
    """Remove the files, unless somebody is recording there."""
    try:
        lock = FolderLock(folder)
    except (LockedError, OSError):
        return False
    try:
        for file in files:
            file.unlink(missing_ok=True)
    except OSError:
        return False
    finally:
        lock.release()
    return True
