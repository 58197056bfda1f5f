"""`symposiarch odds`: what a game costs, by playing it many times."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial
from multiprocessing import Pool
from os import cpu_count
from typing import TYPE_CHECKING, Any

from tui import options
from tui.cli import DONE, Subparsers, UserError
from tui.output import emit_json, say

if TYPE_CHECKING:
    from engine.game import Game as AnyGame
    from engine.odds import Game
    from engine.setup import Setup

_CHUNK = 50
"""Games that a process plays before it reports."""
_NAMES = "ABCDEFGHIJKLMNOP"


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "odds",
        help="tell what a game costs, by simulation",
        description="Plays a game many times with simulated people and tells who drinks how much, "
        "how long it takes, and what another house rule would change.",
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument(
        "--players",
        metavar="N",
        type=options.whole(1, len(_NAMES)),
        default=4,
        help="how many (default 4)",
    )
    parser.add_argument(
        "--games", metavar="N", type=options.whole(1, 10**9), default=1000, help="default 1000"
    )
    options.add_house(parser)
    parser.add_argument(
        "--compare",
        metavar="SWITCH=VALUE",
        action="append",
        default=[],
        help="play it that way too; may be given several times",
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same figures")
    parser.add_argument("--json", action="store_true", help="one JSON object a way of playing")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Play and tell."""
    from engine.odds import summary

    game = options.game_called(args.game)
    base: dict[str, Any] | None = None
    ways = [None, *args.compare]
    setups = [_setup(args, way) for way in ways]
    for way, setup in zip(ways, setups, strict=True):
        played = _played(setup, args.games, args.seed, way)
        about = {"game": game.name, "players": args.players, "games": args.games}
        told = {**about, "seed": args.seed, "house": setup.house, "compare": way}
        found = {**told, **summary(setup, played)}
        if args.json:
            emit_json(found)
        else:
            say("\n".join(_lines(game.title, game.unit, found, base)))
        base = base or found
    return DONE


def _setup(args: argparse.Namespace, way: str | None) -> Setup:
    from engine.setup import SetupError, load_setup

    game = options.game_called(args.game)
    house = options.house_of(game, args.house, [way] if way else [])
    if way and not _bears_on(game, way):
        raise UserError(f"{way} changes nothing: it is no switch of {game.title}.")
    try:
        return load_setup(game.name, list(_NAMES[: args.players]), {"house": house})
    except SetupError as error:
        raise UserError(str(error)) from error


def _bears_on(game: AnyGame, way: str) -> bool:
    """Whether `SWITCH=VALUE` is of this game, and not of another."""
    from engine.house import setting
    from engine.setup import all_switches

    return setting(way, game.name)[0] in {switch.name for switch in all_switches(game)}


def _played(setup: Setup, games: int, seed: int, way: str | None) -> list[Game]:
    """All games, by as many processes as there are cores; the order does not matter."""
    from engine.odds import play_many

    chunks = [range(at, min(at + _CHUNK, games)) for at in range(0, games, _CHUNK)]
    progress = _Progress(games, way or "")
    if len(chunks) == 1:
        return play_many(setup, seed, chunks[0])
    found: list[Game] = []
    with Pool(min(cpu_count() or 1, len(chunks)), initializer=_deaf) as pool:
        for some in pool.imap_unordered(partial(play_many, setup, seed), chunks):
            found += some
            progress.show(len(found))
    return found


def _deaf() -> None:
    """Ctrl+C is for the program that shares the work out; the others end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Progress:
    """A bar on standard error where that is a terminal."""

    def __init__(self, games: int, about: str) -> None:
        self._games, self._about = games, about
        self._started = time.monotonic()
        self._shown = sys.stderr.isatty()

    def show(self, done: int) -> None:
        """So many games are played."""
        if not self._shown:
            return
        left = (time.monotonic() - self._started) * (self._games - done) / done
        bar = "█" * (done * 30 // self._games)
        end = "\r\033[K" if done == self._games else ""
        line = f"\r{bar:░<30} {done * 100 // self._games:3d} %  {left:.0f} s left  {self._about}"
        sys.stderr.write(end or line)
        sys.stderr.flush()


def _lines(
    title: str, unit: str, found: Mapping[str, Any], base: Mapping[str, Any] | None
) -> Iterator[str]:
    """The figures for people; `base` is the way of playing that this one is compared with."""
    way = f" with {found['compare']}" if found["compare"] else ""
    yield f"{title}, {found['players']} players, {found['games']} games{way} (seed {found['seed']})"
    for name, key in ((f"{unit} per player", unit), ("standard drinks", "standard_drinks")):
        change = f"   ({_change(found[key], base[key])})" if base else ""
        yield f"  {name:22} {_spread(found[key])}{change}"
    yield f"  {'who drinks most':22} {found['thirstiest']:g} standard drinks in the mean"
    yield f"  {'by cause':22} {_counts(found['causes'])}"
    if found["tails"]:
        yield f"  {'at least':22} {_tails(found['tails'])}"
    change = f"   ({_change(found['events'], base['events'])})" if base else ""
    yield f"  {'events in a game':22} {_spread(found['events'])}{change}"
    yield f"  {'of them':22} {_counts(found['kinds'])}"
    if found["unfinished"]:
        yield f"  {'unfinished':22} {found['unfinished']} games"


def _spread(spread: Mapping[str, float]) -> str:
    return (
        f"mean {spread['mean']:g}, half at most {spread['median']:g}, "
        f"95 % at most {spread['p95']:g}, worst {spread['worst']:g}"
    )


def _change(new: Mapping[str, float], old: Mapping[str, float]) -> str:
    return f"mean {new['mean'] - old['mean']:+.2f}"


def _counts(counts: Mapping[str, float]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {n:g}" for key, n in counts.items())


def _tails(tails: Mapping[str, float]) -> str:
    return ", ".join(f"{n} drinks {100 * share:.3g} %" for n, share in tails.items())
