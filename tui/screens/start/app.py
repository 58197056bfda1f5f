"""The start screen: game, people, camera and house rules, a key from each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.events import DescendantFocus, Resize
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Static, Tab, Tabs

from engine.house import HouseError
from engine.setup import SetupError
from tui.calibrating import View
from tui.cli import UserError
from tui.screens.start.calibrate import CalibrateScreen
from tui.screens.start.camera_pane import CameraPane
from tui.screens.start.choices import Tick
from tui.screens.start.draft import Draft
from tui.screens.start.game_pane import GamePane
from tui.screens.start.people_pane import PeoplePane
from tui.screens.start.preview import Opens, Preview
from tui.screens.start.rules_pane import RulesPane
from tui.themes import ThemedApp
from tui.wishes import CameraChoice, Wishes, setup_of
from vision.eyes import Looks
from vision.sources import Source

_SAFETY = "Everybody who drinks is of legal age, and nobody drives"
_PICTURES_A_SECOND = 8
_WIDE, _TALL = 150, 44
_TITLES = {"game": "Game", "people": "People", "camera": "Camera", "rules": "House rules"}
_FOCUS = {
    "game": "#game", "people": "#players", "camera": "#camera", "rules": "#switches",
    "": "#safety",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asking:
    """What the start screen asks: `players` (then the game and its rules too) and `camera`.

    `problem` is why the last attempt failed; `known` are names of earlier evenings, `cameras` what
    there is to choose. `here(spec)`: whether a camera has to be opened in the app's own thread;
    `view`: how a source's pictures are made.
    """

    players: bool = True
    camera: bool = True
    problem: str = ""
    known: Sequence[str] = ()
    cameras: Sequence[CameraChoice] = ()
    here: Callable[[str], bool] = lambda spec: False
    view: Callable[[Source], View] = View.of


@dataclass(frozen=True, slots=True)
class Begun:
    """What people set up, and its camera where it is open already."""

    wishes: Wishes
    source: Source | None


class StartApp(ThemedApp[Begun]):
    """Returns what people set up, or None where they leave.

    `opens` opens a camera and `eyes` loads what looks at it, both in threads.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = ["../../app.tcss", "../../start.tcss"]
    TITLE = "symposiarch"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "start", priority=True),
        Binding("ctrl+n", "turn(1)", "next", priority=True),
        Binding("ctrl+b", "turn(-1)", "back", show=False, priority=True),
        Binding("ctrl+t", "theme", "colours"),
        Binding("escape", "leave", "leave"),
    ]

    def __init__(
        self, wishes: Wishes, asking: Asking, opens: Opens, eyes: Callable[[], Looks]
    ) -> None:
        super().__init__()
        self._asking = asking
        self.draft = Draft.of(wishes, asking.known)
        self.preview = Preview(opens, eyes)
        self._load_eyes = eyes
        self._starting = False
        self._old_problem = bool(asking.problem)
        self.panes = self._panes()
        self._at = self._first() or next(reversed(self.panes))
        self._going = False

    def _panes(self) -> dict[str, Widget]:
        """The parts that are asked for, by name."""
        panes: dict[str, Widget] = {}
        if self._asking.players:
            panes |= {"game": GamePane(self.draft), "people": PeoplePane(self.draft)}
        if self._asking.camera:
            panes["camera"] = CameraPane(self.draft, self._asking.cameras, self.preview)
        if self._asking.players:
            panes["rules"] = RulesPane(self.draft)
        for name, pane in panes.items():
            pane.id = f"pane-{name}"
        return panes

    def compose(self) -> ComposeResult:
        """Problem, parts, safety and start."""
        yield Static(self._asking.problem, id="problem", markup=False)
        names = enumerate(self.panes, start=1)
        tabs = [Tab(f"{number} {_TITLES[name]}", id=name) for number, name in names]
        yield Tabs(*tabs, active=self._at)
        with Container(id="panes"):
            for name, pane in self.panes.items():
                pane.border_title = _TITLES[name]
                pane.add_class("pane")
                yield pane
        with Horizontal(id="bottom"):
            yield Tick(_SAFETY, id="safety", compact=True)
            yield Button("Start", variant="primary", id="start", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin with the first thing that is not known."""
        self.set_interval(1 / _PICTURES_A_SECOND, self._poll)
        self._show(self._at)
        self._go_to(self._first())

    def _first(self) -> str:
        """The part that lacks something; the last one's end where none does."""
        draft = self.draft
        lacks = {"game": not draft.game, "people": not draft.players, "camera": True}
        return next(name for name in (*self.panes, "") if lacks.get(name, not name))

    def on_resize(self, event: Resize) -> None:
        """All parts side by side where there is room."""
        columns, rows = event.size
        self.screen_stack[0].set_class(columns >= _WIDE and rows >= _TALL, "all")

    # --- parts

    @on(Tabs.TabActivated)
    def _turned(self, event: Tabs.TabActivated) -> None:
        """Somebody clicked a tab; those that we turn ourselves are no news."""
        name = str(event.tab.id)
        if name != self._at:
            self._go_to(name)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Where all parts are seen, the one that is being filled in is marked."""
        if self._going or event.widget is not self.focused:
            return  # Late news of where people were: where they are going to wins.
        if event.widget.parent is self.query_one("#bottom"):
            self._at = ""
        for name, pane in self.panes.items():
            if name != self._at and pane in event.widget.ancestors:
                self._show(name)

    def _show(self, name: str) -> None:
        self._at = name
        for one, pane in self.panes.items():
            pane.set_class(one == name, "shown")
        with self.prevent(Tabs.TabActivated):
            self.query_one(Tabs).active = name

    def _go_to(self, name: str) -> None:
        """To that part; what it holds can be focused only once it has been laid out."""
        if name:
            self._show(name)
        self._at, self._going = name, True
        self.call_after_refresh(self._focus, name)

    def _focus(self, name: str) -> None:
        """Into that part, unless people have gone on to another one meanwhile."""
        if name == self._at:
            self._going = False
            self.screen_stack[0].set_focus(self.query_one(_FOCUS[name]))

    def action_turn(self, by: int) -> None:
        """The next part, and after the last one safety and start."""
        stops = [*self.panes, ""]
        at = stops.index(self._at)
        self._go_to(stops[(at + by) % len(stops)])

    @on(GamePane.Chosen)
    def _game_chosen(self) -> None:
        for pane in self.query(RulesPane):
            pane.show()

    @on(RulesPane.Taken)
    def _house_taken(self) -> None:
        for pane in self.query(PeoplePane):
            pane.show_limits()

    # --- camera

    @on(CameraPane.Wanted)
    def _open(self, message: CameraPane.Wanted) -> None:
        here = self._asking.here(message.spec)
        self.call_after_refresh(self.preview.open, message.spec, here=here)

    def _poll(self) -> None:
        for pane in self.query(CameraPane):
            pane.show()
        if self._old_problem and self.preview.found.latest is not None:
            self._old_problem = False
            self._complain("")
        if self._starting and not self.preview.found.opening:
            self._finish()

    @on(CameraPane.Calibrate)
    def _calibrate(self) -> None:
        self._take_typed()
        if len(self.draft.players) < 2:
            self._complain("Say first who plays: seats belong to people.")
        elif self.preview.found.latest is None:
            self._complain("A table is measured through a camera: choose one that shows it.")
        else:
            screen = CalibrateScreen(
                self.preview, self.draft.players, self._load_eyes, self._asking.view
            )
            self.push_screen(screen, self._calibrated)

    def _calibrated(self, name: str | None) -> None:
        if name is not None:
            self.query_one(CameraPane).calibrated(name)

    # --- leaving

    @on(Input.Submitted)
    def _entered(self) -> None:
        """Enter in a field that has nothing to add goes on."""
        self.action_turn(1)

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Check everything; start, or say what is missing."""
        self._take_typed()
        problem = self._missing()
        if problem:
            self._complain(problem)
        elif self.preview.found.opening:
            self._starting = True
            self._complain("The game begins as soon as the camera is open; Esc stops waiting.")
        else:
            self._finish()

    def _finish(self) -> None:
        self._starting = False
        found = self.preview.found
        if found.failed:
            self._complain(found.says)
        else:
            self.exit(Begun(self.draft.wishes(), self.preview.take()))

    def action_leave(self) -> None:
        """Stop waiting, or leave."""
        if self._starting:
            self._starting = False
            self._complain("")
        else:
            self.exit()

    def action_theme(self) -> None:
        """Light, dark, or high contrast."""
        self.next_theme()

    def on_unmount(self) -> None:
        """Whoever has not taken the camera lets go of it."""
        self.preview.close()

    def _take_typed(self) -> None:
        for pane in self.query(PeoplePane):
            pane.take_typed()

    def _complain(self, sentence: str) -> None:
        self.query_one("#problem", Static).update(sentence)

    def _missing(self) -> str:
        """One sentence that says what to do; empty where all is well."""
        wishes = self.draft.wishes()
        try:
            if self._asking.players:
                setup_of(wishes)
        except (SetupError, HouseError, UserError) as error:
            return str(error)
        if not wishes.camera:
            return "Choose a camera, or write the address of a phone camera app."
        if not self.query_one("#safety", Tick).value:
            return f"Tick that it is so: {_SAFETY.lower()}."
        return ""
