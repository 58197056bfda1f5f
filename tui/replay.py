"""The last seconds of the table, kept in memory so that people can look at them again at once.

A game that is not recorded has them too. Of older events the pictures of the record stand in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import cv2
import numpy as np

from engine import parts
from engine.log import Line
from engine.play import is_correction
from tui.session import Latest
from vision.frames import Frame, Image
from vision.region import Region, scaled
from vision.sights import Sight

BEFORE, AFTER = 4.0, 2.5
"""Seconds that are shown before a thing lay still, and after."""
LATELY = 20.0
"""Seconds of which every picture is kept, whatever happened in them."""
WHOLE = 12
"""As many of the newest events are kept with all their pictures, older ones with two."""
MOST_BYTES = 48_000_000

_WIDTH = 640
_QUALITY = 80
_EVERY = 1 / 12
_TIDY = 1.0
_MOST_WAITING = 6
_NEAR = 1.0
_NOT_YET = 1.5
"""Seconds before a thing lay still at which it was not on the table yet."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A JPEG of second `t`, and what lay on the table, in its pixels."""

    t: float
    data: bytes
    sight: Sight

    def decoded(self) -> Image | None:
        """The picture (BGR); None where it is damaged."""
        image = cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR)
        return None if image is None else np.asarray(image, np.uint8)


@dataclass(frozen=True, slots=True)
class Clip:
    """The pictures of an event, oldest first; in `shots[rest]` the thing had come to rest."""

    shots: tuple[Shot, ...]
    rest: int


class Replay:
    """Gets every frame and line of a session (`tui.session.Keeps`); `clip` is for any thread.

    Only `region` of the pictures is kept. `folder` is the recorded game's, if it is recorded.
    All that it holds is touched by its own thread alone, so that nobody waits for a picture.
    """

    def __init__(self, region: Region | None = None, folder: Path | None = None) -> None:
        self._region = region or Region()
        self._folder = folder
        self._shots: list[Shot] = []
        self._moments: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        self._seen_t: float | None = None
        self._due = self._tidied = float("-inf")
        self._newest = 0.0
        self._room = BoundedSemaphore(_MOST_WAITING)
        self._own = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replay")

    # --- from the session

    def look(self, latest: Latest) -> None:
        """Take a picture; some are passed over, all of them where the machine is too busy."""
        t = latest.frame.t
        if t < self._due or not self._room.acquire(blocking=False):
            return
        self._due, self._newest = t + _EVERY, t
        self._own.submit(self._take, latest)

    def keep(self, line: Line) -> None:
        """Remember when the event of a ruling happened."""
        if line["kind"] == "seen" and line["what"] != "camera":
            self._seen_t = line["t"]
        elif line["kind"] == "question":
            self._asked[line["id"]] = self._moment(line)
        elif line["kind"] == "ruling":
            asked = self._asked.get(line.get("answers") or line.get("unanswered") or 0)
            if asked is not None:
                self._own.submit(self._mark, line["step"], asked)
            elif not is_correction(line["event"]):
                moment = self._moment(line) if "frame" in line else self._newest
                self._own.submit(self._mark, line["step"], moment)

    def _moment(self, line: Line) -> float:
        """When the newest thing lay still of which a line tells.

        Lines and pictures may count their seconds from different beginnings.
        """
        late = 0.0 if self._seen_t is None else max(0.0, line["t"] - self._seen_t)
        return self._newest - late

    # --- for people

    def clip(self, step: int) -> Clip | None:
        """The pictures of a step; None where none are kept. Waits for the disk."""
        return self._own.submit(self._clip, step).result() or self._recorded(step)

    def still(self, step: int) -> Shot | None:
        """The picture in which the thing of a step lay still. Waits for the disk."""
        clip = self.clip(step)
        return clip.shots[clip.rest] if clip else None

    # --- on its own thread

    def _take(self, latest: Latest) -> None:
        self._room.release()
        shot = compressed(latest.frame, latest.sight, self._region)
        if shot is not None:
            self._shots.append(shot)
            if shot.t - self._tidied >= _TIDY:
                self._tidied = shot.t
                self._tidy(shot.t)

    def _mark(self, step: int, moment: float) -> None:
        self._moments[step] = moment

    def _tidy(self, now: float) -> None:
        """Let go of what nobody will want to see, and of the oldest where it is too much."""
        moments = list(self._moments.values())
        whole, older = moments[-WHOLE:], moments[:-WHOLE]
        stills = {index for moment in older for index in self._stills(moment)}
        self._shots = [
            shot
            for index, shot in enumerate(self._shots)
            if now - shot.t <= LATELY
            or index in stills
            or any(-BEFORE <= shot.t - moment <= AFTER for moment in whole)
        ]
        excess = sum(len(shot.data) for shot in self._shots) - MOST_BYTES
        while excess > 0:
            excess -= len(self._shots.pop(0).data)

    def _stills(self, moment: float) -> tuple[int, int]:
        """The indices of the picture before a thing was there, and of the one where it lay."""
        before = bisect_left(self._shots, moment - _NOT_YET, key=_second)
        return max(0, before - 1), self._rest(self._shots, moment)

    def _clip(self, step: int) -> Clip | None:
        moment = self._moments.get(step)
        if moment is None:
            return None
        first = bisect_left(self._shots, moment - BEFORE, key=_second)
        after = bisect_left(self._shots, moment + AFTER, key=_second)
        clip = Clip(tuple(islice(self._shots, first, after)), 0)
        rest = self._rest(clip.shots, moment)
        # Where the decisive picture is gone, the others tell nothing.
        there = bool(clip.shots) and abs(clip.shots[rest].t - moment) <= _NEAR
        return Clip(clip.shots, rest) if there else None

    @staticmethod
    def _rest(shots: Sequence[Shot], moment: float) -> int:
        # Half a picture early is no matter; one that is missing at the end is.
        return min(bisect_left(shots, moment - _EVERY / 2, key=_second), len(shots) - 1)

    def _recorded(self, step: int) -> Clip | None:
        """The decisive pictures of the record."""
        if self._folder is None:
            return None
        paths = {-_NOT_YET: "before", 0.0: ""}
        shots = [
            Shot(t, data, Sight())
            for t, when in paths.items()
            if (data := _read(parts.picture(self._folder, step, when)))
        ]
        return Clip(tuple(shots), len(shots) - 1) if shots else None


def compressed(frame: Frame, sight: Sight, region: Region) -> Shot | None:
    """The region of a frame, no wider than 640 pixels, with what lies on it."""
    image = region.cut(frame.image)
    factor = min(1.0, _WIDTH / image.shape[1])
    size = (round(image.shape[1] * factor), max(1, round(image.shape[0] * factor)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    placed = scaled(region.moved(sight, frame.image.shape), factor)
    return Shot(frame.t, data.tobytes(), placed) if done else None


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None  # None was kept, or the disk is gone: the words are left.


def _second(shot: Shot) -> Any:
    return shot.t
