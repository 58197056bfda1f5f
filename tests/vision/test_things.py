"""When a die lies there: looks that fail where nothing moved, and where something did."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawing import square
from vision.look import Look
from vision.motion import Box, Contrast
from vision.sights import DieSight
from vision.things import PATIENCE, DiceOnTable

CHANCES = (0.01, 0.01, 0.93, 0.01, 0.02, 0.01, 0.01)


def die(x: float = 100.0, chances: tuple[float, ...] = CHANCES) -> DieSight:
    return DieSight(square(x, 80.0, 40.0), 3, 0.9, chances)


def look(t: float, rest: float = 0.5, is_new: bool = False) -> Look:
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
        is_new=lambda _: is_new,
        new_part=lambda _, __: float(is_new),
        now=Contrast(t, blank, blank, blank),
        differs=lambda _, __: False,
        same=lambda _, __: True,
        changed=lambda _, __, ___: 0.0,
        arriving=lambda _: False,
    )


def looked(found: str, moved_at: int | None = None, is_new: bool = False) -> DiceOnTable:
    """One look every 0.1 s from 1 s; `found`: x where it shows the die. Something moves there
    before the look number `moved_at`."""
    dice = DiceOnTable()
    for number, letter in enumerate(found):
        rest = 0.5 if moved_at is None or number < moved_at else 0.95 + 0.1 * moved_at
        dice.update([die()] if letter == "x" else [], look(1.0 + 0.1 * number, rest, is_new))
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
        ("x" * PATIENCE + "...", PATIENCE, False),
    ],
)
def test_a_die_stays_where_nothing_moved(
    found: str, moved_at: int | None, lies_there: bool
) -> None:
    assert bool(looked(found, moved_at).things) == lies_there


@pytest.mark.parametrize(
    ("found", "is_new", "is_stable"),
    [
        ("x...x...x", True, True),  # eyes that often fail, and something that was not there before
        ("x...x...x", False, False),  # a pattern now and then taken for a die
        ("x....x", True, False),
        ("xx.x", False, True),
    ],
)
def test_eyes_that_often_fail_are_believed_where_something_is_new(
    found: str, is_new: bool, is_stable: bool
) -> None:
    dice = looked(found, is_new=is_new)
    assert any(thing.is_stable(9.0) for thing in dice.things) == is_stable


@pytest.mark.parametrize(("cocked", "value"), [(0.5, 6), (0.8, None)])
def test_BLK_38_a_die_that_may_lie_flat_is_asked_about(cocked: float, value: int | None) -> None:
    dice = DiceOnTable()
    for number in range(5):
        chances = (0.004,) * 5 + (0.98 - cocked, cocked)
        dice.update([die(chances=chances)], look(1.0 + 0.1 * number))
    (thing,) = dice.things
    assert thing.value == value
    assert value is None or float(thing.chances[value - 1]) < 0.8


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
