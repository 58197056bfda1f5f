"""RULES section 5 as far as the engine goes, and the proofs of RULES 3.9."""

from __future__ import annotations

import pytest

from engine.safety import Limits, portions
from engine.setup import SetupError, load_setup
from tests.engine.blackout_table import Table


def limited(**limits: object) -> Table:
    """A table with limits, in standard drinks; 14 gulps are one."""
    return Table("AB", house={f"safety.{key}": n for key, n in limits.items()}, first="A")


def test_SAF_02_a_soft_drink_changes_the_words_and_not_the_tally() -> None:
    table = Table("AB", first="A")
    said = table.event(soft="A", on=True)
    assert (said["gulps"], said["turn"]) == ({}, "A")
    said = table.rolls("A54")
    assert said["gulps"] == {"A": 5, "B": 4}
    assert said["announce"][0] == "5-4: A drinks 5 gulps (soft drink) — roll"
    assert said["announce"][1] == "B drinks 4 gulps — share"
    table.event(soft="A", on=False)
    assert "soft" not in " ".join(table.rolls("B12", "A12")["announce"])
    assert table.error(soft="Z", on=True) == "unknown_player"


def test_SAF_02_seats_may_be_set_from_the_start() -> None:
    table = Table("AB", house={"safety.seats": {"A": "soft", "B": "none"}}, first="A")
    said = table.rolls("A54")
    assert ["soft drink" in said["announce"][0], "no drink" in said["announce"][1]] == [True, True]
    for seats in ({"Z": "soft"}, {"A": "wine"}):
        with pytest.raises(SetupError):
            load_setup("blackout", ["A", "B"], {"house": {"safety.seats": seats}})


def test_SAF_02_SAF_05_a_whole_beer_is_no_alcohol_for_who_drinks_none() -> None:
    table = Table("ABC", first="A", house={"safety.hold_per_session": 0.5})
    table.event(soft="A")
    said = table.rolls("A11")
    assert (said["whole_beer"], said["empties"]["A"]) == (["A"], 1)
    assert "Instead of alcohol for A: soft drink." in said["announce"]
    said = table.rolls("B25", "C11")
    assert "Instead of alcohol for C: water, the limit is reached." not in said["announce"]
    said = table.rolls("A13", "B11")
    assert "Instead of alcohol for B: water, the limit is reached." in said["announce"]


def test_SAF_04_owed_taken_and_waived_by_cause() -> None:
    table = Table("AB", first="A")
    table.rolls("A54")
    assert table.event(taken={"A": 2})["gulps"] == {}
    assert table.event(waived={"A": 1, "B": 4})["turn"] == "B"
    view = table.referee.view()
    assert (view["totals"], view["owed"]) == ({"A": 5, "B": 4}, {"A": 2, "B": 0})
    assert table.referee.ledger.causes("A") == {"roll": 5}
    table.event(undo=2)
    assert table.referee.view()["owed"] == {"A": 5, "B": 4}
    assert table.error(taken={"Z": 1}) == "unknown_player"
    assert table.error(taken={"A": -1}) == "invalid_event"
    assert table.error(waived={}) == "invalid_event"


def test_SAF_04_standard_drinks_count_whole_beers_and_a_unit_of_ones_own() -> None:
    table = Table("AB", first="A")
    table.rolls("A11", "B16")
    assert table.referee.view()["standard_drinks"] == {"A": 1.07, "B": 0.5}
    table = limited(unit_drinks=0.1)
    table.rolls("A14")
    assert table.referee.view()["standard_drinks"] == {"A": 0.5, "B": 0.0}


def test_SAF_05_warn_then_water_and_the_game_goes_on() -> None:
    table = limited(warn_per_session=0.5, hold_per_session=1.0)
    said = table.rolls("A26")
    assert (said["warned"], said["held"]) == (["A"], [])
    said = table.rolls("B12", "A24")
    assert (said["warned"], said["held"]) == ([], ["A"])
    assert table.referee.view()["held"] == ["A"]
    said = table.rolls("B13", "A54")
    assert said["gulps"] == {"A": 5, "B": 4}
    assert "water" in said["announce"][0]
    assert "water" not in said["announce"][1]
    assert "held" not in said


def test_SAF_05_an_hour_passes() -> None:
    table = limited(hold_per_hour=0.5)
    referee = table.referee
    assert referee.submit({"roll": [2, 6], "by": "A"}, 0.0)["held"] == ["A"]
    referee.submit({"roll": [1, 2], "by": "B"}, 10.0)
    assert referee.view()["held"] == ["A"]
    referee.submit({"roll": [1, 3], "by": "A"}, 3601.0)
    assert referee.view()["held"] == []


def test_SAF_05_without_limits_nothing_is_said() -> None:
    said = Table("AB", first="A").rolls("A26", "B26", "A26")
    assert "held" not in said
    assert Limits().level(1e9, 1e9) is None


def test_SAF_06_who_is_unwell_drinks_nothing_any_more() -> None:
    table = Table("ABC", first="A")
    said = table.event(unwell="B")
    assert any("112" in line for line in said["announce"])
    assert said["turn"] == "A"
    said = table.rolls("A54")
    assert said["gulps"] == {"A": 5}
    assert "B does not drink." in said["announce"]
    assert table.rolls("B11")["whole_beer"] == []
    table.event(unwell="B", on=False)
    assert table.rolls("C66")["gulps"] == {"A": 7, "B": 7}


def test_SAF_06_nor_chugs_nor_finishes() -> None:
    table = Table("AB", first="A", opened={"A": 5, "B": 3})
    table.event(unwell="A")
    table.rolls("A44")
    assert table.event(fuller="A")["finish_beer"] == []
    table.rolls("B12")
    table.event(opened="B")
    said = table.event(turn_done="B")
    assert (said["beerocalypse"], said["chug"]) == (True, ["B"])
    assert table.event(finish_order=[["B"]])["empties"] == {"A": 0, "B": 4}


def test_SAF_07_large_amounts_are_split_into_portions() -> None:
    assert portions(20, 7) == [7, 7, 6]
    assert portions(14, 7) == [7, 7]
    assert portions(5, 7) == [5]
    assert any("7 + 7" in line for line in Table(first="A").rolls("A11")["announce"])


def test_SAF_08_leaving_is_never_blocked() -> None:
    table = Table("AB", first="A", opened={"A": 1})
    assert table.event(leave="A")["must_finish_first"] is True
    assert "poured away" in table.said["announce"][0]
    said = table.event(leave="A", anyway=True)
    assert (said["left_table"], said["empties"]["A"]) == (["A"], 0)


def test_SAF_10_nothing_is_charged_for_silence() -> None:
    table = Table("AB", first="A")
    for _ in range(3):
        assert table.event(ask="beers")["gulps"] == {}
    assert table.referee.view()["totals"] == {"A": 0, "B": 0}


# --- proofs


def test_BLK_P1_more_was_drunk_than_the_rule_says() -> None:
    table = Table("AB", first="A")
    table.rolls("A14")
    assert table.event(taken={"A": 5})["proof"] is None
    proof = table.event(taken={"B": 4})["proof"]
    assert (proof["kind"], proof["player"], proof["owed"]) == ("wrong_amount", "B", 0)


def test_BLK_P2_the_wrong_player_rolled() -> None:
    table = Table("ABC", first="A")
    assert table.rolls("A14")["proof"] is None
    proof = table.roll("C", 1, 2)["proof"]
    assert (proof["kind"], proof["player"], proof["turn"]) == ("wrong_roller", "C", "B")


def test_BLK_P3_the_same_player_rolled_again() -> None:
    table = Table("ABC", first="A")
    table.rolls("A14")
    proof = table.roll("A", 1, 2)["proof"]
    assert (proof["kind"], proof["first_step"]) == ("rolled_again", 1)
    assert "error" not in Table(first="A").rolls("A55", "A12")


def test_BLK_P4_two_beers_open_at_once() -> None:
    table = Table("AB", first="A", opened={})
    assert table.event(opened="A")["proof"] is None
    said = table.event(opened="A")
    assert said["proof"] == {
        "kind": "beer_count", "player": "A", "opened": 2, "finished": 0, "beers": 9
    }  # fmt: skip
    assert said["proofs"][0] == {**said["proof"], "strength": "certain"}


def test_BLK_P4_snake_eyes_do_not_count_against_anybody() -> None:
    table = Table("AB", first="A", opened={})
    table.rolls("A11")
    assert table.event(opened="A")["proofs"] == []


def test_BLK_P5_gulps_and_beers_do_not_fit() -> None:
    table = Table("AB", first="A")
    table.rolls("A14")
    table.event(opened="A")
    table.event(finished="A")
    proofs = table.event(opened="A")["proofs"]
    assert [(p["kind"], p["gulps"], p["strength"]) for p in proofs] == [
        ("few_gulps_per_beer", 5, "hint")
    ]
    table = Table("AB", first="A")
    table.rolls("A14")
    table.event(opened="A")
    table.rolls("B12", "A26", "B13", "A35", "B12", "A26")
    assert table.said["proof"] is None
    assert table.rolls("B12")["proof"] == {
        "kind": "many_gulps_per_beer", "player": "A", "gulps": 29
    }  # fmt: skip
    assert table.rolls("A35", "B12")["proof"] is None


def test_BLK_P5_what_a_beer_did_not_hold_comes_from_the_next_one() -> None:
    table = Table("AB", first="A")
    table.rolls("A26")
    table.event(opened="A")
    table.rolls("B12", "A26")
    table.event(finished="A")
    table.event(opened="A")
    assert table.referee.state.gulps == {"A": 2}
    table.rolls("B13", "A22")
    table.event(duel={"A": 5, "B": 3})
    table.event(finished="A")
    assert table.event(opened="A")["proofs"] == []


@pytest.mark.parametrize("gulps", [16, 29])
def test_BLK_P5_who_opens_a_beer_in_time_is_never_suspected(gulps: int) -> None:
    table = Table("AB", first="A", opened={})
    table.rolls("A26")
    table.event(opened="A")
    table.rolls("B12", "A26", *(("B13", "A35", "B12", "A14") if gulps == 29 else ()))
    assert table.referee.state.gulps == {"A": gulps}
    table.event(finished="A")
    assert table.event(opened="A")["proofs"] == []
    assert table.rolls("B12")["proofs"] == []


def test_BLK_P5_a_beer_that_had_to_be_finished_was_drunk_to_its_end() -> None:
    table = Table("AB", first="A", opened={})
    table.rolls("A14")
    table.event(opened="A")
    table.rolls("B44")
    assert table.said["finish_beer"] == ["A"]
    table.event(finished="A")
    table.rolls("A12")
    assert table.event(opened="A")["proofs"] == []


def test_BLK_P6_opened_before_anything_was_owed() -> None:
    table = Table("AB", first="A")
    assert table.event(opened="B")["proof"] is None
    table.event(undo=1)
    table.rolls("A14")
    assert table.event(opened="B")["proof"]["kind"] == "opened_early"
    assert table.event(opened="A")["proof"] is None


def test_BLK_P7_left_with_an_open_beer() -> None:
    table = Table("ABC", opened={"A": 1})
    assert table.event(leave="A", anyway=True)["proof"]["kind"] == "left_open_beer"
    assert table.event(leave="B", anyway=True)["proof"] is None


def test_BLK_P8_loaded_dice_are_hinted_at_once_and_late() -> None:
    table, hints = Table("AB", first="A"), []
    for number in range(230):
        said = table.roll(str(table.referee.view()["turn"]), 1, 2 + number % 3)
        hints += [number for proof in said["proofs"] if proof["kind"] == "loaded_dice"]
    assert hints == [199]


def test_BLK_P8_even_dice_are_never_suspected() -> None:
    table = Table("AB", first="A")
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7) if a != b]
    for a, b in rolls * 9:
        said = table.roll(str(table.referee.view()["turn"]), a, b)
        assert said["proof"] is None
