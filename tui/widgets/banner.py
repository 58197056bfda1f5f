"""Who drinks, in letters that are read from two metres."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from tui import letters
from tui.headline import Headline, Mood

_LARGEST = 6
_BETWEEN = 6
"""Pixels between two groups that stand on one line."""

_SIGNS: dict[Mood, str] = {
    "drink": "DRINK",
    "free": "",
    "question": "QUESTION",
    "refused": "NOT COUNTED",
    "corrected": "CORRECTED",
    "notice": "",
}

Group = tuple[str, str]


class Banner(Vertical):
    """The headline in large letters, and under it the reason in words."""

    def __init__(self) -> None:
        super().__init__()
        self.headline: Headline | None = None
        self._shout = Static(id="shout")
        self._words = Static(id="words")

    def compose(self) -> ComposeResult:
        """Letters above words."""
        yield self._shout
        yield self._words

    def show(self, headline: Headline) -> None:
        """Take another headline."""
        self.headline = headline
        title = " · ".join(filter(None, (_SIGNS[headline.mood], headline.title)))
        self.border_title = Content(title)
        self.border_subtitle = ""
        self.set_classes(headline.mood)
        self._words.update(Content("  ".join(headline.words)))
        self.call_after_refresh(self._fill)

    def note(self, text: str) -> None:
        """Something small that happened since; it stands in the frame below."""
        self.border_subtitle = Content(text)

    def on_resize(self, _: Resize) -> None:
        """Letters as large as they fit."""
        self._fill()

    def _fill(self) -> None:
        if self.headline is None:
            return
        space = self._shout.size
        self._shout.update(large(self.headline.groups, space.width, space.height))


def large(groups: Sequence[Group], columns: int, rows: int) -> Content:
    """The groups in the largest letters that fit; in plain ones where none do.

    Names in one colour and amounts in another, which the sequence tells apart as well.
    """
    spelled = [(letters.spelled(name), letters.spelled(amount)) for name, amount in groups]
    named = [(name, amount) for name, amount in spelled if name is not None and amount is not None]
    if len(named) == len(groups):
        for scale in range(_LARGEST, 0, -1):
            lines = _packed(named, columns, scale)
            if lines is not None and _height(len(lines), scale) <= rows:
                return _assembled(lines, scale)
    return plain(groups)


def plain(groups: Sequence[Group]) -> Content:
    """The groups in ordinary bold letters."""
    parts = [
        Content.assemble((name.upper(), "bold"), " ", (amount.upper(), "bold $amount"))
        for name, amount in groups
    ]
    return Content("  ·  ").join(parts)


def _height(lines: int, scale: int) -> int:
    """With a free row between two lines of letters, unless the letters leave half a one."""
    free = letters.HEIGHT * scale % 2 == 0
    return lines * letters.rows(scale) + (lines - 1) * free


def _packed(groups: Sequence[Group], columns: int, scale: int) -> list[list[Group]] | None:
    """The groups line by line; None where one alone is too wide."""
    lines: list[list[Group]] = []
    room = 0
    for name, amount in groups:
        width = letters.width(f"{name} {amount}".rstrip()) * scale
        if width > columns:
            return None
        if width + _BETWEEN * scale > room:
            lines.append([])
            room = columns + _BETWEEN * scale
        lines[-1].append((name, amount))
        room -= width + _BETWEEN * scale
    return lines


def _assembled(lines: Sequence[Sequence[Group]], scale: int) -> Content:
    gap = [Content("")] if letters.HEIGHT * scale % 2 == 0 else []
    rows: list[Content] = []
    for line in lines:
        rows += (gap if rows else []) + _row(line, scale)
    return Content("\n").join(rows)


def _row(line: Sequence[Group], scale: int) -> list[Content]:
    between = " " * (_BETWEEN * scale)
    parts = [_group(name, amount, scale) for name, amount in line]
    return [Content(between).join(pieces) for pieces in zip(*parts, strict=True)]


def _group(name: str, amount: str, scale: int) -> list[Content]:
    names = letters.drawn(name, scale)
    if not amount:
        return [Content(row) for row in names]
    space = " " * (letters.SPACE * scale)
    numbers = letters.drawn(amount, scale)
    return [
        Content.assemble(row + space, (number, "$amount"))
        for row, number in zip(names, numbers, strict=True)
    ]
