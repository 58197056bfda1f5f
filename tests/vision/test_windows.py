"""Small windows over changed places, and which regions are looked at together."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.table import Table
from vision.attention import Attention
from vision.frames import Frame
from vision.ground import Scene
from vision.motion import Box, MotionGate, Small
from vision.windows import windows

SIDE = 200.0
Patch = tuple[int, int, int, int]
"""x, y, width, height in pixels of the picture, which is 640 by 360 and shrunk by 3/4."""


def gate() -> MotionGate:
    gate = MotionGate()
    for index in range(3):
        gate.update(Frame(Table().draw(index / 30), index / 30, index, 0.0))
    return gate


def changed(gate: MotionGate, *patches: Patch) -> Small:
    mask = np.zeros(gate.stirred.shape, np.uint8)
    for x, y, width, height in patches:
        mask[gate.window((x, y, x + width, y + height))] = 255
    return mask


def holds(box: Box, patch: Patch) -> bool:
    x, y, width, height = patch
    return box[0] < x and x + width < box[2] and box[1] < y and y + height < box[3]


@pytest.mark.parametrize(
    ("patches", "count"),
    [
        ([], 0),
        ([(300, 150, 1, 1)], 0),  # noise
        ([(300, 150, 40, 40)], 1),
        ([(300, 150, 40, 40), (350, 160, 40, 40)], 1),  # near enough for one window
        ([(100, 100, 40, 40), (500, 250, 40, 40)], 2),
    ],
)
def test_each_changed_place_lies_whole_in_a_small_window(patches: list[Patch], count: int) -> None:
    looked_from = gate()
    found = windows(changed(looked_from, *patches), looked_from, (), SIDE, 8)
    assert len(found) == count
    assert all(box[2] - box[0] == SIDE for box in found)
    if count:
        assert all(any(holds(box, patch) for box in found) for patch in patches)


def test_what_is_known_needs_no_window_and_there_are_not_too_many() -> None:
    looked_from = gate()
    mask = changed(looked_from, (0, 0, 640, 360))
    assert len(windows(mask, looked_from, (), SIDE, 4)) == 4
    assert windows(mask, looked_from, [(0.0, 0.0, 640.0, 360.0)], SIDE, 4) == []


def plan(*doubtful: Box) -> list[Box] | None:
    """What is looked at for these regions, after the first looks at everything."""
    looked_from, attention = gate(), Attention()
    empty = np.zeros(looked_from.stirred.shape, np.uint8)
    motion = MotionGate().update(Frame(Table().draw(0.0), 0.0, 0, 0.0))
    attention.touch(motion)
    scene = Scene(empty, empty)
    for number in range(9):
        regions = attention.plan(1.0 + number, looked_from, scene, doubtful, ())
        attention.looked(1.0 + number, looked_from, regions or [])
    return attention.plan(11.0, looked_from, scene, doubtful, ())


def test_regions_are_joined_only_where_that_costs_nothing() -> None:
    aside, near, far = (
        (0.0, 0.0, 200.0, 200.0),
        (30.0, 20.0, 230.0, 220.0),
        (150.0, 150.0, 350.0, 350.0),
    )
    assert plan(aside, near) == [(0.0, 0.0, 230.0, 220.0)]
    assert plan(aside, far) == [aside, far]
