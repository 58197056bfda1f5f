"""A recorded game on a drawn table: frames of a size that videos can have, and what is on them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from engine.match import Match
from engine.seen import Dice, Seen
from engine.setup import load_setup
from tests.tui.table import FPS, FakeSource, FakeWatcher
from tui.record import open_record
from tui.recording.recorder import Recorder, Wanted
from tui.script import Entry, Script
from tui.session import Session
from vision.frames import Frame, Image

WIDTH, HEIGHT = 96, 64
PLAYERS = ("Ann", "Ben", "Cat")


def shade(index: int) -> int:
    """How bright frame `index` is, so that a picture says which frame it was."""
    return 40 + index * 2 % 200


def image(index: int) -> Image:
    """A picture as bright as its number says, white at the left edge."""
    picture = np.full((HEIGHT, WIDTH, 3), shade(index), np.uint8)
    picture[:, :8] = 255
    return picture


class DrawnSource(FakeSource):
    """The fake table with pictures that can be told apart."""

    def read(self, timeout: float | None = None) -> Frame | None:
        frame = super().read(timeout)
        return frame and Frame(image(frame.index), frame.t, frame.index, time.monotonic())


def roll(index: int, *values: int, seat: str | None = None) -> list[Seen]:
    """Dice that came to rest in frame `index`."""
    return [Dice(t=index / FPS, frame=index, values=tuple(sorted(values)), seat=seat)]


ROLLS = {30: roll(28, 4, 6), 50: roll(48, 1, 3), 70: roll(68, 2, 5)}
ENTRIES: tuple[Entry, ...] = (Entry({"amend": 1, "event": {"roll": [4, 5], "by": "Ann"}}, at=6.0),)


def record(
    folder: Path,
    frames: int = 80,
    rolls: dict[int, list[Seen]] = ROLLS,
    entries: Sequence[Entry] = ENTRIES,
    wanted: Wanted | None = None,
    told: Callable[[str], None] = lambda sentence: None,
    players: Sequence[str] = PLAYERS,
    resumes: bool = False,
    last_step: int | None = None,
    **setup: Any,
) -> Match:
    """Play and record a game of `frames` frames; the match as it stood at the end, closed.

    In it Ann rolls 4-6, Ben 1-3, Cat 2-5; then the first roll is corrected to 4-5.
    `last_step`: the one after which watching was broken off; None watches to the film's end.
    """
    chosen = load_setup("blackout", players, {"first": players[0], **setup})
    camera = {"source": "table", "live": False}
    with closing(open_record(folder, None if resumes else chosen, {}, camera)) as match:
        keep = Wanted() if wanted is None else wanted
        with closing(Recorder(match, keep, False, told)) as recorder:
            source, watcher = DrawnSource(frames), FakeWatcher(rolls)
            script = Script(list(entries))
            session = Session(source, watcher, match, script, keepers=recorder.keepers)
            for line in session.lines():
                if last_step is not None and line.get("step") == last_step:
                    break
    return match


def shots(path: Path) -> Iterator[tuple[float, Image]]:
    """(seconds, BGR picture) of a video."""
    import av

    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            picture = np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)
            yield float(frame.time or 0), picture
