"""`symposiarch play`: the terminal app on a live camera."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, closing
from queue import SimpleQueue
from typing import TYPE_CHECKING

from tui import begin, beside, options
from tui.cli import DONE, Subparsers, UserError
from tui.decks import deck_for
from tui.opening import (
    camera_of,
    eyes_named,
    game_of,
    load_eyes,
    model_of,
    upright,
    watcher_of,
)
from tui.output import note, say
from tui.terminal import is_terminal, tally

if TYPE_CHECKING:
    from engine.match import Match
    from engine.setup import Setup
    from vision.sources import Source


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "play",
        help="referee a game at your table",
        description="The app on a live camera; what is not given is asked on its start screen.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game to referee")
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="a camera's index or name, or the address of a phone camera app",
    )
    options.add_setup(parser)
    options.add_record(parser)
    parser.add_argument(
        "--no-record", action="store_true", help="keep nothing; after a crash the game is gone"
    )
    options.add_view(parser)
    options.add_deck(parser)
    beside.add(parser)
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Play until people leave."""
    if not is_terminal():
        raise UserError("play needs a terminal; `symposiarch watch` does without one.")
    from tui import shell
    from tui.recording.recorder import Recorder
    from tui.table import Table

    wanted = options.wanted(args)
    begin.check_told(args)
    with shell.quiet() as log, ExitStack() as stack:
        found = begin.prepare(args) if begin.offered(args) else None
        if found is None:
            return DONE
        setup, spec, source = found
        stack.enter_context(source)
        note("loading the eyes …")
        deck = deck_for(game_of(setup, args.record), args.deck)
        eyes = load_eyes(args.backend, deck)
        complaints: SimpleQueue[str] = SimpleQueue()
        extras = stack.enter_context(beside.Beside.wanted(args, complaints.put))
        # Only now, so that a deck or eyes that cannot be had leave no empty game behind.
        match = _match(args, setup, source, spec)
        unsaved: list[str] = []
        stack.callback(_close, match, unsaved)
        extras.begin(match)
        # Whatever the camera is, somebody plays along: the video never holds the game up.
        recorder = stack.enter_context(closing(Recorder(match, wanted, True, complaints.put)))
        table = Table.watching(
            source,
            watcher_of(upright(eyes, source, complaints.put), match.setup, deck, complaints.put),
            match,
            keepers=[*recorder.keepers, *extras.keepers],
            model=eyes_named(args.backend),
            complaints=complaints,
        )
        told = filter(None, [recorder.announcement, *extras.told])
        shell.show(table, [*source.notes, *match.warnings, *told], log, extras)
    say(tally(match))
    if unsaved:
        raise UserError(unsaved[0])
    _say_where(args, match)
    return DONE


def _close(match: Match, unsaved: list[str]) -> None:
    """The record gets its last lines; where there is no room for them, people hear where they are
    when the app is gone from the screen."""
    try:
        match.close()
    except OSError as error:
        unsaved.append(f"{error.filename}: {error.strerror}.")


def _match(args: argparse.Namespace, setup: Setup | None, source: Source, spec: str) -> Match:
    """The match in the record that was named, in one of its own, or unrecorded."""
    from engine.match import Match
    from tui import folders
    from tui.record import open_record
    from tui.recording import home

    model, camera = model_of(args.backend), camera_of(source, spec)
    if args.record is not None:
        return open_record(args.record, setup, model, camera)
    assert setup is not None
    if args.no_record:
        return Match(setup)
    try:
        return open_record(home.fresh(setup.game), setup, model, camera)
    except OSError as error:
        note(f"this game is not recorded: {folders.games()}: {error.strerror or error}.")
        return Match(setup)


def _say_where(args: argparse.Namespace, match: Match) -> None:
    """Where the game is; one in which nothing happened is not kept unless a place was named."""
    from tui.recording import shelf

    if match.log is None:
        return
    folder = match.log.folder
    if args.record is None and not match.view()["steps"]:
        shelf.delete(folder)
    else:
        say(f"The game is in {folder}; `symposiarch report {folder}` makes a page of it.")
