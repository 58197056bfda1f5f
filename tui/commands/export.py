"""`symposiarch export`: the scores of a recorded game as text or CSV."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tui.cli import DONE, Subparsers
from tui.output import note


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "export",
        help="the scores of a recorded game as text or CSV",
        description="Prints the score sheet of a recorded game, or every charge as CSV; the "
        "amounts are those that count after all corrections.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of a recorded game")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="a score sheet to paste (the default)")
    form.add_argument("--csv", action="store_true", help="a row for every charge")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from tui.recording import sheet
    from tui.recording.story import load

    story = load(args.folder)
    for sentence in story.notes:
        note(sentence)
    sys.stdout.write(sheet.table(story) if args.csv else sheet.text(story))
    return DONE
