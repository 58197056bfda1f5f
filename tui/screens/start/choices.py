"""Buttons and boxes whose mark is a sign and no colour alone."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Checkbox, RadioButton


class Tick(Checkbox):
    """A box to tick."""

    def render(self) -> Content:
        """The box and its label."""
        return Content.assemble("[X] " if self.value else "[ ] ", self.label)


class Choice(RadioButton):
    """One of several."""

    def render(self) -> Content:
        """The button and its label."""
        self.BUTTON_INNER = "●" if self.value else " "
        return super().render()
