"""A few seconds of a source, to judge the camera and the table by."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from vision.eyes import Looks
from vision.frames import Frame, Image
from vision.light import LightMeter, Steadiness
from vision.motion import MotionGate
from vision.sights import Sight
from vision.sources import Source, SourceError

SECONDS = 3.0
_MOST_LOOKS = 20
_BETWEEN = 1.0
"""Seconds from one look to the next."""
_REST = 0.4
"""Seconds without motion after which a table is looked at: hands are gone, cards lie."""
_PATIENCE = 4.0
"""Seconds that are waited for a live table to come to rest."""
_POLL = 0.2


@dataclass(frozen=True, slots=True)
class Sample:
    """`image`, the last picture looked at, and `sights`, what was seen at each look, in order.

    `look_s`: how long the quickest look took. `fps`: pictures a second, None of a single picture.
    `frozen`: the longest time in seconds for which nothing changed at all.
    """

    image: Image
    sights: list[Sight]
    look_s: float
    fps: float | None
    frozen: float
    steadiness: Steadiness

    @property
    def sight(self) -> Sight:
        """What is seen on `image`."""
        return self.sights[-1]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        return self.image.shape[1], self.image.shape[0]


def take_sample(
    source: Source,
    eyes: Looks,
    looks: int = 1,
    told: Callable[[Frame], None] = lambda frame: None,
) -> Sample:
    """Watch for three seconds, then look so often at the table at rest.

    A file is gone on with until as many looks showed something. `told` gets every picture that
    comes meanwhile, and may raise to end it. Raises `SourceError` where no picture comes.
    """
    watched = _Watched(told)
    _watch(source, watched)
    if watched.last is None:
        raise SourceError(f"{source.name} gives no picture: check that it is running.")
    rate = source.fps if watched.count > 1 and source.fps > 0 else None
    found = _Found()
    for frame in _resting(source, watched):
        found.look(eyes, frame)
        if found.shown >= looks or found.tries >= (looks if source.live else _MOST_LOOKS):
            break
    if not found.sights:
        found.look(eyes, watched.last)
    image, sights = found.last.image, found.sights
    return Sample(image, sights, found.took, rate, watched.frozen, watched.meter.steadiness)


def _watch(source: Source, watched: _Watched) -> None:
    end = time.monotonic() + SECONDS
    while not source.ended and (source.live or watched.length < SECONDS):
        if (frame := source.read(_POLL)) is not None:
            watched.note(frame)
        if source.live:
            watched.note_time(source.now())
            if time.monotonic() >= end:
                break


def _resting(source: Source, watched: _Watched) -> Iterator[Frame]:
    """Pictures of the table at rest, a second apart; of a live one that does not rest, the newest.

    What is watched meanwhile says nothing of how steadily pictures come: looking takes time.
    """
    looked, waits = -_BETWEEN, time.monotonic() + _PATIENCE
    frame = watched.last
    while frame is not None:
        tired = source.live and time.monotonic() > waits
        if frame.t >= looked + _BETWEEN and (watched.is_still(frame.t) or tired):
            yield frame
            looked, waits = frame.t, time.monotonic() + _PATIENCE
        if source.ended or (source.live and time.monotonic() > waits + _PATIENCE):
            break
        if (newer := source.read(_POLL)) is not None:
            frame = newer
            watched.told(frame)
            watched.gate.update(frame)


@dataclass(slots=True)
class _Found:
    """What looks showed; those that showed nothing are only kept while none showed anything."""

    sights: list[Sight] = field(default_factory=list)
    tries: int = 0
    shown: int = 0
    took: float = float("inf")
    last: Frame = field(init=False)

    def look(self, eyes: Looks, frame: Frame) -> None:
        """One more look."""
        began = time.monotonic()
        sight = eyes.look(frame.image)
        self.took = min(self.took, time.monotonic() - began)
        self.tries += 1
        shows = bool(sight.cards or sight.dice)
        if shows or not self.shown:
            self.sights = [*self.sights, sight] if self.shown else [sight]
            self.last = frame
        self.shown += shows


class _Watched:
    """What is remembered of the pictures of a few seconds."""

    def __init__(self, told: Callable[[Frame], None]) -> None:
        self.told = told
        self.last: Frame | None = None
        self.count = 0
        self.frozen = 0.0
        self.meter = LightMeter()
        self.gate = MotionGate()
        self._began = self._changed = 0.0

    @property
    def length(self) -> float:
        """Seconds watched so far."""
        return 0.0 if self.last is None else self.last.t - self._began

    def is_still(self, t: float) -> bool:
        """Whether nothing has moved of late."""
        return self.gate.last_motion <= t - _REST

    def note(self, frame: Frame) -> None:
        """One more picture."""
        self.told(frame)
        if self.last is None:
            self._began = self._changed = frame.t
        elif (frame.image[::16, ::16] != self.last.image[::16, ::16]).any():
            self._changed = frame.t
        self.last, self.count = frame, self.count + 1
        self.meter.note(frame.image)
        self.gate.update(frame)
        self.note_time(frame.t)

    def note_time(self, t: float) -> None:
        """So late it is, with a new picture or without."""
        if self.last is not None:
            self.frozen = max(self.frozen, t - self._changed)
