"""Eyes that take pieces of a pile for cards, or the whole of it for one: nothing lands by that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Unpack

import numpy as np
import pytest

from engine.seen import Seen
from tests.vision.card_table import CardEyes, reach, toss
from tests.vision.drawing import card_sight, inside
from tests.vision.table import Options, Table, watch, without_camera
from vision.card_things import CardThing
from vision.detector import Region
from vision.frames import Image
from vision.layers import is_whole
from vision.sights import CardSight, Quad, Sight

WHOLE = np.array([(-32, -45), (32, -45), (32, 45), (-32, 45)], np.float32)


@dataclass
class FooledEyes(CardEyes):
    """Eyes that see besides whatever `fooled(t)` says."""

    fooled: Callable[[float], Sequence[CardSight]] = field(default=lambda t: ())

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What shows at `now`."""
        sight = super().look(image, regions)
        fooled = [card for card in self.fooled(self.now) if inside(card.quad, regions)]
        return replace(sight, cards=(*fooled, *sight.cards))


def _sight(code: str, quad: Quad, sure: float = 0.97) -> CardSight:
    seen = card_sight(code, (0, 0), np.eye(2, 3))
    return replace(
        seen,
        quad=quad.astype(np.float32),
        rank_confidence=sure,
        suit_confidence=sure,
        candidates=((code, sure),),
    )


def _codes(
    table: Table, seconds: float, eyes: CardEyes, **options: Unpack[Options]
) -> list[object]:
    seen: list[Seen] = without_camera(watch(table, seconds, 15, eyes=eyes, **options)[0])
    return [getattr(item, "card", None) or item for item in seen]


def _two_on_each_other(upper: tuple[float, float] = (320, 205)) -> Table:
    table = Table()
    toss(table, "2d", 1.2, (300, 180))
    toss(table, "9s", 2.8, upper, side=-0.5)
    return table


def test_a_piece_that_every_look_reads_surely_as_another_card_has_not_landed() -> None:
    table = _two_on_each_other()
    reach(table, 4.5, (310, 190))
    piece = WHOLE * (0.7, 0.6) + np.array([290, 160])
    eyes = FooledEyes(table, fooled=lambda t: [_sight("4h", piece)] if t > 2.8 else [])
    assert _codes(table, 7, eyes) == ["2d", "9s"]


@pytest.mark.parametrize("seed", range(3))
def test_a_box_across_a_pile_moves_no_card_of_it_and_hides_none(seed: int) -> None:
    table = _two_on_each_other()
    toss(table, "Kh", 4.4, (312, 192))
    pile = WHOLE * (1.25, 1.2) + np.array([308, 188])
    eyes = FooledEyes(
        table,
        misses=0.4,
        random=np.random.default_rng(seed),
        fooled=lambda t: [_sight("2?", pile, 0.5)] if t > 4.4 else [],
    )
    assert _codes(table, 6.5, eyes) == ["2d", "9s", "Kh"]


def test_what_comes_to_lie_over_a_covered_card_is_new_though_it_is_badly_read() -> None:
    table = _two_on_each_other((312, 190))
    toss(table, "Kh", 4.4, (301, 181))
    eyes = CardEyes(table, doubts={"Kh": "Qh"})
    assert _codes(table, 6.5, eyes) == ["2d", "9s", "Kh"]


def test_cards_that_looks_missed_and_find_again_never_left() -> None:
    table = _two_on_each_other()
    toss(table, "Kh", 4.4, (370, 190))

    @dataclass
    class Blinking(CardEyes):
        def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
            cards = super().look(image, regions).cards
            blinks = 4.3 < self.now < 4.7
            return Sight(tuple(card for card in cards if card.card == "Kh" or not blinks))

    assert _codes(table, 7, Blinking(table)) == ["2d", "9s", "Kh"]


@pytest.mark.parametrize(("special", "heard"), [(False, ["2d", "9s"]), (True, ["2d"])])
def test_looks_at_a_special_deck_must_agree_more(special: bool, heard: list[str]) -> None:
    """Such a deck is read surely, or there are pieces of several cards."""
    table = _two_on_each_other()
    eyes = CardEyes(table, doubts={"9s": "7s"})
    assert _codes(table, 4.5, eyes, special=special) == heard


@pytest.mark.parametrize(
    ("looks", "steady"),
    [("xxxxxx", True), ("x.xxxxxx", True), ("xxxxx", False), ("x.x.x.x.x.xx", False)],
)
def test_a_badly_read_card_is_one_where_nearly_every_look_shows_it(
    looks: str, steady: bool
) -> None:
    thing = CardThing(0.0, 0.0, _sight("4h", WHOLE, 0.6), hits=looks.count("x"))
    thing.looks.extend(look == "x" for look in looks)
    assert thing.is_steady is steady


def test_what_is_new_and_was_missed_is_looked_at_with_more_around_it() -> None:
    """Eyes that fail on a region of one size fail on it again; on others they need not."""

    @dataclass
    class Narrow(CardEyes):
        def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
            late, sizes = self.now > 2.9, [x1 - x0 for x0, _, x1, _ in regions or [(0, 0, 640, 0)]]
            sight = super().look(image, regions)
            return sight if not late or max(sizes) > 230 else Sight()

    table = Table()
    toss(table, "2d", 1.2, (300, 180))
    toss(table, "9s", 2.8, (320, 205), side=-0.5)
    assert _codes(table, 5, Narrow(table)) == ["2d", "9s"]


def test_a_first_look_that_is_too_poor_does_not_hide_what_came_to_lie_there() -> None:
    """A card laid exactly on another one, of which the first look can hardly tell the face."""

    @dataclass
    class Slow(CardEyes):
        def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
            sight = super().look(image, regions)
            return Sight(
                tuple(
                    replace(card, rank_confidence=0.7, suit_confidence=0.7)
                    if card.card == "9s" and self.now < 3.0
                    else card
                    for card in sight.cards
                )
            )

    table = Table()
    toss(table, "2d", 1.2, (300, 180))
    toss(table, "9s", 2.8, (302, 181), side=-0.5)
    assert _codes(table, 5, Slow(table)) == ["2d", "9s"]


@pytest.mark.parametrize(
    ("size", "sure", "whole"),
    [(1.4, 0.95, True), (1.4, 0.7, False), (1.6, 0.99, False), (0.6, 0.99, False)],
)
def test_a_large_box_is_of_one_card_where_it_is_read_surely(
    size: float, sure: float, whole: bool
) -> None:
    assert is_whole(size, sure) is whole
