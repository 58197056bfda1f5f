"""Live sources: the newest picture, watched by what changes in it, reopened when it is lost."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from vision.frames import Frame
from vision.sources.base import Progress, Source, SourceError, State, Turn
from vision.sources.pump import Feed, Newest, Pump, Shot

log = logging.getLogger(__name__)

STUCK_ALLOWED = 3
"""Readers that may hang in a native call before no further one is started."""
TICK = 0.1
"""Seconds between two looks of the watchdog."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: without a changed picture until `stale` and `lost`; to open; between attempts."""

    stale: float = 1.0
    lost: float = 5.0
    open: float = 20.0
    first_retry: float = 0.5
    longest_retry: float = 4.0


class LiveSource(Source):
    """A live source over whatever `connect` opens; call `start` before anything else.

    One thread reads and keeps only the newest shot, another watches and reconnects. `connect` is
    called again for each attempt, must find the same device again, and may raise `SourceError`.
    """

    live = True

    def __init__(
        self,
        name: str,
        connect: Callable[[], Feed],
        turn: Turn | None = None,
        patience: Patience | None = None,
    ) -> None:
        super().__init__()
        self.name = name
        self._connect = connect
        self._turn = turn or Turn()
        self._patience = patience or Patience()
        self._newest = Newest()
        self._good_at: float | None = None  # last good decoding, while pictures come damaged
        self._decoded_at = 0.0
        self._start: float = 0.0
        self._size = (0, 0)
        self._closed = threading.Event()
        self._feed: Feed | None = None
        self._stuck: list[Pump] = []
        self._pump = Pump(connect, self._deliver)
        self._keeper = threading.Thread(target=self._keep, daemon=True, name="camera watchdog")

    def start(self, progress: Progress | None = None, here: bool = False) -> None:
        """Open and wait for the first picture; `SourceError` where none comes in time.

        `here` connects in the calling thread (macOS asks for permission only on the main one).
        """
        if here:
            if progress:
                progress(f"opening {self.name}…")
            feed = self._connect()
            self._pump = Pump(lambda: feed, self._deliver)
        self._pump.start()
        try:
            self._await_first(progress)
        except BaseException:
            self.close()
            raise
        self._keeper.start()

    def _await_first(self, progress: Progress | None) -> None:
        began = time.monotonic()
        said = 0
        while (elapsed := time.monotonic() - began) < self._patience.open:
            if self._pump.over.is_set():
                raise self._refusal()
            if progress and elapsed >= said:
                progress(f"opening {self.name}… {said} s")
                said += 1
            if self._take_first():
                return
        raise SourceError(
            f"{self.name} gave no picture within {self._patience.open:.0f} s: unplug it and plug it"
            " in again, or restart its app, then try again."
        )

    def _refusal(self) -> SourceError:
        error = self._pump.error
        if isinstance(error, SourceError):
            return error
        return SourceError(f"{self.name} cannot be opened ({error}): check that it is running.")

    def _take_first(self) -> bool:
        """Learn the size from the first picture that can be decoded, and leave it to be read."""
        taken = self._newest.take(TICK)
        image = taken[0].decode() if taken else None
        if taken is None or image is None:
            return False
        self._start = self._decoded_at = taken[1]
        height, width = self._turn(image).shape[:2]
        self._size = (width, height)
        self._newest.put_back(taken)
        self._feed = self._pump.feed
        return True

    def read(self, timeout: float | None = None) -> Frame | None:
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._closed.is_set():
            left = 0.5 if deadline is None else min(0.5, deadline - time.monotonic())
            if (frame := self._read_once(max(0.0, left))) is not None:
                return frame
            if deadline is not None and time.monotonic() >= deadline:
                return None
        return None

    def _read_once(self, timeout: float) -> Frame | None:
        taken = self._newest.take(timeout)
        if taken is None:
            return None
        shot, arrived, index = taken
        image = shot.decode()
        if image is None:
            self._good_at = self._good_at or self._decoded_at
            return None
        self._good_at, self._decoded_at = None, arrived
        image = self._turn(image)
        self._size = (image.shape[1], image.shape[0])
        return Frame(image, arrived - self._start, index, arrived)

    def _deliver(self, pump: Pump, shot: Shot) -> None:
        if pump is self._pump and not self._closed.is_set():
            self._newest.put(shot)

    # The watchdog.

    def _fresh_at(self) -> float:
        """When the last good, changed picture came."""
        good = self._good_at
        return self._newest.changed_at if good is None else min(good, self._newest.changed_at)

    def _keep(self) -> None:
        delay = self._patience.first_retry
        while not self._closed.wait(TICK):
            pump = self._pump
            if not self._hopeless(pump):
                continue
            delay = self._patience.first_retry if self._fresh_at() > pump.began else delay
            self._abandon(pump)
            if self._closed.wait(delay):
                return
            delay = min(2 * delay, self._patience.longest_retry)
            self._reopen()

    def _hopeless(self, pump: Pump) -> bool:
        now = time.monotonic()
        if pump.over.is_set():
            return True
        if pump.feed is None:
            return now - pump.began > self._patience.open
        return now - max(pump.began, self._fresh_at()) > self._patience.lost

    def _abandon(self, pump: Pump) -> None:
        level = logging.WARNING if self._fresh_at() > pump.began else logging.INFO
        log.log(level, "%s gives no picture (%s)", self.name, pump.error or "it stands still")
        pump.abandoned.set()
        self._stuck = [old for old in {*self._stuck, pump} if old.is_alive()]

    def _reopen(self) -> None:
        """Start a new reader, unless too many old ones hang: their return makes room."""
        self._stuck = [old for old in self._stuck if old.is_alive()]
        if len(self._stuck) > STUCK_ALLOWED:
            return
        self._newest.reconnected()
        self._pump = Pump(self._connect, self._deliver)
        self._pump.start()

    @property
    def ended(self) -> bool:
        return self._closed.is_set()

    @property
    def state(self) -> State:
        age = time.monotonic() - self._fresh_at()
        if age > self._patience.lost:
            return "lost"
        return "stale" if age > self._patience.stale or self._is_broken_off() else "ok"

    def _is_broken_off(self) -> bool:
        """Whether the connection has ended and none after it has given a picture yet."""
        pump = self._pump
        ended = pump.over.is_set() and not self._closed.is_set()
        return ended or self._fresh_at() < pump.began

    @property
    def fps(self) -> float:
        return self._newest.fps

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    @property
    def lag(self) -> float:
        return self._newest.lag

    @property
    def notes(self) -> list[str]:
        feed = self._pump.feed or self._feed
        return [*self._notes, *(feed.notes(self.fps) if feed else [])]

    def now(self) -> float:
        return time.monotonic() - self._start

    def describe(self) -> str:
        feed = self._pump.feed or self._feed
        width, height = self._size
        return feed.describe() if feed else f"{self.name}, {width}x{height}"

    def close(self) -> None:
        self._closed.set()
        self._pump.abandoned.set()
        self._newest.wake()
        if self._pump.is_alive():
            self._pump.join(0.5)  # a reader that hangs lets go by itself later
