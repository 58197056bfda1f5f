"""The narrow door to OpenCV's cameras; tests put a fake behind it."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Any, Literal, Protocol

import numpy.typing as npt

from vision.sources.devices import Device

Fault = Literal["permission", "busy", "missing", "unknown"]
"""Why a camera did not open."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that we use; property numbers are OpenCV's."""

    def isOpened(self) -> bool:
        """Whether it can be read."""

    def read(self) -> tuple[bool, npt.NDArray[Any] | None]:
        """Wait for the next picture; None where there is none."""

    def get(self, prop: int, /) -> float:
        """A property as it is."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a property; True says little about whether it was granted."""

    def release(self) -> None:
        """Let go."""


class CaptureBackend(Protocol):
    """How cameras are listed and opened."""

    opens_on_main_thread: bool

    def devices(self) -> Sequence[Device]:
        """Cameras, the preferred way of reaching each first."""

    def open(self, device: Device) -> Capture:
        """Open a camera; may take long; look at `isOpened` afterwards."""

    def open_url(self, url: str, timeout: float) -> Capture:
        """Open a network stream; `timeout` seconds for opening and for each read."""

    def fault(self, device: Device) -> Fault:
        """Why `open` failed, as far as the system tells."""


class OpenCvBackend:
    """The cameras of this computer through OpenCV."""

    opens_on_main_thread = sys.platform == "darwin"

    def devices(self) -> list[Device]:
        """As cv2-enumerate-cameras lists them, sorted by index within each way of access."""
        import cv2
        from cv2_enumerate_cameras import enumerate_cameras

        ways = {
            "linux": [cv2.CAP_V4L2],
            "win32": [cv2.CAP_DSHOW, cv2.CAP_MSMF],  # Media Foundation opens more slowly
            "darwin": [cv2.CAP_AVFOUNDATION],
        }.get(sys.platform, [])
        return [
            Device(
                name=info.name or f"camera {info.index}",
                index=info.index,
                backend=way,
                backend_name=cv2.videoio_registry.getBackendName(way),
                vid=info.vid,
                pid=info.pid,
                path=info.path,
            )
            for way in ways
            for info in sorted(enumerate_cameras(way), key=lambda info: int(info.index))
        ]

    def open(self, device: Device) -> Capture:
        """Blocks until OpenCV has the camera or gives up."""
        import cv2

        capture = cv2.VideoCapture(device.index, device.backend)
        if self.opens_on_main_thread:
            # Permission is settled now; asking again from another thread would crash.
            os.environ["OPENCV_AVFOUNDATION_SKIP_AUTH"] = "1"
        return capture

    def open_url(self, url: str, timeout: float) -> Capture:
        """Through FFmpeg, whose own time-outs are 30 seconds."""
        import cv2

        limit = int(timeout * 1000)
        timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit]
        return cv2.VideoCapture(url, cv2.CAP_FFMPEG, timeouts)

    def fault(self, device: Device) -> Fault:
        """On Linux by opening the device's file; elsewhere the system does not tell."""
        if not sys.platform.startswith("linux") or device.path is None:
            return "unknown"
        try:
            os.close(os.open(device.path, os.O_RDWR | os.O_NONBLOCK))
        except OSError as error:
            known: dict[int | None, Fault] = {
                errno.EACCES: "permission",
                errno.EPERM: "permission",
                errno.EBUSY: "busy",
                errno.ENOENT: "missing",
                errno.ENODEV: "missing",
            }
            return known.get(error.errno, "unknown")
        return "busy"  # it is there and may be opened, yet gives no pictures
