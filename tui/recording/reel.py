"""The pictures of a recorded game as a source that can be put to any moment."""

from __future__ import annotations

import time

import cv2
import numpy as np

from tui.recording.story import Moment, Story
from vision.frames import Frame, Image
from vision.sources import Source, State

_SKIP, _LEAP = 0.5, 8.0
"""Seconds behind from which pictures are passed over, and from which the video is wound on."""


class Reel(Source):
    """The video of a recorded game, or where there is none, the pictures of its events.

    `seek` says which moment it is; `read` gives the picture of that moment, None if it is still the
    one before. It ends when `ended` is set.
    """

    live = False

    def __init__(self, story: Story, speed: float) -> None:
        super().__init__()
        self.name = story.folder.name
        self.over = False
        self._story = story
        self._speed = speed
        self._videos = story.videos()
        self._moment = Moment(0, 0.0, 0.0)
        self._capture: cv2.VideoCapture | None = None
        self._due: float | None = None
        self._step = 0
        self._index = 0
        self._size = (0, 0)

    def seek(self, moment: Moment) -> None:
        """Go on to a moment; in another session its video is opened."""
        if moment.session != self._moment.session:
            self.close()
            path = self._videos.get(moment.session)
            self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG) if path else None
            self._grab()
        self._moment = moment

    def read(self, timeout: float | None = None) -> Frame | None:
        image = self._filmed() if self._capture is not None else self._kept()
        if image is None:
            return None
        self._size = (image.shape[1], image.shape[0])
        self._index += 1
        return Frame(image, self._moment.clock, self._index, time.monotonic())

    def _filmed(self) -> Image | None:
        """The newest picture of the video up to the moment."""
        assert self._capture is not None
        target = self._moment.t
        if self._due is not None and target - self._due > _LEAP:
            self._capture.set(cv2.CAP_PROP_POS_MSEC, (target - 1) * 1000)
            self._grab()
        image = None
        while self._due is not None and self._due <= target:
            if target - self._due < _SKIP:
                ok, found = self._capture.retrieve()
                image = np.asarray(found, np.uint8) if ok else image
            self._grab()
        return image

    def _grab(self) -> None:
        """Take the next picture of the video in hand, without decoding all of it."""
        got = self._capture is not None and self._capture.grab()
        at = self._capture.get(cv2.CAP_PROP_POS_MSEC) if self._capture and got else None
        self._due = None if at is None else at / 1000

    def _kept(self) -> Image | None:
        """The picture of the newest event, once."""
        clock = self._moment.clock
        steps = [step.number for step in self._story.steps if step.moment.clock <= clock]
        with_picture = [n for n in steps[-1:] if n != self._step and self._story.picture(n)]
        if not with_picture:
            return None
        self._step = with_picture[0]
        image = cv2.imread(str(self._story.picture(self._step)))
        return None if image is None else np.asarray(image, np.uint8)

    @property
    def ended(self) -> bool:
        return self.over

    @property
    def state(self) -> State:
        return "ok"

    @property
    def fps(self) -> float:
        return 0.0

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    @property
    def lag(self) -> float:
        return 0.0

    def now(self) -> float:
        return self._moment.clock

    def describe(self) -> str:
        return f"recording {self.name} at {self._speed:g} times its speed"

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture, self._due = None, None
