"""Five Alive from cards seen to rulings: questions, answers, and what nobody answered."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import Match
from engine.seen import CardLanded, CardRemoved, CardsLanded
from engine.setup import load_setup

PLAYERS = ["Ann", "Ben", "Cat", "Dan"]


def landed(card: str) -> CardLanded:
    return CardLanded(t=1.0, card=card)


def test_a_card_taken_back_can_still_be_told_when_play_has_gone_on() -> None:
    match = Match(load_setup("fivealive", PLAYERS, None))
    match.see(landed("6"))
    (_, question) = match.see(CardRemoved(t=2.0, card="6"))
    match.see(CardLanded(t=3.0, card="2"))
    (ruling,) = match.answer(question["id"], 1, 4.0)
    assert "error" not in ruling
    assert ruling["total"] == 2


def test_questions_follow_a_bomb_one_player_after_the_other() -> None:
    match = Match(load_setup("fivealive", PLAYERS, None))
    *_, first = match.see(landed("BOMB"))
    assert first["text"] == "Bomb: has Ben a 0?"
    ruling, second = match.answer(first["id"], 1, 2.0)
    assert ruling["flips"] == {"Ben": 1}
    assert second["text"] == "Bomb: has Cat a 0?"
    ruling, third = match.answer(second["id"], 0, 3.0)
    assert (ruling["flips"], third["text"]) == ({}, "Bomb: has Dan a 0?")
    (ruling,) = match.answer(third["id"], 0, 4.0)
    assert (ruling["needs"], ruling["turn"]) == (None, "Ben")


def test_several_cards_are_asked_about_and_ties_are_not() -> None:
    match = Match(load_setup("fivealive", PLAYERS, None))
    *_, question = match.see(CardsLanded(t=1.0, cards=("3", "SKIP"), seat="Ann"))
    assert question["about"] == "choose"
    (ruling,) = match.answer(question["id"], 1, 2.0)
    assert (ruling["returned"], ruling["turn"]) == ([3], "Cat")


def test_who_plays_on_over_a_bomb_is_not_charged() -> None:
    match = Match(load_setup("fivealive", PLAYERS, None))
    match.see(landed("BOMB"))
    *_, question = match.see(CardLanded(t=2.0, card="4", seat="Ben"))
    going_on, *_ = match.see(CardLanded(t=3.0, card="5", seat="Cat"))[1:]
    assert going_on["flips"] == {}
    assert match.view()["total"] == 9
    assert match.view()["totals"] == dict.fromkeys(PLAYERS, 0)
    lines = match.answer(question["id"], 0, 4.0)
    assert [line["flips"] for line in lines] == [{"Ben": 1, "Cat": 1, "Dan": 1}, {}]
    assert match.view()["total"] == 9


def offered(seen: CardLanded | CardsLanded, *entered: Any, **start: Any) -> list[str]:
    """What people read, of the question that something seen leads to."""
    match = Match(load_setup("fivealive", PLAYERS, start))
    for event in entered:
        match.submit(event, 0.5)
    *_, question = match.see(seen)
    return [choice["text"] for choice in question["answers"]]


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        (("3", "SKIP"), ["Ann played 3, then Ben Skip", "Ann played Skip, then Cat 3"]),
        (("0", "0"), ["Ann played 0, then Ben 0"]),
        (("BOMB", "3"), ["Ann played 3, then Ben Bomb"]),
        (("BOMB", "0"), [*(f"Ann played Bomb, and {name} a 0 for it" for name in PLAYERS[1:]),
                         "Ann played 0, then Ben Bomb"]),
    ],
)  # fmt: skip
def test_two_cards_may_be_two_turns_where_somebody_may_play_after_the_first(
    cards: tuple[str, str], turns: list[str]
) -> None:
    rest = ["Ann threw them at once", "it counts for nothing"]
    assert offered(CardsLanded(t=1.0, cards=cards)) == [*turns, *rest]


def test_after_the_last_card_of_a_hand_the_next_hand_is_played() -> None:
    seen = CardsLanded(t=1.0, cards=("3", "4"))
    said = offered(seen, hand_counts={"Ann": 1}, dealer="Cat", turn="Ann")
    assert said[0] == "Ann played 3, then Ann 4"


LAST = {"lives": {"Ann": 1, "Cat": 0, "Dan": 0}, "turn": "Ann"}


def test_nobody_is_offered_to_play_after_a_flip_that_ends_the_game() -> None:
    doubtful = CardLanded(t=1.0, card="3", seat="Ben", confidence=0.6, alternatives=(("4", 0.4),))
    assert offered(doubtful, **LAST)[0] == "Ann could not play and flipped"
    bomb = {"play": "BOMB", "by": "Ben"}
    said = offered(CardLanded(t=1.0, card="3"), bomb, **{**LAST, "turn": "Ben"})
    assert said[0] == "Ann flipped for the Bomb"
