"""Room on the disk for pictures: a budget over all recorded games, the oldest give way first."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from engine import parts
from engine.lock import FolderLock, LockedError
from tui.recording import home

_LOG_NEEDS = 1_000_000
"""Bytes that are enough for the log of a long evening."""

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
        self._making = threading.RLock()

    def is_left(self) -> bool:
        """Whether pictures can be written: cheap enough to be asked before each."""
        return shutil.disk_usage(self._folder).free >= RESERVE

    def make(self) -> bool:
        """Let the oldest games give way as far as needed; whether there is room after that."""
        with self._making:
            others = [folder for folder in home.games() if folder != self._folder]
            total = sum(map(taken, [*others, self._folder]))
            for folder, files in _oldest_first(others):
                if total <= self._budget and self.is_left():
                    break
                if total <= self._budget and _disk(folder) != _disk(self._folder):
                    continue  # It would give way for nothing.
                size = taken(folder)
                if files and _removed(folder, files):
                    total += taken(folder) - size
                    self._tell(_gave_way(folder, files))
            return total <= self._budget and self.is_left()

    def make_for_log(self, running: Path | None = None) -> None:
        """Room for this game's log on a full disk, as far as there is anything to give way.

        Other games go first, then what this one has, the oldest first, but for the `running` video.
        """
        with self._making, suppress(OSError):
            if not self.make() and self._gave(running):
                self._tell("What is oldest of this game's pictures gave way to its log.")

    def _gave(self, running: Path | None) -> int:
        """Remove what is oldest of this game until its log has room; how much had to go."""
        gave = 0
        for files in (parts.videos(self._folder), _pictures(self._folder)):
            for file in sorted(files, key=lambda file: file.stat().st_mtime):
                if shutil.disk_usage(self._folder).free >= _LOG_NEEDS:
                    return gave
                if running is None or file.name != running.name:
                    file.unlink()
                    gave += 1
        return gave


def taken(folder: Path) -> int:
    """Bytes of the game's pictures and videos."""
    return sum(path.stat().st_size for path in (*parts.videos(folder), *_pictures(folder)))


def _oldest_first(folders: list[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """All videos go before the first picture does: pictures are few, and teach."""
    for files in (parts.videos, _pictures):
        for folder in folders:
            yield folder, files(folder)


def _disk(folder: Path) -> int:
    return folder.stat().st_dev


def _gave_way(folder: Path, files: list[Path]) -> str:
    what = "video" if files[0].suffix == ".mp4" else "pictures"
    return f"The {what} of {folder} gave way to this game's: the disk is limited."


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
