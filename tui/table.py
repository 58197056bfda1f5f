"""The game as the app sees it: what happened, how it stands, and what people want of it.

Every method returns at once; the camera, the referee and the disk are the session's thread's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event as Flag
from typing import Any

from engine.asked import AnswerError
from engine.game import Game
from engine.games import GAMES
from engine.log import Line
from engine.match import Match
from engine.questions import Event
from engine.seen import Camera, CameraState, Seen
from tui.replay import Replay
from tui.script import Script
from tui.session import Keeps, Latest, Session, Speed, Watches
from vision.frames import Frame
from vision.region import Region
from vision.sights import Sight
from vision.sources import Source


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the game, and how the game stands after it."""

    line: Line
    view: dict[str, Any]
    questions: tuple[Line, ...]


class Valve:
    """A watcher that can be told to let nothing through but the camera's own state."""

    def __init__(self, watcher: Watches) -> None:
        self.closed = False
        self._watcher = watcher

    @property
    def latest_sight(self) -> Sight:
        """What lies on the table, seen or not."""
        return self._watcher.latest_sight

    def expect(self, dice: int | None) -> None:
        """How many dice the next throw has."""
        self._watcher.expect(dice)

    def feed(self, frame: Frame) -> list[Seen]:
        """What was seen, unless closed."""
        seen = self._watcher.feed(frame)
        return [one for one in seen if isinstance(one, Camera)] if self.closed else seen

    def feed_state(self, state: CameraState, t: float) -> list[Seen]:
        """The camera's state, always."""
        return self._watcher.feed_state(state, t)


class Table:
    """One running game. `model` names the eyes, for people; `complaints` are sentences for them.
    `replay` has its last seconds.

    `start` may be called once. Its two callbacks are called on other threads.
    """

    def __init__(
        self,
        session: Session,
        match: Match,
        valve: Valve,
        model: str = "",
        complaints: SimpleQueue[str] | None = None,
        replay: Replay | None = None,
    ) -> None:
        self.complaints = complaints or SimpleQueue()
        self.match = match
        self.model = model
        self.game: Game = GAMES[match.setup.game]
        self.replay = replay or Replay()
        self._session = session
        self._valve = valve
        self._beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="beside the session")
        self._changed: Callable[[Change], None] = lambda change: None
        self._done: Callable[[Exception | None], None] = lambda error: None
        self._over = Flag()

    @classmethod
    def watching(
        cls,
        source: Source,
        watcher: Watches,
        match: Match,
        script: Script | None = None,
        keepers: Iterable[Keeps] = (),
        model: str = "",
        complaints: SimpleQueue[str] | None = None,
    ) -> Table:
        """The table that `source` looks at; whoever else complains may share `complaints`."""
        complaints = SimpleQueue() if complaints is None else complaints
        valve = Valve(watcher)
        folder = match.log.folder if match.log else None
        replay = Replay(Region(match.setup.region), folder)
        keepers = (*keepers, replay)
        session = Session(source, valve, match, script, complaints.put, keepers)
        return cls(session, match, valve, model, complaints, replay)

    def start(
        self, changed: Callable[[Change], None], done: Callable[[Exception | None], None]
    ) -> None:
        """Begin to watch. `changed` gets everything that happens, `done` how watching ended."""
        self._changed, self._done = changed, done

        def over(error: Exception | None) -> None:
            self._over.set()
            done(error)

        self._session.start(self._tell, over)

    def stop(self, patience: float = 2.0) -> None:
        """End after the frame in hand, and wait for that no longer than `patience` seconds."""
        self._session.stop()
        self._over.wait(patience)
        self._beside.shutdown(wait=True)

    def enter(self, event: Event) -> None:
        """An event that people enter; its ruling comes to `changed`."""
        if self._over.is_set():
            self._beside.submit(self._take, lambda: self.match.submit(event, self._t()))
        else:
            self._session.enter(event)

    def choose(self, question: int, choice: int) -> None:
        """The answer to a question; `choice` counts from 0."""
        if self._over.is_set():
            self._beside.submit(self._take, lambda: self.match.answer(question, choice, self._t()))
        else:
            self._session.choose(question, choice)

    def uphold(self, step: int) -> None:
        """People disputed a step and let it stand."""
        self._beside.submit(self._take, lambda: self.match.uphold(step, self._t()))

    @property
    def paused(self) -> bool:
        """Whether what the camera sees counts for nothing."""
        return self._valve.closed

    @paused.setter
    def paused(self, on: bool) -> None:
        self._valve.closed = on

    @property
    def past(self) -> Sequence[Line]:
        """What a resumed game's record holds, at the start."""
        return () if self.match.log is None else tuple(self.match.log.lines)

    @property
    def latest(self) -> Latest | None:
        """The newest picture."""
        return self._session.latest

    @property
    def speed(self) -> Speed:
        """How fast it goes."""
        return self._session.speed

    @property
    def camera_state(self) -> str:
        """ok, stale or lost."""
        return self._session.source.state

    @property
    def camera(self) -> str:
        """The camera and the mode that it was granted."""
        return self._session.source.describe()

    def _t(self) -> float:
        return self._session.source.now()

    def _take(self, rule: Callable[[], list[Line]]) -> None:
        try:
            for line in rule():
                self._tell(line)
        except AnswerError:
            pass  # Two people answered the same question; the first one counts.
        except OSError as error:
            self._done(error)

    def _tell(self, line: Line) -> None:
        """Look at the match here, where waiting for the disk disturbs nobody."""
        questions = tuple(self.match.open_questions)
        self._changed(Change(line, self.match.view(), questions))
