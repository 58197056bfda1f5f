"""Reaching one camera: by the quickest of the system's ways, and again after it was unplugged."""

from __future__ import annotations

from collections.abc import Sequence

from vision.sources.backends import CaptureBackend
from vision.sources.base import SourceError
from vision.sources.camera import QUICK_ENOUGH, CameraFeed, Wish
from vision.sources.devices import Device, find_again


class Route:
    """Connects to one camera, and to no other, each time it is called.

    Windows reaches a camera in two ways, and which is the quicker one depends on the camera: the
    first call measures and remembers it. Raises `SourceError` while the camera cannot be opened.
    """

    def __init__(self, backend: CaptureBackend, device: Device, wish: Wish) -> None:
        self._backend = backend
        self._wish = wish
        self._ways = ways_to(device, backend.devices())
        self._chosen: Device | None = device if len(self._ways) == 1 else None
        self._fresh = True  # nothing can have been unplugged yet

    def __call__(self) -> CameraFeed:
        """Open the camera."""
        if self._chosen is None:
            return self._choose()
        if not self._fresh:
            self._chosen = find_again(self._chosen, self._backend.devices())
        self._fresh = False
        return self._open(self._chosen)

    def _open(self, way: Device) -> CameraFeed:
        return CameraFeed(self._backend, way, self._wish)

    def _choose(self) -> CameraFeed:
        """Open by the first way that is quick enough, else by the quickest."""
        rates: dict[Device, float] = {}
        refused: SourceError | None = None
        for way in self._ways:
            try:
                feed = self._open(way)
            except SourceError as error:
                refused = refused or error
                continue
            rates[way] = feed.measured()
            if rates[way] >= QUICK_ENOUGH:
                self._remember(way)
                return feed
            feed.close()
        if not rates:
            raise refused or SourceError("The camera has gone: plug it in again.")
        self._remember(max(rates, key=lambda way: rates[way]))
        return self()

    def _remember(self, way: Device) -> None:
        self._chosen = way


def ways_to(device: Device, devices: Sequence[Device]) -> list[Device]:
    """`device`, and the entries of other backends that surely are the same camera."""
    others = [d for d in devices if d.backend != device.backend and d.is_model_of(device)]
    same_place = [d for d in others if _place(d) == _place(device)]
    alone = len([d for d in devices if d.is_model_of(device) and d.backend == device.backend]) == 1
    return [device, *(others if alone else same_place)]


def _place(device: Device) -> str | None:
    """The path without the class of interface that Windows puts behind it in braces."""
    return device.path and device.path.partition("#{")[0].casefold()
