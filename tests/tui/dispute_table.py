"""A table with drawn cards or dice for tests of disputes: pictures around what happens."""

from __future__ import annotations

import cv2
import numpy as np

from engine.seen import Seen
from tests.tui.app_table import Running
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


async def disputing(app: Running) -> DisputeScreen:
    """Press the key; the dispute when its pictures and rules are there."""
    await app.press("i")
    screen = app.app.screen
    assert isinstance(screen, DisputeScreen)
    await app.until(lambda: screen._film.projector is not None and screen._study is not None)
    return screen
