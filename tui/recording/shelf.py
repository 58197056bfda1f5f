"""The recorded games as people choose among them, and getting rid of one."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from engine import parts
from engine.lock import FolderLock, LockedError
from engine.log import DAMAGED_NAME, FILE_NAME, holds_game
from engine.words import counted, listed
from tui.cli import UserError
from tui.recording import home
from tui.recording.story import Story, load


@dataclass(frozen=True, slots=True)
class Entry:
    """A recorded game; `story` is None where its record is damaged, which `problem` then says.

    `bytes` is what its folder takes; `recording` is whether somebody records it right now.
    """

    folder: Path
    story: Story | None
    problem: str
    bytes: int
    recording: bool

    @property
    def state(self) -> str:
        """`recording`, `over`, `open` (it can be gone on with) or `damaged`."""
        if self.recording:
            return "recording"
        if self.story is None:
            return "damaged"
        return "over" if self.story.over else "open"


def entry(folder: Path) -> Entry:
    """What there is to say about a game."""
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    try:
        return Entry(folder, load(folder), "", size, is_recording(folder))
    except UserError as error:
        return Entry(folder, None, str(error), size, is_recording(folder))


def is_recording(folder: Path) -> bool:
    """Whether another program writes there."""
    try:
        FolderLock(folder).release()
    except LockedError:
        return True
    except OSError:
        pass  # A folder that cannot be written is not being written.
    return False


def interrupted(within: float) -> Story | None:
    """The newest game, if it has begun, has not ended, and its last line is no older than `within`
    seconds: whoever starts the program now may want to go on with it. A film that was watched to
    its end has nothing more to show."""
    for folder in home.games()[-1:]:
        if time.time() - home.written(folder) <= within and not is_recording(folder):
            try:
                story = load(folder)
            except UserError:
                return None
            return story if story.steps and not (story.over or story.watched) else None
    return None


def described(story: Story) -> str:
    """The sentence that offers to go on with a game."""
    minutes = round((time.time() - home.written(story.folder)) / 60)
    many = counted(minutes, "minutes") if minutes < 100 else counted(round(minutes / 60), "hours")
    ago = f"{many} ago" if minutes else "just now"
    return (
        f"A game of {story.game.title} with {listed(story.players)} was interrupted {ago}, "
        f"after {counted(len(story.steps), 'rulings')}. Go on with it?"
    )


def delete(folder: Path) -> list[str]:
    """Delete all of a recorded game; the names of what is left as it belongs to no game.

    Pictures go first and the log last, so that a game that was half deleted is still found.
    Raises `UserError` where there is no game or it is being recorded, `OSError`.
    """
    if not holds_game(folder):
        raise UserError(f"{folder} holds no recorded game ({FILE_NAME} is missing).")
    try:
        lock = FolderLock(folder)
    except LockedError as error:
        raise UserError(f"the game in {folder} is being recorded; stop it first.") from error
    try:
        _remove_all(folder)
    finally:
        lock.release()
    home.strike(folder)
    (folder / FolderLock.NAME).unlink(missing_ok=True)
    left = sorted(path.name for path in folder.iterdir())
    if not left:
        folder.rmdir()
    return left


def _remove_all(folder: Path) -> None:
    if (folder / parts.FRAMES).is_dir():
        shutil.rmtree(folder / parts.FRAMES)
    scraps = [path for path in folder.iterdir() if path.name.endswith(".new")]
    files = [folder / name for name in (parts.REPORT, DAMAGED_NAME, FILE_NAME)]
    for path in (*parts.videos(folder), *scraps, *files):
        path.unlink(missing_ok=True)
