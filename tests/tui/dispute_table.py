"""A table with drawn cards or dice for tests of disputes: pictures around what happens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import cv2
import numpy as np

from engine.match import Match
from engine.seen import CardLanded, Dice, Seen
from engine.setup import load_setup
from tests.tui.app_table import NAMES, SMALL, Running, running
from tui.screens.dispute import DisputeScreen
from tui.session import Latest
from vision.frames import Frame, Image
from vision.sights import CardSight, DieSight, Quad, Sight

WIDTH, HEIGHT = 320, 180
FPS = 10
CLOTH = (60, 90, 40)


def cloth() -> Image:
    """An empty table."""
    return np.full((HEIGHT, WIDTH, 3), CLOTH, np.uint8)


def corners(x: int, y: int, width: int, height: int) -> Quad:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def card_at(x: int, code: str) -> tuple[Image, Sight]:
    """A table with one card on it, and the sight of it."""
    image, quad = cloth(), corners(x, 60, 40, 60)
    cv2.fillConvexPoly(image, quad.astype(np.int32), (245, 245, 245))
    cv2.putText(image, code, (x + 4, 95), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 200), 2)
    return image, Sight(cards=(CardSight(quad, "up", code, 0.98, 0.9, 0.9),))


def dice_at(x: int, *values: int) -> tuple[Image, Sight]:
    """A table with dice on it, side by side, and the sight of them."""
    image, dice = cloth(), []
    for place, value in enumerate(values):
        quad = corners(x + 40 * place, 80, 24, 24)
        cv2.fillConvexPoly(image, quad.astype(np.int32), (240, 240, 240))
        dice.append(DieSight(quad, value, 0.9))
    return image, Sight(dice=tuple(dice))


def film(app: Running, t: float, picture: tuple[Image, Sight], *seen: Seen) -> None:
    """Six seconds in which the picture lies on the table from second `t` on, and what is seen."""
    replay = app.app.table.replay
    for number in range(int((t - 2.5) * FPS), int((t + 2) * FPS)):
        at = number / FPS
        image, sight = picture if at >= t else (cloth(), Sight())
        replay.look(Latest(Frame(image, at, number, 0.0), sight))
        if number == round((t + 0.3) * FPS):
            for one in seen:
                for line in app.session.match.see(one, at):
                    app.session._emit(line)
                    replay.keep(line)
        # The pictures come one after the other, not all at once.
        replay.clip(0)


async def disputing(app: Running, pictures: bool = True) -> DisputeScreen:
    """Press the key; the dispute when its rules are there, and its pictures if it has any."""
    await app.press("i")
    screen = app.app.screen
    assert isinstance(screen, DisputeScreen)
    await app.until(lambda: screen._study is not None)
    await app.until(lambda: screen._film.projector is not None or not pictures)
    return screen


def words(screen: DisputeScreen, selector: str) -> str:
    """What a part of the dispute shows, line by line."""
    widget = screen.query(selector).last()
    rows = [widget.render_line(y).text for y in range(widget.size.height)]
    return "\n".join(row.rstrip() for row in rows)


@asynccontextmanager
async def rolled(size: tuple[int, int] = SMALL) -> AsyncIterator[tuple[Running, DisputeScreen]]:
    """Ann rolled 4-6 and Ben 1-3, which may have been 1-5; the dispute is open at the latter."""
    match = Match(load_setup("blackout", NAMES, {"first": "Ann"}))
    async with running(size, match=match) as app:
        film(app, 4.0, dice_at(100, 4, 6), Dice(t=4.0, frame=40, values=(4, 6)))
        doubtful = Dice(
            t=12.0, frame=120, values=(1, 3), confidence=0.93, alternatives=(((1, 5), 0.05),)
        )
        film(app, 12.0, dice_at(160, 1, 3), doubtful)
        await app.pilot.pause()
        yield app, await disputing(app)


@asynccontextmanager
async def thrown(
    *events: dict[str, Any], size: tuple[int, int] = SMALL
) -> AsyncIterator[tuple[Running, DisputeScreen]]:
    """Becker: Ann threw the 7♦ (or the 7♥), then `events`; the dispute is open at the newest."""
    setup = load_setup("becker", NAMES, {"house": {"becker.open_any": True}})
    async with running(size, match=Match(setup)) as app:
        seven = CardLanded(
            t=4.0, frame=40, card="7d", seat="Ann", confidence=0.97, alternatives=(("7h", 0.03),)
        )
        await app.happens({"set": {"turn": "Ann"}})
        film(app, 4.0, card_at(100, "7d"), seven)
        await app.happens(*events)
        yield app, await disputing(app, pictures=not events)


def entered(app: Running) -> list[dict[str, Any]]:
    return app.session.entered


async def settle(app: Running, *keys: str) -> dict[str, Any]:
    """Press keys that settle the dispute; the only event that they enter, ruled and shown."""
    steps = app.app.situation.view["steps"]
    await app.press(*keys)
    await app.until(lambda: app.app.situation.view["steps"] > steps)
    assert not isinstance(app.app.screen, DisputeScreen)
    (event,) = entered(app)
    return event


PASS_AND_PROOF: Sequence[dict[str, Any]] = (
    {"pass": "Ben"}, {"pass": "Cat"}, {"play": "8d", "by": "Ann"}, {"play": "9d", "by": "Ben"},
)  # fmt: skip
