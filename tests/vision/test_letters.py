"""Letters turned before a seat are counted (RULES 0.4, FAL-02); cards at the stock are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from engine.seen import CardLanded, Letters, Seen, TurnUp
from tests.vision.card_table import BACK, CardEyes, reach, toss
from tests.vision.drawing import card_sight, inside
from tests.vision.table import WIDTH, Table, watch, without_camera
from vision.detector import Region
from vision.frames import Image
from vision.places import Places
from vision.sights import Sight

SEATS = {"Ann": 0.0, "Ben": 180.0}
ROWS = {"Ann": 300.0, "Ben": 50.0}
FROM, STEP = 190.0, 62.0
STOCK = ((0.05, 0.3), (0.2, 0.3), (0.2, 0.65), (0.05, 0.65))
BEFORE_ANN = ((0.2, 0.66), (0.8, 0.66), (0.8, 1.0), (0.2, 1.0))


def _laid_out(
    turned: dict[tuple[str, int], float], back_up: float = 99.0, faces: str = "ALIVE"
) -> CardEyes:
    """Ann's and Ben's letters, some turned over at a time in seconds, and up again."""
    table = Table()
    eyes = CardEyes(table)
    for name, y in ROWS.items():
        for n, face in enumerate(faces):
            x, at = FROM + STEP * n, turned.get((name, n), 99.0)
            table.cards.append((face, [(0.0, x, y)], -1, at))
            if at < back_up:
                table.cards.append((face, [(back_up, x, y)], back_up, 99))
                _face_down(eyes, x, y, at, back_up)
    for (name, n), at in turned.items():
        for moment in (at, back_up):
            reach(table, moment, (FROM + STEP * n, ROWS[name]), side=(FROM + STEP * n) / WIDTH)
    return eyes


def _face_down(eyes: CardEyes, x: float, y: float, since: float, until: float = 99.0) -> None:
    eyes.table.cards.append((BACK, [(since, x, y)], since, until))
    eyes.backs.append((since, until, x, y))


def _seen(eyes: CardEyes, seconds: float, places: Places | None = None) -> list[Seen]:
    seen, _, _ = watch(
        eyes.table, seconds, 15, eyes=eyes, seats=SEATS, copies={}, places=places or Places()
    )
    return without_camera(seen)


def _said(seen: Sequence[Seen]) -> list[object]:
    return [(one.seat, one.n) if isinstance(one, Letters) else one for one in seen]


def test_a_letter_turned_over_is_one_event_of_its_owner() -> None:
    seen = _seen(_laid_out({("Ann", 4): 2.0, ("Ben", 2): 4.0, ("Ann", 3): 6.0}), 8)
    assert _said(seen) == [("Ann", 4), ("Ben", 4), ("Ann", 3)]
    assert [one.t for one in seen] == pytest.approx([2.0, 4.0, 6.0], abs=0.7)


@pytest.mark.parametrize("misses", [0.2, 0.4])
def test_letters_that_are_often_overlooked_are_counted_all_the_same(misses: float) -> None:
    eyes = _laid_out({("Ann", 4): 3.0, ("Ann", 3): 6.0})
    eyes.misses = misses
    assert _said(_seen(eyes, 9)) == [("Ann", 4), ("Ann", 3)]


def test_a_letter_turned_up_again_is_said() -> None:
    assert _said(_seen(_laid_out({("Ann", 0): 2.0}, back_up=4.5), 7)) == [("Ann", 4), ("Ann", 5)]


def test_a_hand_laid_down_beside_the_letters_turns_none() -> None:
    eyes = _laid_out({})
    reach(eyes.table, 2.0, (540, 210), side=0.85)
    _face_down(eyes, 540, 210, 2.0)
    assert _seen(eyes, 5) == []


@dataclass
class SplitEyes(CardEyes):
    """Eyes that take the halves of two letters for a card, which they read poorly."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What shows at `now`."""
        piece = card_sight("0", (FROM + 2.4 * STEP, ROWS["Ann"]), np.eye(2, 3))
        piece = replace(piece, rank_confidence=0.1, suit_confidence=0.6, candidates=(("0", 0.1),))
        cards = [piece] if self.now > 2.0 and inside(piece.quad, regions) else []
        return Sight((*super().look(image, regions).cards, *cards), ())


def test_halves_of_two_letters_are_no_card() -> None:
    eyes = SplitEyes(_laid_out({}).table)
    reach(eyes.table, 2.0, (FROM + 2.4 * STEP, ROWS["Ann"]))
    assert _seen(eyes, 5) == []


def test_letters_lie_there_and_never_land() -> None:
    eyes = _laid_out({})
    toss(eyes.table, "EQ21", 2.0, (320, 170), side=0.02)
    (landed,) = _seen(eyes, 4)
    assert isinstance(landed, CardLanded)
    assert landed.card == "EQ21"


def test_a_game_that_goes_on_counts_what_was_turned_before() -> None:
    eyes = _laid_out({("Ann", 4): -0.5, ("Ann", 3): 3.0})
    assert _said(_seen(eyes, 5)) == [("Ann", 3)]


def test_in_its_calibrated_place_any_face_is_a_letter() -> None:
    """People's own letters may look like none that was taught."""
    letters = {"Ben": BEFORE_ANN}
    eyes = _laid_out({("Ann", 1): 2.0}, faces="74657")
    assert _said(_seen(eyes, 4, Places(letters=letters))) == [("Ben", 4)]


def test_cards_at_the_stock_are_no_events() -> None:
    table = Table()
    toss(table, "7", 1.5, (80, 170), side=0.1, until=5.0)
    toss(table, "4", 3.5, (320, 170))
    reach(table, 5.0, (80, 170), side=0.1)
    (played,) = _seen(CardEyes(table), 8, Places(stock=STOCK))
    assert isinstance(played, CardLanded)
    assert played.card == "4"


def test_a_lone_card_on_the_stock_is_turned_up_in_a_game_with_trumps() -> None:
    table = Table()
    toss(table, "6h", 1.5, (80, 170), side=0.1)
    toss(table, "9s", 3.5, (320, 170))
    places = Places(stock=STOCK)
    turned, played = without_camera(watch(table, 5, 15, eyes=CardEyes(table), places=places)[0])
    assert isinstance(turned, TurnUp)
    assert isinstance(played, CardLanded)
