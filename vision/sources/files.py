"""Video files and folders of pictures: every frame, in order, never dropped."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.frames import Frame, Image
from vision.sources.base import Source, SourceError, State, Turn

PICTURE_RATE = 30.0
"""Frames a second that a folder of pictures is taken to have, unless the caller says another."""

_SHORT, _SHORT_SHARE = 2.0, 0.1
"""Seconds and share of its length by which a video may end early: containers round."""


class FileSource(Source):
    """What files have in common; `realtime` gives no frame before its time has come."""

    live = False

    def __init__(self, name: str, turn: Turn, realtime: bool, unreadable: str) -> None:
        """Decode one picture ahead, so that `ended` is known with the last; else `SourceError`."""
        super().__init__()
        self.name = name
        self._turn = turn
        self._realtime = realtime
        self._index = 0
        self._t = 0.0
        self._started: float | None = None
        self._ahead = self._decode()
        if self._ahead is None:
            self.close()
            raise SourceError(unreadable)
        height, width = turn(self._ahead[0]).shape[:2]
        self._size = (width, height)

    @abstractmethod
    def _decode(self) -> tuple[Image, float] | None:
        """The next picture, not yet turned, and its seconds since the first; None at the end."""

    def read(self, timeout: float | None = None) -> Frame | None:
        if self._ahead is None:
            return None
        image, self._t = self._ahead
        image = self._turn(image)
        self._size = (image.shape[1], image.shape[0])
        self._ahead = self._decode()
        self._wait()
        self._index += 1
        return Frame(image, self._t, self._index - 1, time.monotonic())

    def _wait(self) -> None:
        if self._started is None:
            self._started = time.monotonic()
        if self._realtime:
            time.sleep(max(0.0, self._started + self._t - time.monotonic()))

    @property
    def ended(self) -> bool:
        return self._ahead is None

    @property
    def state(self) -> State:
        return "ok"

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    @property
    def lag(self) -> float:
        return 0.0

    def now(self) -> float:
        return self._t

    def close(self) -> None:
        self._ahead = None


class VideoFile(FileSource):
    """A video file; times come from its container, so a changing frame rate is kept.

    Raises `SourceError` on opening where the file is not a video that can be decoded.
    """

    def __init__(self, path: Path, turn: Turn, realtime: bool = False) -> None:
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        rate = self._capture.get(cv2.CAP_PROP_FPS) if self._capture.isOpened() else 0.0
        self._fps = rate if 0 < rate < 1000 else PICTURE_RATE
        self._first: float | None = None
        unreadable = (
            f"{path} is not a video that can be read: copy it again if it was cut short, or convert"
            " it to MP4 (H.264)."
        )
        super().__init__(path.name, turn, realtime, unreadable)

    @property
    def fps(self) -> float:
        return self._fps

    def _decode(self) -> tuple[Image, float] | None:
        ok, image = self._capture.read()
        if ok:
            return np.asarray(image, np.uint8), self._stamp()
        self._note_what_is_missing()
        return None

    def _note_what_is_missing(self) -> None:
        """A file that was cut short ends as a whole one does, but long before it said it would."""
        promised = self._capture.get(cv2.CAP_PROP_FRAME_COUNT) / self._fps
        seconds = 0.0 if self._first is None else self._last - self._first
        if promised - seconds > max(_SHORT, promised * _SHORT_SHARE) and not self._notes:
            self._notes.append(
                f"{self.name} ends after {seconds:.0f} of {promised:.0f} seconds: it is damaged or"
                " was cut short; copy it again to see the rest."
            )

    def _stamp(self) -> float:
        """Seconds since the first frame; never backwards, even in a damaged file."""
        at = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if self._first is None:
            self._first = self._last = at
        elif at <= self._last:
            at = self._last + 1 / self._fps
        self._last = at
        return at - self._first

    def describe(self) -> str:
        width, height = self._size
        return f"{self.name}, {width}x{height} at {self._fps:.4g}"

    def close(self) -> None:
        super().close()
        self._capture.release()


class Pictures(FileSource):
    """Still pictures as a film of `fps` frames a second, in the order given.

    A picture that cannot be decoded is left out and named in `notes`; `SourceError` where that
    is true of all of them.
    """

    def __init__(
        self,
        name: str,
        paths: Sequence[Path],
        turn: Turn,
        fps: float | None = None,
        realtime: bool = False,
    ) -> None:
        self._paths = list(paths)
        self._fps = fps or PICTURE_RATE
        self._next = 0
        unreadable = f"{name} holds no picture that can be read: use JPEG, PNG or WebP."
        super().__init__(name, turn, realtime, unreadable)

    @property
    def fps(self) -> float:
        return self._fps

    def _decode(self) -> tuple[Image, float] | None:
        while self._next < len(self._paths):
            number, path = self._next, self._paths[self._next]
            self._next += 1
            if (image := read_picture(path)) is not None:
                return image, number / self._fps
            self._notes.append(f"{path} is not a picture that can be read and was left out.")
        return None

    def describe(self) -> str:
        width, height = self._size
        many = "1 picture" if len(self._paths) == 1 else f"{len(self._paths)} pictures"
        return f"{self.name}, {many}, {width}x{height}"


def read_picture(path: Path) -> Image | None:
    """A picture file as (height, width, 3) BGR, turned as its EXIF says; None if unreadable."""
    try:
        data = path.read_bytes()  # imread cannot open every path on Windows
    except OSError:
        return None
    return decode_picture(data)


def decode_picture(data: bytes) -> Image | None:
    """An encoded picture in memory as (height, width, 3) BGR; None if it cannot be decoded."""
    if not data:
        return None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)
