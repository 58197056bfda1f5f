"""A grid of characters to draw on, for what is more than lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from textual.content import Content


class Canvas:
    """`width` x `height` cells, each a character in a style; what lies outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(0, width), max(0, height)
        self._signs = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[""] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write from a cell to the right; what is wider than a cell takes the next one, too."""
        if not 0 <= y < self.height:
            return
        for sign in text:
            wide = cell_len(sign)
            if x >= 0 and x + wide <= self.width:
                for column, part in zip(range(x, x + wide), (sign, ""), strict=False):
                    self._signs[y][column], self._styles[y][column] = part, style
            x += wide

    def frame(self, x: int, y: int, width: int, height: int, style: str = "") -> None:
        """A rounded box round so many cells, its own line among them."""
        if width < 2 or height < 2:
            return
        self.put(x, y, f"╭{'─' * (width - 2)}╮", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, f"╰{'─' * (width - 2)}╯", style)

    def content(self) -> Content:
        """All of it."""
        rows = [Content.assemble(*self._runs(y)) for y in range(self.height)]
        return Content("\n").join(rows)

    def _runs(self, y: int) -> Iterator[tuple[str, str]]:
        """The parts of a line that have one style."""
        signs, styles = self._signs[y], self._styles[y]
        start = 0
        for end in range(1, self.width + 1):
            if end == self.width or styles[end] != styles[start]:
                yield "".join(signs[start:end]), styles[start]
                start = end
