"""`symposiarch watch`: sees, rules and announces without the app (PROTOCOL section 5)."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, NoReturn

from tui import beside, options
from tui.cli import DONE, Subparsers, UsageError, UserError
from tui.decks import deck_for
from tui.opening import camera_of, game_of, model_of, upright, view_of, watcher_of
from tui.opening import load_eyes as _eyes
from tui.output import emit_json, note, say

if TYPE_CHECKING:
    from engine.log import Line
    from engine.match import Match
    from engine.setup import Setup
    from tui.recording.recorder import Wanted
    from tui.script import Script
    from tui.session import Keeps
    from vision.sources import Source


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "watch",
        help="watch a table and say who drinks, without the app",
        description="Watches a camera, file or stream; with --game it also rules and announces.",
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="a camera's index or name, a video file, a folder or glob of pictures, or a URL",
    )
    parser.add_argument("--game", metavar="GAME", help="the game to referee")
    options.add_setup(parser)
    parser.add_argument(
        "--script",
        metavar="FILE",
        help="events that no camera sees and answers (choices count from 0); - is standard input",
    )
    options.add_record(parser)
    options.add_view(parser)
    options.add_deck(parser)
    beside.add(parser)
    parser.add_argument("--json", action="store_true", help="JSON Lines, one a thing that happens")
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Watch to the end of the source, or until interrupted."""
    from tui.session import Session
    from vision.sources import SourceError

    setup, wanted = _setup(args), options.wanted(args)
    script = _script(args)
    vars(args).update(view_of(args, setup))
    with ExitStack() as stack, _terminable():
        running = stack.enter_context(_beside(args, setup))
        try:
            source = stack.enter_context(_open(args))
            told = len(source.notes)
            deck = deck_for(game_of(setup, args.record), args.deck)
            eyes = _eyes(args.backend, deck)
            match = _match(args, setup, source)
            if match is not None:
                stack.callback(match.close)
                running.begin(match)
            keepers = [*_keepers(stack, match, wanted, source.live), *running.keepers]
            known = None if match is None else match.setup
            watcher = watcher_of(upright(eyes, source, note), known, deck, note)
            session = Session(source, watcher, match, script, note, keepers)
            _report([] if match is None else match.recovered, args.json)
            for line in session.lines():
                _report([line], args.json)
            _tell(source.notes[told:])
        except SourceError as error:
            raise UserError(str(error)) from error
    return DONE


@contextmanager
def _terminable() -> Iterator[None]:
    """A polite `kill` ends the program as Ctrl-C does: files closed, status 130."""

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _setup(args: argparse.Namespace) -> Setup | None:
    """The set-up that the arguments describe, None where nothing is to be refereed anew."""
    from tui.setups import setup_from

    told = (args.game, args.players, args.setup, args.house)
    if all(value is None for value in told):
        if args.script is not None and args.record is None:
            raise UsageError("--script needs a game: add --game and --players")
        return None
    if args.game is None and args.setup is None:
        raise UsageError("which game? Add --game")
    return setup_from(*told)


def _script(args: argparse.Namespace) -> Script | None:
    from tui.script import Script, ScriptError

    if args.script is None:
        return None
    if args.script == "-":
        return Script.follow(sys.stdin.buffer, note)
    try:
        return Script.load(args.script)
    except ScriptError as error:
        raise UserError(str(error)) from error


def _open(args: argparse.Namespace) -> Source:
    from vision.sources import open_source

    source = open_source(args.source, mirror=args.mirror, rotate=args.rotate, progress=note)
    note(source.describe())
    _tell(source.notes)
    return source


def _tell(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        note(sentence)


def _match(args: argparse.Namespace, setup: Setup | None, source: Source) -> Match | None:
    from engine.match import Match
    from tui.record import open_record

    if args.record is None:
        return None if setup is None else Match(setup)
    match = open_record(args.record, setup, model_of(args.backend), camera_of(source, args.source))
    _tell((*match.warnings, *_last_said(match)))
    return match


def _last_said(match: Match) -> list[str]:
    """The newest ruling of a game that goes on: the end may have come before it was heard."""
    lines = match.log.lines if match.log is not None else []
    ruled = [line for line in lines if line["kind"] in ("ruling", "correction")]
    return [
        f"going on after step {line['step']}: {' '.join(line['announce'])}" for line in ruled[-1:]
    ]


def _keepers(stack: ExitStack, match: Match | None, wanted: Wanted, live: bool) -> list[Keeps]:
    from tui.recording.recorder import Recorder

    if match is None or match.log is None:
        return []
    recorder = stack.enter_context(closing(Recorder(match, wanted, live, note)))
    note(recorder.announcement)
    return recorder.keepers


def _beside(args: argparse.Namespace, setup: Setup | None) -> beside.Beside:
    if setup is None and args.record is None and (args.serve is not None or args.voice):
        raise UsageError("--serve and --voice need a game: add --game and --players")
    running = beside.Beside.wanted(args, note)
    for sentence in running.told:
        note(sentence)
    return running


def _report(lines: Sequence[Line], as_json: bool) -> None:
    from tui.plain import sentences

    for line in lines:
        if as_json:
            emit_json(line)
        else:
            for sentence in sentences(line):
                say(sentence)
