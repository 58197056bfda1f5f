"""A table without a camera: a source of blank frames and a watcher that sees what it is told."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from engine.seen import Camera, CameraState, Dice, Seen
from engine.setup import load_setup
from tui.output import emit_json
from tui.record import open_record
from tui.script import Script
from tui.session import Session
from vision.frames import Frame
from vision.sights import Sight
from vision.sources import Source, State

FPS = 10.0
_BLANK = np.full((4, 6, 3), 90, np.uint8)


class FakeSource(Source):
    """`frames` blank pictures at 10 a second; `states` are its states by frame number."""

    def __init__(
        self,
        frames: int,
        live: bool = False,
        states: Mapping[int, State] | None = None,
        pause: float = 0.0,
    ) -> None:
        super().__init__()
        self.live = live
        self.name = "table"
        self.closed = False
        self._frames = frames
        self._states = states or {}
        self._pause = pause
        self._next = 0

    def read(self, timeout: float | None = None) -> Frame | None:
        if self.ended:
            return None
        time.sleep(self._pause)
        self._next += 1
        index = self._next - 1
        return Frame(_BLANK, index / FPS, index, time.monotonic())

    @property
    def ended(self) -> bool:
        return self._next >= self._frames

    @property
    def state(self) -> State:
        return self._states.get(self._next - 1, "ok")

    @property
    def fps(self) -> float:
        return FPS

    @property
    def size(self) -> tuple[int, int]:
        return 6, 4

    @property
    def lag(self) -> float:
        return 0.0

    def now(self) -> float:
        return max(0, self._next - 1) / FPS

    def describe(self) -> str:
        return "a table"

    def close(self) -> None:
        self.closed = True


class FakeWatcher:
    """Sees `found[index]` when frame `index` comes; notes what dice it was told to expect."""

    def __init__(self, found: Mapping[int, Sequence[Seen]]) -> None:
        self.expected: list[int | None] = []
        self._found = found
        self._state: CameraState = "ok"

    @property
    def latest_sight(self) -> Sight:
        return Sight()

    def expect(self, dice: int | None) -> None:
        self.expected.append(dice)

    def feed(self, frame: Frame) -> list[Seen]:
        return list(self._found.get(frame.index, ()))

    def feed_state(self, state: CameraState, t: float) -> list[Seen]:
        if state == self._state:
            return []
        self._state = state
        return [Camera(t=t, state=state)]


def rolls(frames: int) -> dict[int, list[Seen]]:
    """A roll in every fifth frame, all kinds of pairs in turn; each came to rest a frame before."""
    pairs = [(a, b) for a in range(1, 7) for b in range(a, 7)]
    return {
        index: [Dice(t=(index - 1) / FPS, frame=index - 1, values=pairs[index // 5 % 21])]
        for index in range(1, frames, 5)
    }


def main(folder: str, frames: int, script: str) -> None:
    """Play a recorded game of Blackout on the fake table and print its lines."""
    setup = load_setup("blackout", ["Ann", "Ben", "Cat"], {"first": "Ann"})
    camera = {"source": "table", "live": False}
    with closing(open_record(Path(folder), setup, {}, camera)) as match:
        source, watcher = FakeSource(frames), FakeWatcher(rolls(frames))
        for line in match.recovered:
            emit_json(line)
        for line in Session(source, watcher, match, Script.load(script)).lines():
            emit_json(line)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
