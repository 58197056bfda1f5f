"""How many cards lie there, by what is read in boxes that overlap."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import boxes_to_quads, order_clockwise
from vision.merge import Claim, apart, merge
from vision.sights import CardSight, DieSight

Place = tuple[float, float, float, float]
"""dx, dy, degrees, size."""

HERE: Place = (0, 0, 0, 1)
NEAR: Place = (4, 3, 5, 1)
TURNED: Place = (3, 2, 30, 1)
LARGER: Place = (10, 5, 10, 1.5)
FAN: Place = (25, 4, 8, 1)
CROSSWISE: Place = (0, 0, 90, 1)
BESIDE: Place = (110, 0, 0, 1)


def claim(code: str, place: Place = HERE, worth: float = 0.8) -> Claim:
    """A face-up card; `back`: one that lies face down."""
    dx, dy, degrees, size = place
    box = [300 + dx, 200 + dy, 100 * size, 140 * size, np.deg2rad(degrees)]
    quad = order_clockwise(boxes_to_quads(np.array([box]))[0])
    down = code == "back"
    sight = CardSight(quad, "down" if down else "up", "??" if down else code, 0.9, 0.9, 0.9)
    return Claim(sight, worth)


@pytest.mark.parametrize(
    ("one", "other", "cards"),
    [
        (claim("9h"), claim("9h", NEAR, 0.7), ["9h"]),
        (claim("9h"), claim("Ts", NEAR, 0.7), ["9h"]),
        (claim("9h"), claim("9h", TURNED, 0.7), ["9h"]),
        (claim("9h"), claim("??", TURNED, 0.1), ["9h"]),
        (claim("9h"), claim("??", LARGER, 0.1), ["9h"]),
        (claim("9h"), claim("?h", TURNED, 0.4), ["9h"]),
        (claim("9h"), claim("9?", TURNED, 0.4), ["9h"]),
        (claim("9h"), claim("9h", FAN, 0.7), ["9h"]),
        (claim("9h"), claim("Qs", TURNED, 0.3), ["9h"]),
        (claim("9h"), claim("Qs", TURNED, 0.7), ["9h", "Qs"]),
        (claim("9h"), claim("Qs", FAN, 0.7), ["9h", "Qs"]),
        (claim("9h"), claim("Qs", CROSSWISE, 0.7), ["9h", "Qs"]),
        (claim("9h"), claim("back", FAN, 0.7), ["9h", "??"]),
        (claim("9h"), claim("back", NEAR, 0.7), ["9h"]),
        (claim("back"), claim("back", FAN, 0.7), ["??", "??"]),
        (claim("back"), claim("back", TURNED, 0.7), ["??"]),
        (claim("9h"), claim("??", BESIDE, 0.1), ["9h", "??"]),
        (claim("9h"), claim("9h", BESIDE, 0.7), ["9h", "9h"]),
        (claim("Jk"), claim("Jk", TURNED, 0.7), ["Jk"]),
        (claim("9h", worth=0.2), claim("??", TURNED, 0.25), ["9h"]),
    ],
)
def test_two_clear_readings_are_two_cards_and_everything_less_is_a_repeat(
    one: Claim, other: Claim, cards: list[str]
) -> None:
    assert [claim.sight.card for claim in merge([one, other])] == cards
    assert [claim.sight.card for claim in merge([other, one])] == cards


def test_a_box_round_two_cards_gives_way_to_both() -> None:
    found = merge(
        [claim("9h", (-40, 0, 0, 1)), claim("??", LARGER, 0.1), claim("Qs", (45, 0, 0, 1))]
    )
    assert sorted(claim.sight.card for claim in found) == ["9h", "Qs"]


def test_a_fan_of_thirteen_is_thirteen_cards_in_spite_of_repeats() -> None:
    places: list[Place] = [(20 * i, i * i / 3, 4 * i, 1) for i in range(13)]
    clear = [claim(f"{rank}s", place) for rank, place in zip("A23456789TJQK", places, strict=True)]
    repeats = [claim("??", (x + 2, y + 3, turn + 9, 1.1), 0.1) for x, y, turn, _ in places]
    assert len(merge([*repeats, *clear])) == 13


def test_nothing_gives_nothing() -> None:
    assert merge([]) == []


def die(sure: float, side: float = 110.0) -> DieSight:
    """A die in the place of `HERE`."""
    quad = order_clockwise(boxes_to_quads(np.array([[300.0, 200, side, side, 0]]))[0])
    return DieSight(quad, 6, 0.9, (0.0, 0.0, 0.0, 0.0, 0.0, sure, 1 - sure))


@pytest.mark.parametrize(
    ("seen", "cards", "dice"),
    [
        (die(0.6), 1, 0),
        (die(1.0), 0, 1),
        (die(1.0, side=30), 1, 1),
    ],
)
def test_one_thing_is_not_both_card_and_die(seen: DieSight, cards: int, dice: int) -> None:
    sight = apart([claim("6s").sight], [seen])
    assert (len(sight.cards), len(sight.dice)) == (cards, dice)
