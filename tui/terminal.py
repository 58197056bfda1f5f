"""What an ordinary terminal can do, and what it is told when the app is gone."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.match import Match


def is_terminal() -> bool:
    """Whether the app can run: it draws on standard error and reads keys from standard input."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def tally(match: Match) -> str:
    """How the game stands, in one sentence."""
    from engine.games import GAMES

    view = match.view()
    unit = GAMES[match.setup.game].unit
    counts = ", ".join(f"{name} {count}" for name, count in view["totals"].items())
    won = f"{view['winner']} wins. " if view.get("winner") else ""
    return f"{won}{unit.capitalize()} in all: {counts}."
