"""The video of a game: what the camera saw, with boxes and captions, never at the game's cost."""

from __future__ import annotations

import importlib.util
import os
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

import cv2
import numpy as np

from engine.log import Line
from tui.recording.room import Room
from tui.session import Latest
from vision.draw import draw, write_caption
from vision.frames import Image
from vision.region import Region, scaled

LONGEST = 1280
"""Pixels of the video's longer side at most."""

RATE = 15.0
_WAITING = 4
_CAPTION_FOR = 6.0
_ROOM_EVERY = 20.0
_PATIENCE = 20.0
_NICENESS = 5
"""How far encoding steps back behind a game that somebody plays; a file waits for it anyway."""

_FULL = "the disk, or what games may take of it, is full"
_NO_AV = "PyAV is missing (pip install av)"
_ENCODER = Path(__file__).with_name("encoder.py")


class _Take(NamedTuple):
    """A picture on its way into the video."""

    latest: Latest
    caption: tuple[str, ...]


class Film:
    """Writes `path` in a thread and a process of their own, at most 15 pictures a second.

    Pictures wait in a short queue; a full one loses the newest picture rather than time. Where
    `patient`, as with a file that nobody watches live, none is lost. `tell` gets one sentence if
    the video has to end before the game does.
    """

    def __init__(
        self,
        path: Path,
        region: Region,
        room: Room,
        tell: Callable[[str], None],
        patient: bool = False,
    ) -> None:
        self.lost = 0
        self._path = path
        self._region = region
        self._room = room
        self._tell = tell
        self._patient = patient
        self._next = -1.0
        self._now = 0.0
        self._caption: tuple[tuple[str, ...], float] = ((), 0.0)
        self._takes: queue.Queue[_Take | None] = queue.Queue(_WAITING)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="video", daemon=True)
        self._thread.start()

    def look(self, latest: Latest) -> None:
        """Take the picture in, or leave it out where it comes too soon or nobody has time."""
        self._now = t = latest.frame.t
        if t < self._next or self._ended.is_set():
            return
        self._next = max(self._next + 1 / RATE, t + 0.5 / RATE)
        sentences, until = self._caption
        self._offer(_Take(latest, sentences if t < until else ()))

    def keep(self, line: Line) -> None:
        """What is announced stands in the picture for a while."""
        said = line["text"].split("\n") if line["kind"] == "question" else line.get("announce")
        if said:
            self._caption = (tuple(said), self._now + _CAPTION_FOR)

    def close(self) -> None:
        """Finish the video; waits for it no longer than twenty seconds."""
        end = time.monotonic() + _PATIENCE
        while self._thread.is_alive() and time.monotonic() < end:
            try:
                self._takes.put(None, timeout=0.1)
                break
            except queue.Full:
                continue
        self._thread.join(max(0.0, end - time.monotonic()))

    def _offer(self, take: _Take) -> None:
        while not self._ended.is_set():
            try:
                self._takes.put(take, timeout=0.2 if self._patient else None, block=self._patient)
                return
            except queue.Full:
                if not self._patient:
                    self.lost += 1
                    return

    # --- in the thread

    def _work(self) -> None:
        try:
            problem = self._shoot()
        except Exception as error:
            problem = f"the video cannot be written ({error})"
        self._ended.set()
        if problem:
            self._tell(f"From here on there is no video: {problem}. The game goes on.")

    def _shoot(self) -> str:
        """Everything into the encoder; why it ended early, empty where it did not."""
        if importlib.util.find_spec("av") is None:
            return _NO_AV
        first = self._takes.get()
        if first is None:
            return ""
        if not self._room.make():
            return _FULL
        size = self._size(first.latest.frame.image)
        encoder = _start(self._path, size, 0 if self._patient else _NICENESS)
        assert encoder.stdin is not None
        problem = ""
        try:
            with encoder.stdin as pipe:
                problem = self._feed(first, size, pipe)
        except OSError:
            pass  # The encoder has gone; its exit status says why.
        finally:
            status = encoder.wait()
        return problem or _why(status)

    def _feed(self, take: _Take | None, size: tuple[int, int], pipe: IO[bytes]) -> str:
        """Pictures into the pipe until the film is closed; why no more can be, if so."""
        checked = time.monotonic()
        while take is not None:
            if time.monotonic() - checked > _ROOM_EVERY:
                checked = time.monotonic()
                if not self._room.make():
                    return _FULL
            at = round(take.latest.frame.t * 1000)
            pipe.write(struct.pack("=q", at) + self._picture(take, size).tobytes())
            take = self._takes.get()
        return ""

    def _size(self, image: Image) -> tuple[int, int]:
        """Width and height of the video, even as H.264 wants them."""
        height, width = self._region.cut(image).shape[:2]
        factor = min(1.0, LONGEST / max(height, width))
        return max(2, round(width * factor / 2) * 2), max(2, round(height * factor / 2) * 2)

    def _picture(self, take: _Take, size: tuple[int, int]) -> Image:
        """The I420 planes of the picture, cut, drawn on and captioned."""
        whole = take.latest.frame.image
        image = self._region.cut(whole)
        sight = self._region.moved(take.latest.sight, whole.shape)
        factor = size[0] / image.shape[1]
        how = cv2.INTER_AREA if factor < 0.6 else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
        drawn = draw(small, scaled(sight, factor))
        write_caption(drawn, take.caption, take.latest.frame.t)
        return np.asarray(cv2.cvtColor(drawn, cv2.COLOR_BGR2YUV_I420), np.uint8)


def trial(path: Path) -> str:
    """Writes a video of one black picture; why that does not work, empty where it does."""
    if importlib.util.find_spec("av") is None:
        return _NO_AV
    encoder = _start(path, (64, 64), 0)
    encoder.communicate(struct.pack("=q", 0) + bytes(64 * 64 * 3 // 2))
    return _why(encoder.returncode)


def _start(path: Path, size: tuple[int, int], niceness: int) -> subprocess.Popen[bytes]:
    program = [sys.executable, "-P", str(_ENCODER)]
    wanted = [str(path), *map(str, size), str(niceness)]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(
        [*program, *wanted], stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere
    )


def _why(status: int) -> str:
    """What the encoder's exit status means; empty where it ended well."""
    if status == 0:
        return ""
    if status == 255:
        return "PyAV has no encoder for H.264 here"
    return os.strerror(status) if status > 1 else "the encoder broke down"
