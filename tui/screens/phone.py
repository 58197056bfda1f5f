"""The second screen's address, to point a phone at."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.serving import qr_code


class PhoneScreen(ModalScreen[None]):
    """`link` as a QR code, and in words."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,h,q,enter", "back", "back")]

    def __init__(self, link: str) -> None:
        super().__init__()
        self._link = link

    def compose(self) -> ComposeResult:
        """The code above the address."""
        with Vertical() as page:
            page.border_title = "The scoreboard in a browser"
            page.border_subtitle = "Esc goes back"
            yield Static(qr_code(self._link), id="code", markup=False)
            yield Static(self._link, id="link", markup=False)

    def action_back(self) -> None:
        """Back to the table."""
        self.dismiss(None)
