"""Network streams, device files, native output and what is imported when."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.vision.fakes import FakeBackend, FakeCamera
from vision.sources import Source, SourceError, State, open_source
from vision.sources.backends import OpenCvBackend
from vision.sources.devices import Device, find_again
from vision.sources.live import LiveSource, Patience
from vision.sources.pump import Newest, Shot

QUICK = Patience(stale=0.3, lost=0.7, open=2.0, first_retry=0.05, longest_retry=0.1)


@pytest.fixture
def rtsp() -> Iterator[str]:
    """An address where somebody listens; the fake does the rest."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"rtsp://ann:pw@127.0.0.1:{server.getsockname()[1]}/live"


def reaches(source: Source, state: State) -> bool:
    end = time.monotonic() + 3
    while source.state != state and time.monotonic() < end:
        time.sleep(0.02)
    return source.state == state


def test_3_rtsp_is_opened_with_short_time_outs_and_opened_again(rtsp: str) -> None:
    camera = FakeCamera()
    backend = FakeBackend([], streams={rtsp: camera})
    with open_source(rtsp, backend=backend, patience=QUICK) as source:
        assert backend.asked_timeout is not None
        assert backend.asked_timeout < 10
        assert source.name == rtsp.replace("ann:pw@", "")
        camera.pulls += 1
        backend.streams.clear()
        assert reaches(source, "stale")
        backend.streams[rtsp] = camera
        assert reaches(source, "ok")


def test_rtsp_that_is_refused_says_what_to_check(rtsp: str) -> None:
    with pytest.raises(SourceError, match="sends no video: check the path, and the name") as said:
        open_source(rtsp, backend=FakeBackend([]), patience=QUICK)
    assert "ann:pw" not in str(said.value)


def test_a_real_stream_that_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        with pytest.raises(SourceError):
            open_source(
                f"rtsp://127.0.0.1:{silent.getsockname()[1]}/x", patience=Patience(open=1.0)
            )
        assert time.monotonic() - began < 4


def test_6_two_of_one_make_are_told_apart_by_their_place() -> None:
    left = Device("Cam", 0, 200, "V4L2", 1, 2, "/left")
    right = Device("Cam", 1, 200, "V4L2", 1, 2, "/right")
    moved = Device("Cam", 0, 200, "V4L2", 1, 2, "/other")
    assert find_again(right, [left, right]) is right
    assert find_again(right, [moved]) is moved
    with pytest.raises(SourceError, match="Several cameras are called Cam"):
        find_again(right, [left, moved])
    with pytest.raises(SourceError, match="Cam is not there: plug it in again"):
        find_again(right, [Device("Other", 1, 200, "V4L2", 3, 4, "/right")])


def test_2_lag_is_measured_against_the_quickest_picture() -> None:
    newest = Newest()
    began = time.monotonic()
    newest.put(Shot(1, lambda: None, stamp=began))
    newest.put(Shot(2, lambda: None, stamp=began - 0.5))
    assert newest.lag == pytest.approx(0.5, abs=0.05)
    newest.reconnected()
    newest.put(Shot(3, lambda: None, stamp=7.0))
    assert newest.lag == 0.0


class Hung:
    """A connection that hangs until it is freed, and then gives an old picture."""

    def __init__(self, old: Shot) -> None:
        self.freed = threading.Event()
        self._given = iter([old])

    def grab(self) -> Shot | None:
        if (first := next(self._given, None)) is not None:
            return first
        self.freed.wait(10)
        return Shot("old", lambda: np.zeros((4, 4, 3), np.uint8))

    def close(self) -> None:
        """Nothing is held."""

    def describe(self) -> str:
        return "hung"

    def notes(self, fps: float) -> list[str]:
        return []


class Running(Hung):
    """A connection that gives white pictures."""

    def grab(self) -> Shot | None:
        time.sleep(0.02)
        return Shot(time.monotonic(), lambda: np.full((4, 4, 3), 255, np.uint8))


def test_3_what_a_hung_reader_brings_at_last_is_not_taken_for_new() -> None:
    white = Shot("first", lambda: np.full((4, 4, 3), 255, np.uint8))
    hung = Hung(white)
    feeds = iter([hung, Running(white)])
    source = LiveSource("phone", lambda: next(feeds), patience=QUICK)
    source.start()
    with source:
        assert reaches(source, "lost")
        assert reaches(source, "ok")
        hung.freed.set()
        assert all(next(source).image.min() == 255 for _ in range(10))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="device files are Linux's")
def test_9_the_system_tells_why_a_device_file_does_not_open(tmp_path: Path) -> None:
    def fault(path: Path) -> str:
        return OpenCvBackend().fault(Device("Cam", 0, path=str(path)))

    there = tmp_path / "video0"
    there.touch()
    assert fault(tmp_path / "video9") == "missing"
    assert fault(there) == "busy"
    there.chmod(0)
    assert fault(there) == ("busy" if os.geteuid() == 0 else "permission")


def test_10_native_output_goes_to_a_file_and_python_keeps_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "native.log"
    code = (
        "import os, sys, pathlib\n"
        "from vision.sources import quiet_native_output\n"
        "assert 'cv2' not in sys.modules\n"
        f"with quiet_native_output(pathlib.Path({str(log)!r})):\n"
        "    os.write(2, b'native noise')\n"
        "    print('from python', file=sys.stderr)\n"
        "    print('drawn', file=sys.__stderr__)\n"
        "os.write(2, b'after')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "from python\ndrawn\nafter"
    assert log.read_text() == "native noise"


def test_1_windows_is_told_before_opencv_is_loaded() -> None:
    code = (
        "import os, sys, vision\n"
        "print('cv2' in sys.modules, os.environ['OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "0"]
