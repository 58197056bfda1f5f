"""The camera of the start screen is handed on open, or closed: never left open by the way."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from tests.tui.start_table import PHOTO, Filming, Knowing
from tui.screens.start import preview
from tui.screens.start.preview import Preview
from vision.frames import Frame
from vision.sights import Sight


class Hanging(Filming):
    """A camera that gives no picture until `go` is set."""

    def __init__(self) -> None:
        super().__init__(PHOTO.picture())
        self.reads, self.go = threading.Event(), threading.Event()

    def read(self, timeout: float | None = None) -> Frame | None:
        self.reads.set()
        self.go.wait(20.0)
        return super().read(timeout)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20.0
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def test_an_open_camera_is_handed_on_as_it_is() -> None:
    camera = Filming(PHOTO.picture())
    shown = Preview(lambda spec, progress: camera, lambda: Knowing(Sight()))
    shown.open("HD Webcam")
    until(lambda: shown.found.latest is not None)
    assert shown.take() is camera
    assert not camera.closed


def test_a_camera_that_hangs_when_it_is_wanted_is_closed_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preview, "_PATIENCE", 0.05)
    camera = Hanging()
    shown = Preview(lambda spec, progress: camera, lambda: Knowing(Sight()))
    shown.open("HD Webcam")
    assert camera.reads.wait(20.0)
    assert shown.take() is None
    camera.go.set()
    until(lambda: camera.closed)
