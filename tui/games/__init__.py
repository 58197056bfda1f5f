"""What the app knows of each game beyond the referee: one module a game and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.log import Line
from tui.actions import Action
from tui.asks import Ask, Played, Situation
from tui.games.becker import BECKER
from tui.games.blackout import BLACKOUT
from tui.games.fivealive import FIVEALIVE
from tui.games.jookie import JOOKIE
from tui.middle import Middle


class Desk(Protocol):
    """How a game is shown and which keys it has; pure functions of the situation."""

    actions: tuple[Action, ...]
    columns: tuple[str, ...]
    cards: bool
    """Whether the game has cards, so that they are marked on the picture."""
    questions: Mapping[str, str]
    """What is announced in large letters, by what a question is about; the needs of a ruling,
    which the ruling has announced, are not among them."""

    missed: tuple[str, ...]
    """Names of the actions that enter what the camera may have missed."""

    def waiting(self, situation: Situation) -> list[Ask]:
        """What the rules need people to say now, the most urgent first."""

    def row(self, view: Mapping[str, Any], player: str) -> tuple[str, ...]:
        """A player's values in `columns`."""

    def signs(self, view: Mapping[str, Any], player: str) -> list[str]:
        """Words that mark a player on the scoreboard."""

    def way(self, view: Mapping[str, Any]) -> str:
        """The direction of play, as short as it gets."""

    def stock(self, view: Mapping[str, Any]) -> str:
        """What is left in the middle, as short as it gets."""

    def middle(self, situation: Situation) -> Middle:
        """What lies in the middle of the table."""

    def extra(self, line: Line) -> list[tuple[str, str]]:
        """Who drinks what beside the unit map: (player, amount in words)."""

    def shout(self, line: Line) -> str | None:
        """What is announced in large letters where a ruling makes nobody drink."""

    def called(self, reading: Any) -> str:
        """A card or what dice show, as short as it gets."""

    def fix(self, situation: Situation, one: Played) -> Ask | None:
        """What something that was seen or entered was in truth; None where it is nothing that
        can be mistaken."""

    def vote(self, situation: Situation, proof: Mapping[str, Any] | None) -> Ask | None:
        """The vote on somebody, of whom `proof` tells where there is one; None in games whose
        people do not vote."""


DESKS: dict[str, Desk] = {
    "becker": BECKER,
    "blackout": BLACKOUT,
    "fivealive": FIVEALIVE,
    "jookie": JOOKIE,
}
"""Desks by the name of their game in `engine.games.GAMES`."""
