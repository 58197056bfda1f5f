"""Options that several commands share, so that they read and behave alike."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import UsageError

if TYPE_CHECKING:
    from tui.recording.recorder import Wanted


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Who plays and by which rules; `tui.setups.setup_from` reads them."""
    parser.add_argument("--players", metavar="A,B,C", help="clockwise as seen from above")
    parser.add_argument("--setup", metavar="FILE", type=Path, help="seats, house rules, a start")
    parser.add_argument("--house", metavar="FILE", type=Path, help="house rules as TOML")


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


def add_backend(parser: argparse.ArgumentParser) -> None:
    """What runs the networks."""
    parser.add_argument("--backend", default="auto", metavar="NAME", help="runs the networks")
