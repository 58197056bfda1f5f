"""Which way dice are turned, and that one that leans stands out."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import Floats, boxes_to_quads
from vision.upright import Level, Way, along_rays, in_camera

SIZE = (1280, 720)


def turned(degrees: float, towards: float = 90.0) -> Way:
    """A way `degrees` out of the camera's axis, to a direction of the picture."""
    lean, way = np.radians([degrees, towards])
    return np.array([np.sin(lean) * np.cos(way), np.sin(lean) * np.sin(way), np.cos(lean)])


def around(places: list[tuple[float, float]]) -> Floats:
    """Square boxes round these places."""
    return boxes_to_quads(np.array([[x, y, 18.0, 18.0, 0.0] for x, y in places]))


@pytest.mark.parametrize("tilt", [0.0, 25.0, 50.0])
def test_flat_dice_point_alike_wherever_they_lie(tilt: float) -> None:
    level = turned(tilt, -90.0)
    quads = around([(640, 360), (40, 60), (1200, 100), (900, 690)])
    seen = along_rays(level, quads, SIZE)
    assert seen[0] == pytest.approx(level)
    assert seen[1] != pytest.approx(level, abs=0.1)
    assert in_camera(seen, quads, SIZE) == pytest.approx(np.repeat(level[None], 4, axis=0))


def test_from_above_a_die_at_the_left_edge_shows_its_right_side() -> None:
    (way,) = along_rays(turned(0.0), around([(40, 360)]), SIZE)
    assert way == pytest.approx([-0.546, 0.0, 0.838], abs=0.01)


def test_what_lay_flat_says_by_how_much_another_leans() -> None:
    """Dice that are seen within 4.5 degrees: 18 more are four times as much."""
    level = Level()
    level.learn(2 * [turned(30), turned(32), turned(28), turned(30)])
    assert level.strays([turned(30), turned(48)]) == pytest.approx([0, 4], abs=0.1)


def test_where_ways_are_seen_badly_more_is_needed() -> None:
    level = Level()
    level.learn(2 * [turned(lean) for lean in (10, 20, 30, 40, 50)])
    assert level.strays([turned(50)]) == pytest.approx([2], abs=0.1)


def test_a_few_dice_that_happen_to_agree_do_not_say_how_well_ways_are_seen() -> None:
    """As in the clip that ships: four dice within five degrees, then two that are 13 and 15 off."""
    level = Level()
    level.learn([turned(30), turned(34), turned(33), turned(30)])
    assert max(level.strays([turned(18.5), turned(17)])) < 3


def test_at_first_dice_are_compared_with_each_other_and_less_is_believed() -> None:
    assert Level().strays([turned(5), turned(31)]) == pytest.approx([4, 4])
    assert Level().strays([turned(5)]) == [0.0]


def test_a_camera_turned_unnoticed_is_made_up_for() -> None:
    level = Level()
    for lean in [10] * 30 + [40] * 9:
        level.learn([turned(lean)])
    assert level.strays([turned(40)]) == pytest.approx([0], abs=0.1)


def test_what_nobody_knows_leans_nowhere_and_teaches_nothing() -> None:
    level = Level()
    level.learn([np.zeros(3)] * 5)
    assert level.strays([np.zeros(3), 0.2 * turned(50)]) == [0.0, 0.0]
