"""A camera of this computer: the mode asked for, the mode granted, and its pictures."""

from __future__ import annotations

import sys
import time
import zlib
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frames import Image
from vision.sources.backends import Capture, CaptureBackend
from vision.sources.base import SourceError
from vision.sources.devices import Device
from vision.sources.pump import Shot

MJPG = "MJPG"
SIZES = ((1920, 1080), (1280, 720), (640, 480))
"""What is asked for where the user names no size: the largest that is quick enough."""
QUICK_ENOUGH = 15.0
"""Frames a second below which a smaller picture serves a game better."""
MARK_STEP = 4
"""Every so many rows and columns are looked at to tell whether a picture changed."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The mode that the user asks for; None leaves it to us. Pixels; frames a second."""

    width: int | None = None
    height: int | None = None
    fps: float | None = None

    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Sizes to try in turn."""
        if self.width is None and self.height is None:
            return SIZES
        width = self.width or round((self.height or 0) * 16 / 9)
        return ((width, self.height or round(width * 9 / 16)),)


@dataclass(frozen=True, slots=True)
class Mode:
    """What a camera says it gives. `fps` 0 and `fourcc` "" where it does not say."""

    width: int
    height: int
    fps: float
    fourcc: str

    def __str__(self) -> str:
        rate = f" at {self.fps:.4g}" if self.fps else ""
        return f"{self.width}x{self.height}{rate}"


def ask_mode(capture: Capture, wish: Wish) -> Mode:
    """Ask for compressed pictures first, then the size: else USB 2 is too slow for large ones."""
    fourcc = cv2.VideoWriter.fourcc(*MJPG)
    granted = read_mode(capture)
    for width, height in wish.sizes():
        capture.set(cv2.CAP_PROP_FOURCC, fourcc)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        capture.set(cv2.CAP_PROP_FPS, wish.fps or 30)
        granted = read_mode(capture)
        if granted.fourcc != MJPG:  # some drivers take it only once the size is known
            capture.set(cv2.CAP_PROP_FOURCC, fourcc)
            granted = read_mode(capture)
        if granted.fourcc == MJPG or not 0 < granted.fps < QUICK_ENOUGH:
            break
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return granted


def read_mode(capture: Capture) -> Mode:
    """The mode that the camera says it is in."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24)) if code > 0 else ""
    return Mode(
        width=int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
        height=int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        fps=max(0.0, capture.get(cv2.CAP_PROP_FPS)),
        fourcc=letters if letters.isprintable() else "",
    )


def mark(image: Image) -> int:
    """A number that differs between pictures of a sensor, whose noise never repeats itself."""
    return zlib.crc32(np.ascontiguousarray(image[::MARK_STEP, ::MARK_STEP]).data)


class CameraFeed:
    """An open camera. Raises `SourceError` if it cannot be opened."""

    def __init__(self, backend: CaptureBackend, device: Device, wish: Wish) -> None:
        self._device = device
        self._capture = backend.open(device)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(refusal(device, backend))
        self._wish = wish
        self._said = 0.0
        self._mode = ask_mode(self._capture, wish)

    def grab(self) -> Shot | None:
        """The next picture; None where the camera gives none, or an empty one."""
        ok, image = self._capture.read()
        if not ok or image is None or not image.size:
            time.sleep(0.01)  # a camera that fails at once must not take the processor
            return None
        picture = np.asarray(image, np.uint8)
        return Shot(mark(picture), lambda: picture, self._stamp())

    def _stamp(self) -> float | None:
        """When the driver says it was taken; None from the drivers that always say the same."""
        said, self._said = self._said, self._capture.get(cv2.CAP_PROP_POS_MSEC)
        return self._said / 1000 if self._said > 0 and self._said != said else None

    def measured(self, pictures: int = 8, longest: float = 1.0) -> float:
        """Pictures a second that really come, over so many pictures or `longest` seconds."""
        began = first = time.monotonic()
        got = 0
        while got < pictures and time.monotonic() - began < longest:
            if self.grab() is not None:
                got += 1
                first = time.monotonic() if got == 1 else first
        return (got - 1) / (time.monotonic() - first) if got > 1 else 0.0

    def close(self) -> None:
        self._capture.release()

    def describe(self) -> str:
        mode = self._mode
        fourcc = f", {mode.fourcc} granted" if mode.fourcc else ""
        width, height = self._wish.sizes()[0]
        differs = (mode.width, mode.height) != (width, height)
        asked = f"; asked {width}x{height}" if differs else ""
        return f"{self._device.name}, {mode}{fourcc}{asked}"

    def notes(self, fps: float) -> list[str]:
        mode = self._mode
        slow = fps or mode.fps
        if not 0 < slow < QUICK_ENOUGH:
            return []
        why = f" because it sends {mode.fourcc}, not MJPG" if mode.fourcc not in ("", MJPG) else ""
        advice = "choose a smaller picture" if why else "give it more light or a smaller picture"
        return [f"{self._device.name} gives only {slow:.0f} frames a second{why}: {advice}."]


def refusal(device: Device, backend: CaptureBackend) -> str:
    """Why the camera did not open and what to do, in one sentence."""
    fault = backend.fault(device)
    if fault == "permission":
        return f"The system does not let this program use {device.name}: {_allow(device)}."
    if fault == "missing":
        return f"{device.name} is not there any more: plug it in again."
    if fault == "busy":
        return f"{device.name} is busy: close the other program that uses it, or plug it in again."
    return f"{device.name} does not open: close other programs that use it, and {_allow(device)}."


def _allow(device: Device) -> str:
    if sys.platform == "darwin":
        return "allow your terminal under System Settings, Privacy & Security, Camera"
    if sys.platform == "win32":
        return "allow desktop apps under Settings, Privacy & security, Camera"
    return f"add yourself to the group that owns {device.path} (sudo usermod -aG video $USER)"
