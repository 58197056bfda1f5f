"""Where in the seconds of an event the picture on the screen is."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.events import Click, Resize
from textual.message import Message
from textual.widgets import Static


class Timeline(Static):
    """A line from the first picture to the last, with a mark where the thing had come to rest.

    A click on it posts `Sought`.
    """

    @dataclass
    class Sought(Message):
        """Somebody wants to see the moment at this share of the line, 0 to 1."""

        share: float

    def __init__(self) -> None:
        super().__init__()
        self._says = ""
        self._shares: tuple[float, float] | None = None

    def show(self, says: str, shares: tuple[float, float] | None = None) -> None:
        """Take words, and where on the line picture and rest are; None where there is no line."""
        self._says, self._shares = says, shares
        self._draw()

    def on_resize(self, _: Resize) -> None:
        """A longer line."""
        self._draw()

    def on_click(self, event: Click) -> None:
        """Seek."""
        if self._shares is not None and event.x < self._length():
            self.post_message(self.Sought(event.x / max(1, self._length() - 1)))

    def _length(self) -> int:
        return max(2, self.size.width - len(self._says) - 2)

    def _draw(self) -> None:
        if self._shares is None:
            self.update(Content(self._says))
            return
        length = self._length()
        at, rest = (round(share * (length - 1)) for share in self._shares)
        line = ["━"] * length
        line[rest] = "┻"
        line[at] = "●"
        self.update(Content.assemble(("".join(line), "bold $amount"), f"  {self._says}"))
