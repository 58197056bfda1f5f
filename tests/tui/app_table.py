"""A table for the app's tests: the real match, with a session that rules at once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import numpy as np
from textual.pilot import Pilot

from engine.asked import AnswerError
from engine.log import Line
from engine.match import Match
from engine.seen import Dice, Seen
from engine.setup import load_setup
from tests.tui.table import FakeSource, FakeWatcher
from tui.app import SymposiarchApp
from tui.beside import ALONE, Beside
from tui.session import Latest, Session, Speed
from tui.table import Table, Valve
from vision.frames import Frame
from vision.sights import DieSight, Sight
from vision.sources import State

SMALL, LARGE = (80, 24), (200, 60)
NAMES = ("Ann", "Ben", "Cat")


class LiveSource(FakeSource):
    """A source whose state the test sets."""

    current: State = "ok"

    def __init__(self) -> None:
        super().__init__(1, live=True)

    @property
    def state(self) -> State:
        return self.current


class DirectSession:
    """Rules in the caller's thread; `entered` is what people entered, `chosen` their answers."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.source = LiveSource()
        self.latest: Latest | None = None
        self.speed = Speed(15.0, 180.0, 400.0)
        self.entered: list[dict[str, Any]] = []
        self.chosen: list[tuple[int, int]] = []
        self.done: Callable[[Exception | None], None] = lambda error: None
        self._emit: Callable[[Line], None] = lambda line: None

    def start(self, emit: Callable[[Line], None], done: Callable[[Exception | None], None]) -> None:
        self._emit, self.done = emit, done

    def stop(self) -> None:
        self.done(None)

    def enter(self, event: dict[str, Any]) -> None:
        self.entered.append(event)
        self._say(self.match.submit(event, 1.0))

    def choose(self, question: int, choice: int) -> None:
        self.chosen.append((question, choice))
        try:
            self._say(self.match.answer(question, choice, 1.0))
        except AnswerError:
            raise AssertionError("the app answered a question that is not open") from None

    def see(self, *seen: Seen) -> None:
        """Something was seen."""
        for one in seen:
            self._say(self.match.see(one))

    def _say(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self._emit(line)


class Running:
    """The app running in a test."""

    def __init__(self, app: SymposiarchApp, pilot: Pilot[None], session: DirectSession) -> None:
        self.app, self.pilot, self.session = app, pilot, session

    async def happens(self, *events: dict[str, Any]) -> None:
        """Events that did not come from the keys under test."""
        for event in events:
            self.session.enter(event)
        self.session.entered.clear()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, holds: Callable[[], bool], seconds: float = 20.0) -> None:
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, "waited in vain"
            await self.pilot.pause(0.01)

    def text(self, selector: str) -> str:
        """What a part of the screen shows, line by line."""
        widget = self.app.screen_stack[0].query_one(selector)
        rows = [widget.render_line(y).text for y in range(widget.size.height)]
        return "\n".join(row.rstrip() for row in rows)


@asynccontextmanager
async def running(
    size: tuple[int, int] = SMALL,
    players: Sequence[str] = NAMES,
    match: Match | None = None,
    extras: Beside = ALONE,
    notifications: bool = False,
    **house: Any,
) -> AsyncIterator[Running]:
    """The app at a fresh game of Blackout; house switches without their `blackout.`.

    `notifications`: notices are drawn as people see them.
    """
    data = {"house": {f"blackout.{key}": value for key, value in house.items()}}
    match = match or Match(load_setup("blackout", players, data))
    session = DirectSession(match)
    table = Table(cast(Session, session), match, Valve(FakeWatcher({})), "onnx")
    app = SymposiarchApp(table, log_file="the.log", extras=extras)
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await pilot.pause()
        yield Running(app, pilot, session)


def roll(a: int, b: int, by: str) -> dict[str, Any]:
    return {"roll": [a, b], "by": by}


def unclear(t: float = 1.0) -> Dice:
    """Two dice that may be 3-4 or 3-5."""
    return Dice(t=t, values=(3, 4), confidence=0.6, alternatives=(((3, 5), 0.4),))


def picture(index: int = 0, shade: int = 90) -> Latest:
    """A picture with one die on it."""
    image = np.full((90, 160, 3), shade, np.uint8)
    quad = np.array([[70, 40], [80, 40], [80, 50], [70, 50]], np.float32)
    die = DieSight(quad, 5, 0.9, (0, 0, 0, 0, 1, 0, 0))
    return Latest(Frame(image, index / 10, index, 0.0), Sight(dice=(die,)))
