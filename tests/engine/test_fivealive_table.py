"""Five Alive among people who come, go, cheat and correct the record."""

from __future__ import annotations

import pytest

from tests.engine.fivealive_table import Table
from tests.engine.table import kinds

TEAMS = {"red": ["A", "C"], "blue": ["B", "D"]}


def test_SAF_08_who_leaves_in_turn_or_as_dealer_leaves_a_game_that_goes_on() -> None:
    table = Table("ABC")
    table.plays("A1")
    assert table.event(leave="B")["turn"] == "C"
    assert table.event(leave="C")["winner"] == "A"
    assert table.error(play=1, by="A") == "game_over"
    dealer = Table("ABC", hand_counts={"A": 1})
    dealer.event(leave="C")
    assert dealer.plays("A1")["dealer"] == "A"


def test_who_left_is_not_played_for() -> None:
    table = Table("ABC")
    table.event(leave="B")
    assert table.error(play=1, by="B") == "not_at_table"
    assert table.error(flip="B") == "not_at_table"
    assert table.error(leave="B") == "not_at_table"
    assert table.error(leave="X") == "unknown_player"


def test_who_is_out_does_not_come_back_by_leaving() -> None:
    table = Table("ABC", lives={"A": 1}, turn="A")
    table.plays("A-")
    assert table.error(join="A") == "eliminated"
    table.event(leave="A")
    assert table.error(join="A") == "eliminated"


def test_joining_needs_a_name_and_a_place() -> None:
    table = Table("ABCDEF")
    assert table.error(join="G") == "player_count"
    table.event(leave="F")
    assert table.error(join="G", after="X") == "unknown_player"
    assert table.error(join=" ") == "invalid_name"
    assert table.event(join="G", after="A")["hands"]["G"] == 10
    assert table.referee.state.everyone == tuple("AGBCDEF")


def test_who_joins_in_team_play_is_in_the_smaller_team() -> None:
    table = Table("ABCDE", {"teams": {"red": ["A", "C", "E"], "blue": ["B", "D"]}})
    table.event(join="F")
    assert table.referee.state.sides["F"] == "blue"
    assert table.error(join="red") == "invalid_name"


def test_a_team_that_has_gone_has_lost() -> None:
    table = Table("ABCD", {"teams": TEAMS})
    table.event(leave="A")
    said = table.event(leave="C")
    assert (said["game_over"], said["winner"]) == (True, "blue")


def test_who_is_tied_and_leaves_is_tied_no_more() -> None:
    table = Table("ABC", {"ending": "sudden_death"}, lives={"A": 1}, turn="A")
    table.plays("A-")
    said = table.event(leave="B")
    assert (said["tied"], said["needs"], said["winner"]) == ([], None, "C")


def test_FAL_P4_says_how_it_comes() -> None:
    table = Table("ABCD")
    table.plays("ASKIP")
    whys = [table.play(name, 1)["proof"]["why"] for name in ("B", "D")]
    assert whys == ["skipped", "wrong_direction"]
    table.plays("C1")
    assert table.play("A", 1)["proof"]["why"] == "out_of_turn"


def test_FAL_33_a_0_of_several_that_answers_a_bomb_is_no_choice_and_not_in_hand_any_more() -> None:
    table = Table("ABC")
    table.plays("ABOMB")
    table.event(set={"needs": None})
    table.event(plays=[1, 0, 2], by="B")
    assert table.bomb(B="0")["choices"] == [1, 2]
    assert table.error(choose=0, by="B") == "invalid_choice"
    assert table.event(choose=1, by="B")["returned"] == [2]
    table.plays("CBOMB")
    assert table.bomb(A="-", B="-")["proofs"] == []


def test_FAL_P2_every_bomb_that_was_answered_so_is_proven_and_told_once() -> None:
    table = Table("AB")
    for _ in range(2):
        table.plays("ABOMB")
        table.bomb(B="-")
        table.plays("B1")
    table.plays("A1")
    assert [proof["bomb_step"] for proof in table.play("B", 0)["proofs"]] == [2, 5]
    table.plays("A1")
    assert table.play("B", 0)["proofs"] == []


@pytest.mark.parametrize("between", ["ADRAW1", "AREDEAL"])
def test_FAL_P2_nothing_is_proven_after_new_cards(between: str) -> None:
    table = Table("AB")
    table.plays("ABOMB")
    table.bomb(B="-")
    table.plays("B1", between)
    assert table.play("B", 0)["proof"] is None


def test_FAL_P2_nor_in_a_new_hand_nor_after_a_count_was_set_higher() -> None:
    table = Table("AB", hand_counts={"A": 2})
    table.plays("ABOMB")
    table.bomb(B="-")
    table.plays("B1")
    assert table.plays("A1")["hand_over"]
    assert table.play("B", 0)["proof"] is None
    other = Table("AB")
    other.plays("ABOMB")
    other.bomb(B="-")
    other.event(set={"hands": {"B": 11}})
    assert other.play("B", 0)["proof"] is None


def test_FAL_P2_a_zero_for_a_later_bomb_proves_it_too() -> None:
    table = Table("AB")
    table.plays("ABOMB")
    table.bomb(B="-")
    table.plays("B1", "ABOMB")
    assert table.bomb(B="0")["proof"] == {"kind": "withheld_zero", "player": "B", "bomb_step": 2}


def test_FAL_P2_a_zero_among_several_cards_is_seen() -> None:
    table = Table("AB")
    table.plays("ABOMB")
    table.bomb(B="-")
    said = table.event(plays=[4, 0], by="B")
    assert said["proof"] == {"kind": "withheld_zero", "player": "B", "bomb_step": 2}
    assert table.event(choose=0, by="B")["proof"] is None


def test_FAL_P3_a_card_that_was_shown_counts_once() -> None:
    table = Table("ABC", {"deck_confirmed": True})
    for _ in range(2):
        assert "deck_count" not in [p["kind"] for p in table.play("B", 7)["proofs"]]
    assert table.play("A", "REDEAL")["proofs"] == []
    assert table.plays("B7")["proofs"] == []
    assert kinds(table.said) == []
    assert table.play("C", 7)["proof"] == {"kind": "deck_count", "card": 7, "max": 1}


def test_FAL_P3_a_ninth_zero_for_a_bomb() -> None:
    table = Table("AB", {"deck_confirmed": True, "bomb_zero_ends": False})
    for _ in range(4):
        table.plays("A0", "B0")
    table.plays("ABOMB")
    assert table.bomb(B="0")["proof"] == {"kind": "deck_count", "card": 0, "max": 8}


def test_FAL_P5_more_cards_at_once_than_in_hand() -> None:
    table = Table("ABC", hand_counts={"A": 2})
    table.event(plays=[1, 2, 3], by="A")
    assert table.said["proof"] == {"kind": "hand_count", "player": "A", "cards": 3, "hand": 2}


def test_proofs_have_a_strength_and_hints_are_said_so() -> None:
    table = Table("ABC", lives={"A": 4})
    assert table.event(letters={"A": 5})["proofs"][0]["strength"] == "hint"
    assert table.play("B", 1)["proofs"][0]["strength"] == "certain"


def test_FAL_P1_a_correction_of_another_card_is_only_a_hint() -> None:
    table = Table("ABC", total=10)
    table.plays("A4", "B6", "C1")
    table.amend(1, play=6, by="A")
    proofs = table.referee.record.slots[1].ruling.proofs
    assert [(proof.kind, proof.strength) for proof in proofs] == [("number_over_21", "hint")]
    table.amend(1, play=4, by="A")
    assert table.referee.record.slots[1].ruling.proofs == ()


def test_a_player_who_is_out_only_by_a_correction_has_played_on() -> None:
    table = Table("ABC", lives={"A": 1}, total=18, turn="A")
    table.plays("A3", "B0", "C0", "A0", "B0")
    said = table.amend(1, play=4, by="A")
    assert (said["flips"], said["lives"]["A"], said["turn"]) == ({"A": 1}, 0, "C")
    assert said["hands"] == {"B": 8, "C": 9}
    back = table.amend(1, play=3, by="A")
    assert (back["flips"], back["total"], back["turn"]) == ({"A": -1}, 21, "C")


def test_a_game_that_is_over_only_by_a_correction_is_over() -> None:
    table = Table("AB", lives={"A": 1}, total=18, turn="A")
    table.plays("A3", "B0", "A0")
    said = table.amend(1, play=4, by="A")
    assert (said["winner"], said["turn"]) == ("B", None)
    assert table.amend(1, play=2, by="A")["turn"] == "B"


def test_a_hand_that_ended_at_the_table_has_ended_though_its_last_card_was_too_much() -> None:
    table = Table("ABC", hand_counts={"A": 1}, total=10, turn="C")
    table.plays("C4", "A7")
    assert table.said["hand_over"]
    table.plays("B1")
    said = table.amend(1, play=6, by="C")
    assert said["flips"] == {"A": 1, "B": -1, "C": -1}
    assert (said["total"], said["turn"], said["hands"]["B"]) == (1, "C", 9)


def test_a_missed_last_card_ends_the_hand_before_what_came_after() -> None:
    table = Table("ABC", hand_counts={"A": 2, "B": 1, "C": 3}, turn="A")
    table.plays("A5")
    table.play("B", 2)
    assert table.said["hand_over"]
    missed = Table("ABC", hand_counts={"A": 2, "B": 1, "C": 3}, turn="A", dealer="A")
    missed.plays("A5")
    missed.plays("C1")
    assert missed.said["returned"] == [1]
    said = missed.event(insert=2, event={"play": 2, "by": "B"})
    assert said["flips"] == {"A": 1, "C": 1}
    assert (said["total"], said["turn"]) == (1, "A")


def test_answers_to_a_bomb_of_another_player_than_thought() -> None:
    table = Table("ABC")
    table.plays("ABOMB")
    table.bomb(B="-", C="0")
    table.plays("B1")
    said = table.amend(1, play="BOMB", by="B")
    assert said["flips"] == {"B": -1}
    assert said["open_needs"] == [{"need": "bomb", "by": "B", "step": 1, "from": ["A"]}]
