"""Before a game: what the command line says, what is remembered, and what people are asked."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from tui import houses, memory, options, setups
from tui.calibrating import View
from tui.cli import UserError
from tui.decks import deck_for
from tui.opening import load_eyes, table_of, view_of
from tui.output import note
from tui.wishes import CameraChoice, Wishes, setup_of

if TYPE_CHECKING:
    from engine.setup import Setup
    from tui.shell import Begun
    from vision.sources import Source
    from vision.sources.base import Progress

_LATELY = 12 * 3600.0
"""Seconds for which a game that was interrupted is offered."""


def check_told(args: argparse.Namespace) -> None:
    """Refuse a game, a deck or house rules that cannot be had before anybody is asked anything.

    Which game's house rules are meant may not be known yet, and does not matter: those of all
    games are checked.
    """
    from engine.games import GAMES

    if args.game is not None:
        options.game_called(args.game)
    if args.deck is not None:
        deck_for(args.game, args.deck)
    options.house_of(next(iter(GAMES.values())), args.house)


def offered(args: argparse.Namespace) -> bool:
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


def prepare(args: argparse.Namespace) -> tuple[Setup | None, str, Source] | None:
    """Set-up and open source; None where people left the start screen.

    A camera that cannot be opened is said, and another one asked for where none was named.
    """
    from vision.sources import SourceError

    setup = _given_setup(args)
    vars(args).update(view_of(args, setup))
    wishes, problem = _known(args, setup), ""
    while True:
        begun = _begun(args, setup, wishes, problem)
        if begun is None:
            return None
        wishes = begun.wishes
        try:
            source = begun.source or _open(args, wishes.camera)
        except SourceError as error:
            if args.camera is not None:
                raise UserError(str(error)) from error
            problem = str(error)
        else:
            chosen = _chosen_setup(args, setup, wishes)
            return chosen, wishes.camera, _turned(args, chosen, wishes.camera, source)


def _turned(args: argparse.Namespace, setup: Setup | None, spec: str, source: Source) -> Source:
    """The source upright as the table was calibrated that people chose."""
    view = view_of(args, setup)
    if view == {"mirror": args.mirror, "rotate": args.rotate}:
        return source
    vars(args).update(view)
    source.close()
    return _open(args, spec)


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


def _known(args: argparse.Namespace, setup: Setup | None) -> Wishes:
    """What is known already: as told, else as in the last game."""
    from engine.games import GAMES

    last = memory.recall()
    table = table_of(setup)
    camera = args.camera or (table.camera if table else "") or last.camera
    if setup is not None:
        return Wishes(setup.game, setup.players, camera)
    game = _game(args) or (last.game if last.game in GAMES else "")
    house = last.house if args.house is None else houses.load(args.house)
    saved = last.table if last.table in setups.names() else ""
    return Wishes(game, tuple(last.players), camera, house, saved)


def _begun(
    args: argparse.Namespace, setup: Setup | None, known: Wishes, problem: str
) -> Begun | None:
    """What is known, completed on the start screen where anything is missing."""
    from tui import shell
    from vision.sources.backends import OpenCvBackend

    ask_players = setup is None and not _resumes(args)
    table = table_of(setup)
    ask_camera = args.camera is None and (not (table and table.camera) or bool(problem))
    if not (ask_players or ask_camera):
        return shell.Begun(known, None)
    cameras = _cameras() if ask_camera else []
    known = _still_there(known, cameras) if ask_camera else known
    asking = shell.Asking(
        players=ask_players,
        camera=ask_camera,
        problem=problem or (_none(cameras) if ask_camera else ""),
        known=memory.recall().names,
        cameras=cameras,
        here=lambda spec: OpenCvBackend.opens_on_main_thread and "/" not in spec,
        view=lambda source: View.of(source, mirror=args.mirror, rotate=args.rotate),
    )
    begun = shell.ask(
        known,
        asking,
        lambda spec, progress: _opened(args, spec, progress),
        lambda: load_eyes(args.backend, deck_for(None, args.deck)),
    )
    if begun is not None and ask_players:
        _remember(begun.wishes)
    return begun


def _remember(wishes: Wishes) -> None:
    """For the next evening."""
    last = memory.recall()
    last.met(wishes.players)
    last.game, last.camera, last.table = wishes.game, wishes.camera, wishes.table
    last.house = dict(wishes.house)
    memory.keep(last)


def _cameras() -> list[CameraChoice]:
    """By name, which finds a camera again tomorrow; by number those that share one."""
    from vision.sources.backends import OpenCvBackend

    devices = OpenCvBackend().devices()
    first = [device for device in devices if device.backend == devices[0].backend]
    names = [device.name for device in first]
    return [
        CameraChoice(one.name, one.name if names.count(one.name) == 1 else str(one.index))
        for one in first
    ]


def _still_there(known: Wishes, cameras: list[CameraChoice]) -> Wishes:
    """A camera of this computer that is not plugged in today is not the one to begin with."""
    is_address = any(sign in known.camera for sign in "/.:")
    there = is_address or known.camera in [choice.source for choice in cameras]
    return known if there else replace(known, camera="")


def _none(cameras: list[CameraChoice]) -> str:
    from tui.commands.cameras import NONE

    return "" if cameras else NONE


def _open(args: argparse.Namespace, spec: str) -> Source:
    """Here, before the app runs: some systems open cameras on the main thread only."""
    note(f"opening {spec} …")
    return _opened(args, spec, note)


def _opened(args: argparse.Namespace, spec: str, progress: Progress) -> Source:
    from vision.sources import open_source

    return open_source(
        spec, mirror=args.mirror, rotate=args.rotate, realtime=True, progress=progress
    )


def _chosen_setup(args: argparse.Namespace, setup: Setup | None, wishes: Wishes) -> Setup | None:
    return setup if setup is not None or _resumes(args) else setup_of(wishes)
