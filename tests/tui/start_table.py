"""The start screen in tests, with cameras that are drawn and eyes that know what lies there."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from tests.tui.app_table import SMALL
from tests.tui.table import FPS, FakeSource
from tests.vision.photographed import Photo
from tui.screens.start.app import _FOCUS, Asking, Begun, StartApp
from tui.wishes import CameraChoice, Wishes
from vision.detector import Region
from vision.frames import Frame, Image
from vision.sights import Sight
from vision.sources import Source
from vision.sources.base import Progress

CAMERAS = (CameraChoice("HD Webcam", "HD Webcam"), CameraChoice("Laptop", "Laptop"))
READY = Wishes("blackout", ("Ann", "Ben", "Cem"), "Laptop")
KNOWN = ("Cem", "Dee", "Eva")
PHOTO = Photo(20, 0.7)


class Filming(FakeSource):
    """A live camera that shows `image` over and over."""

    def __init__(self, image: Image) -> None:
        super().__init__(10**9, live=True)
        self.image = image
        self.name = "HD Webcam"

    def read(self, timeout: float | None = None) -> Frame | None:
        time.sleep(0.02)
        self._next += 1
        return Frame(self.image, self._next / FPS, self._next, time.monotonic())

    def now(self) -> float:
        return self._next / FPS


class Knowing:
    """Eyes that see what they are told."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        return self.sight


def shows(spec: str, progress: Progress) -> Source:
    """Any camera shows the photo."""
    progress(f"opening {spec}…")
    return Filming(PHOTO.picture())


class Starting:
    """The start screen running in a test."""

    def __init__(self, app: StartApp, pilot: Pilot[Begun]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def wishes(self) -> Wishes:
        """What people set up, after they started."""
        assert self.app.return_value is not None
        return self.app.return_value.wishes

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def go(self, name: str) -> None:
        """To that part of the screen."""
        self.app._go_to(name)
        part = self.app.query_one(_FOCUS[name])
        await self.until(lambda: part.has_focus)
        await self.pilot.pause(0.1)

    async def start(self) -> None:
        """Tick the safety notice and start."""
        self.app.query_one("#safety").focus()
        await self.press("space", "ctrl+s")

    async def until(self, holds: Callable[[], Any], seconds: float = 20.0) -> None:
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, "waited in vain"
            await self.pilot.pause(0.02)

    def text(self, selector: str) -> str:
        """What a part of the screen in front shows, line by line."""
        widget = self.app.screen.query_one(selector)
        rows = [widget.render_line(y).text for y in range(widget.size.height)]
        return "\n".join(row.rstrip() for row in rows)


@asynccontextmanager
async def starting(
    wishes: Wishes | None = None,
    size: tuple[int, int] = SMALL,
    opens: Callable[[str, Progress], Source] = shows,
    sight: Sight | None = None,
    **asking: Any,
) -> AsyncIterator[Starting]:
    """The start screen; `asking` are fields of `Asking`."""
    asked = Asking(**{"known": KNOWN, "cameras": CAMERAS, **asking})
    eyes = Knowing(PHOTO.sight if sight is None else sight)
    app = StartApp(wishes or Wishes("blackout", (), ""), asked, opens, lambda: eyes)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Starting(app, pilot)
