"""`symposiarch replay`: a recorded game in the app, as if it were live."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import DONE, Subparsers, UsageError
from tui.output import note, say
from tui.terminal import is_terminal, tally

if TYPE_CHECKING:
    from tui.recording.story import Story


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "replay",
        help="watch a recorded game again",
        description="Shows a recorded game in the app as if it were live, with the rulings of its "
        "record. Without a terminal it prints the announcements, at once unless --speed is given.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of a recorded game")
    parser.add_argument("--speed", metavar="X", type=float, help="how many times as fast")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Play it to its end, or until people leave."""
    from tui.recording.story import load

    if args.speed is not None and not 0 < args.speed < math.inf:
        raise UsageError("--speed is a number above 0: 2 is twice as fast")
    story = load(args.folder)
    if is_terminal():
        return _in_app(story, args.speed or 1.0)
    return _as_lines(story, args.speed)


def _in_app(story: Story, speed: float) -> int:
    from tui import shell
    from tui.recording.player import table

    with shell.quiet() as log:
        playing = table(story, speed)
        shell.show(playing, story.notes, log)
    say(tally(playing.match))
    return DONE


def _as_lines(story: Story, speed: float | None) -> int:
    from tui.plain import sentences
    from tui.recording.player import SHOWN, RecordedMatch, shown

    match = RecordedMatch(story, note)
    for sentence in story.notes:
        note(sentence)
    started = time.monotonic()
    for moment, line in story.lines:
        if speed is not None:
            time.sleep(max(0.0, started + moment.clock / speed - time.monotonic()))
        match.recall(line)
        for sentence in sentences(shown(line)) if line["kind"] in SHOWN else ():
            say(sentence)
    say(tally(match))
    return DONE
