"""Scale and tilt of the table from cards, measured against cameras whose place is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.photographed import SIZE, Photo
from vision.eyes import Eyes
from vision.scale import fit_plane, free_cards, plane_of
from vision.sights import Quad, Sight

NEAR_4_DEGREES, NEAR_5_PERCENT = 4.0, 0.05


def shaken(quads: list[Quad], px: float, seed: int) -> list[Quad]:
    rng = np.random.default_rng(seed)
    return [(quad + rng.normal(0, px, quad.shape)).astype(np.float32) for quad in quads]


@pytest.mark.parametrize("fovy", [36.0, 42.0, 52.0])
@pytest.mark.parametrize("pixel", [0.45, 0.7, 1.0])
@pytest.mark.parametrize("tilt", [0.0, 5.0, 15.0, 28.0, 42.0])
def test_four_cards_give_tilt_and_scale_whatever_the_lens(
    tilt: float, pixel: float, fovy: float
) -> None:
    photo = Photo(tilt, pixel, fovy, roll=9)
    plane = fit_plane(shaken(photo.quads, 0.5, 1), SIZE)
    assert plane is not None
    assert plane.tilt == pytest.approx(tilt, abs=NEAR_4_DEGREES)
    assert plane.mm_per_px == pytest.approx(pixel, rel=NEAR_5_PERCENT)
    assert plane.px(100) == pytest.approx(100 / plane.mm_per_px)
    assert plane.cards == 4


@pytest.mark.parametrize("tilt", [15.0, 28.0, 42.0])
def test_one_card_gives_them_too_and_says_how_unsure_it_is(tilt: float) -> None:
    photo = Photo(tilt)
    for number, quad in enumerate(photo.quads):
        one = fit_plane(shaken([quad], 0.3, number), SIZE)
        assert one is not None
        assert one.tilt == pytest.approx(tilt, abs=NEAR_4_DEGREES)
        assert one.mm_per_px == pytest.approx(photo.pixel, rel=NEAR_5_PERCENT)
        assert one.doubt > 1


@pytest.mark.parametrize(("roll", "away"), [(0.0, 180.0), (20.0, 160.0), (-20.0, 200.0)])
def test_the_way_in_which_the_table_goes_away(roll: float, away: float) -> None:
    plane = fit_plane(Photo(30, roll=roll).quads, SIZE)
    assert plane is not None
    assert plane.away == pytest.approx(away, abs=3) or plane.away == pytest.approx(
        360 - away, abs=3
    )


def test_a_card_of_wrong_size_does_not_carry_the_others_away() -> None:
    photo = Photo(25)
    quads = photo.quads
    quads[1] = quads[1].mean(axis=0) + (quads[1] - quads[1].mean(axis=0)) * [0.6, 1.0]
    plane = fit_plane(quads, SIZE)
    assert plane is not None
    assert plane.tilt == pytest.approx(25, abs=NEAR_4_DEGREES)
    assert plane.mm_per_px == pytest.approx(photo.pixel, rel=NEAR_5_PERCENT)


def test_without_a_card_there_is_no_plane() -> None:
    assert fit_plane([], SIZE) is None
    assert plane_of([Sight()], SIZE) is None


def test_only_cards_surely_read_whole_and_free_count() -> None:
    first, second, third, fourth = Photo(15).sight.cards
    unsure = replace(first, rank_confidence=0.5)
    cut = replace(second, quad=second.quad - second.quad.min(axis=0))
    covering = replace(fourth, quad=third.quad + np.float32(20))
    sight = Sight((unsure, cut, third, covering, fourth))
    assert [quad.tolist() for quad in free_cards(sight, SIZE)] == [fourth.quad.tolist()]


def test_a_card_under_the_edge_of_another_does_not_count() -> None:
    """White on white, its edge there is a guess: the pile's."""
    sight = Photo(15).sight
    first = sight.cards[0].quad
    beside = replace(sight.cards[1], quad=first + (first[1] - first[0]) * np.float32(1.05))
    assert free_cards(Sight((sight.cards[0], beside)), SIZE) == []


def test_a_card_seen_again_and_again_is_one_card() -> None:
    sights = [Photo(15).sight] * 3
    plane = plane_of(sights, SIZE)
    assert plane is not None
    assert plane.cards == 4


@pytest.mark.slow
@pytest.mark.parametrize(("tilt", "pixel"), [(0.0, 0.6), (15.0, 0.7), (30.0, 0.8)])
def test_the_trained_eyes_see_well_enough_for_it(tilt: float, pixel: float) -> None:
    plane = plane_of([Eyes.load(threads=1).look(Photo(tilt, pixel).picture())], SIZE)
    assert plane is not None
    assert plane.tilt == pytest.approx(tilt, abs=NEAR_4_DEGREES)
    assert plane.mm_per_px == pytest.approx(pixel, rel=NEAR_5_PERCENT)
