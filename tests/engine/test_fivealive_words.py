"""What is said in a game of Five Alive: sentences (RULES 0.7), the book, what may be done."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.fivealive import FIVEALIVE
from engine.games.fivealive.cards import named
from tests.engine.fivealive_table import Table

TEAMS = {"red": ["A", "C"], "blue": ["B", "D"]}


@pytest.mark.parametrize(
    ("start", "plays", "said"),
    [
        ({}, ["A7"], ["Total 7. B to play."]),
        (
            {"total": 19, "turn": "A"},
            ["A3"],
            ["3 is too much at 19: back to hand.", "A flips a letter (4 left).",
             "Total 0. B to play."],
        ),
        ({"turn": "A"}, ["A-"], ["A flips a letter (4 left).", "Total 0. B to play."]),
        ({"turn": "A"}, ["AREVERSE"], ["Direction reverses.", "Total 0. C to play."]),
        ({"turn": "A"}, ["ASKIP"], ["B is skipped.", "Total 0. C to play."]),
        ({"turn": "A"}, ["ADRAW2"], ["B draws 2 and C draws 2.", "Total 0. B to play."]),
        ({"turn": "A"}, ["ABOMB"], ["Bomb: a 0 or a letter from B and C."]),
        (
            {"turn": "A", "hand_counts": {"A": 1}, "lives": {"C": 1}},
            ["A5"],
            ["A's last card.", "Hand over.", "B flips a letter (4 left).",
             "C flips a letter (0 left).", "C is out.", "A deals 10 cards each.",
             "Total 0. B to play."],
        ),
        (
            {"turn": "A", "lives": {"A": 1, "C": 0}},
            ["A-"],
            ["A flips a letter (0 left).", "A is out.", "The game is over: B wins."],
        ),
        ({"turn": "A"}, ["B3"], [
            "3 back to hand: it is A's turn.",
            "For the table to judge: B played 3; it was A's turn.", "Total 0. A to play."]),
    ],
)  # fmt: skip
def test_sentences(start: dict[str, Any], plays: list[str], said: list[str]) -> None:
    assert Table("ABC", **start).plays(*plays)["announce"] == said


def test_sentences_of_ties_and_drinks() -> None:
    start: dict[str, Any] = {"lives": {"A": 1, "B": 3, "C": 3}, "hand_counts": {"B": 1, "C": 1}}
    table = Table("ABC", {"ending": "sudden_death", "drinks_per_flip": 3}, turn="A", **start)
    said = table.plays("A-")["announce"]
    assert said[0] == "A drinks 3 drinks — cannot play"
    assert said[-1] == "B and C are tied: the numbers in hand of B and C?"
    table.event(reveal={"B": [4]})
    said = table.event(reveal={"C": [4]})["announce"]
    assert said == ["C's numbers add up to 4.", "B and C share the win."]


def test_corrections_are_told_in_letters_and_in_drinks() -> None:
    table = Table("ABC", {"drinks_per_flip": 2}, total=20)
    table.plays("A4")
    said = table.amend(1, play=1, by="A")
    assert (said["flips"], said["drinks"]) == ({"A": -1}, {"A": -2})
    assert said["announce"][:2] == [
        "A: 1 flip taken back.", "A has drunk 2 drinks too many: noted as credit.",
    ]  # fmt: skip
    said = table.amend(1, play=2, by="A")
    assert said["announce"][:2] == ["A: 1 flip more.", "A drinks 2 drinks more."]
    quiet = Table("ABC", total=20)
    quiet.plays("A4")
    said = quiet.amend(1, play=1, by="A")
    assert said["announce"][0] == "A: 1 flip taken back."
    assert said["drinks"] == {}


def test_the_rule_book_has_every_rule_and_rulings_name_them() -> None:
    ids = [rule.id for rule in FIVEALIVE.book]
    assert ids == [f"FAL-{n:02}" for n in range(1, 40)] + [f"FAL-P{n}" for n in range(1, 8)]
    table = Table("ABC", total=20)
    assert table.play("A", 4)["rules"] == ["FAL-08", "FAL-09"]
    assert table.play("B", "EQ21")["rules"] == ["FAL-18"]


def test_cards_have_names() -> None:
    assert [named(card) for card in ("7", "EQ21", "PASS")] == ["7", "=21", "Pass Me By"]


def test_SAF_04_letters_are_no_drinks_unless_the_house_says_so() -> None:
    plain, house = Table("AB"), Table("AB", {"drinks_per_flip": 2})
    for table in (plain, house):
        table.plays("A-")
        assert table.referee.view()["totals"] == {"A": 1, "B": 0}
    assert plain.referee.view()["owed"] == {"A": 0, "B": 0}
    assert plain.referee.view()["standard_drinks"] == {"A": 0.0, "B": 0.0}
    assert house.referee.view()["owed"] == {"A": 2, "B": 0}
    assert house.referee.view()["standard_drinks"]["A"] == pytest.approx(2 / 14, abs=0.01)


def test_SAF_04_a_team_drinks_together() -> None:
    table = Table("ABCD", {"teams": TEAMS, "drinks_per_flip": 1})
    said = table.plays("A-")
    assert (said["flips"], said["drinks"]) == ({"red": 1}, {"A": 1, "C": 1})
    assert table.referee.view()["owed"] == {"A": 1, "B": 0, "C": 1, "D": 0}


def test_SAF_02_SAF_05_soft_drinks_and_limits_are_of_drinks() -> None:
    house = {"drinks_per_flip": 7, "safety.hold_per_session": 1, "safety.seats": {"B": "soft"}}
    table = Table("ABC", house)
    table.plays("A-")
    assert "(soft drink)" in table.plays("B-")["announce"][0]
    table.plays("C1")
    assert table.plays("A-")["held"] == ["A"]


def test_SAF_06_the_unwell_drink_nothing() -> None:
    table = Table("ABC", {"drinks_per_flip": 1})
    table.event(unwell="A")
    said = table.plays("A-")
    assert (said["flips"], said["drinks"]) == ({"A": 1}, {})
    assert "A does not drink." in said["announce"]


@pytest.mark.parametrize(
    ("start", "plays", "words"),
    [
        ({"total": 19}, [], ("number up to 2", "flips a letter")),
        ({"total": 21}, [], ("a 0", "any wild")),
        ({}, ["ABOMB"], ("B discards a 0", "C discards a 0")),
        ({"lives": {"A": 1, "B": 0}}, ["A-"], ("Nothing: the game is over.",)),
    ],
)
def test_legal(start: dict[str, Any], plays: list[str], words: tuple[str, ...]) -> None:
    table = Table("ABC", turn="A", **start)
    table.plays(*plays)
    legal = FIVEALIVE.legal(table.referee.state)
    assert all(any(word in line for line in legal) for word in words)


def test_legal_with_several_cards_and_tied_hands() -> None:
    table = Table("ABC")
    table.event(plays=[1, "SKIP"], by="A")
    assert FIVEALIVE.legal(table.referee.state) == ("A plays one of them: 1 or Skip (FAL-33).",)
    tied = Table("ABC", {"ending": "sudden_death"}, lives={"A": 1}, turn="A")
    tied.plays("A-")
    assert FIVEALIVE.legal(tied.referee.state) == ("B and C show their hands (FAL-35).",)
