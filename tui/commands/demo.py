"""`symposiarch demo`: the whole product on a bundled clip."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from tui import options
from tui.cli import DONE, Subparsers, UserError
from tui.decks import deck_for
from tui.opening import eyes_named, load_eyes, watcher_of
from tui.output import note, say
from tui.terminal import is_terminal, tally

if TYPE_CHECKING:
    from engine.match import Match
    from tui.script import Script
    from vision.sources import Source
    from vision.watcher import Watcher


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "demo",
        help="watch a bundled game being refereed",
        description="Referees a filmed game with the real eyes and the real referee.",
    )
    parser.add_argument("game", nargs="?", default="blackout", metavar="GAME", help="the game")
    options.add_backend(parser)
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Play the clip: in the app where there is a terminal, else as lines, as fast as it goes."""
    with ExitStack() as stack:
        clip = stack.enter_context(resources.as_file(_folder(args.game)))
        if is_terminal():
            return _in_app(clip, args.backend)
        return _as_lines(clip, args.backend)


def _folder(game: str) -> resources.abc.Traversable:
    """The clip's folder; raises `UserError` where there is none."""
    from engine.words import listed, nearest, shown

    clips = resources.files("datasets") / "clips"
    games = sorted(entry.name for entry in clips.iterdir()) if clips.is_dir() else []
    if game in games:
        return clips / game
    if not games:
        raise UserError("the clips are missing from this installation: reinstall symposiarch.")
    hint = nearest(game, games) or f" There are clips of {listed(games)}."
    raise UserError(f"there is no clip of a game called {shown(game)}.{hint}")


def _in_app(clip: Path, backend: str) -> int:
    from tui import shell
    from tui.table import Table

    with shell.quiet() as log, _open(clip, realtime=True) as source:
        note("loading the eyes …")
        match, watcher = _prepare(clip, backend)
        table = Table.watching(source, watcher, match, _script(clip), model=eyes_named(backend))
        shell.show(table, (), log)
    say(tally(match))
    return DONE


def _as_lines(clip: Path, backend: str) -> int:
    from tui.plain import sentences
    from tui.session import Session

    with _open(clip, realtime=False) as source:
        match, watcher = _prepare(clip, backend)
        for line in Session(source, watcher, match, _script(clip), note).lines():
            for sentence in sentences(line) if line["kind"] != "seen" else ():
                say(sentence)
    say(tally(match))
    return DONE


def _open(clip: Path, *, realtime: bool) -> Source:
    from vision.sources import SourceError, open_source

    try:
        return open_source(str(clip / "clip.mp4"), realtime=realtime)
    except SourceError as error:
        raise UserError(str(error)) from error


def _prepare(clip: Path, backend: str) -> tuple[Match, Watcher]:
    from engine.match import Match
    from tui.setups import setup_from

    match = Match(setup_from(None, None, clip / "setup.json"))
    deck = deck_for(match.setup.game, None)
    return match, watcher_of(load_eyes(backend, deck), match.setup, deck)


def _script(clip: Path) -> Script:
    """What no camera sees, and nothing else."""
    from tui.script import Script, ScriptError

    try:
        return Script.load(clip / "script.jsonl")
    except ScriptError as error:
        raise UserError(str(error)) from error
