"""What has to be known before a game: who plays, and which camera looks at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button, Checkbox, Footer, Input, Label, RadioButton, RadioSet, Static

from engine.games import GAMES
from engine.setup import SetupError, load_setup
from engine.words import listed
from tui.themes import ThemedApp

_SAFETY = "Everybody who drinks is of legal age, and nobody drives"
_OTHER = "a phone camera, a video file, or another address:"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people set up: `camera` is a SOURCE of PROTOCOL section 2."""

    game: str
    players: tuple[str, ...]
    camera: str


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera to choose: its name for people and how the program calls it."""

    name: str
    source: str


# Their marks are there only where they are on: a colour alone would not be seen by everybody.


class _Tick(Checkbox):
    """A box to tick."""

    def render(self) -> Content:
        """The box and its label."""
        self.BUTTON_INNER = "X" if self.value else " "
        return super().render()


class _Choice(RadioButton):
    """One of several."""

    def render(self) -> Content:
        """The button and its label."""
        self.BUTTON_INNER = "●" if self.value else " "
        return super().render()


class SetupApp(ThemedApp[Wishes]):
    """The set-up screen; returns None where people leave it.

    `problem` is why the last attempt failed. `fixed` players are those of a set-up file.
    """

    CSS_PATH = "../app.tcss"
    TITLE = "symposiarch"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "start", priority=True),
        Binding("escape", "quit", "leave"),
    ]

    def __init__(
        self,
        wishes: Wishes,
        cameras: Sequence[CameraChoice],
        problem: str = "",
        ask_players: bool = True,
        ask_camera: bool = True,
    ) -> None:
        super().__init__()
        self._wishes = wishes
        self._cameras = cameras
        self._problem = problem
        self._ask_players = ask_players
        self._ask_camera = ask_camera

    def compose(self) -> ComposeResult:
        """Game, players, camera, safety."""
        with VerticalScroll(id="setup"):
            yield Static(self._problem, id="problem", markup=False)
            if len(GAMES) > 1:
                yield from self._game_part()
            if self._ask_players:
                yield Label("Players, clockwise as seen from above", classes="part")
                names = ", ".join(self._wishes.players)
                yield Input(names, placeholder="Ann, Ben, Cem", id="players", compact=True)
                yield Static("", id="seats", markup=False)
            if self._ask_camera:
                yield from self._camera_part()
            yield Label("Safety", classes="part")
            yield _Tick(_SAFETY, id="safety", compact=True)
            yield Button("Start", variant="primary", id="start", compact=True)
        yield Footer(show_command_palette=False)

    def _game_part(self) -> ComposeResult:
        yield Label("Game", classes="part")
        with RadioSet(id="game", compact=True):
            for name, game in GAMES.items():
                yield _Choice(game.title, name == self._wishes.game, name=name, compact=True)

    def _camera_part(self) -> ComposeResult:
        yield Label("Camera", classes="part")
        known = [choice.source for choice in self._cameras]
        other = bool(self._wishes.camera) and self._wishes.camera not in known
        with RadioSet(id="camera", compact=True):
            for index, choice in enumerate(self._cameras):
                chosen = not other and (self._wishes.camera or known[0]) == choice.source
                yield _Choice(choice.name, chosen, name=str(index), compact=True)
            yield _Choice(_OTHER, other or not known, name="other", compact=True)
        yield Input(
            self._wishes.camera if other else "",
            placeholder="http://192.168.1.20:8080",
            id="address",
            compact=True,
        )

    def on_mount(self) -> None:
        """Begin with the first thing that is not known."""
        self.query_one("#players, #camera, #safety").focus()

    @on(Input.Changed, "#players")
    def _show_seats(self, event: Input.Changed) -> None:
        """Say where people are taken to sit."""
        names = _names(event.value)
        text = ""
        if len(names) > 1:
            text = f"{names[0]} sits at the picture's lower edge, then {listed(names[1:])}."
        self.query_one("#seats", Static).update(text)

    @on(Input.Changed, "#address")
    def _choose_other(self, event: Input.Changed) -> None:
        """Who writes an address wants it."""
        if event.value:
            self.query_one("#camera", RadioSet).query(RadioButton).last().value = True

    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Check everything; start, or say what is missing."""
        wishes = self._collected()
        problem = self._missing(wishes)
        if problem:
            self.query_one("#problem", Static).update(problem)
            self.query_one("#setup").scroll_home()
        else:
            self.exit(wishes)

    def _collected(self) -> Wishes:
        game, players, camera = self._wishes.game, self._wishes.players, self._wishes.camera
        for choice in self.query("#game RadioButton.-on").results(RadioButton):
            game = choice.name or game
        if self._ask_players:
            players = _names(self.query_one("#players", Input).value)
        if self._ask_camera:
            camera = self._camera()
        return Wishes(game, players, camera)

    def _camera(self) -> str:
        pressed = self.query_one("#camera", RadioSet).pressed_button
        if pressed is None or not pressed.name or pressed.name == "other":
            return self.query_one("#address", Input).value.strip()
        return self._cameras[int(pressed.name)].source

    def _missing(self, wishes: Wishes) -> str:
        """One sentence that says what to do; empty where all is well."""
        try:
            load_setup(wishes.game, wishes.players, None)
        except SetupError as error:
            return str(error)
        if not wishes.camera:
            return "Choose a camera, or write the address of a phone camera app."
        if not self.query_one("#safety", Checkbox).value:
            return f"Tick that it is so: {_SAFETY.lower()}."
        return ""


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
