"""Options that several commands share, so that they read and behave alike."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.cli import UsageError, UserError

if TYPE_CHECKING:
    from engine.game import Game
    from tui.recording.recorder import Wanted


def whole(least: int, most: int) -> Callable[[str], int]:
    """What argparse makes of a number that goes from `least` to `most`."""

    def number(text: str) -> int:
        found = int(text) if text.strip().lstrip("-").isdecimal() else least - 1
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number from {least} to {most}")
        return found

    return number


def share(text: str) -> float:
    """A share from 0 to 1; argparse tells what is none."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share from 0 to 1")
    return value


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Who plays and by which rules; `tui.setups.setup_from` reads them."""
    parser.add_argument("--players", metavar="A,B,C", help="clockwise as seen from above")
    parser.add_argument(
        "--setup",
        metavar="NAME|FILE",
        help="a table that was calibrated, or a file with seats, house rules, a start",
    )
    add_house(parser)


def add_house(parser: argparse.ArgumentParser) -> None:
    """By which house rules."""
    parser.add_argument(
        "--house", metavar="NAME|FILE", help="house rules: a saved set, or a TOML file"
    )


def game_called(name: str) -> Game:
    """The game with that name; raises `UserError`."""
    from engine.games import GAMES
    from engine.words import listed, nearest

    if name not in GAMES:
        hint = nearest(name, GAMES) or f" There are {listed(sorted(GAMES))}."
        raise UserError(f"there is no game `{name}`.{hint}")
    return GAMES[name]


def house_of(game: Game, wanted: str | None, settings: Sequence[str] = ()) -> dict[str, Any]:
    """The switches of `--house` and of `SWITCH=VALUE` settings, checked; raises `UserError`."""
    from engine.house import HouseError, setting
    from engine.setup import house_for
    from tui import houses

    try:
        raw = {} if wanted is None else houses.load(wanted)
        return house_for({**raw, **dict(setting(one, game.name) for one in settings)}, game)
    except HouseError as error:
        raise UserError(str(error)) from error


def add_record(parser: argparse.ArgumentParser) -> None:
    """Where and how much of a game is recorded."""
    parser.add_argument("--record", metavar="DIR", type=Path, help="record a game or go on with it")
    parser.add_argument("--no-frames", action="store_true", help="record no pictures of events")
    parser.add_argument("--no-video", action="store_true", help="record no video")
    parser.add_argument(
        "--budget",
        metavar="GB",
        type=float,
        default=20.0,
        help="what videos and pictures of all games may take; the oldest give way (default 20)",
    )


def wanted(args: argparse.Namespace) -> Wanted:
    """How much of a game is recorded; raises `UsageError`."""
    from tui.recording.recorder import Wanted

    if not args.budget > 0:
        raise UsageError("--budget is a number of gigabytes above 0; --no-video records none")
    return Wanted(frames=not args.no_frames, video=not args.no_video, budget=args.budget)


def add_view(parser: argparse.ArgumentParser) -> None:
    """How the camera's picture is turned before anybody looks at it."""
    parser.add_argument("--mirror", action="store_true", help="the camera shows a mirror image")
    parser.add_argument(
        "--rotate",
        type=int,
        choices=(0, 90, 180, 270),
        default=0,
        help="degrees clockwise by which the picture is turned",
    )


def add_deck(parser: argparse.ArgumentParser) -> None:
    """Which taught deck the cards are of."""
    parser.add_argument(
        "--deck", metavar="NAME|FILE", help="a deck that `enrol` taught (default: any usual one)"
    )


def add_backend(parser: argparse.ArgumentParser) -> None:
    """What runs the networks."""
    parser.add_argument("--backend", default="auto", metavar="NAME", help="runs the networks")
