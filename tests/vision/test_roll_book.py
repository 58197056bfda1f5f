"""BLK-38 on dice at rest, without pictures: what one die alone means, and what is no die."""

from __future__ import annotations

import numpy as np
import pytest

from engine.seen import Dice, DiceBad, Die, Seen
from tests.vision.drawing import square
from vision.motion import NEVER
from vision.rolls import Quiet, RollBook
from vision.sights import DieSight
from vision.things import DieThing


def lying(
    value: int | None,
    x: float,
    rest: float = 1.0,
    side: float = 40.0,
    sure: float = 0.9,
    lean: float | None = None,
) -> DieThing:
    """A die found in five looks, seen to lean by so many degrees where its way is known."""
    chances = [0.01] * 7
    chances[6 if value is None else value - 1] = 0.94
    way = (0.0, 0.0, 0.0)
    if lean is not None:
        way = (0.0, float(-np.sin(np.radians(lean))), float(np.cos(np.radians(lean))))
    sight = DieSight(square(x, 200.0, side), value, sure, tuple(chances), way)
    thing = DieThing(rest, 1.0, sight)
    for look in range(5):
        thing.see(sight, rest, 1.1 + 0.1 * look)
    return thing


def told(things: list[DieThing], left: float = NEVER) -> list[Seen]:
    """What is said while these lie there, up to 4 s."""
    return told_by(RollBook(expected=2), things, left)


def told_by(book: RollBook, things: list[DieThing], left: float = NEVER) -> list[Seen]:
    times = [1.6 + 0.1 * step for step in range(24)]
    return [seen for t in times for seen in book.update(things, Quiet(t, 1.0, False, left))]


@pytest.mark.parametrize(
    ("other", "left", "reason"),
    [
        ([], 0.8, "off_table"),
        ([], NEVER, "missing"),
        ([lying(4, 500.0, rest=NEVER)], 0.8, None),  # only one of two dice was moved
        ([lying(None, 500.0, rest=NEVER)], 0.8, "off_table"),  # a coaster is no second die
        ([lying(4, 500.0, rest=NEVER, side=240.0)], 0.8, "off_table"),  # nor is a box
    ],
)
def test_BLK_38_one_die_alone_is_no_roll(
    other: list[DieThing], left: float, reason: str | None
) -> None:
    seen = told([lying(3, 100.0), *other], left)
    assert [item.reason for item in seen if isinstance(item, DiceBad)] == [reason] * (
        reason is not None
    )
    assert len(seen) == (reason is not None)


@pytest.mark.parametrize(
    ("gap", "side", "asked"), [(42.0, 26.0, True), (42.0, 50.0, False), (70.0, 26.0, False)]
)
def test_a_side_that_may_have_been_taken_for_a_die_is_asked_about(
    gap: float, side: float, asked: bool
) -> None:
    (roll,) = told([lying(3, 100.0, side=60.0), lying(5, 100.0 + gap, side=side)])
    assert isinstance(roll, Dice)
    assert (roll.confidence < 0.8) == asked


def test_BLK_38_a_glass_put_down_beside_the_dice_is_none_of_them() -> None:
    (roll,) = told([lying(3, 100.0), lying(5, 300.0), lying(4, 600.0, side=180.0, sure=0.6)])
    assert isinstance(roll, Dice)
    assert roll.values == (3, 5)


@pytest.mark.parametrize(("left", "calm"), [(0.8, 1.0), (NEVER, 1.2)])
def test_BLK_38_a_die_that_was_seen_leaving_is_waited_for_less(left: float, calm: float) -> None:
    book, times = RollBook(expected=2), [1.6 + 0.1 * step for step in range(24)]
    told_at = [t for t in times if book.update([lying(3, 100.0)], Quiet(t, 1.0, False, left))]
    assert told_at[0] - 1.0 == pytest.approx(calm, abs=0.09)


def thrown_before() -> RollBook:
    """A table that the camera sees 30 degrees aslant, with good throws behind it."""
    book = RollBook(expected=2)
    for lean, x in ((29.0, 500.0), (31.0, 700.0), (29.0, 500.0), (31.0, 700.0)):
        (roll,) = told_by(book, [lying(2, x, lean=lean), lying(4, x + 100, lean=30.0)])
        assert isinstance(roll, Dice)
    return book


def test_BLK_38_a_die_turned_otherwise_than_the_table_is_cocked_however_well_it_is_read() -> None:
    (bad,) = told_by(thrown_before(), [lying(3, 100.0, lean=52.0), lying(5, 300.0, lean=30.0)])
    assert isinstance(bad, DiceBad)
    assert bad.reason == "cocked"


@pytest.mark.parametrize(("lean", "asked"), [(30.0, False), (37.0, False), (46.0, True)])
def test_BLK_38_a_die_that_may_lean_is_asked_about(lean: float, asked: bool) -> None:
    (roll,) = told_by(thrown_before(), [lying(3, 100.0, lean=30.0), lying(5, 300.0, lean=lean)])
    assert isinstance(roll, Dice)
    assert roll.values == (3, 5)
    assert (roll.confidence < 0.8) == asked


def test_BLK_38_a_single_die_that_may_lean_is_asked_about() -> None:
    book = thrown_before()
    book.expected = 1
    (duel,) = told_by(book, [lying(3, 100.0, lean=46.0)])
    assert isinstance(duel, Die)
    assert duel.confidence < 0.8


def test_BLK_38_another_camera_begins_anew() -> None:
    book = thrown_before()
    book.move(np.array([[1.0, 0.0, 5.0], [0.0, 1.0, 0.0]]))
    (roll,) = told_by(book, [lying(3, 100.0, lean=52.0), lying(5, 300.0, lean=52.0)])
    assert isinstance(roll, Dice)
    assert roll.confidence >= 0.8
