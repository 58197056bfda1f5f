"""`symposiarch play`: the terminal app on a live camera."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from queue import SimpleQueue
from typing import TYPE_CHECKING

from tui import options
from tui.cli import DONE, Subparsers, UserError
from tui.opening import camera_of, eyes_named, load_eyes, model_of
from tui.output import note, say
from tui.terminal import is_terminal, tally

if TYPE_CHECKING:
    from engine.match import Match
    from engine.setup import Setup
    from tui.session import Keeps
    from tui.shell import CameraChoice, Wishes
    from tui.table import Table
    from vision.eyes import Looks
    from vision.sources import Source


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
    options.add_view(parser)
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Play until people leave."""
    if not is_terminal():
        raise UserError("play needs a terminal; `symposiarch watch` does without one.")
    from tui import shell
    from tui.recording.recorder import Recorder

    with shell.quiet() as log, ExitStack() as stack:
        found = _prepare(args)
        if found is None:
            return DONE
        setup, spec, source = found
        stack.enter_context(source)
        note("loading the eyes …")
        eyes = load_eyes(args.backend)
        match = _match(args, setup, source, spec)
        stack.callback(match.close)
        complaints: SimpleQueue[str] = SimpleQueue()
        recorder = stack.enter_context(
            Recorder(match, options.wanted(args), source.live, complaints.put)
        )
        table = _table(args, match, source, eyes, recorder.keepers, complaints)
        told = [recorder.announcement] if recorder.announcement else []
        shell.show(table, [*source.notes, *match.warnings, *told], log)
    say(tally(match))
    return DONE


def _prepare(args: argparse.Namespace) -> tuple[Setup | None, str, Source] | None:
    """Set-up and open source; None where people left the set-up screen.

    A camera that cannot be opened is said, and another one asked for where none was named.
    """
    from vision.sources import SourceError

    setup = _given_setup(args)
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
    known = before or shell.Wishes(game, players, args.camera or "")
    ask_players = setup is None and not _resumes(args)
    if not ask_players and args.camera is not None:
        return known
    ask_camera = args.camera is None
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
    from engine.match import Match
    from tui.record import open_record

    if args.record is not None:
        return open_record(args.record, setup, model_of(args.backend), camera_of(source, spec))
    assert setup is not None
    return Match(setup)


def _table(
    args: argparse.Namespace,
    match: Match,
    source: Source,
    eyes: Looks,
    keepers: list[Keeps],
    complaints: SimpleQueue[str],
) -> Table:
    from tui.table import Table
    from vision.watcher import Watcher

    watcher = Watcher(eyes, match.setup.seats)
    model = eyes_named(args.backend)
    return Table.watching(
        source, watcher, match, keepers=keepers, model=model, complaints=complaints
    )
