"""Which game is played."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import RadioSet, Static

from engine.game import Game
from engine.games import GAMES
from tui.screens.start.choices import Choice
from tui.screens.start.draft import Draft

# What no game says of itself: it knows rules, not tables.
_HINT = "Ctrl+N goes on: people, camera, house rules. Ctrl+S starts as soon as all is known."


class GamePane(VerticalScroll, can_focus=False):
    """The games that there are, and what the chosen one needs."""

    @dataclass
    class Chosen(Message):
        """Another game."""

        game: str

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self._about = Static("", markup=False, classes="about")

    def compose(self) -> ComposeResult:
        """A button for each."""
        with RadioSet(id="game", compact=True):
            for name, game in GAMES.items():
                yield Choice(game.title, name == self._draft.game, name=name, compact=True)
        yield self._about
        yield Static(_HINT, markup=False, classes="about")

    def on_mount(self) -> None:
        """Say what the chosen one is."""
        self._tell()

    @on(RadioSet.Changed, "#game")
    def _choose(self, event: RadioSet.Changed) -> None:
        self._draft.game = event.pressed.name or ""
        self._tell()
        self.post_message(self.Chosen(self._draft.game))

    def _tell(self) -> None:
        game = GAMES.get(self._draft.game)
        self._about.update("Choose a game." if game is None else about(game))


def about(game: Game) -> str:
    """How many play, and what it costs."""
    low, high = game.seats_allowed({})
    return f"{game.title}: {low} to {high} players, counted in {game.unit}."
