"""Whose hand it is: arms told from shadows, and from what stands or lies at the edge."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arms import Arm, Changes, find_arms
from vision.exits import Exits
from vision.ground import Scene
from vision.motion import Motion, Small
from vision.seats import Reaches

SHAPE = (270, 480)
SEATS = {"Ann": 0.0, "Ben": 90.0, "Cem": 180.0, "Dee": 270.0}
SLEEVE = (slice(60, 270), slice(200, 260))
"""From the lower edge to the middle."""
SHADOW = (slice(90, 150), slice(0, 190))
"""From the left edge: a lamp stands on the right."""
PACKET = (slice(220, 265), slice(300, 345))
"""Wholly on the table; its halo in contrast reaches the lower edge."""
HALO = (slice(200, 270), slice(280, 365))


def mask(*parts: tuple[slice, slice]) -> Small:
    made = np.zeros(SHAPE, np.uint8)
    for part in parts:
        made[part] = 255
    return made


def arms(fresh: Small, shade: Small, lively: Small) -> tuple[Arm, ...]:
    structure = np.full((SHAPE[0] // 2, SHAPE[1] // 2), 50, np.uint8)
    dark, moving = shade[::2, ::2].copy(), lively[::2, ::2].copy()
    return find_arms(Changes(fresh, dark, moving, structure, structure))[2]


def whose(found: tuple[Arm, ...]) -> str | None:
    reaches = Reaches(SEATS)
    reaches.note(1.0, found)
    return reaches.who(1.0)


def test_the_shadow_of_an_arm_counts_little_beside_the_arm() -> None:
    everything = mask(SLEEVE, SHADOW)
    assert whose(arms(everything, mask(SHADOW), everything)) == "Ann"


def test_a_dark_sleeve_that_looks_like_a_shadow_is_still_an_arm() -> None:
    sleeve = mask(SLEEVE)
    (arm,) = arms(sleeve, sleeve, sleeve)
    assert arm.covers
    assert whose((arm,)) == "Ann"


def test_a_glass_that_stands_at_the_edge_covers_things_and_threw_nothing() -> None:
    glass, hand = (slice(200, 270), slice(400, 480)), (slice(240, 270), slice(200, 240))
    found = arms(mask(glass, hand), mask(), mask(hand))
    assert sorted(arm.covers for arm in found) == [False, True]
    assert whose(found) == "Ann"


@pytest.mark.parametrize("moves", [True, False])
def test_a_packet_at_rest_near_the_edge_is_no_arm(moves: bool) -> None:
    halo, packet = mask(HALO), mask(PACKET)
    shade = halo & ~packet
    assert bool(arms(halo, shade, halo if moves else mask())) == moves


def test_an_arm_that_was_there_before_does_not_outweigh_the_one_that_threw() -> None:
    reaches = Reaches(SEATS)
    for t in np.arange(0.0, 1.6, 0.07):
        reaches.note(float(t), [Arm((-240.0, 0.0), 9000.0)])
    for t in np.arange(2.5, 2.8, 0.07):
        reaches.note(float(t), [Arm((0.0, -135.0), 4000.0)])
    assert reaches.who(2.9) == "Cem"


def test_what_flies_in_over_the_edge_where_no_hand_shows_tells_whose_it_is() -> None:
    nothing, exits, reaches = mask(), Exits(), Reaches(SEATS)
    card = mask((slice(240, 270), slice(220, 260)))
    thrown = exits.note(Motion(1.0, card, 0.01), Scene(nothing, nothing.copy()))
    assert thrown is not None
    reaches.note(1.0, [thrown])
    assert (thrown.covers, reaches.who(1.2)) == (False, "Ann")
    hand = Arm((0.0, 135.0), 900.0)
    assert exits.note(Motion(1.1, card, 0.01), Scene(nothing, nothing.copy(), (hand,))) is None
