"""Cameras by name: which there are, which one is meant, and finding the same one again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from vision.sources.base import SourceError


@dataclass(frozen=True, slots=True)
class Device:
    """A camera of this computer.

    `index` counts within `backend` (OpenCV's number for it, `backend_name` for people) and
    changes when cameras are plugged in; `vid`, `pid` (USB) and `path` say which one it is.
    """

    name: str
    index: int
    backend: int = 0
    backend_name: str = ""
    vid: int | None = None
    pid: int | None = None
    path: str | None = None

    @property
    def usb(self) -> str | None:
        """USB vendor and product as `046d:0825`."""
        if self.vid is None or self.pid is None:
            return None
        return f"{self.vid:04x}:{self.pid:04x}"

    def is_model_of(self, other: Device) -> bool:
        """The same make: name and USB numbers agree."""
        return (self.name, self.vid, self.pid) == (other.name, other.vid, other.pid)


def choose(spec: str, devices: Sequence[Device]) -> Device:
    """The camera that `spec` (index, device path, or part of a name) means.

    Raises `SourceError` that lists the names where none or several fit.
    """
    if spec.isdigit():
        fits = [device for device in devices if device.index == int(spec)]
    else:
        paths = (spec, os.path.realpath(spec))  # /dev/v4l/by-id holds links
        fits = [device for device in devices if device.path in paths] or _by_name(spec, devices)
    if not fits:
        raise SourceError(_nothing(spec, devices))
    # One camera may be listed once for each way of reaching it; the first way is the best.
    fits = [device for device in fits if device.backend == fits[0].backend]
    if len(fits) > 1:
        raise SourceError(
            f"“{spec}” fits several cameras ({_listed(fits)}): give more of the name."
        )
    return fits[0]


def _by_name(spec: str, devices: Sequence[Device]) -> list[Device]:
    wanted = spec.casefold()
    exact = [device for device in devices if device.name.casefold() == wanted]
    return exact or [device for device in devices if wanted in device.name.casefold()]


def _nothing(spec: str, devices: Sequence[Device]) -> str:
    missing = f"There is no camera {spec}" if spec.isdigit() else f"No camera or file is “{spec}”"
    if not devices:
        return (
            f"{missing}, and no other camera can be seen: plug one in, or give the address of a"
            " phone camera app such as http://192.168.1.20:8080."
        )
    return f"{missing}; cameras: {_listed(devices)}."


def _listed(devices: Sequence[Device]) -> str:
    first = devices[0].backend
    return ", ".join(f"{d.index} “{d.name}”" for d in devices if d.backend == first)


def find_again(known: Device, devices: Sequence[Device]) -> Device:
    """The same camera after it was unplugged, though its index or path may have changed.

    Another camera that took its index is never taken for it. Raises `SourceError` while it is
    missing, or where several of the same make are there and none at its path.
    """
    same = [d for d in devices if d.is_model_of(known) and d.backend == known.backend]
    here = [device for device in same if device.path == known.path]
    if len(here) == 1:
        return here[0]
    if len(same) == 1:
        return same[0]
    if same:
        raise SourceError(f"Several cameras are called {known.name}: plug the right one back in.")
    raise SourceError(f"{known.name} is not there: plug it in again.")
