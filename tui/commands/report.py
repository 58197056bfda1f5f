"""`symposiarch report`: a recorded game as one page (PROTOCOL section 6)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import DONE, Subparsers
from tui.output import note, say

if TYPE_CHECKING:
    from tui.recording.story import Story


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "report",
        help="write a recorded game as one page",
        description="Writes report.html into the game's folder: tally, charts, every ruling with "
        "its pictures, corrections and proofs, and chapters that jump in the video beside it.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of a recorded game")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Write the page and say where it is."""
    from engine import parts
    from tui.recording.page import report
    from tui.recording.story import load

    story = load(args.folder)
    for sentence in story.notes:
        note(sentence)
    _mend_videos(story)
    path = args.folder / parts.REPORT
    fresh = args.folder / f".{parts.REPORT}.new"
    fresh.write_text(report(story, _progress), "utf-8")
    fresh.replace(path)
    say(str(path))
    return DONE


def _mend_videos(story: Story) -> None:
    """Videos that a kill cut off, unless somebody is still recording the game."""
    from engine.lock import FolderLock, LockedError
    from tui.recording.mend import is_cut, mend

    try:
        lock = FolderLock(story.folder)
    except LockedError:
        note("the game is still being recorded: this is how it stands now.")
        return
    try:
        for path in story.videos().values():
            if is_cut(path) and not mend(path):
                note(f"{path} was cut off too early to be played.")
    finally:
        lock.release()


def _progress(done: int, of: int) -> None:
    if done % 100 == 0:
        note(f"{done} of {of} rulings …")
