"""All rulings of the game, on a page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import RichLog


class LogScreen(ModalScreen[None]):
    """The lines of the log, the newest last."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,l,q,enter", "dismiss", "back")]

    def __init__(self, lines: Sequence[Text]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """One scrolling log."""
        log = RichLog(wrap=True, min_width=10)
        log.border_title = "Rulings"
        log.border_subtitle = "Esc goes back"
        yield log

    def on_mount(self) -> None:
        """Fill it."""
        log = self.query_one(RichLog)
        for line in self._lines:
            log.write(line)
        log.focus()
