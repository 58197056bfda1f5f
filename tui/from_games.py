"""`symposiarch dataset from-games`: what people corrected in recorded games, as training crops."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.log import LogError
from tui.cli import BAD_INPUT, DONE, UserError
from tui.output import note, say

if TYPE_CHECKING:
    from datasets.played import Lessons
    from tui.cli import Subparsers


def register(kinds: Subparsers) -> None:
    """Add the kind of `dataset`."""
    parser = kinds.add_parser(
        "from-games",
        help="crops of recorded games, named as people corrected them",
        description="Cuts cards and dice out of the pictures of recorded games, each named by what "
        "it was in the end: as people corrected it, or as they let it stand. What was asked "
        "about and never answered is left out. The cards themselves, from above and named by "
        "code, lie in `faces`, to enrol the deck from.",
    )
    parser.add_argument("games", metavar="DIR", type=Path, nargs="+", help="recorded games")
    parser.add_argument("--out", type=Path, required=True, help="folder for what is written")
    parser.add_argument(
        "--copies", type=_copies, default=60, help="crops of each thing, each another one (60)"
    )
    parser.add_argument(
        "--scenes", action="store_true", help="whole pictures for the detector too, in `scenes`"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(func=run)


def _copies(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError("copies go from 1 to 1000")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Write the crops; damaged games are told and passed over, and the exit status is 2 then."""
    from datasets import lessons

    lessons.clear(args.out)
    written, status = 0, DONE
    for number, folder in enumerate(args.games):
        try:
            written += _write(folder, number, args)
        except (LogError, OSError) as error:
            note(f"{str(error).rstrip('.')}; this game is passed over.")
            status = BAD_INPUT
    if not written:
        raise UserError(
            "these games teach nothing: no picture says where a card or die lay that people let "
            "stand or corrected (games recorded with --no-frames have none)."
        )
    return status


def _write(folder: Path, number: int, args: argparse.Namespace) -> int:
    """How many things of the game were written."""
    from datasets.lessons import write_faces, write_lessons
    from datasets.played import lessons_of

    taught, name = lessons_of(folder), f"game-{number:03d}"
    write_lessons(taught.found, args.out, name, args.copies, args.seed)
    write_faces(taught.found, args.out)
    say(f"{folder}: {_said(taught)}")
    if args.scenes:
        from datasets.lesson_scenes import write_scenes
        from tui.opening import load_eyes

        many = write_scenes(taught.found, load_eyes("auto"), args.out, name)
        say(f"{folder}: pictures for the detector {many}")
    return len(taught.things)


def _said(taught: Lessons) -> str:
    from datasets.lessons import has_class

    things = [thing for thing in taught.things if has_class(thing)]
    corrected = sum(thing.read != thing.label for thing in things)
    left = (
        (taught.unsure, "asked about without an answer"),
        (taught.lost, "not to be found on a picture"),
        (len(taught.things) - len(things), "of a deck that is enrolled, from `faces`"),
    )
    outs = ", ".join(f"{many} {why}" for many, why in left if many)
    cards = sum(thing.kind == "card" for thing in things)
    return (
        f"cards {cards}, dice {len(things) - cards}, of them corrected {corrected}; "
        f"left out: {outs or 'nothing'}"
    )
