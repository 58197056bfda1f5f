"""The table from above with everybody round it, to look at, and to say who sits where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import RenderResult
from textual.binding import Binding, BindingType
from textual.events import MouseDown, MouseMove, MouseUp
from textual.geometry import Offset, Region
from textual.message import Message
from textual.widget import Widget

from tui.widgets.canvas import Canvas

_TURN = 15.0
"""Degrees by which keys turn a seat."""
_ROUGH = 5.0
"""Degrees to which a seat that is dragged snaps."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits `angle` degrees clockwise from the picture's lower edge; `mark`: a word of it."""

    name: str
    angle: float
    mark: str = ""


def spaced(names: Sequence[str], marks: Sequence[str] = ()) -> tuple[Seat, ...]:
    """Seats evenly round the table, the first one at the lower edge."""
    marked = (*marks, *[""] * (len(names) - len(marks)))
    return tuple(
        Seat(name, 360.0 * place / len(names), mark)
        for place, (name, mark) in enumerate(zip(names, marked, strict=True))
    )


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the table's outline is drawn, and the region of each seat's name."""

    table: Region
    names: tuple[Region, ...]


def layout(seats: Sequence[Seat], labels: Sequence[str], width: int, height: int) -> Layout:
    """The table as large as the labels beside it leave room for."""
    beside = [len(label) for seat, label in zip(seats, labels, strict=True) if not _level(seat)]
    side = min(max(beside, default=0) + 1, max(0, (width - 8) // 2))
    table = Region(side, 1, max(4, width - 2 * side), max(3, height - 2))
    places = zip(seats, labels, strict=True)
    return Layout(table, tuple(_place(seat, label, table, width) for seat, label in places))


def _way(angle: float) -> tuple[float, float]:
    """From the middle to the edge of a square of side 2; y grows downwards."""
    x, y = -math.sin(math.radians(angle)), math.cos(math.radians(angle))
    longer = max(abs(x), abs(y))
    return x / longer, y / longer


def _level(seat: Seat) -> bool:
    """Whether it is at the upper or lower edge."""
    x, y = _way(seat.angle)
    return abs(y) >= abs(x) - 1e-9


def _place(seat: Seat, label: str, table: Region, width: int) -> Region:
    x, y = _way(seat.angle)
    if _level(seat):
        middle = table.x + (table.width - 1) * (1 + x) / 2
        left = round(min(max(0, middle - len(label) / 2), width - len(label)))
        return Region(left, table.bottom if y > 0 else table.y - 1, len(label), 1)
    row = table.y + round((table.height - 1) * (1 + y) / 2)
    left = table.right + 1 if x > 0 else table.x - 1 - len(label)
    return Region(max(0, left), row, len(label), 1)


class RoundTable(Widget, can_focus=True):
    """Seats that keys and mouse move: in their order, or where `free` to any angle."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "choose(-1)", "choose", key_display="←→"),
        Binding("right,down", "choose(1)", show=False),
        Binding("shift+left,less_than_sign,comma", "move(-1)", "move", key_display="< >"),
        Binding("shift+right,greater_than_sign,full_stop", "move(1)", show=False),
    ]

    @dataclass
    class Moved(Message):
        """Somebody sits elsewhere: the seats as they are now."""

        table: RoundTable
        seats: tuple[Seat, ...]

        @property
        def control(self) -> RoundTable:
            """Whose seats they are."""
            return self.table

    def __init__(self, *, free: bool = False) -> None:
        super().__init__()
        self.seats: tuple[Seat, ...] = ()
        self._free = free
        self._chosen = 0
        self._dragging = False

    @property
    def chosen(self) -> Seat | None:
        """The seat that keys act on."""
        return self.seats[self._chosen] if self.seats else None

    def show(self, seats: Sequence[Seat]) -> None:
        """Take other seats; who was chosen stays so."""
        chosen = self.chosen
        self.seats = tuple(seats)
        names = [seat.name for seat in self.seats]
        if chosen is not None and chosen.name in names:
            self._chosen = names.index(chosen.name)
        self._chosen = min(self._chosen, max(0, len(names) - 1))
        self.refresh()

    def render(self) -> RenderResult:
        """The table with names at its edge; who is chosen stands reversed, between arrows."""
        canvas = Canvas(*self.size)
        labels = self._labels()
        where = layout(self.seats, labels, canvas.width, canvas.height)
        canvas.frame(*where.table, "$secondary")
        for index, (label, place) in enumerate(zip(labels, where.names, strict=True)):
            chosen = index == self._chosen and self.has_focus
            canvas.put(place.x, place.y, label, "bold reverse" if chosen else "bold")
        return canvas.content()

    def _labels(self) -> list[str]:
        most = max(4, self.size.width // 3)
        return [_label(number, seat, most) for number, seat in enumerate(self.seats, start=1)]

    # --- keys

    def action_choose(self, by: int) -> None:
        """The next seat, clockwise, is the one that keys act on."""
        if self.seats:
            self._chosen = (self._chosen + by) % len(self.seats)
            self.refresh()

    def action_move(self, by: int) -> None:
        """The chosen one moves clockwise."""
        if not self.seats:
            return
        if self._free:
            self._turn_to(self.seats[self._chosen].angle + by * _TURN)
        else:
            self._sit((self._chosen + by) % len(self.seats))

    def on_focus(self) -> None:
        """The chosen seat is marked."""
        self.refresh()

    def on_blur(self) -> None:
        """It is no longer."""
        self.refresh()

    # --- mouse and touch

    def on_mouse_down(self, event: MouseDown) -> None:
        """Take hold of a seat."""
        where = layout(self.seats, self._labels(), *self.size)
        at = event.get_content_offset(self) or Offset(-1, -1)
        for index, place in enumerate(where.names):
            if place.grow((0, 1, 0, 1)).contains_point(at):
                self._chosen, self._dragging = index, True
                self.capture_mouse()
                self.refresh()

    def on_mouse_move(self, event: MouseMove) -> None:
        """It follows the pointer."""
        if self._dragging and self.seats:
            angle = self._angle_at(event.x, event.y)
            if self._free:
                self._turn_to(round(angle / _ROUGH) * _ROUGH)
            else:
                self._sit(round(angle / (360.0 / len(self.seats))) % len(self.seats))

    def on_mouse_up(self, _: MouseUp) -> None:
        """Let go."""
        if self._dragging:
            self._dragging = False
            self.release_mouse()

    def _angle_at(self, x: int, y: int) -> float:
        """Degrees clockwise from the lower edge, as `_way` has them."""
        across = 2 * (x + 0.5) / max(1, self.size.width) - 1
        down = 2 * (y + 0.5) / max(1, self.size.height) - 1
        return math.degrees(math.atan2(-across, down)) % 360.0

    # --- who sits where

    def _sit(self, place: int) -> None:
        """The chosen one at another place in the order, the others move up."""
        if place == self._chosen:
            return
        names = [(seat.name, seat.mark) for seat in self.seats]
        names.insert(place, names.pop(self._chosen))
        self._chosen = place
        self._tell(
            replace(seat, name=name, mark=mark)
            for seat, (name, mark) in zip(self.seats, names, strict=True)
        )

    def _turn_to(self, angle: float) -> None:
        turned = replace(self.seats[self._chosen], angle=angle % 360.0)
        self._tell(turned if seat.name == turned.name else seat for seat in self.seats)

    def _tell(self, seats: Iterable[Seat]) -> None:
        self.seats = tuple(seats)
        self.refresh()
        self.post_message(self.Moved(self, self.seats))


def _label(number: int, seat: Seat, most: int) -> str:
    name = seat.name if len(seat.name) <= most else seat.name[: most - 1] + "…"
    mark = f" ({seat.mark})" if seat.mark else ""
    return f"{number} {name}{mark}"
