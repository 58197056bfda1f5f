"""`symposiarch referee`: the rules alone, events in and rulings out (PROTOCOL section 4)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui import options
from tui.cli import DONE, Subparsers
from tui.output import emit_json, say
from tui.setups import setup_from

if TYPE_CHECKING:
    from engine.referee import Referee


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "referee",
        help="rule a game from its events, without a camera",
        description="Reads one event a line (JSON) on standard input and answers each with one "
        "line: who drinks, why, and whose turn it is.",
    )
    parser.add_argument("game", metavar="GAME", help="the game to referee")
    options.add_setup(parser)
    parser.add_argument("--json", action="store_true", help="answers as JSON Lines")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Answer every line until standard input ends."""
    from engine.referee import Referee

    setup = setup_from(args.game, args.players, args.setup, args.house)
    answer_lines(Referee(setup), sys.stdin.buffer, as_json=args.json)
    return DONE


def answer_lines(referee: Referee, lines: Iterable[bytes], *, as_json: bool) -> None:
    """Print one answer a line, flushed at once: as JSON, or its sentences for people."""
    for line in lines:
        answer = referee.submit_line(line.strip())
        if as_json:
            emit_json(answer)
        else:
            say("\n".join(answer["announce"]))
