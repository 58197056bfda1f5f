"""Who joins and who leaves in the middle of a game of Blackout."""

from __future__ import annotations

from tests.engine.blackout_table import Table


def test_who_joins_sits_to_the_left_of_the_one_named() -> None:
    table = Table("AB", first="A")
    table.event(join="C", after="A")
    assert table.referee.view()["players"] == ["A", "C", "B"]
    assert table.error(join="A", after="B") == "already_here"
    assert table.error(join="D", after="Z") == "unknown_player"
    assert table.error(join=" ", after="A") == "invalid_name"
    assert table.rolls("A54")["gulps"] == {"A": 5, "C": 4}


def test_a_table_that_emptied_may_fill_again() -> None:
    table = Table("AB", first="A", opened={})
    table.rolls("A12")
    table.event(leave="B")
    table.event(leave="A")
    assert table.error(join="C", after="A") == "not_at_table"
    assert table.event(join="C")["turn"] is None
    said = table.event(join="A")
    # It was A's turn when A left.
    assert (said["turn"], said["left_table"]) == ("A", ["B"])
    assert table.rolls("A54")["gulps"] == {"A": 5, "C": 4}
    assert said["open"] == {"A": 0, "B": 0, "C": 0}


def test_who_leaves_with_the_last_beer_open_starts_the_beerocalypse() -> None:
    table = Table("ABC", first="A", opened={"A": 4, "B": 4, "C": 4})
    table.rolls("A14")
    table.event(opened="B")
    said = table.event(leave="A", anyway=True)
    assert (said["beerocalypse"], said["chug"]) == (True, ["B", "C"])


def test_a_duel_of_another_player_outlives_who_leaves() -> None:
    table = Table("ABC", first="A")
    table.rolls("A22")
    assert table.event(leave="C")["needs"] == "duel"
    assert table.event(duel={"A": 1, "B": 2})["gulps"] == {"A": 1, "B": 4}


def test_who_leaves_during_the_order_rolls_is_not_waited_for() -> None:
    table = Table("ABC")
    table.event(order={"A": [6, 4], "B": [6, 4], "C": [1, 1]})
    assert table.event(leave="A")["turn"] == "B"
    table = Table("ABC")
    table.event(order={"A": [1, 2], "B": [6, 4]})
    assert table.event(leave="C")["turn"] == "B"


def test_who_leaves_in_the_contest_has_lost_it() -> None:
    table = Table("AB", first="A", opened={"A": 4, "B": 4}, finished={"A": 3, "B": 3})
    table.rolls("A14")
    table.event(set={"beerocalypse": True})
    table.event(finish_order=[["A", "B"]])
    assert table.event(leave="A")["winner"] == "B"


def test_who_leaves_in_a_duel_or_measurement_ends_it() -> None:
    table = Table("ABC", first="A")
    table.rolls("A44")
    said = table.event(leave="B")
    assert (said["needs"], said["turn"]) == (None, "C")
    table.rolls("C22")
    said = table.event(leave="C")
    assert (said["needs"], said["turn"], said["left_table"]) == (None, None, ["B", "C"])
