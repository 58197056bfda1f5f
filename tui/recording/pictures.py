"""The decisive pictures of each event: the table before it, and when it had come to rest."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

import cv2

from engine import parts
from engine.log import Line
from engine.play import is_correction
from tui.recording.room import Room
from tui.session import Latest
from vision.frames import Frame
from vision.region import Region
from vision.sight_lines import to_line, with_note
from vision.sights import Sight

_KEPT_BYTES = 96_000_000
_CLOSE, _CLOSE_FOR = 0.1, 0.8
_WIDE, _WIDE_FOR = 0.5, 3.0
"""Of the last 0.8 s a picture every 0.1 s is held, of the last 3 s one every 0.5 s."""

_BEFORE = 1.5
"""Seconds before it lay still that a thing was not on the table yet: thrown and rolling."""


class Pictures:
    """Writes into `frames/`, for ruling 9, `step-0009-before.jpg` and `step-0009.jpg`.

    A question's picture is `question-0004.jpg`. What people enter has one picture, of the moment.
    Corrections have none: their step's is there. A picture of things at rest carries what was seen
    on it as a note (`vision.sight_lines`): with people's corrections it teaches. `tell` is told
    once if a disk refuses.
    """

    def __init__(
        self, folder: Path, region: Region, room: Room, tell: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._region = region
        self._room = room
        self._tell: Callable[[str], None] | None = tell
        self._held: deque[Frame] = deque()
        self._sight = Sight()
        self._seen: Line | None = None
        self._rest = 0.0

    def look(self, latest: Latest) -> None:
        """Hold on to the frame for a while."""
        frame, self._sight = latest.frame, latest.sight
        if self._held and 0 <= frame.t - self._held[-1].t < _CLOSE:
            return
        self._held.append(frame)
        self._held = deque(_thinned(self._held, frame.t))
        most = max(1, _KEPT_BYTES // max(1, frame.image.nbytes))
        while len(self._held) > most:
            self._held.popleft()

    def keep(self, line: Line) -> None:
        """Write the pictures of a ruling or a question."""
        kind = line["kind"]
        if kind == "seen" and line["what"] != "camera":
            self._rest = self._seen["t"] if self._seen else 0.0
            self._seen = line
        elif kind == "ruling" and "frame" in line and self._seen is not None:
            self._write(parts.picture(self._folder, line["step"], "before"), self._before())
            self._write(parts.picture(self._folder, line["step"]), self._at_rest(), noted=True)
        elif kind == "ruling" and not is_correction(line["event"]) and not line.get("error"):
            self._write(parts.picture(self._folder, line["step"]), self._newest())
        elif kind == "question":
            self._write(parts.asked_picture(self._folder, line["id"]), self._at_rest(), noted=True)

    def _newest(self) -> Frame | None:
        return self._held[-1] if self._held else None

    def _at_rest(self) -> Frame | None:
        """The frame in which the newest thing came to rest, or the next one that is held."""
        wanted = self._seen["frame"] if self._seen else 0
        return next((f for f in self._held if f.index >= wanted), self._newest())

    def _before(self) -> Frame | None:
        """One without the newest thing, but with the one before it."""
        assert self._seen is not None
        moment = self._seen["t"] - _BEFORE
        if self._rest > moment:
            return next((frame for frame in self._held if frame.t >= self._rest), None)
        earlier = [frame for frame in self._held if frame.t <= moment]
        return earlier[-1] if earlier else next(iter(self._held), None)

    def _write(self, path: Path, frame: Frame | None, noted: bool = False) -> None:
        if frame is None or self._tell is None:
            return
        try:
            if not self._room.is_left():
                raise OSError("the disk is nearly full")
            path.parent.mkdir(exist_ok=True)
            done, data = self._jpeg(frame, path.name if noted else "")
            if done:
                path.write_bytes(data)
        except OSError as error:
            path.unlink(missing_ok=True)
            self._tell(f"No more pictures are kept ({error.strerror or error}); the game goes on.")
            self._tell = None

    def _jpeg(self, frame: Frame, name: str) -> tuple[bool, bytes]:
        """The table's region as a JPEG; one with a `name` notes where things lie at rest now."""
        image = self._region.cut(frame.image)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
        if not (done and name):
            return done, data.tobytes()
        sight = self._region.moved(self._sight, frame.image.shape)
        return done, with_note(data.tobytes(), to_line(name, image.shape, sight))


def _thinned(frames: deque[Frame], now: float) -> list[Frame]:
    """The frames without those too old, and of the older ones the first of every half second."""
    kept: list[Frame] = []
    for frame in frames:
        age = now - frame.t
        if age > _WIDE_FOR:
            continue
        same = kept and int(kept[-1].t / _WIDE) == int(frame.t / _WIDE)
        if age <= _CLOSE_FOR or not same:
            kept.append(frame)
    return kept
