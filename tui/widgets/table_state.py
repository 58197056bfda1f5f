"""The table as the referee has it: who sits where, whose turn it is, what lies in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.app import RenderResult
from textual.widget import Widget

from tui import letters
from tui.asks import Situation
from tui.games import Desk
from tui.middle import Laid, Middle
from tui.widgets.canvas import Canvas
from tui.widgets.round_table import Seat, layout

LOW = 3
"""Rows that the middle alone takes."""
_ROUND = 9
"""Rows from which there is room for people round it."""
_PAPER = "black on white"
_PIPS = {
    1: ("     ", "  ●  ", "     "), 2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"), 4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"), 6: ("●   ●", "●   ●", "●   ●"),
}  # fmt: skip


class TableState(Widget):
    """Draws the middle, and where there is room the people round it."""

    def __init__(self, seats: Mapping[str, float]) -> None:
        super().__init__()
        self._seats = seats
        self._middle = Middle()
        self._way = ""
        self._view: Mapping[str, Any] = {"players": (), "turn": None}

    def show(self, situation: Situation, desk: Desk) -> None:
        """Take how the game stands; the same again costs nothing."""
        state = (desk.middle(situation), desk.way(situation.view), situation.view)
        if state != (self._middle, self._way, self._view):
            self._middle, self._way, self._view = state
            self.refresh()

    def render(self) -> RenderResult:
        """The drawing."""
        canvas = Canvas(*self.size)
        if canvas.height < _ROUND:
            draw(canvas, self._middle, self._way, 0, 0)
            return canvas.content()
        seats = [self._seat(name) for name in self._view["players"]]
        labels = [f"▶ {seat.name}" if seat.name == self._view["turn"] else seat.name
                  for seat in seats]  # fmt: skip
        where = layout(seats, labels, canvas.width, canvas.height)
        canvas.frame(*where.table, "$secondary")
        for seat, label, place in zip(seats, labels, where.names, strict=True):
            turn = seat.name == self._view["turn"]
            canvas.put(place.x, place.y, label, "bold $amount" if turn else "bold")
        across = max(0, (where.table.width - width(self._middle, self._way)) // 2)
        down = max(1, (where.table.height - LOW) // 2)
        draw(canvas, self._middle, self._way, where.table.x + across, where.table.y + down)
        return canvas.content()

    def _seat(self, name: str) -> Seat:
        """Where a player sits; who came later sits at the far edge."""
        return Seat(name, self._seats.get(name, 180.0))


def width(middle: Middle, way: str) -> int:
    """Columns that the drawing takes."""
    canvas = Canvas(200, LOW)
    return draw(canvas, middle, way, 0, 0)


def draw(canvas: Canvas, middle: Middle, way: str, x: int, y: int) -> int:
    """Three rows from there on; returns the column behind them."""
    for number, laid in enumerate(middle.cards, start=1):
        x = _card(canvas, laid, x, y, covered=middle.pile and number < len(middle.cards))
    for value in middle.dice:
        for row, pips in enumerate(_PIPS.get(value, ("     ", "  ?  ", "     "))):
            canvas.put(x, y + row, f" {pips} ", _PAPER)
        x += 9
    if middle.number:
        rows = letters.drawn(letters.spelled(middle.number) or "", 1)
        for row, text in enumerate(rows):
            canvas.put(x, y + row, text, "bold $amount")
        x += max(map(len, rows), default=0) + 2
    canvas.put(x, y, way, "bold $amount")
    canvas.put(x, y + 1, middle.says)
    return x + max(len(way), len(middle.says))


def _card(canvas: Canvas, laid: Laid, x: int, y: int, *, covered: bool) -> int:
    """A card with its owner on its upper edge; of a covered one the left part is seen."""
    inner = max(4, len(laid.card) + 1)
    canvas.put(x, y, f" {laid.by[:inner]:{inner}}", "bold black on $secondary")
    canvas.put(x, y + 1, f" {laid.card:{inner}}", f"bold {_PAPER}")
    canvas.put(x, y + 2, " " * (inner + 1), _PAPER)
    return x + inner + (0 if covered else 2)
