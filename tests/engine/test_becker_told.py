"""What Becker's referee tells and asks, what people set, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.becker import BECKER
from tests.engine.becker_table import OPEN, after, play, table


def test_sentences_say_what_happened_and_what_is_next() -> None:
    referee = table(OPEN)
    assert referee.submit(play("5s", "Ben"))["announce"] == [
        "Ben drinks 2 drinks — illegal card",
        "The 5 of spades matches neither diamonds nor 2: back to hand.",
        "Ben to act.",
    ]
    assert referee.submit(play("Ad", "Ben"))["announce"] == [
        "Ace of diamonds: Ben drinks 10 drinks — take",
        "Sweep: Ann.",
        "Ben leads.",
    ]
    assert referee.submit({"take_back": "Ad", "by": "Ben"})["announce"] == [
        "The Ace of diamonds stays.",
        "For the table to judge: The Ace of diamonds was thrown (step 3) and then taken from the "
        "table.",
    ]


def test_SAF_07_two_beverages_come_in_portions_with_pauses() -> None:
    ayes = ["Ann", "Cat", "Dan"]
    said = table(OPEN).submit({"accuse": "Ben", "by": "Cat", "act": "hiding", "aye": ayes})
    assert any("7 + 7 + 7 + 7" in line for line in said["announce"])
    assert said["drinks"] == {}


def test_SAF_07_many_drinks_come_in_portions_and_few_do_not() -> None:
    spades = (OPEN, play("2s", "Ben"), play("As", "Cat"))
    said = table(*spades).submit({"give": {"Ann": 15, "Dan": 5}, "by": "Cat"})
    assert said["announce"] == [
        "Ann drinks 15 drinks — given",
        "Dan drinks 5 drinks — given",
        "Ann takes 7 + 7 + 1, with pauses.",
        "Cat leads.",
    ]
    unwell = table(OPEN, {"unwell": "Ann"}, {"set": {"over": "B"}})
    assert "SAF-07" not in unwell.submit({"reveal": {"Ann": ["As"]}})["rules"]
    split = {"Ann": 10, "Dan": 10}
    said = table(*spades).submit({"give": split, "by": "Cat"})
    assert "SAF-07" not in said["rules"]


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ((), "The holder of the 2 of diamonds opens with it (BGD-03)."),
        ((OPEN,), "Ben throws diamonds or any 2 (BGD-06)."),
        ((OPEN, play("Ad", "Ben")), "Ben leads any card (BGD-07)."),
        ((OPEN, {"plays": ["3d", "4d"], "by": "Ben"}), "Ben chooses which of the cards stays"),
        ((OPEN, {"set": {"over": "B"}}), "deals the next round (BGD-39)."),
        ((OPEN, play("2s", "Ben"), play("Ks", "Cat")), "Cat gives 8 drinks for the King."),
    ],
)
def test_legal_says_what_may_be_done(events: tuple[dict[str, Any], ...], sentence: str) -> None:
    assert any(sentence in line for line in BECKER.legal(after(*events)))


def test_questions_ask_who_gets_the_drinks_and_which_card_stays() -> None:
    state = after(OPEN, play("2s", "Ben"), play("Ks", "Cat"))
    found = BECKER.question(state)
    assert found is not None
    assert [choice.event for choice in found.answers] == [
        {"give": {"Ann": 8}, "by": "Cat"},
        {"give": {"Ben": 8}, "by": "Cat"},
        {"give": {"Dan": 8}, "by": "Cat"},
        {"give": None, "by": "Cat"},
    ]
    found = BECKER.question(after(OPEN, {"plays": ["3d", "4d"], "by": "Ben"}))
    assert found is not None
    assert [choice.event for choice in found.answers] == [
        {"choose": "3d", "by": "Ben"},
        {"choose": "4d", "by": "Ben"},
    ]
    assert BECKER.question(after(OPEN)) is None


# --- people put the state in step with the table


@pytest.mark.parametrize(
    ("values", "key", "value"),
    [
        ({"direction": "anticlockwise"}, "direction", "anticlockwise"),
        ({"dealer": "Ben"}, "sweeper", "Cat"),
        ({"gives": {"Ann": 3}}, "gives", [{"by": "Ann", "n": 3}]),
        ({"first_out": "Cat"}, "first_out", "Cat"),
        ({"hands": {"Cat": 0}}, "first_out", "Cat"),
        ({"turn": None}, "turn", None),
        ({"top": "9c", "thrower": "Cat", "turn": "Dan"}, "top", "9c"),
        ({"top": "Ac", "thrower": "Cat", "turn": "Cat"}, "lead", "Cat"),
    ],
)
def test_set_holds_whatever_the_rules_would_say(
    values: dict[str, Any], key: str, value: object
) -> None:
    said = table(OPEN).submit({"set": values, "reason": "so it lies"})
    assert (said.get("error"), said[key], said["drinks"]) == (None, value, {})


def test_set_with_cards_again_is_no_longer_out() -> None:
    referee = table(OPEN, {"set": {"hands": {"Cat": 0}}})
    assert referee.submit({"set": {"hands": {"Cat": 2}}})["first_out"] is None


def test_set_undoes_a_choice_and_an_end() -> None:
    referee = table(OPEN, {"plays": ["3d", "4d"], "by": "Ben"})
    assert referee.submit({"set": {"needs": None}})["needs"] is None
    referee.submit({"set": {"over": "B"}})
    assert referee.submit({"set": {"over": None, "turn": "Ben"}})["turn"] == "Ben"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (play("??", "Ben"), "invalid_card"),
        (play("K?", "Ben"), "invalid_card"),
        (play("Jk", "Ben"), "invalid_card"),
        (play("", "Ben"), "invalid_event"),
        ({"plays": [], "by": "Ben"}, "invalid_event"),
        ({"plays": ["3d", "3D"], "by": "Ben"}, "invalid_card"),
        (play("3d", "Zoe"), "unknown_player"),
        ({"pass": "Zoe"}, "unknown_player"),
        ({"pass": "Cat"}, "out_of_turn"),
        ({"choose": "3d", "by": "Ben"}, "no_choice"),
        ({"take_back": "3d", "by": "Ben"}, "not_on_table"),
        ({"next_round": {"dealer": "Ann", "extra": 1}}, "unknown_field"),
        ({"join": "Ann"}, "already_here"),
        ({"join": " "}, "invalid_name"),
        ({"set": {"turn": "Zoe"}}, "unknown_player"),
        ({"set": {"top": "2z"}}, "invalid_card"),
        ({"set": {"hands": {"Ann": 99}}}, "invalid_set"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    event: dict[str, Any], code: str
) -> None:
    referee = table(OPEN)
    before = referee.state
    said = referee.submit(event)
    assert (said["error"], said["turn"], said["drinks"]) == (code, "Ben", {})
    assert referee.state == before


@pytest.mark.parametrize("code", ["10D", "td", "T♦", " Td ", "10♦"])
def test_cards_are_read_as_people_write_them(code: str) -> None:
    assert table(OPEN).submit(play(code, "Ben"))["top"] == "Td"
