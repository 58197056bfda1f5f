"""PROTOCOL section 4: undo, amend, insert and void, and what the table let stand."""

from __future__ import annotations

import pytest

from engine.referee import Referee
from engine.setup import load_setup
from tests.engine.blackout_table import Table


def test_amend_answers_with_the_difference_and_the_steps_that_changed() -> None:
    table = Table("ABC", first="A")
    table.rolls("A33", "B32", "C45")
    said = table.amend(1, roll=[6, 2], by="A")
    assert said["gulps"] == {"A": -3}
    assert said["why"] == {"roll": {"A": 2}, "echo": {"A": -5}}
    assert said["changed"] == [1, 2]
    assert said["step"] == 4
    assert any("credit" in line for line in said["announce"])
    assert table.referee.view()["totals"] == {"A": 8 + 4, "B": 5, "C": 5}


def test_amend_and_amend_back_is_nothing() -> None:
    table = Table("ABC", first="A")
    table.rolls("A33", "B32", "C45")
    state, totals = table.referee.state, table.referee.view()["totals"]
    forth = table.amend(1, roll=[2, 2], by="A")
    back = table.amend(1, roll=[3, 3], by="A")
    assert table.referee.state == state
    assert table.referee.view()["totals"] == totals
    assert back["gulps"] == {name: -n for name, n in forth["gulps"].items()}
    assert back["changed"] == forth["changed"]


def test_undo_takes_back_the_last_events_and_a_step_never_changes_its_number() -> None:
    table = Table("ABC", first="A")
    table.rolls("A12")
    before = table.referee.state
    table.rolls("B13")
    assert table.error(roll=[1, 2], by="A") == "out_of_turn"
    table.rolls("C14")
    said = table.event(undo=2)
    assert (said["gulps"], said["turn"], said["step"]) == ({"B": -4, "C": -5}, "B", 5)
    assert said["changed"] == [2, 4]
    assert table.referee.state == before
    assert table.error(amend=4, event={"roll": [1, 1], "by": "C"}) == "no_such_step"
    assert table.rolls("B12")["step"] == 7
    assert table.amend(1, roll=[1, 3], by="A")["gulps"] == {"A": 1}


def test_undo_goes_further_back_each_time() -> None:
    table = Table("AB", first="A")
    table.rolls("A12", "B13")
    table.event(undo=1)
    assert table.event(undo=1)["turn"] == "A"
    assert table.error(undo=1) == "nothing_to_undo"


def test_void_takes_one_event_out_and_the_rest_stands() -> None:
    table = Table("ABC", first="A")
    table.rolls("A45", "B12", "C13")
    said = table.event(void=2)
    assert (said["gulps"], said["turn"], said["changed"]) == ({"B": -3}, "A", [2])
    assert table.error(void=2) == "no_such_step"


def test_insert_puts_a_missed_event_before_a_step() -> None:
    table = Table("ABC", first="A", opened={})
    table.rolls("A12", "B44")
    assert table.said["finish_beer"] == []
    said = table.event(insert=2, event={"opened": "C"})
    assert (said["gulps"], said["changed"], said["left"]) == ({}, [2], 12)
    assert table.referee.record.slots[2].ruling.facts["finish_beer"] == ["C"]
    said = table.amend(3, opened="B")
    assert said["open"] == {"A": 0, "B": 1, "C": 0}
    table.event(void=3)
    assert table.said["left"] == 13


def test_a_refused_line_can_be_amended_and_inserted_before() -> None:
    table = Table("ABC", first="A")
    table.rolls("A12")
    assert table.error(roll=[6, 7], by="B") == "invalid_event"
    said = table.amend(2, roll=[6, 1], by="B")
    assert (said["gulps"], said["turn"]) == ({"B": 7, "C": 1, "A": 1}, "C")
    assert table.error(roll=[1, 2], by="A") == "out_of_turn"
    said = table.event(insert=4, event={"roll": [1, 3], "by": "C"})
    assert (said["gulps"], said["turn"]) == ({"C": 4, "A": 3}, "B")


@pytest.mark.parametrize(
    ("rolls", "refused", "correction", "said"),
    [
        (
            "A64 B63",
            "A12",
            {"amend": 2, "event": {"roll": [6, 4], "by": "B"}},
            ({"C": 1, "A": 3}, "D", [2, 3]),
        ),
        (
            "A54",
            "A12",
            {"amend": 1, "event": {"roll": [5, 5], "by": "A"}},
            ({"B": 1, "A": 3}, "B", [1, 2]),
        ),
        (
            "A12",
            "C14",
            {"insert": 2, "event": {"roll": [6, 4], "by": "B"}},
            ({"B": 6, "C": 9}, "D", [2]),
        ),
        ("A12 B12", "B14", {"void": 2}, ({"B": 2}, "C", [2, 3])),
        (
            "A64 B63",
            "A12",
            {"amend": 2, "event": {"roll": [5, 3], "by": "B"}},
            ({"B": 2, "C": -3}, "C", [2]),
        ),
        ("A12 B12", "B14", {"undo": 1}, ({"B": -3}, "B", [2])),
    ],
    ids=["missed reversal", "missed extra turn", "missed roll", "no roll", "still wrong", "undone"],
)
def test_a_refused_line_that_nothing_followed_is_ruled_again(
    rolls: str, refused: str, correction: dict[str, object], said: tuple[object, ...]
) -> None:
    table = Table("ABCD", first="A")
    table.rolls(*rolls.split())
    table.roll(refused[0], int(refused[1]), int(refused[2]))
    assert table.said["error"] == "out_of_turn"
    answer = table.event(**correction)
    assert (answer["gulps"], answer["turn"], answer["changed"]) == said


def test_a_refused_line_stays_refused_where_play_went_on() -> None:
    table = Table("ABC", first="A")
    table.rolls("A12")
    assert table.error(roll=[1, 4], by="C") == "out_of_turn"
    table.rolls("B13")
    said = table.event(insert=2, event={"roll": [2, 4], "by": "B"})
    assert (said["gulps"], said["turn"]) == ({"B": 6}, "C")


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        ({"amend": 9, "event": {"roll": [1, 2], "by": "A"}}, "no_such_step"),
        ({"amend": 1, "event": {"roll": [1, 7], "by": "A"}}, "invalid_event"),
        ({"amend": 1, "event": {"roll": [1, 2], "by": "Z"}}, "unknown_player"),
        ({"amend": 1, "event": {"duel": {"A": 1, "B": 2}}}, "no_duel"),
        ({"amend": 1, "event": {"undo": 1}}, "unknown_event"),
        ({"amend": 1}, "invalid_event"),
        ({"amend": 1, "event": {"roll": [1, 2], "by": "A"}, "why": 1}, "unknown_field"),
        ({"insert": 2, "event": {"roll": [1, 2], "by": "C"}}, "out_of_turn"),
        ({"insert": 2, "event": {"fuller": "A"}}, "no_measurement"),
        ({"insert": 0, "event": {"opened": "A"}}, "invalid_event"),
        ({"insert": 4, "event": {"opened": "A"}}, "no_such_step"),
        ({"void": 3}, "nothing_to_void"),
        ({"void": 7}, "no_such_step"),
        ({"undo": 3}, "nothing_to_undo"),
        ({"undo": 0}, "invalid_event"),
        ({"undo": -1}, "invalid_event"),
        ({"undo": True}, "invalid_event"),
        ({"undo": "one"}, "invalid_event"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused_and_leaves_everything(
    correction: dict[str, object], code: str
) -> None:
    table = Table("ABC", first="A")
    table.rolls("A12", "B13")
    table.error(roll=[1, 2], by="A")
    state, slots = table.referee.state, list(table.referee.record.slots)
    assert table.event(**correction)["error"] == code
    assert (table.said["gulps"], table.said["turn"], table.said["step"]) == ({}, "C", 4)
    assert table.referee.state == state
    assert table.referee.record.slots == slots


def test_a_correction_cannot_take_away_a_player_who_played_on() -> None:
    table = Table("AB", first="A")
    table.event(join="C", after="A")
    table.rolls("A12", "C13")
    state = table.referee.state
    assert table.event(void=1)["error"] == "player_needed"
    assert table.event(insert=3, event={"leave": "C"})["error"] == "player_needed"
    assert table.referee.state == state


# --- what the table let stand, stands


def test_rolls_stand_when_an_amended_roll_changes_the_direction() -> None:
    table = Table(first="A")
    table.rolls("A64", "B46", "A63")
    said = table.amend(2, roll=[4, 5], by="B")
    assert "error" not in said
    assert said["gulps"] == {"B": -1 + 3, "D": -3}
    assert (said["direction"], said["turn"]) == ("left", "B")
    assert table.rolls("B12")["turn"] == "C"


def test_a_roll_stands_when_an_amended_roll_would_have_been_an_extra_turn() -> None:
    table = Table("ABC", first="A")
    table.rolls("A54", "B12")
    said = table.amend(1, roll=[5, 5], by="A")
    assert (said["gulps"], said["turn"]) == ({"B": 1}, "C")


def test_a_duel_that_was_none_is_credited() -> None:
    table = Table("ABC", first="A")
    table.rolls("A22")
    table.event(duel={"A": 5, "C": 3})
    table.rolls("B12")
    said = table.amend(1, roll=[2, 3], by="A")
    assert (said["gulps"], said["turn"], said["needs"]) == ({"A": -5, "C": -3}, "C", None)
    assert said["changed"] == [1, 2]
    assert table.amend(1, roll=[2, 2], by="A")["gulps"] == {"A": 5, "C": 3}


def test_a_roll_that_was_a_duel_leaves_the_duel_open_and_play_goes_on() -> None:
    table = Table("ABC", first="A")
    table.rolls("A23", "B12")
    said = table.amend(1, roll=[2, 2], by="A")
    assert (said["gulps"], said["turn"], said["needs"]) == ({"A": -5}, "C", "duel")
    said = table.event(duel={"A": 1, "C": 4})
    assert (said["gulps"], said["turn"], said["needs"]) == ({"A": 1, "C": 8}, "C", None)


def test_the_last_roll_amended_to_a_duel_waits_for_it() -> None:
    table = Table("ABC", first="A")
    table.rolls("A12", "B23")
    said = table.amend(2, roll=[2, 2], by="B")
    assert (said["gulps"], said["needs"], said["turn"]) == ({"B": -5}, "duel", "B")
    assert table.event(duel={"B": 1, "A": 1})["turn"] == "C"


def test_a_measurement_stands_for_the_two_who_were_compared() -> None:
    table = Table(first="A")
    table.rolls("A12", "B12", "A44")
    assert table.said["compare"] == ["A", "D"]
    table.event(fuller="D")
    said = table.amend(2, roll=[1, 3], by="B")
    assert (said["gulps"], said["direction"], said["needs"]) == ({"B": 1}, "left", None)
    assert table.referee.record.slots[3].ruling.facts["finish_beer"] == ["D"]
    assert said["turn"] == "B"


def test_one_key_corrects_who_rolled() -> None:
    table = Table("ABC", first="A")
    table.rolls("A12")
    said = table.amend(1, roll=[1, 2], by="B")
    assert (said["gulps"], said["turn"]) == ({"A": -3, "B": 3}, "C")
    assert table.event(amend=1, event={"roll": [1, 2], "by": "A"})["turn"] == "B"


def test_an_echo_lasts_as_long_as_the_table_followed_it() -> None:
    table = Table("ABC", first="A")
    table.rolls("A33", "B14", "C36")
    table.event(undo=1)
    said = table.amend(2, roll=[3, 3], by="B")
    assert (said["turn"], said["echo"]) == ("A", ["B"])
    table = Table("ABC", first="A")
    table.rolls("A33", "B14", "C36")
    said = table.amend(2, roll=[3, 3], by="B")
    # A matches B's 3-3; when C rolled, A was still an Echo at the table, and B is one now. The
    # share of C's roll goes to B, since B's repeat had turned the direction.
    assert said["gulps"] == {"A": 6 - 3, "B": 1 + 3 + 6}


def test_a_leave_that_was_let_go_stands_when_a_beer_turns_up() -> None:
    table = Table("ABC", first="A")
    table.rolls("A12")
    table.event(leave="B")
    said = table.event(insert=1, event={"opened": "B"})
    assert (said["left_table"], said["must_finish_first"], said["turn"]) == (["B"], False, "C")


def test_rolls_stand_when_the_last_beer_turns_out_to_have_been_open() -> None:
    table = Table("AB", first="A", opened={"A": 4, "B": 4})
    table.rolls("A12", "B13", "A14")
    said = table.event(insert=2, event={"opened": "B"})
    assert (said["gulps"], said["left"], said["beerocalypse"]) == ({}, 0, True)
    assert table.event(finish_order=[["A"], ["B"]])["winner"] == "B"


def test_an_undone_last_beer_reopens_the_game() -> None:
    table = Table("AB", first="A", opened={"A": 4, "B": 4})
    table.rolls("A12")
    table.event(opened="B")
    table.event(turn_done="A")
    table.event(finish_order=[["A"], ["B"]])
    said = table.event(void=2)
    assert (said["winner"], said["beerocalypse"], said["turn"]) == (None, False, "B")
    assert table.rolls("B13")["turn"] == "A"


def test_set_puts_the_state_in_step_with_the_table_and_stands() -> None:
    table = Table("ABC", first="A")
    table.rolls("A33")
    said = table.event(set={"turn": "C", "direction": "right", "echo": ["B"]}, reason="we know")
    assert (said["turn"], said["direction"], said["echo"]) == ("C", "right", ["B"])
    assert table.rolls("C13")["gulps"] == {"C": 4, "B": 4}
    said = table.amend(1, roll=[1, 2], by="A")
    assert (said["gulps"], said["turn"]) == ({"A": -3}, "B")
    assert table.error(set={"turn": "Z"}) == "unknown_player"
    assert table.error(set={"trump": "h"}) == "invalid_set"
    assert table.error(set={}) == "invalid_event"
    assert table.error(set={"opened": {"A": 2}, "finished": {"A": 3}}) == "invalid_set"


def test_set_ends_and_reopens_a_beerocalypse() -> None:
    table = Table("AB", first="A")
    table.rolls("A12")
    assert table.event(set={"beerocalypse": True})["chug"] == ["A", "B"]
    assert table.event(set={"turn": "B", "left": 3})["beerocalypse"] is False
    assert table.rolls("B12")["left"] == 3


def test_set_needs_drops_a_duel() -> None:
    table = Table("AB", first="A")
    table.rolls("A22")
    said = table.event(set={"needs": None})
    assert (said["needs"], said["turn"]) == (None, "B")


def test_FAL_P1_a_correction_brings_the_proof_that_a_later_step_now_gives() -> None:
    setup = load_setup("fivealive", ["A", "B", "C"], {"total": 10, "turn": "A"})
    referee = Referee(setup)
    for card, by in (("5", "A"), ("6", "B"), ("PASS", "C")):
        assert referee.submit({"play": card, "by": by})["proofs"] == []
    line = referee.submit({"amend": 1, "event": {"play": "6", "by": "A"}})
    assert line["proof"]["kind"] == "number_over_21"
    assert (line["proof"]["player"], line["proof"]["play_step"]) == ("B", 2)
    assert sum(said.startswith("For the table to judge: ") for said in line["announce"]) == 1
    back = referee.submit({"amend": 1, "event": {"play": "5", "by": "A"}})
    assert back["proofs"] == []
    assert not any("to judge" in said for said in back["announce"])
