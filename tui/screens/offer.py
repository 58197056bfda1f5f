"""Whether to go on with the game that was interrupted."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Footer, Static

from tui.themes import ThemedApp


class OfferApp(ThemedApp[bool]):
    """Says `sentence` and returns True to go on with that game, False for a new one, None to
    leave."""

    CSS_PATH = "../app.tcss"
    TITLE = "symposiarch"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "choose(True)", "go on"),
        Binding("n", "choose(False)", "new game"),
        Binding("escape,q", "quit", "leave", key_display="Esc"),
    ]

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        """The sentence and the two ways."""
        with Vertical(id="setup"):
            yield Static(self._sentence, markup=False, classes="part")
            with Horizontal():
                yield Button("Go on with it", variant="primary", id="on", compact=True)
                yield Button("New game", id="new", compact=True)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Enter goes on."""
        self.query_one("#on").focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.exit(event.button.id == "on")

    def action_choose(self, go_on: bool) -> None:
        """By key."""
        self.exit(go_on)
