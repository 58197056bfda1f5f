"""Reading one live connection in a thread of its own, as fast as it gives."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from vision.frames import Image
from vision.sources.base import SourceError

log = logging.getLogger(__name__)

RATE_WINDOW = 30
"""Pictures over which the rate is measured."""
GAP = 1.0
"""Seconds without a picture after which the rate is measured afresh."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture as it came.

    `mark` is equal for two shots only if the camera gave the same picture twice. `decode` gives
    (height, width, 3) BGR, or None for a damaged picture; it may be called in another thread.
    `stamp`: seconds of the camera's own clock, if it tells.
    """

    mark: object
    decode: Callable[[], Image | None]
    stamp: float | None = None


class Feed(Protocol):
    """One connection to something live."""

    def grab(self) -> Shot | None:
        """Wait for the next picture; None where none came; OSError or SourceError at the end."""

    def close(self) -> None:
        """Let go of it; called in the thread that grabs."""

    def describe(self) -> str:
        """Name and granted mode."""

    def notes(self, fps: float) -> list[str]:
        """What is not as it could be, given the measured rate (0: not measured yet)."""


class Pump(threading.Thread):
    """Connects, then delivers every shot; can be abandoned while a native call hangs."""

    def __init__(self, connect: Callable[[], Feed], deliver: Callable[[Pump, Shot], None]) -> None:
        super().__init__(daemon=True, name="camera")
        self.began = time.monotonic()
        self.feed: Feed | None = None
        self.error: Exception | None = None
        self.over = threading.Event()
        self.abandoned = threading.Event()
        self._connect = connect
        self._deliver = deliver

    def run(self) -> None:
        """Until abandoned or until the connection ends; `error` then says why."""
        try:
            feed = self._connect()
            self.began, self.feed = time.monotonic(), feed
            try:
                self._read(feed)
            finally:
                feed.close()
        except (SourceError, OSError) as error:
            self.error = error
        except Exception as error:  # a native library may raise anything; the game goes on
            log.exception("Reading the camera failed")
            self.error = error
        finally:
            self.over.set()

    def _read(self, feed: Feed) -> None:
        while not self.abandoned.is_set():
            shot = feed.grab()
            if shot is not None:
                self._deliver(self, shot)


class Newest:
    """The newest changed shot, and how fresh, how frequent and how late shots are."""

    def __init__(self) -> None:
        self.changed_at = time.monotonic()
        self.lag = 0.0
        self._news = threading.Condition()
        self._waiting: tuple[Shot, float, int] | None = None
        self._mark: object = None
        self._count = 0
        self._arrivals: deque[float] = deque(maxlen=RATE_WINDOW)
        self._quickest: float | None = None

    def put(self, shot: Shot) -> None:
        """Keep a shot in place of the one waiting, unless it shows the same picture again."""
        at = time.monotonic()
        with self._news:
            if self._count and shot.mark == self._mark:
                return
            if at - self.changed_at > GAP:
                self._arrivals.clear()
            self.changed_at, self._mark = at, shot.mark
            self._arrivals.append(at)
            self._note_lag(shot.stamp, at)
            self._waiting = (shot, at, self._count)
            self._count += 1
            self._news.notify_all()

    def _note_lag(self, stamp: float | None, at: float) -> None:
        """The clocks differ, so the quickest picture of a connection counts as lag 0."""
        if stamp is None:
            return
        late = at - stamp
        self._quickest = late if self._quickest is None else min(late, self._quickest)
        self.lag = late - self._quickest

    def reconnected(self) -> None:
        """A new connection: its stamps may start anew."""
        with self._news:
            self._quickest, self.lag = None, 0.0

    def take(self, timeout: float) -> tuple[Shot, float, int] | None:
        """(shot, arrival, number), not given before; None after `timeout` seconds or `wake`."""
        with self._news:
            if self._waiting is None:
                self._news.wait(timeout)
            taken, self._waiting = self._waiting, None
            return taken

    def put_back(self, taken: tuple[Shot, float, int]) -> None:
        """Let `take` give it again, unless a newer one waits."""
        with self._news:
            self._waiting = self._waiting or taken

    def wake(self) -> None:
        """Let whoever waits in `take` go."""
        with self._news:
            self._news.notify_all()

    @property
    def fps(self) -> float:
        """Changed shots a second over the last few; 0 while there are not enough."""
        with self._news:
            if len(self._arrivals) < 5:
                return 0.0
            span = self._arrivals[-1] - self._arrivals[0]
            return (len(self._arrivals) - 1) / span if span > 0 else 0.0
