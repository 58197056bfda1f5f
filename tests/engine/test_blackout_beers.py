"""RULES 3.1 and 3.5: order, beers, Beerocalypse."""

from __future__ import annotations

from typing import Any

import pytest

from engine.setup import SetupError
from tests.engine.blackout_table import Table

LAST: dict[str, Any] = {"opened": {"A": 4, "B": 4}, "finished": {"A": 3, "B": 4}, "first": "A"}


@pytest.mark.parametrize(("names", "fine"), [("A", False), ("AB", True), ("ABCDEFGH", True)])
def test_BLK_01_two_to_eight_play(names: str, fine: bool) -> None:
    if fine:
        assert Table(names).referee.view()["players"] == list(names)
    else:
        with pytest.raises(SetupError, match="2 to 8 players"):
            Table(names)


def test_BLK_01_the_switch_allows_more() -> None:
    with pytest.raises(SetupError):
        Table("ABCDEFGHI")
    assert Table("ABCDEFGHI", house={"players": "2..9"}).referee.view()["beers"] == 37


@pytest.mark.parametrize(("players", "beers"), [(2, 9), (3, 13), (4, 17), (5, 21), (6, 25)])
def test_BLK_02_four_beers_each_and_one(players: int, beers: int) -> None:
    table = Table("ABCDEFGH"[:players])
    assert table.event(ask="beers", players=players)["value"] == beers
    assert (table.said["beers"], table.said["left"]) == (beers, beers)


def test_BLK_02_the_switch_and_questions_that_make_no_sense() -> None:
    table = Table("AB", house={"beers_per_player": 5})
    assert table.event(ask="beers", players=4)["value"] == 21
    assert table.event(ask="beers")["value"] == 11
    assert table.error(ask="beers", players=1) == "player_count"
    assert table.error(ask="weather") == "unknown_ask"


def test_BLK_02_the_number_of_beers_is_fixed_at_the_start() -> None:
    table = Table("ABC", first="A")
    table.event(join="D", after="A")
    assert table.said["beers"] == 13
    assert table.rolls("A12")["turn"] == "D"
    table.event(leave="D")
    assert (table.said["beers"], table.said["turn"]) == (13, "B")


def test_BLK_03_04_opening_and_finishing() -> None:
    table = Table("AB", first="A")
    assert table.event(opened="A")["open"] == {"A": 1, "B": 0}
    assert table.said["left"] == 8
    assert table.event(finished="A")["empties"] == {"A": 1, "B": 0}
    assert table.said["open"] == {"A": 0, "B": 0}
    assert table.error(finished="A") == "no_open_beer"
    assert table.error(opened="Z") == "unknown_player"


def test_BLK_04_an_empty_shows_that_a_beer_was_opened_where_nothing_is_on_record() -> None:
    said = Table("AB").event(finished="B")
    assert (said["empties"], said["left"]) == ({"A": 0, "B": 1}, 8)


def test_BLK_06_37_leaving_with_an_open_beer() -> None:
    table = Table("ABC", first="A", opened={"B": 2}, finished={"B": 1})
    said = table.event(leave="B")
    assert (said["must_finish_first"], said["left_table"]) == (True, [])
    said = table.event(leave="B", anyway=True)
    assert (said["must_finish_first"], said["left_table"]) == (False, ["B"])
    assert said["empties"] == {"A": 0, "B": 1, "C": 0}
    assert said["proof"]["kind"] == "left_open_beer"
    assert table.rolls("A54")["gulps"] == {"A": 5, "C": 4}
    assert table.error(roll=[1, 2], by="B") == "not_at_table"


def test_BLK_37_leaving_without_an_open_beer() -> None:
    said = Table("ABC", first="B", opened={}).event(leave="B")
    assert (said["left_table"], said["turn"], said["proof"]) == (["B"], "C", None)


def test_BLK_37_when_one_is_left_the_game_ends_and_goes_on_if_somebody_joins() -> None:
    table = Table("AB", first="A", opened={"A": 1}, finished={"A": 1})
    said = table.event(leave="B")
    assert (said["turn"], said["winner"]) == (None, "A")
    assert table.error(roll=[1, 2], by="A") == "game_over"
    said = table.event(join="C", after="A")
    assert (said["turn"], said["winner"]) == ("A", None)


def test_BLK_08_the_highest_sum_begins() -> None:
    table = Table("ABC")
    said = table.event(order={"A": [1, 2], "B": [3, 4], "C": [6, 5]})
    assert (said["turn"], said["gulps"], said["needs"]) == ("C", {}, None)
    assert table.rolls("C12")["turn"] == "A"
    assert table.error(order={"A": [1, 2]}) == "already_started"


def test_BLK_08_tied_leaders_roll_again() -> None:
    table = Table("ABC")
    said = table.event(order={"A": [6, 4], "B": [5, 5], "C": [1, 2]})
    assert (said["needs"], said["tied"]) == ("reroll", ["A", "B"])
    assert table.error(roll=[1, 2], by="A") == "order_open"
    assert table.error(order={"C": [6, 6]}) == "not_due"
    assert table.event(order={"A": [1, 1], "B": [1, 1]})["tied"] == ["A", "B"]
    assert table.event(order={"A": [1, 1], "B": [1, 2]})["turn"] == "B"


def test_BLK_08_order_rolls_may_come_one_by_one() -> None:
    table = Table("AB")
    assert table.event(order={"B": [1, 2]})["turn"] == "A"
    assert table.event(order={"A": [1, 1]})["turn"] == "B"


def test_BLK_08_sorted_order_of_play() -> None:
    table = Table("ABCD", house={"order": "sorted"})
    said = table.event(order={"A": [1, 2], "B": [6, 4], "C": [5, 5], "D": [6, 6]})
    assert said["tied"] == ["B", "C"]
    assert table.event(order={"B": [1, 2], "C": [1, 3]})["turn"] == "D"
    turns = [table.roll(str(table.said["turn"]), 1, face)["turn"] for face in (2, 3, 4, 5)]
    assert turns == ["C", "B", "A", "D"]


def test_BLK_31_snake_eyes_take_a_fresh_beer_and_leave_the_open_one() -> None:
    table = Table("AB", first="A", opened={"A": 1})
    said = table.roll("A", 1, 1)
    assert (said["whole_beer"], said["gulps"]) == (["A"], {})
    assert (said["left"], said["open"], said["empties"]) == (7, {"A": 1, "B": 0}, {"A": 1, "B": 0})
    assert said["turn"] == "B"


def test_BLK_31_or_the_current_one() -> None:
    table = Table("AB", house={"bong_beer": "current"}, first="A", opened={"A": 1})
    said = table.roll("A", 1, 1)
    assert (said["left"], said["open"]["A"], said["empties"]["A"]) == (8, 0, 1)
    said = table.roll("B", 1, 1)
    assert (said["left"], said["open"]["B"], said["empties"]["B"]) == (7, 0, 1)


def test_BLK_33_the_running_turn_is_completed_first() -> None:
    table = Table("AB", **LAST)
    table.rolls("A14")
    said = table.event(opened="B")
    assert (said["left"], said["beerocalypse"], said["turn"]) == (0, "pending", "A")
    assert table.error(turn_done="B") == "out_of_turn"
    assert table.error(roll=[1, 2], by="A") == "beerocalypse"
    said = table.event(turn_done="A")
    assert (said["beerocalypse"], said["chug"], said["turn"]) == (True, ["A", "B"], None)
    assert table.error(roll=[1, 2], by="B") == "beerocalypse"
    assert table.error(opened="A") == "beerocalypse"


@pytest.mark.parametrize("first", [True, False])
def test_BLK_34_beerocalypse_and_extra_turn(first: bool) -> None:
    table = Table("AB", house={"beerocalypse_first": first}, **LAST)
    table.rolls("A55")
    table.event(opened="B")
    said = table.event(turn_done="A")
    assert said["beerocalypse"] is (True if first else "pending")
    if not first:
        assert table.rolls("A14")["beerocalypse"] is True


def test_BLK_34_a_pending_reversal_is_pre_empted() -> None:
    table = Table("AB", opened={"A": 4, "B": 3}, finished={"A": 4, "B": 3}, first="A")
    assert table.rolls("A11")["beerocalypse"] is False
    said = table.rolls("B11")
    assert (said["beerocalypse"], said["reversed"], said["direction"]) == (True, False, "left")


def test_BLK_35_most_empties_win_whoever_finishes_first() -> None:
    table = Table("AB", **LAST)
    table.rolls("A14")
    table.event(opened="B")
    table.event(turn_done="A")
    said = table.event(finish_order=[["A"], ["B"]])
    assert (said["empties"], said["winner"], said["turn"]) == ({"A": 4, "B": 5}, "B", None)
    assert table.error(roll=[1, 2], by="A") == "game_over"


def chugging(finished: dict[str, int]) -> Table:
    """A Beerocalypse of A, B and C, of whom all opened four and A the last, fifth."""
    table = Table("ABC", first="A", opened={"A": 4, "B": 4, "C": 4}, finished=finished)
    table.rolls("A14")
    table.event(opened="A")
    table.event(turn_done="A")
    return table


def test_BLK_35_equal_empties_go_to_who_finished_first() -> None:
    table = chugging({"A": 3, "B": 4, "C": 4})
    assert table.said["chug"] == ["A"]
    table.event(undo=2)
    table.event(set={"opened": {"B": 5}}, reason="B has one more")
    table.event(set={"left": 0})
    table.event(turn_done="A")
    assert table.said["chug"] == ["A", "B"]
    assert table.event(finish_order=[["B"], ["A"]])["winner"] == "B"


def test_BLK_35_nothing_open_is_finished_at_once() -> None:
    table = chugging({"A": 4, "B": 4, "C": 4})
    assert table.said["chug"] == ["A"]
    assert table.event(finish_order=[["A"]])["winner"] == "A"


def test_BLK_35_still_equal_is_a_chugging_contest() -> None:
    table = Table("AB", first="A", opened={"A": 4, "B": 4}, finished={"A": 4, "B": 3})
    table.rolls("A14")
    table.event(opened="A")
    table.event(turn_done="A")
    assert table.event(finish_order=[["A", "B"]])["winner"] == "A"
    table.event(undo=1)
    table.event(set={"finished": {"A": 3}, "open": {"A": 1}})
    said = table.event(finish_order=[["A", "B"]])
    assert (said["chug_contest"], said["tied"], said["winner"]) == (["A", "B"], ["A", "B"], None)
    assert table.error(finish_order=[["A"], ["B"]]) == "no_beerocalypse"
    assert table.error(chug_winner="Z") == "unknown_player"
    assert table.event(chug_winner="A")["winner"] == "A"
    assert table.error(chug_winner="B") == "no_contest"


def test_BLK_35_a_finish_order_names_everybody_who_chugs_once() -> None:
    table = Table("AB", **LAST)
    assert table.error(finish_order=[["A"]]) == "no_beerocalypse"
    table.rolls("A14")
    table.event(opened="B")
    table.event(turn_done="A")
    for wrong in ([["A"]], [["A"], ["B"], ["A"]], [["A", "A"], ["B"]]):
        assert table.error(finish_order=wrong) == "invalid_finish_order"
    assert table.error(finish_order=[["A"], ["Z"]]) == "unknown_player"
    assert table.error(finish_order=[]) == "invalid_event"


def test_BLK_36_with_an_empty_centre_the_can_is_drunk_and_the_rest_lapses() -> None:
    table = Table("AB", house={"beerocalypse_first": False}, **LAST)
    table.rolls("A55")
    table.event(opened="B")
    said = table.roll("A", 1, 1)
    assert (said["whole_beer"], said["finish_beer"], said["left"]) == ([], ["A"], 0)
    assert table.error(opened="A") == "beerocalypse"


def test_no_beer_is_opened_from_an_empty_centre() -> None:
    table = Table("AB", **LAST)
    table.rolls("A14")
    table.event(opened="B")
    assert table.error(opened="A") == "no_beer_left"
    assert table.said["proof"]["kind"] == "beer_count"


def test_turn_done_is_only_for_who_has_rolled() -> None:
    table = Table("AB", first="A")
    assert table.error(turn_done="A") == "not_rolled"
    table.rolls("A14")
    assert table.error(turn_done="B") == "not_rolled"
    assert table.event(turn_done="A")["turn"] == "B"


def test_BLK_04_empty_beers_of_a_set_up_were_opened() -> None:
    table = Table("AB", first="A", finished={"A": 2, "B": 1})
    said = table.rolls("A14")
    assert (said["left"], said["open"], said["empties"]) == (6, {"A": 0, "B": 0}, {"A": 2, "B": 1})


def test_BLK_33_what_is_said_in_the_beerocalypse() -> None:
    table = Table(
        "ABC", first="A", opened={"A": 5, "B": 4, "C": 3}, finished={"A": 4, "B": 4, "C": 3}
    )
    said = table.event(opened="B")
    last = "The last beer is open: the Beerocalypse comes at the end of this turn."
    assert said["announce"][-2:] == [last, "A rolls."]
    said = table.rolls("A34")
    assert said["announce"][0] == "3-4, A proposes a toast first: A drinks 7 gulps — roll"
    assert said["announce"][-1] == "Beerocalypse! A and B chug what is open, with pauses."
    said = table.event(finished="B")
    assert said["announce"][-1] == "Beerocalypse! A chugs what is open, with pauses."
    said = table.event(finished="A")
    assert said["announce"][-1] == "Who finished first, A or B?"
    said = table.event(finish_order=[["A"], ["B"]])
    assert said["announce"] == ["A has 5 beers empty.", "The game is over: A wins."]
    assert table.error(turn_done="A") == "game_over"
