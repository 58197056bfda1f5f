"""What the second screen shows, as one JSON-ready map made from the lines of a game."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from engine.games import GAMES
from engine.log import Line
from engine.match import Match
from tui import headline
from tui.games import DESKS
from tui.headline import Headline
from tui.standing import signs, who_acts

_SENTENCES = 8
_RULED = ("ruling", "correction")


class Board:
    """How the game of `match` stands, its newest headline and its last sentences."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._game, self._desk = GAMES[match.setup.game], DESKS[match.setup.game]
        self._headline = headline.notice(self._game.title, "The game begins.")
        self._said: deque[str] = deque(maxlen=_SENTENCES)
        for line in match.log.lines if match.log is not None else ():
            self.take(line)

    def take(self, line: Line) -> bool:
        """Take in a line of the game; False where it changes nothing on the screen."""
        view = self._match.view()
        if line["kind"] == "question" and line["about"] in self._desk.questions:
            self._headline = headline.of_question(line, self._desk)
        elif line["kind"] in _RULED:
            shown = headline.of_ruling(line, self._game.unit, self._desk, view["players"])
            self._headline = shown if shown.groups else self._headline
            self._said.extend(shown.words)
        else:
            return False
        return True

    def shown(self) -> dict[str, Any]:
        """All that the page draws."""
        view = self._match.view()
        return {
            "game": self._game.title,
            "unit": self._game.unit,
            "headline": _shown(self._headline),
            "turn": who_acts(view),
            "stock": self._desk.stock(view),
            "way": self._desk.way(view),
            "columns": self._desk.columns,
            "players": [self._player(view, name) for name in view["players"]],
            "left": list(view.get("left_table", ())),
            "said": list(self._said)[::-1],
        }

    def _player(self, view: Mapping[str, Any], name: str) -> dict[str, Any]:
        return {
            "name": name,
            "acts": name == view["turn"],
            "values": self._desk.row(view, name),
            "signs": signs(view, self._desk, name),
        }


def _shown(shown: Headline) -> dict[str, Any]:
    return {"mood": shown.mood, "title": shown.title, "groups": shown.groups, "words": shown.words}
