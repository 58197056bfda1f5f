"""`symposiarch play`: the terminal app on a live camera."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, closing
from queue import SimpleQueue
from typing import TYPE_CHECKING

from tui import beside, options
from tui.cli import DONE, Subparsers, UserError
from tui.decks import deck_for
from tui.opening import (
    camera_of,
    eyes_named,
    game_of,
    load_eyes,
    model_of,
    table_of,
    upright,
    view_of,
    watcher_of,
)
from tui.output import note, say
from tui.terminal import is_terminal, tally

if TYPE_CHECKING:
    from engine.match import Match
    from engine.setup import Setup
    from tui.shell import CameraChoice, Wishes
    from vision.sources import Source

_LATELY = 12 * 3600.0
"""Seconds for which a game that was interrupted is offered."""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "play",
        help="referee a game at your table",
        description="The app on a live camera; what is not given is asked on its set-up screen.",
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
    _check_house(args)
    with shell.quiet() as log, ExitStack() as stack:
        found = _prepare(args) if _offered(args) else None
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
        stack.callback(match.close)
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
    _say_where(args, match)
    return DONE


def _check_house(args: argparse.Namespace) -> None:
    """Refuse house rules that cannot be had before anybody is asked anything.

    Which game is meant may not be known yet, and does not matter: those of all games are checked.
    """
    from engine.games import GAMES

    options.house_of(next(iter(GAMES.values())), args.house)


def _offered(args: argparse.Namespace) -> bool:
    """Offer to go on with an interrupted game, which then is the one to record; False where people
    leave."""
    from tui import shell
    from tui.recording import shelf

    if args.record is not None or args.no_record:
        return True
    story = shelf.interrupted(_LATELY)
    if story is None or not _fits(args, story.setup):
        return True
    choice = shell.ask_to_go_on(shelf.described(story))
    if choice:
        args.record = story.folder
    return choice is not None


def _fits(args: argparse.Namespace, recorded: Setup) -> bool:
    """Whether the arguments can mean that game."""
    given = _given_setup(args)
    return (given is None or given == recorded) and args.game in (None, recorded.game)


def _prepare(args: argparse.Namespace) -> tuple[Setup | None, str, Source] | None:
    """Set-up and open source; None where people left the set-up screen.

    A camera that cannot be opened is said, and another one asked for where none was named.
    """
    from vision.sources import SourceError

    setup = _given_setup(args)
    vars(args).update(view_of(args, setup))
    wishes, problem = None, ""
    while True:
        wishes = _wishes(args, setup, wishes, problem)
        if wishes is None:
            return None
        try:
            source = _open(args, wishes.camera)
        except SourceError as error:
            if args.camera is not None:
                raise UserError(str(error)) from error
            problem = str(error)
        else:
            return _chosen_setup(args, setup, wishes), wishes.camera, source


def _resumes(args: argparse.Namespace) -> bool:
    """Whether the game to play is in a record."""
    from engine.log import holds_game

    return args.record is not None and holds_game(args.record)


def _game(args: argparse.Namespace) -> str | None:
    """The game that was named, or the only one that there is."""
    from engine.games import GAMES

    if args.game is not None or args.setup is not None:
        named: str | None = args.game
        return named
    return next(iter(GAMES)) if len(GAMES) == 1 else None


def _given_setup(args: argparse.Namespace) -> Setup | None:
    """The set-up that the arguments describe; None where players are to be asked for, or known
    from a record."""
    from tui.setups import setup_from

    if args.players is None and args.setup is None:
        return None
    return setup_from(_game(args), args.players, args.setup, args.house)


def _wishes(
    args: argparse.Namespace, setup: Setup | None, before: Wishes | None, problem: str
) -> Wishes | None:
    """What is known, completed on the set-up screen where anything is missing."""
    from tui import shell

    players = setup.players if setup else ()
    game = (setup.game if setup else _game(args)) or ""
    table = table_of(setup)
    camera = args.camera or (table.camera if table else "")
    known = before or shell.Wishes(game, players, camera)
    ask_players = setup is None and not _resumes(args)
    ask_camera = args.camera is None and (not camera or bool(problem))
    if not (ask_players or ask_camera):
        return known
    cameras = _cameras() if ask_camera else []
    problem = problem or (_none(cameras) if ask_camera else "")
    return shell.ask_wishes(known, cameras, problem, players=ask_players, camera=ask_camera)


def _cameras() -> list[CameraChoice]:
    from tui.shell import CameraChoice
    from vision.sources.backends import OpenCvBackend

    devices = OpenCvBackend().devices()
    first = [device for device in devices if device.backend == devices[0].backend]
    return [CameraChoice(device.name, str(device.index)) for device in first]


def _none(cameras: list[CameraChoice]) -> str:
    from tui.commands.cameras import NONE

    return "" if cameras else NONE


def _open(args: argparse.Namespace, spec: str) -> Source:
    """Here, before the app runs: some systems open cameras on the main thread only."""
    from vision.sources import open_source

    note(f"opening {spec} …")
    return open_source(spec, mirror=args.mirror, rotate=args.rotate, realtime=True, progress=note)


def _chosen_setup(args: argparse.Namespace, setup: Setup | None, wishes: Wishes) -> Setup | None:
    from tui.setups import setup_from

    if setup is not None or _resumes(args):
        return setup
    return setup_from(wishes.game, ",".join(wishes.players), None, args.house)


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
