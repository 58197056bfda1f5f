"""RULES 0.4 and BLK-38 on drawn videos: what is a roll and what is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engine.seen import Dice, DiceBad, Die, Seen
from tests.vision.drawing import HEIGHT, WIDTH, DrawnArm, DrawnDie
from tests.vision.table import (
    KnowingEyes,
    Options,
    Table,
    pick_up,
    throw,
    watch,
    without_camera,
)

RATES = (10.0, 15.0, 30.0, 60.0)
SEATS = {"Ann": 0.0, "Ben": 90.0, "Cid": 180.0, "Dot": 270.0}


def what(seen: list[Seen]) -> list[object]:
    """The gist: values of rolls, reasons of bad ones."""
    gist: list[object] = []
    for item in without_camera(seen):
        if isinstance(item, Dice):
            gist.append(item.values)
        elif isinstance(item, Die):
            gist.append(item.value)
        elif isinstance(item, DiceBad):
            gist.append(item.reason)
        else:
            gist.append(type(item).__name__)
    return gist


def roll_of(
    values: tuple[int | None, ...] = (3, 5), at: float = 0.3
) -> tuple[Table, list[DrawnDie]]:
    """A table with one throw that rests one second after `at`."""
    table = Table()
    return table, throw(table, at, values, [(250, 120), (400, 150)][: len(values)])


@dataclass
class Case:
    """A script, how long it runs, and what must be seen."""

    build: Callable[[], Table]
    seconds: float
    expected: list[object]
    options: Options = field(default_factory=Options)


def plain_roll() -> Table:
    return roll_of()[0]


def equal_roll_after_pick_up() -> Table:
    table, dice = roll_of()
    pick_up(table, 1.8, dice)
    throw(table, 3.0, (3, 5), [(260, 200), (380, 110)], base=(0, 180))
    return table


def equal_roll_partly_at_the_old_place() -> Table:
    table, dice = roll_of()
    pick_up(table, 1.8, dice)
    throw(table, 3.0, (3, 5), [(252, 121), (450, 110)])
    return table


def untouched_under_a_passing_hand() -> Table:
    table, _ = roll_of()
    table.arms.append(
        DrawnArm((0, 140), [(2, 0, 140), (2.5, 420, 140), (3, 420, 140), (3.5, 0, 140)])
    )
    return table


def nudged_one() -> Table:
    table, dice = roll_of()
    keys = [*dice[0].keys, (2.5, 250, 120), (2.7, 268, 126)]
    dice[0].keys = keys
    table.arms.append(
        DrawnArm((0, 130), [(2, 0, 130), (2.5, 205, 120), (2.7, 223, 126), (3.2, 0, 130)])
    )
    return table


def picked_up_and_held() -> Table:
    table, dice = roll_of()
    pick_up(table, 1.8, dice)
    held = [
        DrawnDie(6, [(3, 300 + 20 * i, 330), (3.3, 300 + 30 * i, 230)], 3, 4.6, held=True)
        for i in (0, 1)
    ]
    table.dice += held
    table.arms.append(
        DrawnArm(
            (320, HEIGHT),
            [(2.9, 320, HEIGHT), (3.3, 315, 230), (4.5, 315, 230), (4.8, 320, HEIGHT)],
            80,
        )
    )
    return table


def cocked() -> Table:
    return roll_of((None, 5))[0]


def stacked() -> Table:
    table = Table()
    throw(table, 0.3, (3, 5), [(250, 120), (256, 124)])
    return table


def one_off_the_picture() -> Table:
    table, dice = roll_of()
    dice[1].keys = [(0.7, 330, 250), (1.8, 700, 200)]
    return table


def big_dice_at_the_edge() -> Table:
    """So large that what they cover might be an arm that reaches in."""
    table = Table()
    for die in throw(table, 0.3, (3, 5), [(300, 40), (330, 132)]):
        die.side = 76.0
    return table


def one_behind_the_glass() -> Table:
    table = Table(glasses=[[(0, 400, 150)]])
    throw(table, 0.3, (3, 5), [(250, 120), (400, 150)])
    return table


def one_beside_the_tray() -> Table:
    table = Table()
    throw(table, 0.3, (3, 5), [(250, 120), (590, 60)])
    return table


def late_second_die() -> Table:
    table, dice = roll_of()
    x, y = dice[1].keys[-1][1:]
    dice[1].keys = [*dice[1].keys[:-1], (2.2, x, y)]
    return table


def hidden_under_the_hand() -> Table:
    table, _ = roll_of((2, 6))
    table.arms = [
        DrawnArm(
            (WIDTH, 150), [(0.2, WIDTH, 150), (0.6, 420, 150), (2.8, 418, 152), (3.1, WIDTH, 150)]
        )
    ]
    return table


def lights_switched() -> Table:
    table, _ = roll_of()
    table.lights = [(0, 1.0), (2.0, 0.45), (2.8, 1.3), (3.4, 0.02), (4.0, 1.0)]
    return table


def flickering_lamp() -> Table:
    table, _ = roll_of()
    table.flicker = 0.12
    return table


def focus_hunting() -> Table:
    table, _ = roll_of()
    table.blurs = [(0, 0), (2, 0), (2.2, 3), (2.5, 0.5), (2.7, 2), (3, 0)]
    return table


def bumped_camera() -> Table:
    table, _ = roll_of()
    table.shifts = [
        (0, 0, 0, 0),
        (2.2, 0, 0, 0),
        (2.3, 40, -20, 2),
        (2.4, 25, -12, 1),
        (2.5, 34, -16, 1.5),
    ]
    return table


def beer_put_beside() -> Table:
    table, _ = roll_of()
    table.glasses = [[(2, 800, 100), (2.6, 465, 190)]]
    table.arms.append(DrawnArm((WIDTH, 100), [(2, WIDTH, 100), (2.6, 500, 190), (3.1, WIDTH, 100)]))
    return table


def cleared_off() -> Table:
    table, dice = roll_of()
    pick_up(table, 2.0, dice)
    return table


def never_thrown() -> Table:
    table = Table(dice=[DrawnDie(4, [(0, 250, 120)]), DrawnDie(4, [(0, 400, 150)])])
    table.arms.append(DrawnArm((0, 140), [(1, 0, 140), (1.5, 420, 140), (2, 0, 140)]))
    return table


def picked_up_from_the_start() -> Table:
    table = Table(dice=[DrawnDie(4, [(0, 250, 120)]), DrawnDie(4, [(0, 400, 150)])])
    pick_up(table, 0.6, table.dice[:2])
    throw(table, 2.2, (4, 4), [(300, 90), (420, 120)], base=(WIDTH, 180))
    return table


def one_taken_and_put_back() -> Table:
    table, dice = roll_of()
    pick_up(table, 2.0, dice[:1])
    table.dice.append(DrawnDie(3, [(3.4, 200, 240)], since=3.4))
    table.arms.append(DrawnArm((0, 240), [(3.0, 0, 240), (3.4, 200, 240), (3.8, 0, 240)]))
    return table


def arm_there_from_the_start() -> Table:
    table = Table(plain=True)
    throw(table, 0.5, (3, 5), [(250, 130), (380, 150)])
    table.arms.append(DrawnArm((0, 140), [(-1, 420, 140), (0.4, 420, 140), (0.8, 0, 140)]))
    return table


def blackness() -> Table:
    table, _ = roll_of()
    table.lights = [(0, 1.0), (2.0, 0.0), (3.0, 1.0)]
    return table


def duel() -> Table:
    table = Table()
    throw(table, 0.3, (6,), [(250, 120)])
    throw(table, 2.0, (2,), [(400, 150)], base=(0, 180))
    return table


CASES = {
    "plain_roll": Case(plain_roll, 3, [(3, 5)]),
    "equal_roll_after_pick_up": Case(equal_roll_after_pick_up, 5, [(3, 5), (3, 5)]),
    "equal_roll_partly_at_the_old_place": Case(
        equal_roll_partly_at_the_old_place, 5, [(3, 5), (3, 5)]
    ),
    "untouched_under_a_passing_hand": Case(untouched_under_a_passing_hand, 5, [(3, 5)]),
    "nudged_one": Case(nudged_one, 5, [(3, 5)]),
    "picked_up_and_held": Case(picked_up_and_held, 6, [(3, 5)]),
    "cocked": Case(cocked, 3, ["cocked"]),
    "stacked": Case(stacked, 3, ["stacked"]),
    "one_off_the_picture": Case(one_off_the_picture, 4.5, ["off_table"]),
    "big_dice_at_the_edge": Case(big_dice_at_the_edge, 3.5, [(3, 5)]),
    "one_behind_the_glass": Case(one_behind_the_glass, 4.5, ["missing"]),
    "one_beside_the_tray": Case(
        one_beside_the_tray,
        4,
        ["off_table"],
        {"tray": ((0.1, 0.06), (0.87, 0.06), (0.87, 0.94), (0.1, 0.94))},
    ),
    "late_second_die": Case(late_second_die, 4, [(3, 5)]),
    "hidden_under_the_hand": Case(hidden_under_the_hand, 4.5, [(2, 6)]),
    "lights_switched": Case(lights_switched, 5.5, [(3, 5)]),
    "flickering_lamp": Case(flickering_lamp, 4, [(3, 5)]),
    "focus_hunting": Case(focus_hunting, 4.5, [(3, 5)]),
    "bumped_camera": Case(bumped_camera, 5, [(3, 5)]),
    "beer_put_beside": Case(beer_put_beside, 5, [(3, 5)]),
    "cleared_off": Case(cleared_off, 4.5, [(3, 5)]),
    "never_thrown": Case(never_thrown, 4, []),
    "picked_up_from_the_start": Case(picked_up_from_the_start, 4.5, [(4, 4)]),
    "one_taken_and_put_back": Case(one_taken_and_put_back, 6, [(3, 5)]),
    "arm_there_from_the_start": Case(arm_there_from_the_start, 2.0, [(3, 5)]),
    "blackness": Case(blackness, 5, [(3, 5)]),
    "duel": Case(duel, 4, [6, 2], {"expect": 1}),
}


@pytest.mark.parametrize("name", CASES)
def test_BLK_38_what_is_a_roll(name: str) -> None:
    case = CASES[name]
    # Every case at its own rate, so that all rates are covered without hours of drawing.
    fps = RATES[sorted(CASES).index(name) % len(RATES)]
    table = case.build()
    eyes = KnowingEyes(table, misses=0.05, misreads=0.03)
    seen, _, _ = watch(table, case.seconds, fps, drop=0.1, eyes=eyes, **case.options)
    assert what(seen) == case.expected
