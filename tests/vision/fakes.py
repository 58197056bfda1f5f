"""Cameras that misbehave as people have complained about them (see the tests)."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frames import Image
from vision.sources.backends import Fault
from vision.sources.devices import Device

YUYV_RATES = {1920: 5.0, 1280: 10.0, 640: 30.0}
"""Frames a second that USB 2 carries uncompressed, by width."""
NOISE = np.random.default_rng(7).integers(0, 8, (8, 1080, 1920, 3), np.uint8)


def fourcc(letters: str) -> int:
    """OpenCV's number for a pixel format."""
    return cv2.VideoWriter.fourcc(*letters)


@dataclass(eq=False)
class FakeCamera:
    """One camera with its ways; change them while it runs.

    `slow_open`, `late`: seconds until it opens, and until a picture reaches the program. `queue`:
    pictures that the driver keeps for a late reader, oldest first. `blocked`: reads hang.
    `frozen`: reads succeed with the last picture. `mjpg`: "first" (taken only before the size),
    "last" (only after it), "never". `obeys`: settings are not ignored. `pulls`: how often its
    plug was pulled; what was opened before gives nothing any more. `given`: the number of the
    picture that the program got last.
    """

    name: str = "USB Cam"
    vid: int = 0x046D
    pid: int = 0x0825
    path: str = "/dev/usb-port-1"
    rate: float = 60.0
    late: float = 0.0
    slow_open: float = 0.0
    queue: int = 2
    static: bool = False
    mjpg: str = "first"
    obeys: bool = True
    refused: Fault | None = None
    colour: int = 40
    blocked: threading.Event = field(default_factory=threading.Event)
    frozen: threading.Event = field(default_factory=threading.Event)
    opened_in: list[threading.Thread] = field(default_factory=list)
    held: int = 0
    pulls: int = 0
    given: int = 0

    def picture(self, number: int, width: int, height: int) -> Image:
        """A grey table with noise; `number` is written into the first pixel."""
        noise = NOISE[0 if self.static else number % len(NOISE), :height, :width]
        image = noise + np.uint8(self.colour)
        if not self.static:
            image[0, 0] = (number & 255, number >> 8 & 255, 0)
        return image


def number_of(image: Image) -> int:
    """The number that a `FakeCamera` wrote into a picture."""
    return int(image[0, 0, 0]) | int(image[0, 0, 1]) << 8


class FakeCapture:
    """What `cv2.VideoCapture` would be for a `FakeCamera`."""

    def __init__(self, camera: FakeCamera | None, at_most: float = 1000.0) -> None:
        self._camera = camera
        self._at_most = at_most
        self._width, self._height, self._fourcc, self._sized = 640, 480, "YUYV", False
        self._began = time.monotonic()
        self._next = 0
        if camera is not None:
            camera.held += 1
            self._pulls = camera.pulls

    def isOpened(self) -> bool:
        return self._camera is not None

    @property
    def rate(self) -> float:
        """Frames a second in the mode that is set."""
        assert self._camera is not None
        if self._fourcc == "MJPG":
            return min(self._camera.rate, self._at_most)
        return min(self._camera.rate, self._at_most, YUYV_RATES.get(self._width, 5.0))

    def newest(self) -> int:
        """The number of the picture that the sensor took last."""
        return int((time.monotonic() - self._began) * self.rate)

    def read(self) -> tuple[bool, Image | None]:
        camera = self._camera
        if camera is None:
            return False, None
        while camera.blocked.is_set():
            time.sleep(0.01)
        if camera.pulls != self._pulls:
            return False, None
        if camera.frozen.is_set():
            time.sleep(1 / self.rate)
            return True, camera.picture(self._next, self._width, self._height)
        self._next = max(self._next + 1, self.newest() - camera.queue)
        time.sleep(max(0.0, self._began + self._next / self.rate - time.monotonic()))
        camera.given = self._next
        return True, camera.picture(self._next, self._width, self._height)

    def get(self, prop: int, /) -> float:
        if self._camera is None:
            return 0.0
        return {
            cv2.CAP_PROP_FRAME_WIDTH: float(self._width),
            cv2.CAP_PROP_FRAME_HEIGHT: float(self._height),
            cv2.CAP_PROP_FPS: min(self.rate, 30.0),
            cv2.CAP_PROP_FOURCC: float(fourcc(self._fourcc)),
            cv2.CAP_PROP_POS_MSEC: (self._began + self._next / self.rate - self._camera.late) * 1e3,
        }.get(prop, 0.0)

    def set(self, prop: int, value: float, /) -> bool:
        """Always says True, as some drivers do."""
        if self._camera is None or not self._camera.obeys:
            return True
        if prop == cv2.CAP_PROP_FOURCC and value == fourcc("MJPG"):
            if self._camera.mjpg == ("last" if self._sized else "first"):
                self._fourcc = "MJPG"
        elif prop == cv2.CAP_PROP_FRAME_WIDTH:
            self._width, self._sized = int(value), True
        elif prop == cv2.CAP_PROP_FRAME_HEIGHT:
            self._height, self._sized = int(value), True
        return True

    def release(self) -> None:
        if self._camera is not None:
            self._camera.held -= 1
            self._camera = None


@dataclass
class FakeBackend:
    """A computer with `cameras` plugged in; their order is their index.

    `slower`: ways of reaching them (backend numbers), and the rate that each way lets through.
    """

    cameras: list[FakeCamera]
    opens_on_main_thread: bool = False
    slower: dict[int, float] = field(default_factory=lambda: {200: 1000.0})
    streams: dict[str, FakeCamera] = field(default_factory=dict)
    asked_timeout: float | None = None

    def devices(self) -> Sequence[Device]:
        return [
            Device(camera.name, index, way, f"WAY{way}", camera.vid, camera.pid, camera.path)
            for way in self.slower
            for index, camera in enumerate(self.cameras)
        ]

    def open(self, device: Device) -> FakeCapture:
        if device.index >= len(self.cameras):
            return FakeCapture(None)
        camera = self.cameras[device.index]
        camera.opened_in.append(threading.current_thread())
        time.sleep(camera.slow_open)
        refused = camera.refused or not self.slower[device.backend]
        return FakeCapture(None if refused else camera, self.slower[device.backend])

    def open_url(self, url: str, timeout: float) -> FakeCapture:
        self.asked_timeout = timeout
        return FakeCapture(self.streams.get(url))

    def fault(self, device: Device) -> Fault:
        if device.index >= len(self.cameras):
            return "missing"
        return self.cameras[device.index].refused or "unknown"

    def unplug(self, camera: FakeCamera) -> None:
        """Pull the plug: the cameras behind it move up by one index."""
        camera.pulls += 1
        self.cameras.remove(camera)

    def plug_in(self, camera: FakeCamera, path: str | None = None) -> None:
        """Plug it in again, behind the others, perhaps into another port."""
        camera.path = path or camera.path
        self.cameras.append(camera)
