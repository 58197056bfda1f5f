"""BLK-38 on dice at rest, without pictures: what one die alone means, and what is no die."""

from __future__ import annotations

import pytest

from engine.seen import Dice, DiceBad, Seen
from tests.vision.drawing import square
from vision.motion import NEVER
from vision.rolls import Quiet, RollBook
from vision.sights import DieSight
from vision.things import DieThing


def lying(
    value: int | None, x: float, rest: float = 1.0, side: float = 40.0, sure: float = 0.9
) -> DieThing:
    """A die found in five looks."""
    chances = [0.01] * 7
    chances[6 if value is None else value - 1] = 0.94
    sight = DieSight(square(x, 200.0, side), value, sure, tuple(chances))
    thing = DieThing(rest, 1.0, sight)
    for look in range(5):
        thing.see(sight, rest, 1.1 + 0.1 * look)
    return thing


def told(things: list[DieThing], left: float = NEVER) -> list[Seen]:
    """What is said while these lie there, up to 4 s."""
    book = RollBook(expected=2)
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
