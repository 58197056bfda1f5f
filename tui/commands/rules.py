"""`symposiarch rules`: the rule book of a game, with the switches of the house."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from tui.cli import DONE, Subparsers, UserError
from tui.output import say

_WIDTH = 96


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rules",
        help="print the rule book of a game and its house switches",
        description="Prints every rule by its id, then the switches with their defaults.",
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the book."""
    from engine.games import GAMES
    from engine.words import listed, nearest

    if args.game not in GAMES:
        hint = nearest(args.game, GAMES) or f" There is {listed(sorted(GAMES))}."
        raise UserError(f"there is no game `{args.game}`.{hint}")
    say("\n".join(book(args.game)))
    return DONE


def book(name: str) -> Iterator[str]:
    """The lines of a game's rule book."""
    from engine.games import GAMES
    from engine.house import describe
    from engine.safety import BOOK
    from engine.safety import SWITCHES as SAFETY

    game = GAMES[name]
    yield f"{game.title}: rules"
    for rule in game.book:
        yield from _entry(rule.id, rule.text)
    yield "\nSafety, before every rule above"
    for rule in BOOK:
        yield from _entry(rule.id, rule.text)
    yield '\nHouse switches ("house" of the set-up, or a TOML file), with their defaults'
    for line in describe((*game.switches, *SAFETY)):
        yield from textwrap.wrap(line, _WIDTH, initial_indent="  ", subsequent_indent="      ")


def _entry(number: str, text: str) -> list[str]:
    return textwrap.wrap(f"{number}  {text}", _WIDTH, subsequent_indent=" " * (len(number) + 2))
