"""A knock: a hand in and out of the zone twice within two seconds, and no card (RULES 0.5)."""

from __future__ import annotations

import pytest

from engine.seen import CardLanded, Knock, Seen
from tests.vision.card_table import CardEyes, reach, toss
from tests.vision.drawing import DrawnArm
from tests.vision.table import HEIGHT, WIDTH, Table, watch, without_camera
from vision.places import WHOLE

SEATS = {"Ann": 0.0, "Ben": 90.0, "Cem": 180.0, "Dee": 270.0}
BASES = {"Ann": (320.0, HEIGHT), "Ben": (0.0, 180.0), "Cem": (320.0, 0.0), "Dee": (WIDTH, 180.0)}


def knock(table: Table, at: float, name: str, apart: float = 0.8) -> None:
    """A fist comes in at `at` and `apart` seconds later, each time for about half a second."""
    base = BASES[name]
    tip = ((base[0] + 2 * WIDTH / 2) / 3, (base[1] + 2 * HEIGHT / 2) / 3)
    keys = []
    for start in (at, at + apart):
        keys += [(start, *base), (start + 0.25, *tip), (start + 0.35, *tip), (start + 0.6, *base)]
    table.arms.append(DrawnArm(base, keys))


def _seen(table: Table, seconds: float) -> list[Seen]:
    seen, _, _ = watch(table, seconds, 15, eyes=CardEyes(table), seats=SEATS, knocks=WHOLE)
    return sorted(without_camera(seen), key=lambda one: one.t)


@pytest.mark.parametrize("name", list(SEATS))
def test_two_short_visits_without_a_card_are_a_knock(name: str) -> None:
    table = Table()
    knock(table, 2.0, name)
    (heard,) = _seen(table, 5)
    assert isinstance(heard, Knock)
    assert heard.seat == name
    assert heard.t == pytest.approx(3.3, abs=0.2)


def test_who_takes_longer_than_two_seconds_has_not_knocked() -> None:
    table = Table()
    knock(table, 2.0, "Ann", apart=1.9)
    assert _seen(table, 6) == []


def test_one_visit_is_none() -> None:
    table = Table()
    reach(table, 2.0, (320, 200))
    assert _seen(table, 4) == []


def test_who_plays_a_card_and_straightens_it_has_not_knocked() -> None:
    table = Table()
    toss(table, "9s", 2.0, (320, 180), side=0.5)
    reach(table, 2.7, (320, 200))
    (landed,) = _seen(table, 5)
    assert isinstance(landed, CardLanded)


def test_hands_from_two_sides_are_no_knock() -> None:
    table = Table()
    for name, at in (("Ann", 2.0), ("Ben", 2.7)):
        base = BASES[name]
        tip = ((base[0] + WIDTH) / 3, (base[1] + HEIGHT) / 3)
        table.arms.append(DrawnArm(base, [(at, *base), (at + 0.25, *tip), (at + 0.6, *base)]))
    assert _seen(table, 5) == []


def test_the_next_card_comes_after_the_knock() -> None:
    table = Table()
    knock(table, 2.0, "Ann")
    toss(table, "9s", 4.6, (320, 180), side=-0.5)
    heard, landed = _seen(table, 7)
    assert isinstance(heard, Knock)
    assert isinstance(landed, CardLanded)


def test_knocks_are_looked_for_where_players_want_it_only() -> None:
    table = Table()
    knock(table, 2.0, "Ann")
    seen, _, _ = watch(table, 5, 15, eyes=CardEyes(table), seats=SEATS)
    assert without_camera(seen) == []
