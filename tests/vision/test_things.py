"""When a die lies there: looks that fail where nothing moved, and where something did."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawing import square
from vision.motion import Box, Contrast
from vision.sights import DieSight
from vision.things import PATIENCE, DiceOnTable, Look

CHANCES = (0.01, 0.01, 0.93, 0.01, 0.02, 0.01, 0.01)


def die(x: float = 100.0, chances: tuple[float, ...] = CHANCES) -> DieSight:
    return DieSight(square(x, 80.0, 40.0), 3, 0.9, chances)


def look(t: float, rest: float = 0.5) -> Look:
    """A look at `t` at everything, on which nothing has moved since `rest`."""

    def never(_: Box) -> bool:
        return False

    blank = np.zeros((1, 1), np.uint8)
    return Look(
        t,
        covers=lambda _: True,
        rest=lambda _: rest,
        came=lambda _: rest,
        blocked=never,
        is_new=never,
        now=Contrast(t, blank, blank, blank),
        differs=lambda _, __: False,
    )


def looked(found: str, moved_at: int | None = None) -> DiceOnTable:
    """One look every 0.1 s from 1 s; `found`: x where it shows the die. Something moves there
    before the look number `moved_at`."""
    dice = DiceOnTable()
    for number, letter in enumerate(found):
        rest = 0.5 if moved_at is None or number < moved_at else 0.95 + 0.1 * moved_at
        dice.update([die()] if letter == "x" else [], look(1.0 + 0.1 * number, rest))
    return dice


@pytest.mark.parametrize(
    ("found", "moved_at", "lies_there"),
    [
        ("x..", None, False),  # seen once: a ghost
        ("xx....", None, True),  # seen twice, nothing moved there: the eyes failed
        ("xx" + "." * PATIENCE, None, False),  # but not for ever
        ("xxx" + "." * 3 * PATIENCE, None, True),
        ("xx...", 2, False),
        ("xxx...", 3, False),  # somebody took it
        ("xxx..", 3, True),
    ],
)
def test_a_die_stays_where_nothing_moved(
    found: str, moved_at: int | None, lies_there: bool
) -> None:
    assert bool(looked(found, moved_at).things) == lies_there


def test_an_unclear_reading_is_given_up_after_some_looks() -> None:
    torn = (0.01, 0.01, 0.45, 0.01, 0.5, 0.01, 0.01)
    dice = DiceOnTable()
    tries = 0
    while not (dice.things and dice.things[0].is_clear):
        sights = [die(chances=torn)] if tries % 4 < 2 and tries < 6 else []
        dice.update(sights, look(1.0 + 0.1 * tries))
        tries += 1
        assert tries <= PATIENCE
    assert dice.things[0].is_firm
    assert np.argmax(dice.things[0].chances) in (2, 4)
