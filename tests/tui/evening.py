"""Whole games through the real `play`: real eyes on filmed tables, the app driven by keys.

Nothing here waits for a time: films stand still where the test wants them to until the app has
come to where the test waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.log import Line
from tests.vision.mjpeg_server import MjpegServer
from tui import begin, cli, shell
from tui.app import SymposiarchApp
from tui.beside import ALONE, Beside
from tui.commands import play
from tui.screens.dispute import DisputeScreen
from tui.screens.offer import OfferApp
from tui.table import Table
from tui.widgets import ask_panel
from vision.frames import Frame
from vision.sources import Source, State, open_source

PATIENCE = 150.0
"""Seconds after which something that was waited for will not come, on however busy a machine."""


class Film(Source):
    """A file, played as fast as it is looked at, up to second `until`, which can be moved."""

    live = False

    def __init__(self, path: Path, until: float) -> None:
        super().__init__()
        self.until = until
        self._file = open_source(str(path))
        self._t = -1.0
        self.name = self._file.name

    def read(self, timeout: float | None = None) -> Frame | None:
        if self._t >= self.until:
            time.sleep(0.01)
            return None
        frame = self._file.read(timeout)
        self._t = frame.t if frame else self._t
        return frame

    @property
    def ended(self) -> bool:
        return self._file.ended

    @property
    def state(self) -> State:
        return self._file.state

    @property
    def fps(self) -> float:
        return self._file.fps

    @property
    def size(self) -> tuple[int, int]:
        return self._file.size

    @property
    def lag(self) -> float:
        return 0.0

    def now(self) -> float:
        return self._file.now()

    def describe(self) -> str:
        return self._file.describe()

    def close(self) -> None:
        self._file.close()


class Phone(MjpegServer):
    """A phone over a table on which nothing goes on after picture `until`, which can be moved.

    Two pictures by turns are what a camera gives then: no two are the same.
    """

    until = 1
    _count = 0

    @property
    def served(self) -> int:
        return self._count if self._count <= self.until else self.until - self._count % 2

    @served.setter
    def served(self, _: int) -> None:
        ahead = self._count <= self.until + 1
        self._count = self._count + 1 if ahead else self.until + 1


class Seat:
    """Somebody at the running app."""

    def __init__(self, app: SymposiarchApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"waited in vain; rulings so far: {self.events}"
            await self.pilot.pause(0.02)

    async def looks(self, often: int) -> None:
        """When so many pictures of the table were taken."""

        def taken() -> bool:
            latest = self.app.table.latest
            return latest is not None and latest.frame.index >= often

        await self.until(taken)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def choose(self, text: str) -> None:
        """The answer that reads so, as soon as it is offered, on whatever page."""
        await self.until(lambda: text in self._texts(whole=True))
        while text not in self._texts():
            await self.press(str(len(self._texts())))
        await self.press(str(1 + self._texts().index(text)))

    def _texts(self, whole: bool = False) -> list[str]:
        """The answers on the page that is shown, or on all pages."""
        panel = self.app.panel
        if panel.ask is None:
            return []
        options = panel.ask.options if whole else panel.ask.page(panel._page)
        return [option.text for option in options]

    async def ruled(self, *events: object) -> None:
        """When these are the last events of the game that were ruled."""
        await self.until(lambda: self.events[-len(events) :] == list(events))

    @property
    def events(self) -> list[object]:
        """What was ruled, in order; people's notes about what they drank left out."""
        return [line["event"] for line in self.lines if line["kind"] in ("ruling", "correction")]

    @property
    def lines(self) -> list[Line]:
        """The record up to now."""
        return list(self.app.table.past)

    async def dispute(self) -> None:
        """See the newest event again, with its pictures and rules."""
        await self.press("i")
        screen = self.app.screen
        assert isinstance(screen, DisputeScreen)
        await self.until(lambda: screen._study is not None)


Drive = Callable[[Seat], Awaitable[None]]


def at_a_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play` runs as in a terminal; digits count at once."""
    monkeypatch.setattr(play, "is_terminal", lambda: True)
    monkeypatch.setattr(shell, "quiet", lambda: nullcontext(folder / "the.log"))
    monkeypatch.setattr(ask_panel, "SETTLE", 0.0)


def played(
    monkeypatch: pytest.MonkeyPatch, source: Callable[[], Source], drive: Drive, *words: str
) -> list[str]:
    """One `symposiarch play` on `source`, driven to its end; the offers that were made."""
    offers: list[str] = []

    def show(table: Table, notes: Sequence[str], log: Path, extras: Beside = ALONE) -> None:
        asyncio.run(_seated(SymposiarchApp(table, notes, str(log), extras), drive))

    def ask_to_go_on(sentence: str) -> bool | None:
        offers.append(sentence)
        return asyncio.run(_accepted(OfferApp(sentence)))

    monkeypatch.setattr(begin, "_open", lambda args, spec: source())
    monkeypatch.setattr(shell, "show", show)
    monkeypatch.setattr(shell, "ask_to_go_on", ask_to_go_on)
    assert cli.main(["play", *words]) == 0
    return offers


async def _seated(app: SymposiarchApp, drive: Drive) -> None:
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await drive(Seat(app, pilot))
            await pilot.press("q")
            await pilot.press("q")
    finally:
        app.table.stop()


async def _accepted(app: OfferApp) -> bool | None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await pilot.pause()
    return app.return_value
