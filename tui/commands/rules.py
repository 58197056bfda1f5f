"""`symposiarch rules`: the rule book of a game, and the rules of the house."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tui import options
from tui.cli import DONE, Subparsers, UsageError, UserError
from tui.output import note, say

if TYPE_CHECKING:
    from engine.game import Game

_WIDTH = 96


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rules",
        help="print the rule book of a game; see and save house rules",
        description="Prints every rule by its id, then the switches; without a game, the games "
        "and the house rules that are saved.",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="the game")
    options.add_house(parser)
    parser.add_argument(
        "--set",
        metavar="SWITCH=VALUE",
        action="append",
        default=[],
        dest="settings",
        help="turn a switch, such as echo=raise_to; may be given several times",
    )
    parser.add_argument("--save", metavar="NAME", help="keep these house rules under a name")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the book, or the list of games."""
    if args.game is None:
        if args.house or args.settings or args.save:
            raise UsageError("house rules belong to a game: name it")
        say("\n".join(_games()))
        return DONE
    game = options.game_called(args.game)
    house = options.house_of(game, args.house, args.settings)
    if args.save is not None:
        _save(args.save, game, house)
    say("\n".join(book(game, house)))
    return DONE


def _games() -> Iterator[str]:
    from engine.games import GAMES
    from tui import folders, houses

    yield from (f"{name}  {game.title}" for name, game in GAMES.items())
    saved = houses.names()
    yield f"House rules saved: {', '.join(saved) or 'none'}. They are in {folders.houses()}."


def _save(name: str, game: Game, house: Mapping[str, Any]) -> None:
    from tui import houses

    if not house:
        raise UserError("there is nothing to save: turn a switch with --set, or name --house.")
    path = houses.keep(name, game, house)
    note(f"saved in {path}; play with --house {name!r}.")


def book(game: Game, house: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a game's rule book, with the switches as this house has them."""
    from engine.house import describe, differences
    from engine.safety import BOOK
    from engine.setup import all_switches

    yield f"{game.title}: rules"
    for rule in game.book:
        yield from _wrapped(f"{rule.id}  {rule.text}", "", " " * (len(rule.id) + 2))
    yield "\nSafety, before every rule above"
    for rule in BOOK:
        yield from _wrapped(f"{rule.id}  {rule.text}", "", " " * (len(rule.id) + 2))
    switches = all_switches(game)
    if house:
        yield "\nThis house plays otherwise than the book"
        for line in differences(switches, house) or ["nothing: every switch has its default"]:
            yield from _wrapped(line, "  ", "      ")
    of_whom = "with their values in this house" if house else "with their defaults"
    yield f'\nHouse switches ("house" of the set-up, or a TOML file), {of_whom}'
    for line in describe(switches, house):
        yield from _wrapped(line, "  ", "      ")


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=rest)
