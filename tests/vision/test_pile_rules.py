"""The rules by which what shows in a pile is a card that came, one that lay there, or neither."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.drawing import card_sight
from vision.arrivals import Arrivals
from vision.card_things import CardThing
from vision.kinship import note_new, recognise
from vision.leaving import Backs
from vision.look import Look
from vision.motion import Contrast
from vision.sights import CardSight, Quad

WHOLE = np.array([(-32, -45), (32, -45), (32, 45), (-32, 45)], np.float32)
PILE, BESIDE, AWAY = (100, 100), (120, 125), (300, 100)
_GREY = np.full((4, 4), 100, np.uint8)


def _picture(t: float) -> Contrast:
    return Contrast(t, _GREY, _GREY, _GREY)


def _look(t: float, rest: float = 0.0, new: float = 0.0, **ways: Any) -> Look:
    """A look at `t` at a table at rest since `rest`, of which the part `new` is new."""
    known: dict[str, Callable[..., Any]] = {
        "covers": lambda box: True,
        "rest": lambda box: rest,
        "came": lambda box: rest,
        "blocked": lambda box: False,
        "is_new": lambda box: False,
        "new_part": lambda quad, others: new,
        "differs": lambda box, before: False,
        "same": lambda box, before: False,
        "changed": lambda quad, others, before: 0.0,
        "arriving": lambda card: False,
    }
    return Look(t=t, now=_picture(t), **{**known, **ways})


def _sight(code: str, at: tuple[float, float], sure: float = 0.97, size: float = 1.0) -> CardSight:
    quad: Quad = (WHOLE * size + np.array(at)).astype(np.float32)
    seen = card_sight(code, (0, 0), np.eye(2, 3))
    root = sure**0.5
    return replace(
        seen, quad=quad, rank_confidence=root, suit_confidence=root, candidates=((code, sure),)
    )


def _thing(
    code: str, at: tuple[float, float], rest: float, looks: int = 3, sure: float = 0.97, **more: Any
) -> CardThing:
    """A card that came at `rest` and was seen so often from then on, fifteen times a second."""
    thing = CardThing(rest, rest, _sight(code, at, sure))
    for number in range(looks):
        thing.see(_sight(code, at, sure), rest, _picture(rest + number / 15))
    thing.came = rest
    for name, value in more.items():
        setattr(thing, name, value)
    return thing


@pytest.mark.parametrize(
    ("code", "fresh", "looks", "at", "heard"),
    [
        ("9s", 0.05, 3, PILE, []),
        ("9s", 0.05, 3, BESIDE, []),
        ("9s", 0.07, 3, PILE, ["9s"]),
        ("9s", 0.05, 6, PILE, ["9s"]),  # Nearly every look shows one laid on its like.
        ("2d", 0.05, 6, PILE, []),  # There is one of each, and it lies there.
        ("9s", 0.05, 3, AWAY, ["9s"]),
    ],
)
def test_where_nothing_is_new_in_a_pile_nothing_came(
    code: str, fresh: float, looks: int, at: tuple[float, float], heard: list[str]
) -> None:
    things = [
        _thing("2d", PILE, 1.0, landed=True, said="2d"),
        _thing(code, at, 5.0, looks, fresh=fresh),
    ]
    arrivals = Arrivals(things, Backs(), copies=False, in_stock=lambda x, y: False)
    seen = arrivals.tell(lambda t: "Ann", _look(5.4, 5.0))
    assert [getattr(item, "card", None) for item in seen] == heard


@pytest.mark.parametrize(
    ("other", "fresh"),
    [
        ({"rest": 5.0, "sure": 0.97}, 0.02),
        ({"rest": 4.8, "sure": 0.97}, 0.02),
        ({"rest": 5.0, "sure": 0.6}, 0.2),  # It is rather the other one that is pieces.
        ({"rest": 4.0, "sure": 0.97}, 0.2),  # It lay there before.
        ({"rest": 5.0, "sure": 0.97, "since": 1.0, "landed": True}, 0.2),  # An arm passed over it.
    ],
)
def test_what_a_surer_card_that_came_with_it_covers_is_not_new_by_it(
    other: dict[str, Any], fresh: float
) -> None:
    thing = _thing("3d", PILE, 5.0, looks=1, sure=0.8)
    things = [_thing("Qd", BESIDE, **other), thing]
    note_new(things, _look(5.0, new_part=lambda quad, others: 0.02 if others else 0.2))
    assert thing.fresh == fresh


@pytest.mark.parametrize(
    ("at", "size", "came", "still_there", "moved"),
    [
        (AWAY, 0.7, True, False, False),  # A piece of another card that reads the same.
        (AWAY, 1.0, True, True, True),  # It was pushed there.
        (AWAY, 1.0, False, False, False),  # What shows there lay there before.
        (PILE, 0.7, False, True, False),
    ],
)
def test_a_piece_elsewhere_says_of_no_card_that_it_is_still_there(
    at: tuple[float, float], size: float, came: bool, still_there: bool, moved: bool
) -> None:
    known = _thing("Kc", PILE, 1.0, landed=True, said="Kc")
    other = _thing("Ks", AWAY, 1.0, landed=True, said="Ks")
    sight = _sight("Kc", at, 0.8, size)
    look = _look(6.0, 5.0, differs=lambda box, before: came)
    left = recognise([known, other], [sight], look, None)
    assert left == ([] if came or still_there else [sight])
    assert (known.seen == 6.0) is still_there
    assert (float(known.quad.mean()) != float((WHOLE + PILE).mean())) is moved


@pytest.mark.parametrize(
    ("came", "left", "indices_differ", "copies", "another"),
    [
        (0.2, 0.0, True, {}, True),
        (0.2, 0.0, True, {"7": 2}, True),
        (0.2, 0.0, True, {"7": 1}, False),  # There is no other one.
        (0.05, 0.0, True, {}, False),  # Its place shows what it showed.
        (0.2, 0.1, True, {}, False),  # It was pushed: its old place shows something else.
        (0.2, None, True, {}, False),  # Nothing of its old place shows, and it is nearly there.
        (0.2, 0.0, False, {}, False),  # Its indices are where they were.
    ],
)
def test_another_card_came_where_something_changed_and_the_old_place_did_not(
    came: float, left: float | None, indices_differ: bool, copies: dict[str, int], another: bool
) -> None:
    lies = _thing("7", PILE, 1.0, landed=True, said="7", lying=_picture(1.5))
    sight = _sight("7", (PILE[0] + 6, PILE[1] + 4))
    look = _look(
        6.0,
        5.0,
        differs=lambda box, before: indices_differ,
        changed=lambda quad, others, before: left if others else came,
    )
    known = recognise([lies], [sight], look, copies)
    assert (known == [sight]) is another
