"""A recorded game as if it were live: its pictures, its lines, and the rulings of the record."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue

from engine.log import Line
from engine.match import Match
from engine.seen import CameraState, Seen
from tui.recording.reel import Reel
from tui.recording.story import Moment, Story
from tui.replay import Replay
from tui.session import Latest, Session
from tui.table import Table, Valve
from vision.frames import Frame
from vision.sights import Sight

_TICK = 0.03
_AFTER = 4.0
"""Seconds for which the pictures go on after the last line."""

_FIXED = "This is a recording: what happened in it stays as it was."


class RecordedMatch(Match):
    """The match of a record; what people want to enter is refused with a sentence to `tell`."""

    def __init__(self, story: Story, tell: Callable[[str], None]) -> None:
        super().__init__(story.setup)
        self._tell = tell

    def submit(self, event: object, t: float) -> list[Line]:
        self._tell(_FIXED)
        return []

    def answer(self, question_id: int, choice: int, t: float) -> list[Line]:
        self._tell(_FIXED)
        return []


class _Blind:
    """A watcher that sees nothing: the video has its boxes drawn in, and the record its lines."""

    latest_sight = Sight()

    def expect(self, dice: int | None) -> None:
        """What is expected does not matter."""

    def feed(self, frame: Frame) -> list[Seen]:
        """Nothing."""
        return []

    def feed_state(self, state: CameraState, t: float) -> list[Seen]:
        """Nothing."""
        return []


class Player(Session):
    """Plays `story` at `speed` times its own; while `valve` is closed, time stands still."""

    def __init__(
        self,
        story: Story,
        match: RecordedMatch,
        valve: Valve,
        speed: float,
        tell: Callable[[str], None],
        replay: Replay,
    ) -> None:
        self._reel = Reel(story, speed)
        super().__init__(self._reel, valve, match, keepers=(replay,))
        self._story = story
        self._recorded = match
        self._pace = _Pace(speed, valve)
        self._tell = tell

    def lines(self) -> Iterator[Line]:
        """The record's lines, each at its moment."""
        last = Moment(1, 0.0, 0.0)
        for last, line in self._story.lines:
            if not self._wait(last):
                return
            self._recorded.recall(line)
            if line["kind"] in SHOWN:
                yield shown(line)
                for keeper in self._keepers:
                    keeper.keep(shown(line))
        self._wait(Moment(last.session, last.t + _AFTER, last.clock + _AFTER))
        self._reel.over = True

    def enter(self, event: dict[str, object]) -> None:
        self._tell(_FIXED)

    def choose(self, question: int, choice: int) -> None:
        self._tell(_FIXED)

    def _wait(self, until: Moment) -> bool:
        """Show pictures until a moment; False where people have left before it."""
        begun = until.clock - until.t
        while not self._stopped.is_set():
            clock = min(self._pace.now(), until.clock)
            self._show(Moment(until.session, clock - begun, clock))
            if clock >= until.clock:
                return True
            self._stopped.wait(_TICK)
        return False

    def _show(self, moment: Moment) -> None:
        self._reel.seek(moment)
        frame = self._reel.read()
        if frame is not None:
            self.latest = Latest(frame, Sight())
            for keeper in self._keepers:
                keeper.look(self.latest)


SHOWN = frozenset({"seen", "question", "ruling", "correction"})
"""Kinds of the record's lines that were announced."""


def shown(line: Line) -> Line:
    """The line as it was announced: there, a correction is a ruling."""
    return {**line, "kind": "ruling"} if line["kind"] == "correction" else line


def table(story: Story, speed: float) -> Table:
    """The recorded game as the app shows a running one."""
    complaints: SimpleQueue[str] = SimpleQueue()
    match, valve = RecordedMatch(story, complaints.put), Valve(_Blind())
    replay = Replay(folder=story.folder)
    player = Player(story, match, valve, speed, complaints.put, replay)
    return Table(player, match, valve, "rulings of the record", complaints, replay)


class _Pace:
    """Seconds of the game that have passed, at a speed, less those in which time stood still."""

    def __init__(self, speed: float, valve: Valve) -> None:
        self._speed = speed
        self._valve = valve
        self._clock = 0.0
        self._looked: float | None = None

    def now(self) -> float:
        """The game's clock at this moment."""
        moment = time.monotonic()
        if self._looked is not None and not self._valve.closed:
            self._clock += (moment - self._looked) * self._speed
        self._looked = moment
        return self._clock
