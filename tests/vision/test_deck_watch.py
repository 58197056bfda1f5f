"""Cards of another deck on the table: one sentence, and nothing is made of them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from types import MappingProxyType

import numpy as np
import pytest

from engine.seen import CardLanded, Seen
from tests.vision.card_table import CardEyes, toss
from tests.vision.drawing import card_sight
from tests.vision.table import Table, watch, without_camera
from vision.card_things import CardThing
from vision.deck_watch import DeckWatch
from vision.motion import Contrast
from vision.reader import CARD_CODES
from vision.sights import CardSight

PLACES = [(150.0 + 90 * (i % 4), 80.0 + 100 * (i // 4)) for i in range(12)]
CODES = [*CARD_CODES[:12]]
_PLACES = count(0, 100)


@dataclass
class Strangers(CardEyes):
    """Eyes to which some of the cards are of a deck that they do not know: any face that comes
    near, and not at all surely."""

    strange: Container[str] = field(default_factory=tuple)
    alike: Mapping[str, str] = field(default_factory=dict)

    def _seen(self, card: CardSight, above: Sequence[object]) -> CardSight | None:
        if card.card in self.alike:
            code = self.alike[card.card]
            return replace(card, card=code, candidates=((code, 0.9),))
        if card.card not in self.strange:
            return card
        other, sure = CARD_CODES[int(self.random.integers(52))], float(self.random.uniform(0, 0.5))
        part = sure**0.5
        return replace(
            card, card="??", rank_confidence=part, suit_confidence=part, candidates=((other, sure),)
        )


def _evening(
    strange: Container[str],
    codes: Sequence[str] = CODES,
    known: Container[str] = CARD_CODES,
    alike: Mapping[str, str] = MappingProxyType({}),
) -> tuple[list[Seen], list[str]]:
    """Cards thrown one after the other: what is seen, and what people are told."""
    table = Table()
    for i, (code, at) in enumerate(zip(codes, PLACES, strict=False)):
        toss(table, code, 1.2 + 1.5 * i, at, side=0.5 if i % 2 else -0.5)
    told: list[str] = []
    deck = DeckWatch("an ordinary deck", known.__contains__, told.append)
    seconds = 1.2 + 1.5 * len(codes) + 2.5
    seen, _, _ = watch(
        table, seconds, 15, eyes=Strangers(table, strange=strange, alike=alike), deck=deck
    )
    return without_camera(seen), told


def test_cards_of_the_deck_say_nothing() -> None:
    seen, told = _evening(())
    assert [item.card for item in seen if isinstance(item, CardLanded)] == CODES
    assert told == []


def test_after_a_few_cards_of_another_deck_one_sentence_is_said_and_the_game_waits() -> None:
    seen, told = _evening(CODES)
    assert len(told) == 1
    assert "cannot be read as those of an ordinary deck" in told[0]
    assert "symposiarch enrol NAME" in told[0]
    assert all(item.t < 1.2 + 1.5 * 6 for item in seen)


def test_one_odd_card_among_those_of_the_deck_is_asked_about_as_ever() -> None:
    seen, told = _evening({CODES[2], CODES[7]})
    assert told == []
    assert [item.card for item in seen if isinstance(item, CardLanded)][-1] == CODES[-1]


def test_the_game_goes_on_when_the_right_deck_is_there() -> None:
    seen, told = _evening(CODES[:7])
    assert [sentence[:20] for sentence in told] == ["The cards on the tab", "The cards can be rea"]
    after = [item.card for item in seen if isinstance(item, CardLanded) and item.t > 1.2 + 1.5 * 6]
    assert after == CODES[7:], "the first of them is told late, and not lost"


def test_cards_that_are_read_surely_and_do_not_belong_to_the_deck_are_of_another_one() -> None:
    seen, told = _evening((), known=("0", "1", "BOMB"))
    assert len(told) == 1
    assert len(seen) == 4


def test_cards_that_read_like_others_that_lie_there_are_of_another_deck() -> None:
    """Acorns look like hearts: nine of ten faces are read surely, and every other one twice."""
    codes = [suit for rank in "23456" for suit in (rank + "h", rank + "c")]
    seen, told = _evening((), codes, alike={code: code[0] + "h" for code in codes})
    assert len(told) == 1
    assert all(item.t < 1.2 + 1.5 * 8 for item in seen)


@pytest.mark.parametrize(("before", "needed"), [(1, 2), (2, 4), (3, 6), (4, 6)])
def test_the_more_often_the_right_deck_seemed_to_be_there_the_more_of_it_is_asked_for(
    before: int, needed: int
) -> None:
    told: list[str] = []
    deck = DeckWatch("an ordinary deck", CARD_CODES.__contains__, told.append)
    landed = CardLanded(t=0.0, card="2d")
    for _ in range(before):
        while len(told) % 2 == 0:
            deck.let_pass([landed], [_came(0.1)])
        many = 0
        while len(told) % 2 == 1:
            many += 1
            passed = deck.let_pass([landed], [_came(0.95)])
    assert (many, len(passed)) == (needed, needed)


def _came(sure: float) -> CardThing:
    """A card that came to a place of its own and is read so surely."""
    sight = card_sight("2d", (float(next(_PLACES)), 0.0), np.eye(2, 3))
    part = sure**0.5
    sight = replace(sight, rank_confidence=part, suit_confidence=part)
    thing = CardThing(1.0, 1.0, sight, landed=True)
    thing.see(sight, 1.0, Contrast(1.0, *[np.zeros((1, 1), np.uint8)] * 3))
    return thing


def test_a_thing_that_lay_there_and_is_taken_for_cards_says_nothing() -> None:
    table = Table()
    told: list[str] = []
    coasters = [(code, [(0.0, *at)], 0.0, 99.0) for code, at in zip(CODES, PLACES, strict=False)]
    table.cards.extend(coasters[:8])
    toss(table, "Ks", 1.2, (300, 330))
    watch(
        table, 4, 15, eyes=Strangers(table, strange=CODES),
        deck=DeckWatch("an ordinary deck", CARD_CODES.__contains__, told.append),
    )  # fmt: skip
    assert told == []
