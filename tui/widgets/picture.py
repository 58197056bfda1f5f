"""What the camera sees, with what was recognised."""

from __future__ import annotations

from textual.events import Resize
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.session import Latest
from tui.widgets.halfblocks import HalfBlocks
from vision.sights import Sight

_BREATH = 0.01
"""Seconds in which keys come to their turn while a picture that is all new is drawn."""


class Picture(Widget):
    """Shows the newest picture it was given; `show` is cheap where nothing changed.

    `cards`: whether cards are marked as well as dice; what lies about in a game of dice is not.
    """

    ALLOW_SELECT = False

    def __init__(self, *, cards: bool) -> None:
        super().__init__()
        self._cards = cards
        self._blocks: HalfBlocks | None = None
        self._latest: Latest | None = None

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height; a cell has two."""
        return self.size.width or 1, 2 * self.size.height or 1

    def show(self, latest: Latest | None) -> None:
        """Take a picture; the same one again costs nothing."""
        if latest is None or latest is self._latest:
            return
        self._latest = latest
        self._draw()

    def clear(self) -> None:
        """Show nothing, and nothing of it in the next picture."""
        self._latest = None
        self._make_room(self.size)
        self.refresh()

    def on_resize(self, event: Resize) -> None:
        """Make room for the picture in the new size."""
        self._make_room(event.size)
        self._draw()

    def render_line(self, y: int) -> Strip:
        """One line of cells."""
        if self._blocks is None or self._latest is None or y >= self._blocks.rows:
            return Strip.blank(self.size.width, self.rich_style)
        return self._blocks.strips[y]

    def _make_room(self, size: Size) -> None:
        self._blocks = HalfBlocks(*size) if all(size) else None

    def _draw(self) -> None:
        if self._blocks is None or self._latest is None:
            return
        sight = self._latest.sight
        marked = sight if self._cards else Sight(dice=sight.dice)
        self._refresh(self._blocks.show(self._latest.frame.image, marked))

    def _go_on(self) -> None:
        if self._blocks is not None and self._blocks.unfinished:
            self._refresh(self._blocks.go_on())

    def _refresh(self, rows: list[int]) -> None:
        if rows:
            self.refresh(*(Region(0, row, self.size.width, 1) for row in rows))
        if self._blocks is not None and self._blocks.unfinished:
            self.set_timer(_BREATH, self._go_on)
