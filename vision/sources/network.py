"""Network streams through FFmpeg: RTSP and the like."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.sources.backends import CaptureBackend
from vision.sources.base import SourceError
from vision.sources.camera import mark
from vision.sources.pump import Shot

OPEN_TIMEOUT = 8.0
PORTS = {"rtsp": 554, "rtsps": 322, "rtmp": 1935, "http": 80, "https": 443}


class StreamFeed:
    """An open network stream. Raises `SourceError` if nobody answers or nothing is sent."""

    def __init__(self, backend: CaptureBackend, url: str) -> None:
        self._name = without_password(url)
        knock(url)
        self._capture = backend.open_url(url, OPEN_TIMEOUT)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(
                f"{self._name} sends no video: check the path, and the name and password"
                " (as in rtsp://name:password@host/path)."
            )

    def grab(self) -> Shot | None:
        """The next picture. A stream may repeat pixels of a still table, but not its time."""
        ok, image = self._capture.read()
        if not ok or image is None:
            raise SourceError(f"{self._name} ended.")
        picture = np.asarray(image, np.uint8)
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return Shot((stamp, mark(picture)), lambda: picture, stamp or None)

    def close(self) -> None:
        self._capture.release()

    def describe(self) -> str:
        width = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        return f"{self._name}, {width}x{height}"

    def notes(self, fps: float) -> list[str]:
        return []


def without_password(url: str) -> str:
    """The address as it may be shown and written down."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host).geturl()


def knock(url: str, timeout: float = 3.0) -> None:
    """`SourceError` at once where nobody listens: FFmpeg would not say so."""
    parts = urlsplit(url)
    if not parts.hostname or parts.scheme not in PORTS:
        return
    port = parts.port or PORTS[parts.scheme]
    try:
        socket.create_connection((parts.hostname, port), timeout).close()
    except OSError as error:
        raise SourceError(
            f"Nobody answers at {parts.hostname}:{port} ({error}): start the camera app, and put"
            " this computer and the phone into the same network."
        ) from error
