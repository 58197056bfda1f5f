"""Cards thrown, piled, taken back and gathered: one card, one event (PROTOCOL section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
import pytest

from engine.seen import CardLanded, CardRemoved, CardsLanded, Seen, Swept, TrickTaken, TurnUp
from tests.vision.card_table import BACK, CardEyes, reach, toss
from tests.vision.table import KnowingEyes, Options, Table, throw, watch, without_camera

PILE = [(300.0, 180.0), (330.0, 195.0), (285.0, 170.0), (315.0, 200.0)]
CODES = ["2d", "9s", "Kh", "7c"]
SEATS = {"Ann": 0.0, "Ben": 90.0, "Cem": 180.0, "Dee": 270.0}


def _watch(
    script: Table, seconds: float, eyes: CardEyes | None = None, **options: Unpack[Options]
) -> list[Seen]:
    seen, _, _ = watch(script, seconds, 15, eyes=eyes or CardEyes(script), **options)
    return without_camera(seen)


def _codes(seen: Sequence[Seen]) -> list[object]:
    return [getattr(item, "card", None) or getattr(item, "cards", None) or item for item in seen]


def _pile(table: Table, count: int = 4) -> None:
    for i, (code, place) in enumerate(zip(CODES[:count], PILE, strict=False)):
        toss(table, code, 1.2 + 1.5 * i, place, side=0.5 if i % 2 else -0.5)


@pytest.mark.parametrize("fps", [15.0, 30.0])
def test_each_card_of_a_pile_lands_once_at_its_rest(fps: float) -> None:
    table = Table()
    _pile(table)
    seen, _, said = watch(table, 8, fps, eyes=CardEyes(table))
    assert _codes(seen) == CODES
    for i, item in enumerate(seen):
        assert isinstance(item, CardLanded)
        assert item.t == pytest.approx(1.2 + 1.5 * i, abs=1.5 / fps)
        assert said[item.t] - item.t < 0.5


@pytest.mark.parametrize("seed", range(5))
def test_bad_looks_at_covered_cards_are_no_new_cards(seed: int) -> None:
    table = Table()
    _pile(table)
    eyes = CardEyes(table, misses=0.2, random=np.random.default_rng(seed))
    for at in (7.5, 9.0):
        reach(table, at, (320, 200))
    assert _codes(_watch(table, 11, eyes)) == CODES


def test_a_card_exactly_on_another_is_a_new_card() -> None:
    table = Table()
    toss(table, "2d", 1.2, (300, 180))
    toss(table, "9s", 2.8, (302, 181))
    assert _codes(_watch(table, 4.5)) == ["2d", "9s"]


def test_two_cards_of_one_throw_are_said_together() -> None:
    table = Table()
    toss(table, "2d", 1.2, (250, 180))
    toss(table, "9s", 1.3, (400, 180))
    (both,) = _watch(table, 3)
    assert isinstance(both, CardsLanded)
    assert set(both.cards) == {"2d", "9s"}


def test_a_card_taken_back_leaves_the_pile_as_it_was() -> None:
    table = Table()
    toss(table, "2d", 1.2, (300, 180))
    toss(table, "9s", 2.8, (320, 190), until=5.0)
    reach(table, 5.0, (320, 190))
    *landed, removed = _watch(table, 8, seats=SEATS)
    assert _codes(landed) == ["2d", "9s"]
    assert isinstance(removed, CardRemoved)
    assert (removed.card, removed.seat) == ("9s", "Ann")


def test_a_sweep_is_one_event() -> None:
    table = Table()
    for i, code in enumerate(CODES[:3]):
        toss(table, code, 1.2 + 1.5 * i, PILE[i], until=7.0)
    reach(table, 7.0, (310, 180))
    *landed, swept = _watch(table, 9, seats=SEATS)
    assert _codes(landed) == CODES[:3]
    assert isinstance(swept, Swept)
    assert swept.t == pytest.approx(7.3, abs=0.5)
    assert swept.seat == "Ann"


def test_a_trick_whose_packet_nobody_sees_is_no_take_backs_though_the_trump_still_lies_there() -> (
    None
):
    table = Table()
    toss(table, "6h", 1.2, (480, 90))
    for i, code in enumerate(CODES[:3]):
        toss(table, code, 2.7 + 1.5 * i, PILE[i], until=8.5)
    reach(table, 8.5, (310, 180))
    *landed, swept = _watch(table, 11, seats=SEATS)
    assert _codes(landed) == ["6h", *CODES[:3]]
    assert isinstance(swept, Swept)


@pytest.mark.parametrize(
    ("seat", "side", "x", "y"),
    [("Dee", 0.9, 560.0, 180.0), ("Dee", 0.9, 606.0, 180.0)],  # That one lies at the edge.
)
def test_a_trick_goes_to_where_its_packet_lies(seat: str, side: float, x: float, y: float) -> None:
    table = Table()
    places = [(260.0, 180.0), (340.0, 120.0), (420.0, 180.0), (340.0, 250.0)]
    for i, code in enumerate(CODES):
        toss(table, code, 1.2 + 1.3 * i, places[i], side=0.5 if i % 2 else -0.5, until=8.0)
    reach(table, 8.0, (340, 190), side=side)
    table.cards.append((BACK, [(8.3, x, y)], 8.3, 99))
    eyes = CardEyes(table, backs=[(8.3, 99, x, y)])
    toss(table, "9s", 10.5, (340, 180), side=-0.5)
    *landed, taken, led = _watch(table, 12, eyes, seats=SEATS)
    assert _codes(landed) == CODES
    assert _codes([led]) == ["9s"]
    assert isinstance(taken, TrickTaken)
    assert set(taken.cards) == set(CODES)
    assert taken.seat == seat


@pytest.mark.parametrize("seed", range(3))
def test_a_lone_card_beside_the_stock_is_turned_up_and_the_next_one_is_played(seed: int) -> None:
    table = Table()
    table.cards.append((BACK, [(0.5, 200.0, 120.0)], 0.5, 99))
    toss(table, "6h", 1.6, (272, 121), side=-0.5)
    toss(table, "9s", 3.4, (420, 230))
    random = np.random.default_rng(seed)
    eyes = CardEyes(table, misses=0.3, random=random, backs=[(0.5, 99, 200, 120)])
    turned, played = _watch(table, 5, eyes)
    assert isinstance(turned, TurnUp)
    assert isinstance(played, CardLanded)
    assert (turned.card, played.card) == ("6h", "9s")


def test_a_nudged_or_straightened_card_is_no_event() -> None:
    table = Table()
    keys = [(0.75, 320.0, 360.0), (1.2, 300.0, 180.0), (3.0, 300.0, 180.0), (3.2, 330.0, 172.0)]
    table.cards.append(("Qs", keys, 0.75, 99))
    reach(table, 3.1, (310, 190))
    assert _codes(_watch(table, 6)) == ["Qs"]


def test_a_hand_that_hovers_changes_nothing() -> None:
    table = Table()
    _pile(table, 2)
    for at in (4.5, 6.0, 7.5):
        reach(table, at, (310, 185))
    assert _codes(_watch(table, 10)) == CODES[:2]


@pytest.mark.parametrize(("code", "other"), [("6h", "6d"), ("EQ0", "EQ10"), ("Jk", "Js")])
def test_an_unclear_card_names_the_other_reading(code: str, other: str) -> None:
    table = Table()
    toss(table, code, 1.2, (300, 180))
    (landed,) = _watch(table, 4, CardEyes(table, doubts={code: other}))
    assert isinstance(landed, CardLanded)
    assert landed.card == code
    assert landed.alternatives[0][0] == other
    assert landed.confidence < 0.9


def test_a_card_that_lies_there_cannot_land_again() -> None:
    table = Table()
    toss(table, "6d", 1.2, (300, 180))
    toss(table, "6h", 2.8, (420, 180))
    first, second = _watch(table, 6, CardEyes(table, doubts={"6h": "6d"}))
    assert isinstance(second, CardLanded)
    assert (_codes([first]), second.card) == (["6d"], "6h")
    assert second.confidence > 0.9


def test_cards_that_lay_there_at_the_start_never_land() -> None:
    table = Table(
        cards=[("Kd", [(0.0, 500.0, 100.0)], -1, 99), ("Ks", [(0.0, 520.0, 110.0)], -1, 99)]
    )
    toss(table, "6h", 1.6, (300, 180))
    assert _codes(_watch(table, 4)) == ["6h"]


def test_a_game_without_dice_sees_none() -> None:
    table = Table()
    throw(table, 0.3, (2, 4), [(250, 120), (400, 150)])
    toss(table, "6h", 3.0, (300, 180))
    eyes = KnowingEyes(table)
    assert _codes(without_camera(watch(table, 5, 15, eyes=eyes, expect=0)[0])) == ["6h"]


def test_a_swept_pile_is_said_at_once_however_many_cards_lay_in_it() -> None:
    table = Table()
    for i, (code, place) in enumerate(zip(CODES, PILE, strict=True)):
        toss(table, code, 1.2 + 1.5 * i, place, side=0.5 if i % 2 else -0.5, until=8.0)
    reach(table, 8.0, (300, 190))
    seen, _, said = watch(table, 10, 15, eyes=CardEyes(table))
    (swept,) = [item for item in seen if isinstance(item, Swept)]
    assert said[swept.t] - 8.6 < 0.6


def test_a_sure_card_needs_two_looks() -> None:
    table = Table()
    toss(table, "2d", 1.2, (300, 180))
    seen, _, said = watch(table, 3, 15, eyes=CardEyes(table))
    (landed,) = without_camera(seen)
    assert said[landed.t] - 1.2 < 0.17
