"""`symposiarch simulate`: films a played-out game on a simulated table, with its exact truth."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui import options

if TYPE_CHECKING:
    from datasets.simulator.story import Plan
    from tui.cli import Subparsers

_FILMED = frozenset(
    {"clip.mp4", "truth.jsonl", "script.jsonl", "events.jsonl", "layout.jsonl", "setup.json"}
)
_GAMES = ("becker", "blackout", "fivealive", "jookie")


def register(subparsers: Subparsers) -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "simulate",
        help="film a played-out game on a simulated table",
        description="Renders a game: clip.mp4, truth.jsonl (what there is to see), script.jsonl "
        "(what only people can say), events.jsonl (both, as events), layout.jsonl (where all "
        'lies) and setup.json. Needs MuJoCo: pip install "symposiarch[sim]".',
    )
    parser.add_argument("game", choices=_GAMES, metavar="GAME", help=", ".join(_GAMES))
    parser.add_argument("--players", required=True, help="names, clockwise, separated by commas")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another game")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write")
    parser.add_argument(
        "--rolls",
        "--cards",
        type=options.whole(1, 1000),
        default=8,
        help="good rolls, or cards played, to film (default 8); a game that is over ends sooner",
    )
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH")
    parser.add_argument("--fps", type=_rate, default=15.0, help="frames a second (default 15)")
    parser.add_argument(
        "--scene",
        nargs="+",
        metavar="KEY",
        help="one table, or several that each get a folder of their own; default: by seed",
    )
    parser.add_argument("--background", type=Path, help="a photo to lay over the table top")
    parser.add_argument("--data", type=Path, help="a folder of artwork, to play with its decks too")
    parser.add_argument(
        "--deck",
        choices=("own", "german"),
        help="own: ours; german: acorns, leaves, hearts, bells; default: one by chance, by seed",
    )
    parser.add_argument(
        "--offences",
        type=options.share,
        default=0.08,
        help="how often (0 to 1) somebody breaks the order of a card game (default 0.08)",
    )
    parser.set_defaults(func=run)


def _rate(text: str) -> float:
    rate = float(text)
    if not 5 <= rate <= 60:
        raise argparse.ArgumentTypeError("frames a second go from 5 to 60")
    return rate


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (160 <= width <= 3840 and 120 <= height <= 2160) or width % 2 or height % 2:
        raise argparse.ArgumentTypeError("a size is written like 1280x720, both numbers even")
    return width, height


def run(args: argparse.Namespace) -> int:
    """Films every scene asked for; raises `UserError` where something is missing."""
    from datasets.simulator.film import write_tale
    from datasets.simulator.stage import SimulatorMissing
    from datasets.simulator.story import play
    from engine.setup import SetupError
    from tui.cli import UserError

    try:
        for plan, folder in _plans(args):
            _check_folder(folder)
            tale = play(plan)
            write_tale(tale, folder, _progress(folder.name))
            print(f"{folder}: {tale.reel.now:.0f} s, {len(tale.reel.truth)} things to see")
    except (SimulatorMissing, SetupError, ValueError) as error:
        raise UserError(str(error)) from error
    return 0


def _plans(args: argparse.Namespace) -> list[tuple[Plan, Path]]:
    from dataclasses import replace

    from datasets.simulator.scenes import SCENES
    from datasets.simulator.story import Plan
    from tui.cli import UserError

    if args.data is not None and not args.data.is_dir():
        raise UserError(f"there is no folder {args.data}; give a folder of artwork to --data.")
    players = tuple(name.strip() for name in args.players.split(",") if name.strip())
    keys = args.scene or [list(SCENES)[(args.seed - 1) % len(SCENES)]]
    _check_scenes(keys, list(SCENES))
    plans = []
    for key in keys:
        scene = SCENES[key]
        if args.background:
            scene = replace(scene, cloth="picture", picture=str(args.background))
        folder = args.out if len(keys) == 1 else args.out / f"{key}-{args.seed}"
        plan = Plan(players, args.seed, args.rolls, scene, args.size, args.fps, game=args.game)
        plan = replace(plan, offences=args.offences, data=args.data, deck=args.deck or "")
        plans.append((plan, folder))
    return plans


def _check_scenes(keys: Sequence[str], known: Sequence[str]) -> None:
    from tui.cli import UserError

    for key in keys:
        if key not in known:
            raise UserError(f"there is no scene `{key}`; choose among {', '.join(known)}.")


def _check_folder(folder: Path) -> None:
    """Only an earlier film is filmed over; raises `UserError` where the folder holds more."""
    from tui.cli import UserError

    if not folder.is_dir():
        return
    others = sorted(entry.name for entry in folder.iterdir() if entry.name not in _FILMED)
    if others:
        raise UserError(f"{folder} holds something else ({others[0]}); choose an empty folder.")


def _progress(name: str) -> Callable[[int, int], None] | None:
    """A line that counts frames, where somebody is watching."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, of: int) -> None:
        end = "\n" if done == of else ""
        print(f"\r{name}: frame {done} of {of}", end=end, file=sys.stderr, flush=True)

    return show
