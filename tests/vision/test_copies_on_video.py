"""Decks that hold cards more than once: one pushed straight is no event, another one laid is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from engine.seen import CardLanded, CardRemoved, CardsLanded, Seen
from tests.vision.card_table import CardEyes, reach, toss
from tests.vision.drawing import DrawnArm, card_sight, inside
from tests.vision.table import Table, watch, without_camera
from vision.detector import Region
from vision.frames import Image
from vision.sights import Sight

SEATS = {"Ann": 0.0, "Ben": 180.0}


@dataclass
class LateEyes(CardEyes):
    """Eyes that see from `since` to `until` one card only, as if nothing had come: `old`, a code
    and where."""

    since: float = 0.0
    until: float = 0.0
    old: tuple[str, tuple[float, float]] = ("", (0.0, 0.0))

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What shows at `now`."""
        sight = super().look(image, regions)
        late = self.since <= self.now < self.until
        return Sight((card_sight(*self.old, np.eye(2, 3)),), ()) if late else sight


@dataclass
class BuriedEyes(CardEyes):
    """Eyes that from `since` see besides a piece at the edge of the pile."""

    since: float = 0.0

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What shows at `now`."""
        sight = super().look(image, regions)
        piece = card_sight("??", (350, 190), np.eye(2, 3))
        piece = replace(piece, rank_confidence=0.1, suit_confidence=0.1, candidates=())
        pieces = [piece] if self.now >= self.since and inside(piece.quad, regions) else []
        return Sight((*sight.cards, *pieces), ())


def _seen(table: Table, seconds: float, eyes: CardEyes | None = None) -> list[Seen]:
    eyes = eyes or CardEyes(table)
    seen, _, _ = watch(table, seconds, 15, eyes=eyes, seats=SEATS, copies={})
    return without_camera(seen)


def _codes(seen: list[Seen]) -> list[str]:
    return [one.card for one in seen if isinstance(one, CardLanded)]


@pytest.mark.parametrize("push", [(8.0, -6.0), (24.0, -14.0), (58.0, 30.0), (90.0, 10.0)])
def test_a_card_pushed_straight_by_whoever_laid_it_is_no_event(push: tuple[float, float]) -> None:
    table = Table()
    (x, y), (dx, dy) = (300.0, 180.0), push
    toss(table, "7", 1.2, (x - 40, y + 10))
    keys = [(2.35, 320.0, 360.0), (2.8, x, y), (4.6, x, y), (4.8, x + dx, y + dy)]
    table.cards.append(("4", keys, 2.35, 99))
    reach(table, 2.75, (x, y + 30))
    reach(table, 4.7, (x + dx / 2, y + 20))
    assert _codes(_seen(table, 7)) == ["7", "4"]


@pytest.mark.parametrize("aside", [(20.0, 12.0), (30.0, -8.0), (50.0, 20.0), (120.0, 0.0)])
def test_an_equal_card_laid_on_it_by_the_next_is_another(aside: tuple[float, float]) -> None:
    table = Table()
    toss(table, "4", 1.2, (300, 180), side=0.5)
    toss(table, "4", 3.2, (300 + aside[0], 180 + aside[1]), side=-0.5)
    assert _codes(_seen(table, 5)) == ["4", "4"]


def test_an_equal_card_beside_the_old_one_of_the_same_player_is_another() -> None:
    """Who skips the only other player plays again."""
    table = Table()
    toss(table, "SKIP", 1.2, (300, 180), side=0.5)
    toss(table, "SKIP", 3.2, (330, 200), side=0.5)
    assert _codes(_seen(table, 5)) == ["SKIP", "SKIP"]


def test_a_card_taken_back_is_missed_though_the_one_below_was_pushed() -> None:
    table = Table()
    table.cards.append(("0", [(0.75, 320, 360), (1.2, 300, 180), (4.9, 300, 180), (5.1, 322, 171)],
                        0.75, 99))  # fmt: skip
    reach(table, 1.1, (300, 200))
    toss(table, "3", 2.8, (296, 168), until=5.0)
    reach(table, 5.0, (300, 190))
    *landed, removed = _seen(table, 8)
    assert _codes(landed) == ["0", "3"]
    assert isinstance(removed, CardRemoved)
    assert removed.card == "3"


def test_an_equal_card_is_another_though_one_thrown_with_it_hides_the_old_one() -> None:
    table = Table()
    toss(table, "1", 1.2, (300, 180), side=0.5)
    toss(table, "EQ21", 3.2, (266, 205), side=-0.5)
    toss(table, "1", 3.2, (325, 170), side=-0.5)
    first, both = _seen(table, 5)
    assert _codes([first]) == ["1"]
    assert isinstance(both, CardsLanded)
    assert sorted(both.cards) == ["1", "EQ21"]


def test_an_equal_card_is_another_though_the_first_looks_show_the_old_one() -> None:
    table = Table()
    toss(table, "4", 1.2, (300, 180), side=0.5)
    toss(table, "4", 3.2, (325, 168), side=-0.5)
    eyes = LateEyes(table, since=3.1, until=3.4, old=("4", (300, 180)))
    assert _codes(_seen(table, 5, eyes)) == ["4", "4"]


def test_a_card_pushed_onto_an_equal_one_is_the_one_that_was_pushed() -> None:
    table = Table()
    toss(table, "3", 1.2, (300, 180), side=-0.5)
    keys = [(2.35, 320.0, 360.0), (2.8, 337.0, 217.0), (4.6, 337.0, 217.0), (4.8, 315.0, 192.0)]
    table.cards.append(("3", keys, 2.35, 99))
    reach(table, 2.75, (337, 250))
    reach(table, 4.7, (326, 240))
    eyes = LateEyes(table, since=4.7, until=5.4, old=("3", (302, 182)))
    seen = _seen(table, 8, eyes)
    assert _codes(seen) == ["3", "3"]
    assert len(seen) == 2


@pytest.mark.parametrize("stays", [0.3, 0.8])
def test_a_card_straightened_by_another_is_itself_though_the_hand_stays_over_it(
    stays: float,
) -> None:
    table = Table()
    toss(table, "5", 1.2, (285, 165), side=-0.5, until=4.0)
    table.cards.append(("5", [(4.0, 285, 165), (4.2, 306, 150)], 4.0, 99))
    keys = [(3.6, 320.0, 360.0), (4.0, 275.0, 250.0), (4.2 + stays, 275.0, 250.0)]
    table.arms.append(DrawnArm((320, 360), [*keys, (4.6 + stays, 320.0, 360.0)]))
    assert _codes(_seen(table, 8)) == ["5"]


def test_an_equal_card_laid_over_a_buried_one_is_another_and_none_left() -> None:
    table = Table()
    for at, code, to in [(1.2, "4", (300, 180)), (3.0, "9", (303, 186)), (4.8, "7", (296, 188))]:
        toss(table, code, at, to, side=0.5)
    toss(table, "4", 6.6, (308, 176), side=-0.5)
    seen = _seen(table, 9, BuriedEyes(table, since=6.5))
    assert _codes(seen) == ["4", "9", "7", "4"]
    assert len(seen) == 4
