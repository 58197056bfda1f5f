"""What every source of pictures can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Literal, Self

import numpy as np

from vision.frames import Frame, Image

State = Literal["ok", "stale", "lost"]
"""ok: pictures come; stale: none that changed for a second, or the connection broke off; lost: none
for five, being reopened."""

Rotation = Literal[0, 90, 180, 270]
"""Degrees clockwise."""

Progress = Callable[[str], None]
"""Called about once a second with a sentence such as "opening camera 0… 3 s"."""


class SourceError(Exception):
    """A source cannot be opened or read; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How pictures are set upright: first un-mirrored, then turned clockwise."""

    mirror: bool = False
    rotate: Rotation = 0

    def __call__(self, image: Image) -> Image:
        """The picture as the table shows it, contiguous; the same array where nothing is to do."""
        turned = image[:, ::-1] if self.mirror else image
        if self.rotate:
            turned = np.rot90(turned, k=-self.rotate // 90)
        return np.ascontiguousarray(turned)


class Source(ABC):
    """An open source of pictures: a context manager, and an iterator of `Frame`.

    `live` sources give the newest frame and skip what the reader was too slow for; the others
    give every frame.
    """

    live: bool
    name: str

    def __init__(self) -> None:
        self._notes: list[str] = []
        self._turn = Turn()

    @property
    def notes(self) -> list[str]:
        """Sentences for people about what is not as it could be."""
        return list(self._notes)

    def unmirror(self) -> None:
        """From the next picture on, show the other side: what came mirrored is right then."""
        self._turn = replace(self._turn, mirror=not self._turn.mirror)

    @abstractmethod
    def read(self, timeout: float | None = None) -> Frame | None:
        """The next frame, or None: the source has `ended`, or `timeout` seconds passed without.

        Files never time out. Raises `SourceError` where a file cannot be read any further.
        """

    @property
    @abstractmethod
    def ended(self) -> bool:
        """No frame will ever come again."""

    @property
    @abstractmethod
    def state(self) -> State:
        """How fresh the pictures are; files are always ok."""

    @property
    @abstractmethod
    def fps(self) -> float:
        """Frames a second: of a file its own, of a live source as measured."""

    @property
    @abstractmethod
    def size(self) -> tuple[int, int]:
        """(width, height) of the frames in pixels, after turning."""

    @property
    @abstractmethod
    def lag(self) -> float:
        """Seconds by which the newest picture was late on its way; 0 for files."""

    @abstractmethod
    def now(self) -> float:
        """Seconds of the source since its first frame, at this moment."""

    @abstractmethod
    def describe(self) -> str:
        """One line for people: name, size, rate, and what differs from what was asked."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the camera or the file; a second call does nothing."""

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        while not self.ended:
            if (frame := self.read(1.0)) is not None:
                return frame
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
