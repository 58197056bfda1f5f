"""The question of the moment, each answer with the key that chooses it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from tui.asks import Ask, Option, TurnPage

SETTLE = 0.4
"""Seconds for which digits are not taken after an ask came up by itself: a finger that was on its
way to answer the one before it must not answer this one."""

_BETWEEN = "   "
_NOTHING = "Nothing waits for an answer."


class AskPanel(Static):
    """Shows what people opened, or else one of the asks that wait.

    Where there is none it is hidden on small screens; on large ones it keeps its place, since the
    picture would have to be drawn anew in another size each time, and keys wait for that.
    """

    @dataclass
    class Answered(Message):
        """Somebody clicked the answer with that number."""

        number: int

    def __init__(self) -> None:
        super().__init__(classes="empty")
        self.ask: Ask | None = None
        self._opened: Ask | None = None
        self._waiting: Sequence[Ask] = ()
        self._chosen = 0
        self._page = 0
        self._came = 0.0

    def wait_for(self, waiting: Sequence[Ask]) -> None:
        """The asks that wait, the most urgent first. What people have opened stays in front."""
        self._waiting = waiting
        self._show(by_key=False)

    def open(self, ask: Ask | None) -> None:
        """People opened an ask with a key; None closes what they had opened."""
        self._opened = ask
        self._show(by_key=True)

    def next(self) -> None:
        """The next of the asks that wait."""
        self._opened = None
        self._chosen += 1
        self._show(by_key=True)

    def option(self, number: int) -> Option | None:
        """The answer with key `number`; None where there is none or it is too soon."""
        if self.ask is None or time.monotonic() - self._came < SETTLE:
            return None
        page = self.ask.page(self._page)
        if not 1 <= number <= len(page):
            return None
        chosen = page[number - 1]
        if isinstance(chosen.leads, TurnPage):
            self._page += 1
            self._draw()
            return None
        return chosen

    def action_answer(self, number: int) -> None:
        """An answer was clicked."""
        self.post_message(self.Answered(number))

    def on_resize(self, _: Resize) -> None:
        """Other answers fit side by side."""
        self._draw()

    def _show(self, *, by_key: bool) -> None:
        self._chosen %= max(1, len(self._waiting))
        waits = self._waiting[self._chosen] if self._waiting else None
        ask = self._opened or waits
        if ask != self.ask:
            self.ask, self._page = ask, 0
            self._came = 0.0 if by_key else time.monotonic()
        self.set_class(ask is None, "empty")
        self.set_class(ask is not None and ask.waits, "waits")
        self._draw()

    def _draw(self) -> None:
        if self.ask is None:
            self.update(Content.styled(_NOTHING, "$text-muted"))
            return
        others = len(self._waiting) - (self.ask in self._waiting)
        more = f"   (n: {others} more)" if others else ""
        title = Content.assemble((self.ask.text, "bold"), (more, "$text-muted"))
        options = [
            _answer(n, option) for n, option in enumerate(self.ask.page(self._page), start=1)
        ]
        self.update(Content("\n").join([title, *_lines(options, self._room())]))

    def _room(self) -> int:
        """Columns for answers: while it is hidden those that it is going to have."""
        return self.size.width or self.app.size.width - self.gutter.width


def _answer(number: int, option: Option) -> Content:
    """` 1  Ann`; it can be clicked."""
    click = Style.from_meta({"@click": f"answer({number})"})
    key = (f" {number} ", "bold $key-text on $key")
    return Content.assemble(key, Content(f" {option.text}").stylize(click))


def _lines(options: Sequence[Content], width: int) -> list[Content]:
    """The answers side by side as far as they fit; none is broken where it need not be."""
    lines: list[list[Content]] = []
    room = 0
    for option in options:
        if option.cell_length > room:
            lines.append([])
            room = width
        lines[-1].append(option)
        room -= option.cell_length + len(_BETWEEN)
    return [Content(_BETWEEN).join(line) for line in lines]
