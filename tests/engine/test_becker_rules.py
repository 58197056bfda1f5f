"""Becker's rules that scenarios say badly: counting proofs, set-ups, the deal, what is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.games.becker import BECKER
from engine.games.becker.cards import DECK
from engine.referee import Referee
from engine.setup import SetupError, load_setup
from tests.engine.becker_table import OPEN, after, play, table

_HERE = Path(__file__).parent


def test_every_rule_of_the_book_is_named_by_a_scenario_or_a_test() -> None:
    """BGD-02, -10, -P4, -P5, -P8 and -P9 are in this file."""
    named: set[str] = set()
    for path in (_HERE / "scenarios").glob("becker*.yaml"):
        for scenario in yaml.safe_load(path.read_text("utf-8")):
            named.update(scenario["rules"])
    for path in _HERE.glob("test_becker*.py"):
        found = re.findall(r"test_BGD_(\w+?)_", path.read_text("utf-8"))
        named.update(f"BGD-{number}" for number in found)
    assert {rule.id for rule in BECKER.book} - named == set()


# --- the deal


@pytest.mark.parametrize(
    ("n", "counts"),
    [
        (3, [18, 17, 17]),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
        (7, [8, 8, 8, 7, 7, 7, 7]),
        (8, [7, 7, 7, 7, 6, 6, 6, 6]),
        (4, [13, 13, 13, 13]),
    ],
)
def test_BGD_01_the_deal_from_the_dealers_left(n: int, counts: list[int]) -> None:
    names = list("ABCDEFGH"[:n])
    state = Referee(load_setup("becker", names, {"dealer": names[-1]})).state
    assert [state.hands[name] for name in names] == counts


def test_BGD_02_two_to_ten_play() -> None:
    for n in (2, 10):
        load_setup("becker", [str(i) for i in range(n)], None)
    for n in (1, 11):
        with pytest.raises(SetupError, match="takes 2 to 10 players"):
            load_setup("becker", [str(i) for i in range(n)], None)
    three = {"house": {"becker.players": "3..3"}}
    with pytest.raises(SetupError, match="takes 3 to 3"):
        load_setup("becker", ["A", "B"], three)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([1], "is a table of players"),
        ({"A": 5}, "lacks B"),
        ({"A": 5, "B": 5, "Bo": 5}, "names Bo, who is no player. Did you mean B"),
        ({"A": 5, "B": -1}, "of B is a number of cards, not -1"),
        ({"A": 5, "B": True}, "of B is a number of cards, not True"),
        ({"A": 50, "B": 3}, "1 to 52 cards"),
        ({"A": 0, "B": 0}, "1 to 52 cards"),
    ],
)
def test_BGD_01_deal_counts_that_cannot_be_are_refused(counts: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        load_setup("becker", ["A", "B"], {"deal_counts": counts})


def test_BGD_36_in_mid_game_a_player_without_cards_is_the_first_out() -> None:
    counts = {"Ann": 2, "Ben": 2, "Cat": 0, "Dan": 2}
    assert after(OPEN, play("3d", "Ben"), deal_counts=counts).over == "B"


def test_BGD_39_a_dealer_who_is_none_is_refused_and_counts_can_be_given() -> None:
    referee = table(OPEN, {"set": {"over": "A"}})
    assert referee.submit({"next_round": {"dealer": "Zoe"}})["error"] == "unknown_player"
    counts = {"Ann": 14, "Ben": 12, "Cat": 13, "Dan": 13}
    bad = {"next_round": {"deal_counts": {"Ann": 14}}}
    assert referee.submit(bad)["error"] == "invalid_deal"
    said = referee.submit({"next_round": {"dealer": "Cat", "deal_counts": counts}})
    assert (said["hands"], said["dealer"]) == (counts, "Cat")
    assert "By the rules it is Ann's deal." in said["announce"]


def test_before_the_first_card_who_comes_or_goes_means_another_deal() -> None:
    referee = table({"join": "Eve", "after": "Dan"})
    assert sorted(referee.state.hands.values()) == [10, 10, 10, 11, 11]
    referee.submit({"leave": "Dan"})
    said = referee.submit({"leave": "Eve"})
    assert said["hands"] == {"Ann": 17, "Ben": 18, "Cat": 17, "Dan": 0, "Eve": 0}
    assert said["dealer"] == "Ann"


def test_BGD_42_a_card_thrown_again_in_the_next_round_was_not_taken_back_in_this_one() -> None:
    early, end = play("7d", "Cat"), {"set": {"over": "B"}}
    again = play("7d", "Ben")
    referee = table(OPEN, early, end, {"next_round": {}}, play("2d", "Ann"), again)
    said = referee.submit({"insert": 2, "event": {"pass": "Ben"}})
    assert said["drinks"] == {"Ben": 1, "Cat": -1}
    counted = next(slot for slot in referee.record.slots if slot.step == 2)
    assert counted.ruling.opening == "7 of diamonds"


# --- the order of effects


def test_BGD_10_broken_suit_then_the_cards_own_effect_then_a_social() -> None:
    kings = (play("Kd", "Ben"), play("Ks", "Cat"), {"give": None, "by": "Cat"}, play("Kh", "Dan"))
    said = table(OPEN, *kings).submit(play("Kc", "Ann"))
    assert list(said["why"]) == ["broken_suit", "social"]
    assert said["give"] == {"by": "Ann", "n": 4}
    assert said["announce"] == [
        "King of clubs: Dan drinks 2 drinks — broken suit 1 + social 1",
        "Ann drinks 1 drink — social",
        "Ben drinks 1 drink — social",
        "Cat drinks 1 drink — social",
        "Social! Everybody drinks 1.",
        "Ann gives 4 drinks for the King.",
        "Ben waits.",
    ]


# --- proofs by counting


def left(unseen: str, **hands: int) -> Referee:
    """A table after the 2 of diamonds where only the `unseen` cards are still in hands."""
    hidden = set(unseen.split())
    out = sorted(DECK - hidden - {"2d"})
    names = list(hands)
    referee = Referee(load_setup("becker", names, {"dealer": names[-1]}))
    for event in (play("2d", names[0]), {"set": {"out": out, "hands": hands}}):
        assert "error" not in referee.submit(event)
    return referee


def test_BGD_P4_more_cards_that_fit_than_room_for_them_elsewhere() -> None:
    said = left("3d 4d 5d Ks", Ann=1, Ben=3).submit({"pass": "Ben"})
    assert said["proof"] == {
        "kind": "pass_with_counted_card",
        "player": "Ben",
        "pass_step": 3,
        "top": "2d",
        "unseen": 3,
        "elsewhere": 1,
    }
    assert said["proofs"][0]["strength"] == "certain"


def test_BGD_P4_where_all_of_them_may_be_elsewhere_nothing_is_proven() -> None:
    assert left("3d 4d 5d Ks", Ann=3, Ben=1).submit({"pass": "Ben"})["proof"] is None


def test_BGD_P5_all_pass_and_one_of_them_must_hold_a_card_that_fits() -> None:
    referee = left("3d 4d 5d Ks Kh", Ann=1, Ben=2, Cat=2)
    assert referee.submit({"pass": "Ben"})["proof"] is None
    said = referee.submit({"pass": "Cat"})
    assert said["sweep"] is True
    assert said["proof"] == {
        "kind": "group_pass",
        "players": ["Ben", "Cat"],
        "pass_steps": [3, 4],
        "top": "2d",
        "unseen": 3,
        "elsewhere": 1,
    }


def test_BGD_P5_where_the_thrower_may_hold_them_nothing_is_proven() -> None:
    referee = left("3d 4d 5d Ks Kh", Ann=3, Ben=1, Cat=1)
    referee.submit({"pass": "Ben"})
    assert referee.submit({"pass": "Cat"})["proofs"] == []


def test_BGD_P8_a_blunder_tells_what_it_was() -> None:
    said = table(OPEN).submit(play("9s", "Cat"))
    assert said["offence"] == {
        "kind": "out_of_turn",
        "player": "Cat",
        "cards": ["9s"],
        "turn": "Ben",
        "top": "2d",
    }
    assert table(OPEN).submit(play("9d", "Ben"))["offence"] is None


def test_BGD_P9_more_given_than_there_was_is_a_hint_and_refused() -> None:
    king = (OPEN, play("2s", "Ben"), play("Ks", "Cat"))
    said = table(*king).submit({"give": {"Ann": 9}, "by": "Cat"})
    assert said["error"] == "invalid_give"
    assert said["proofs"] == [
        {
            "kind": "wrong_give",
            "player": "Cat",
            "given": 9,
            "due": 8,
            "steps": [3],
            "strength": "hint",
        }
    ]
    assert table(*king).submit({"give": {"Ann": 8}, "by": "Cat"})["proofs"] == []


def test_BGD_P9_a_card_put_right_shows_that_too_much_was_given_and_it_stands() -> None:
    given = {"give": {"Ann": 5, "Ben": 3}, "by": "Cat"}
    referee = table(OPEN, play("2s", "Ben"), play("Ks", "Cat"), given)
    said = referee.submit({"amend": 3, "event": play("Js", "Cat")})
    assert (said["drinks"], said["changed"]) == ({}, [3, 4])
    assert referee.record.slots[3].ruling.proofs[0].facts["due"] == 4


def test_BGD_49_a_card_seen_in_one_hand_that_comes_out_of_another_is_a_hint() -> None:
    said = table(OPEN, play("9s", "Ben"), play("3d", "Ben")).submit(play("9s", "Cat"))
    assert said["proof"] == {
        "kind": "traded_card",
        "player": "Cat",
        "holder": "Ben",
        "card": "9s",
        "first_step": 2,
    }


def test_BGD_P11_the_opening_card_never_appears() -> None:
    names = ["A", "B"]
    setup = load_setup("becker", names, {"house": {"becker.open_any": True}})
    referee = Referee(setup)
    cards = sorted(DECK - {"2d"})
    referee.submit(play(cards[0], "A"))
    referee.submit({"set": {"over": "A"}})
    hands = {"A": cards[1:26], "B": cards[26:]}
    said = referee.submit({"reveal": hands})
    kinds = [proof["kind"] for proof in said["proofs"]]
    assert kinds == ["hand_count", "missing_opening_card"]
    full = {"A": cards[1:26], "B": [*cards[26:], "2d"]}
    assert referee.submit({"amend": 3, "event": {"reveal": full}})["proofs"] == []


def test_BGD_P11_who_shows_black_faces_only_may_keep_the_opening_card() -> None:
    setup = load_setup("becker", ["A", "B"], {"house": {"becker.open_any": True}})
    referee = Referee(setup)
    cards = sorted(DECK - {"2d"})
    referee.submit(play(cards[0], "A"))
    referee.submit({"set": {"over": "A"}})
    assert referee.submit({"reveal": {"A": cards[1:26], "B": ["Ks"]}})["proofs"] == []
