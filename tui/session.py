"""One evening at one table: the loop from camera frames to announced lines.

`watch` runs it inline, the app in a thread of its own; neither this module nor what it imports
knows the app.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import quantiles
from typing import Protocol

import msgspec

from engine.asked import AnswerError
from engine.log import Line
from engine.match import Match
from engine.seen import Camera, CameraState, Seen, to_line
from tui.script import SETTLING, Entry, Script
from vision.frames import Frame
from vision.light import BlackWatch
from vision.sights import Sight
from vision.sources import Source

_BLACK = (
    "The picture is black: take the cap off the lens, or choose another camera. The game waits."
)
_NOTHING = (
    "nothing of the game was seen: is it the right clip, is the table in the picture, and are these"
    " the cards or dice of the game?"
)
_POLL = 0.1
"""Seconds after which a source without a new picture is left to look at what else is due."""


class Keeps(Protocol):
    """Whatever keeps pictures of the game: the parts of `tui.recording.Recorder`."""

    def look(self, latest: Latest) -> None:
        """A frame and what lies on it, before anything that follows is announced."""

    def keep(self, line: Line) -> None:
        """A line of the game, right after it was announced."""


class Watches(Protocol):
    """Whatever turns frames into things seen: `vision.watcher.Watcher`, or a stand-in."""

    @property
    def latest_sight(self) -> Sight: ...

    def expect(self, dice: int | None) -> None: ...

    def feed(self, frame: Frame) -> list[Seen]: ...

    def feed_state(self, state: CameraState, t: float) -> list[Seen]: ...


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest picture and what lies on it, for people to look at."""

    frame: Frame
    sight: Sight


@dataclass(frozen=True, slots=True)
class Speed:
    """`fps`: frames looked at in a second of wall clock, of late. `median_ms` and `slow_ms` (95th
    percentile): from at rest to announced; None before the first ruling on something seen."""

    fps: float
    median_ms: float | None
    slow_ms: float | None


class Session:
    """`source` is watched by `watcher`; `match` rules on what is seen, or nobody does.

    `complain` takes sentences for people. `keepers` get every frame and every line. `lines` or
    `start` may be called once. `enter`, `choose`, `stop`, `latest` and `speed` are for any thread.
    """

    def __init__(
        self,
        source: Source,
        watcher: Watches,
        match: Match | None = None,
        script: Script | None = None,
        complain: Callable[[str], None] = lambda sentence: None,
        keepers: Iterable[Keeps] = (),
    ) -> None:
        self.source = source
        self.match = match
        self.latest: Latest | None = None
        self._watcher = watcher
        self._script = script or Script()
        self._complain = complain
        self._keepers = tuple(keepers)
        self._stopped = threading.Event()
        self._counted = 0
        self._black = BlackWatch()
        self._frame: Frame | None = None
        self._looks: deque[float] = deque(maxlen=60)
        self._latencies: deque[float] = deque(maxlen=1000)

    def lines(self) -> Iterator[Line]:
        """All lines in order, until the source ends or `stop` is called.

        Raises `SourceError` where a file cannot be read any further, `OSError` where the record
        cannot be written.
        """
        for line in self._happening():
            yield line
            for keeper in self._keepers:
                keeper.keep(line)

    def _happening(self) -> Iterator[Line]:
        while not self._stopped.is_set() and not self.source.ended:
            frame = self.source.read(_POLL)
            yield from self._camera()
            if frame is not None:
                yield from self._look(frame)
            yield from self._due(self._now() - SETTLING)
        if not self._stopped.is_set():
            yield from self._due(self._now() + SETTLING)
            self._say_what_is_left()
            if self.match is not None and not self.source.live:
                self.match.end()

    def start(self, emit: Callable[[Line], None], done: Callable[[Exception | None], None]) -> None:
        """Run in a thread: `emit` gets each line, `done` the error that ended it or None."""

        def run() -> None:
            error = None
            try:
                for line in self.lines():
                    emit(line)
            except Exception as problem:
                error = problem
            done(error)

        threading.Thread(target=run, name="session", daemon=True).start()

    def stop(self) -> None:
        """End after the frame in hand."""
        self._stopped.set()

    def enter(self, event: dict[str, object]) -> None:
        """An event that people enter; its lines come out of `lines` like all others."""
        self._script.add(Entry(event=event))

    def choose(self, question: int, choice: int) -> None:
        """People's answer to an open question; `choice` counts from 0."""
        self._script.add(Entry(answer=question, choice=choice))

    @property
    def speed(self) -> Speed:
        """How fast frames are looked at and things are announced."""
        looks = list(self._looks)
        fps = (len(looks) - 1) / (looks[-1] - looks[0]) if len(looks) > 1 else 0.0
        latencies = list(self._latencies)
        if not latencies:
            return Speed(fps, None, None)
        cuts = quantiles([*latencies, latencies[-1]], n=20, method="inclusive")
        return Speed(fps, cuts[9], cuts[18])

    # --- what the camera brings

    def _look(self, frame: Frame) -> Iterator[Line]:
        self._frame = frame
        if self._black.note(frame.image, frame.t):
            self._complain(_BLACK)
        # A game without dice has none on the table, whatever looks like one.
        self._watcher.expect((self.match.expected_dice or 0) if self.match else None)
        found = sorted(self._watcher.feed(frame), key=lambda seen: seen.t)
        self.latest = Latest(frame, self._watcher.latest_sight)
        self._looks.append(time.monotonic())
        for keeper in self._keepers:
            keeper.look(self.latest)
        for seen in found:
            # What people said happened before this came to rest is ruled before it.
            yield from self._due(seen.t)
            yield from self._see(seen, frame)

    def _see(self, seen: Seen, frame: Frame) -> Iterator[Line]:
        lines = [to_line(seen)] if self.match is None else self.match.see(seen, frame.t)
        self._latencies.extend(line["latency_ms"] for line in lines if line["kind"] == "ruling")
        yield from lines
        if not isinstance(seen, Camera):
            self._counted += 1
        yield from self._due(-math.inf)

    def _camera(self) -> Iterator[Line]:
        index = self._frame.index if self._frame else 0
        for seen in self._watcher.feed_state(self.source.state, self._now()):
            placed = msgspec.structs.replace(seen, frame=index)
            yield from self.match.see(placed) if self.match else [to_line(placed)]

    def _now(self) -> float:
        """Seconds of the source: of a file, of the frame in hand."""
        if self.source.live:
            return self.source.now()
        return self._frame.t if self._frame else 0.0

    # --- what people bring

    def _due(self, t: float) -> Iterator[Line]:
        """The lines of all that people brought and that is due before second `t`."""
        for entry in self._script.due(t, self._counted, self._was_asked):
            yield from self._take(entry)

    def _take(self, entry: Entry) -> list[Line]:
        match = self.match
        if match is None:
            return []
        if entry.answer is None:
            return match.submit(entry.event, self._now())
        try:
            return match.answer(entry.answer, entry.choice, self._now())
        except AnswerError as error:
            self._complain(str(error))
            return []

    def _was_asked(self, question: int) -> bool:
        return self.match is not None and question <= self.match.asked

    def _say_what_is_left(self) -> None:
        if self.match is not None and not (self._counted or self.match.view()["steps"]):
            self._complain(_NOTHING)
        if left := self._script.left:
            lines = "1 line of the script was" if left == 1 else f"{left} lines of the script were"
            self._complain(f"the source ended before {lines} due.")
