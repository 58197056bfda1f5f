"""A camera picture in half blocks: two pixels a cell, only what changed is made anew."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vision.draw import card_label
from vision.frames import Image
from vision.sights import Quad, Sight

# Five bits a channel: flat parts run together, and few styles have to be made.
_COARSE = np.uint8(0xF8)
_MIDDLE = np.uint8(0x04)
# A pixel keeps its colour until it has changed by more: noise makes nothing to draw.
_STEADY = 14
_MOST_STYLES = 30_000
_CELLS_AT_ONCE = 2000
_LABEL = Style(color="#000000", bgcolor="#ffffff", bold=True)

Rows = npt.NDArray[np.uint8]
"""(2 * rows, columns, 3) BGR: what the cells show."""

Labels = dict[int, tuple[tuple[int, str], ...]]
"""By line of cells: (column, text), from the left."""


class HalfBlocks:
    """The picture in a size of `columns` x `rows` cells; `strips` are its lines."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.strips: list[Strip] = [Strip.blank(columns)] * rows
        self._steady: Rows | None = None
        self._drawn: Rows | None = None
        self._labels: Labels = {}
        self._late: list[int] = []

    def show(self, image: Image, sight: Sight | None = None) -> list[int]:
        """Take a picture (BGR) and what lies on it; returns the lines that look different now.

        Where too much changed at once the rest follows with `go_on`: keys must not wait for it.
        """
        width, height = fitting(image, self.columns, self.rows)
        place = _Place(image, width, height, self.columns, self.rows * 2)
        steady = self._steadied(_shrunken(image, width, height))
        canvas = np.zeros((self.rows * 2, self.columns, 3), np.uint8)
        canvas[place.top : place.top + height, place.left : place.left + width] = steady
        labels = _outlined(canvas, place, sight or Sight())
        changed = self._changed(canvas, labels)
        self._drawn, self._labels = canvas, labels
        # What is late already comes first.
        self._late = list(dict.fromkeys([*self._late, *changed]))
        return self.go_on()

    @property
    def unfinished(self) -> bool:
        """Whether lines are still as they were in an older picture."""
        return bool(self._late)

    def go_on(self) -> list[int]:
        """Make some of the lines anew that are not yet; returns them."""
        most = max(1, _CELLS_AT_ONCE // max(1, self.columns))
        now, self._late = self._late[:most], self._late[most:]
        for row in now:
            self.strips[row] = self._strip(row)
        return sorted(now)

    def _steadied(self, small: Rows) -> Rows:
        """The picture with what hardly changed as it was."""
        old = self._steady
        if old is not None and old.shape == small.shape:
            small = np.where(
                cv2.absdiff(small, old).max(axis=2, keepdims=True) > _STEADY, small, old
            )
        self._steady = small
        return small

    def _changed(self, canvas: Rows, labels: Labels) -> list[int]:
        if self._drawn is None:
            return list(range(self.rows))
        pixels = (canvas != self._drawn).any(axis=(1, 2)).reshape(-1, 2).any(axis=1)
        return [
            row for row in range(self.rows)
            if pixels[row] or labels.get(row) != self._labels.get(row)
        ]  # fmt: skip

    def _strip(self, row: int) -> Strip:
        assert self._drawn is not None
        strip = Strip(_segments(self._drawn[2 * row], self._drawn[2 * row + 1]), self.columns)
        for column, text in self._labels.get(row, ()):
            label = Strip([Segment(text, _LABEL)], len(text))
            after = strip.crop(column + len(text), self.columns)
            strip = Strip.join([strip.crop(0, column), label, after])
        return strip


def fitting(image: Image, columns: int, rows: int) -> tuple[int, int]:
    """Width and height in pixels of the whole picture in so many cells; a cell has two pixels."""
    height, width = image.shape[:2]
    scale = min(columns / width, 2 * rows / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


class _Place:
    """Where the picture lies on the canvas, in the middle; maps its pixels onto it."""

    def __init__(self, image: Image, width: int, height: int, columns: int, lines: int) -> None:
        self.left, self.top = (columns - width) // 2, (lines - height) // 2
        self._scale = np.array([width / image.shape[1], height / image.shape[0]])

    def __call__(self, quad: Quad) -> npt.NDArray[np.int32]:
        points: npt.NDArray[np.int32] = np.floor(quad * self._scale + (self.left, self.top)).astype(
            np.int32
        )
        return points


def _shrunken(image: Image, width: int, height: int) -> Rows:
    small: Rows = np.asarray(
        cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8
    )
    coarse: Rows = (small & _COARSE) | _MIDDLE
    return coarse


def _outlined(canvas: Rows, place: _Place, sight: Sight) -> Labels:
    """Draw white outlines; returns the labels by line as (column, text)."""
    labels: dict[int, list[tuple[int, str]]] = {}
    for card in sight.cards:
        corners = place(card.quad)
        cv2.polylines(canvas, [corners], True, (255, 255, 255))
        name = "back" if card.face == "down" else card_label(card).split()[0]
        _label(labels, canvas, corners, name)
    for die in sight.dice:
        (x0, y0), (x1, y1) = place(die.quad).min(axis=0), place(die.quad).max(axis=0)
        # A die may be a single pixel here: its frame keeps one free around it.
        cv2.rectangle(canvas, (int(x0) - 1, int(y0) - 1), (int(x1) + 1, int(y1) + 1), (255,) * 3)
        box = np.array([[x0, y0 - 1], [x1, y1 + 1]], np.int32)
        _label(labels, canvas, box, "?" if die.value is None else str(die.value))
    return {row: tuple(sorted(found)) for row, found in labels.items()}


def _label(
    labels: dict[int, list[tuple[int, str]]],
    canvas: Rows,
    corners: npt.NDArray[np.int32],
    text: str,
) -> None:
    """A label above the corners, kept inside; one that would cover another is left out."""
    rows, columns = canvas.shape[0] // 2, canvas.shape[1]
    row = int(np.clip(corners[:, 1].min() // 2 - 1, 0, rows - 1))
    column = int(np.clip(round(corners[:, 0].mean()) - len(text) // 2, 0, columns - len(text)))
    taken = labels.setdefault(row, [])
    if all(column >= at + len(other) or at >= column + len(text) for at, other in taken):
        taken.append((column, text))


_styles: dict[int, Style] = {}


def _segments(top: Rows, below: Rows) -> list[Segment]:
    """A line of cells; equal neighbours are one segment."""
    keys = (_packed(top) << 24) | _packed(below)
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    lengths = np.diff(starts, append=len(keys))
    return list(_runs(keys[starts].tolist(), lengths.tolist()))


def _runs(keys: list[int], lengths: list[int]) -> Iterator[Segment]:
    for key, length in zip(keys, lengths, strict=True):
        yield Segment("▀" * length, _styles.get(key) or _style(key))


def _packed(pixels: Rows) -> npt.NDArray[np.int64]:
    wide = pixels.astype(np.int64)
    packed: npt.NDArray[np.int64] = (wide[:, 2] << 16) | (wide[:, 1] << 8) | wide[:, 0]
    return packed


def _style(key: int) -> Style:
    if len(_styles) > _MOST_STYLES:
        _styles.clear()
    _styles[key] = style = Style(color=_colour(key >> 24), bgcolor=_colour(key & 0xFFFFFF))
    return style


def _colour(rgb: int) -> Color:
    return Color.from_rgb(rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF)
