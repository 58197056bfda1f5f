"""RULES 3.2 to 3.4: what a roll costs, repeats, Echoes and duels."""

from __future__ import annotations

import pytest

from tests.engine.blackout_table import Table

# RULES 3.6: roll, then what A (rolls), B (next) and the others C and D drink.
TABLE = [
    ("11", 0, 0, 0), ("12", 3, 0, 0), ("13", 4, 0, 0), ("14", 5, 0, 0), ("22", 0, 0, 0),
    ("23", 5, 0, 0), ("15", 6, 0, 0), ("24", 6, 0, 0), ("33", 6, 0, 0), ("16", 7, 1, 1),
    ("25", 7, 1, 1), ("34", 7, 1, 1), ("26", 8, 0, 0), ("35", 8, 0, 0), ("44", 0, 0, 0),
    ("36", 6, 3, 0), ("45", 5, 4, 0), ("46", 6, 4, 0), ("55", 5, 5, 0), ("56", 6, 5, 0),
    ("66", 0, 7, 7),
]  # fmt: skip


@pytest.mark.parametrize(("pair", "roller", "following", "others"), TABLE)
@pytest.mark.parametrize("turned", [False, True])
def test_BLK_09_to_22_the_complete_roll_table(
    pair: str, roller: int, following: int, others: int, turned: bool
) -> None:
    a, b = int(pair[turned]), int(pair[not turned])
    due = {"A": roller, "B": following, "C": others, "D": others}
    assert Table(first="A").gulps("A", a, b) == {name: n for name, n in due.items() if n}


@pytest.mark.parametrize(
    ("pair", "why"),
    [
        ("12", {"roll": {"A": 3}}),
        ("36", {"roll": {"A": 6}, "share": {"B": 3}}),
        ("34", {"roll": {"A": 7}, "social": {"B": 1, "C": 1, "D": 1}}),
        ("66", {"worst_roll": {"B": 7, "C": 7, "D": 7}}),
    ],
)
def test_every_drink_has_its_cause(pair: str, why: dict[str, dict[str, int]]) -> None:
    assert Table(first="A").rolls("A" + pair)["why"] == why


def test_BLK_10_the_share_of_a_repeat_still_goes_to_the_old_next_player() -> None:
    table = Table(first="A")
    table.rolls("A64")
    said = table.roll("B", 4, 6)
    assert (said["gulps"], said["reversed"], said["direction"]) == ({"B": 6, "C": 4}, True, "right")
    assert said["turn"] == "A"


def test_BLK_10_another_roll_between_does_not_repeat() -> None:
    assert Table(first="A").rolls("A64", "B12", "C64")["reversed"] is False


def test_BLK_10_of_a_repeated_duel_the_answer_reverses() -> None:
    table = Table(first="A")
    table.rolls("A22")
    table.event(duel={"A": 1, "B": 2})
    assert table.roll("B", 2, 2)["reversed"] is False
    said = table.event(duel={"B": 1, "A": 2})
    assert (said["reversed"], said["turn"], said["direction"]) == (True, "A", "right")


@pytest.mark.parametrize(
    ("repeat", "first", "second", "reverses"),
    [
        ("pair", "A41", "B14", True),
        ("pair", "A41", "B23", False),
        ("ordered", "A41", "B14", False),
        ("ordered", "A41", "B41", True),
        ("sum", "A41", "B23", True),
        ("sum", "A41", "B24", False),
    ],
)
def test_BLK_11_what_is_the_same_roll(repeat: str, first: str, second: str, reverses: bool) -> None:
    table = Table(house={"repeat": repeat}, first="A")
    assert table.rolls(first, second)["reversed"] is reverses


@pytest.mark.parametrize(
    ("chain", "directions"),
    [(True, ["left", "right", "left", "right"]), (False, ["left", "right", "right", "right"])],
)
def test_BLK_12_chains(chain: bool, directions: list[str]) -> None:
    table = Table(house={"repeat_chain": chain}, first="A")
    rolled = []
    for _ in range(4):
        table.roll(table.referee.view()["turn"], 1, 2)
        rolled.append(table.said["direction"])
    assert rolled == directions


def test_BLK_12_without_chains_a_new_run_reverses_again() -> None:
    table = Table(house={"repeat_chain": False}, first="A")
    assert table.rolls("A12", "B12", "A12", "D13")["direction"] == "right"
    assert table.rolls("C13")["direction"] == "left"


def test_BLK_13_order_rolls_duel_dice_and_bad_rolls_are_no_repeats() -> None:
    table = Table("AB")
    table.event(order={"A": [6, 4], "B": [1, 2]})
    assert table.roll("A", 6, 4)["reversed"] is False
    table.event(bad_roll="cocked", by="B")
    assert table.roll("B", 6, 4)["reversed"] is True


def test_BLK_14_eight_is_not_shared_and_nine_is() -> None:
    assert Table(first="A").gulps("A", 6, 2) == {"A": 8}
    assert Table(first="A").gulps("A", 5, 4) == {"A": 5, "B": 4}


def test_BLK_15_the_toast_waits_for_nobody() -> None:
    table = Table(first="A")
    said = table.roll("A", 1, 6)
    assert (said["needs"], said["turn"]) == ("toast", "B")
    assert "toast" in " ".join(said["announce"])
    assert table.event(toast="A")["needs"] is None
    assert table.error(toast="A") == "no_toast"
    assert table.roll("B", 1, 2)["needs"] is None


def test_BLK_17_18_the_extra_turn_is_a_full_turn() -> None:
    table = Table(first="A")
    assert table.roll("A", 5, 5)["turn"] == "A"
    assert table.error(roll=[1, 2], by="B") == "out_of_turn"
    said = table.roll("A", 5, 5)
    assert (said["reversed"], said["extra_turn"], said["turn"]) == (True, True, "A")
    assert table.roll("A", 6, 3)["gulps"] == {"A": 6, "D": 3}
    assert table.said["turn"] == "D"


def test_BLK_19_unknown_open_beers_are_always_asked() -> None:
    table = Table(first="A")
    said = table.roll("A", 4, 4)
    assert (said["needs"], said["compare"], said["gulps"]) == ("measurement", ["A", "B"], {})
    said = table.event(fuller="B")
    assert (said["finish_beer"], said["needs"], said["turn"]) == (["B"], None, "B")


@pytest.mark.parametrize(
    ("unopened", "opened", "finishes", "needs"),
    [
        ("empty", {}, [], None),
        ("empty", {"B": 1}, ["B"], None),
        ("empty", {"A": 1}, ["A"], None),
        ("empty", {"A": 1, "B": 1}, [], "measurement"),
        ("full", {}, [], "measurement"),
        ("full", {"B": 1}, ["A"], None),
        ("full", {"A": 1}, ["B"], None),
        ("full", {"A": 1, "B": 1}, [], "measurement"),
    ],
)
def test_BLK_19_a_player_without_an_open_beer(
    unopened: str, opened: dict[str, int], finishes: list[str], needs: str | None
) -> None:
    table = Table(house={"measure_unopened": unopened}, first="A", opened=opened)
    said = table.roll("A", 4, 4)
    assert (said["finish_beer"], said["needs"]) == (finishes, needs)
    assert said["turn"] == ("A" if needs else "B")


def test_BLK_19_with_the_direction_in_force() -> None:
    table = Table(first="A")
    assert table.rolls("A12", "B12", "A44")["compare"] == ["A", "D"]
    assert table.error(fuller="B") == "not_compared"


def test_BLK_22_doubles_may_cost_their_sum_besides() -> None:
    for face, gulps in ((1, 2), (2, 4), (4, 8)):
        plain, also = Table(first="A"), Table(house={"doubles_also_sum": True}, first="A")
        assert plain.gulps("A", face, face) == {}
        assert also.gulps("A", face, face) == {"A": gulps}


@pytest.mark.parametrize(
    ("roll", "matched"),
    [("36", 6), ("34", 7), ("35", 8), ("13", 4), ("23", 5), ("12", 3), ("24", 0), ("45", 0)],
)
def test_BLK_23_24_what_wakes_an_echo_and_how_much(roll: str, matched: int) -> None:
    table = Table(first="A")
    table.rolls("A33")
    assert table.rolls("B" + roll)["why"].get("echo", {}).get("A", 0) == matched


def test_BLK_25_an_echo_comes_on_top_or_raises_up_to() -> None:
    for echo, gulps in (("add", 9), ("raise_to", 6)):
        table = Table("AB", house={"echo": echo}, first="A")
        table.rolls("A33")
        assert table.gulps("B", 3, 6) == {"B": 6, "A": gulps}


def test_BLK_26_an_echo_ends_when_the_players_turn_begins() -> None:
    table = Table("ABC", first="A")
    assert table.rolls("A33")["echo"] == ["A"]
    assert table.rolls("B12")["echo"] == ["A"]
    assert table.rolls("C45")["echo"] == []
    assert table.rolls("A13")["gulps"] == {"A": 4}


def test_BLK_26_a_reversal_may_bring_the_end_sooner() -> None:
    said = Table(first="A").rolls("A33", "B33")
    assert (said["gulps"], said["turn"], said["echo"]) == ({"B": 6, "A": 6}, "A", ["B"])


def test_BLK_27_echoes_match_the_roller_and_not_each_other() -> None:
    table = Table(first="A")
    assert table.rolls("A33", "B14", "C33")["echo"] == ["A", "C"]
    assert table.gulps("D", 1, 3) == {"D": 4, "A": 4, "C": 4}


def test_BLK_27_duel_dice_wake_an_echo_only_by_switch() -> None:
    for switch, gulps in ((False, {"B": 6, "C": 1}), (True, {"B": 6, "C": 1, "A": 6})):
        table = Table(house={"echo_duel": switch}, first="A")
        table.rolls("A33", "B22")
        assert table.event(duel={"B": 3, "C": 1})["gulps"] == gulps


def test_BLK_28_the_roller_duels_with_another_player() -> None:
    table = Table(first="A")
    said = table.rolls("A22")
    assert (said["needs"], said["turn"]) == ("duel", "A")
    assert table.error(duel={"B": 1, "C": 2}) == "invalid_duel"
    assert table.error(duel={"A": 1, "Z": 2}) == "unknown_player"
    assert table.error(duel={"A": 1}) == "invalid_event"
    assert table.error(duel={"A": 1, "B": 7}) == "invalid_event"
    assert table.error(roll=[1, 2], by="B") == "out_of_turn"
    assert table.error(roll=[1, 2], by="A") == "needs_duel"
    assert table.error(fuller="B") == "no_measurement"


@pytest.mark.parametrize(
    ("dice", "gulps"),
    [((5, 3), {"A": 10, "C": 3}), ((1, 6), {"A": 1, "C": 12}), ((4, 4), {"A": 8, "C": 8})],
)
def test_BLK_29_30_duel(dice: tuple[int, int], gulps: dict[str, int]) -> None:
    table = Table(first="A")
    table.rolls("A22")
    assert table.event(duel={"A": dice[0], "C": dice[1]})["gulps"] == gulps
    assert table.said["turn"] == "B"
    assert table.error(duel={"A": 1, "C": 1}) == "no_duel"


def test_a_need_that_nobody_answers_stays_open_and_the_game_goes_on() -> None:
    table = Table(first="A")
    table.rolls("A22")
    assert table.event(turn_done="A")["turn"] == "B"
    table.rolls("B14", "C22")
    assert table.said["open_needs"] == [
        {"need": "duel", "by": "A", "step": 1},
        {"need": "duel", "by": "C", "step": 4},
    ]
    assert table.event(duel={"A": 5, "B": 3})["gulps"] == {"A": 10, "B": 3}
    assert (table.said["turn"], table.said["needs"]) == ("C", "duel")
    assert table.event(duel={"C": 2, "A": 1})["turn"] == "D"


def test_BLK_38_a_bad_die_is_rolled_again() -> None:
    for bad_die, gulps in (("reroll", {}), ("drink1", {"A": 1})):
        table = Table(house={"bad_die": bad_die}, first="A")
        said = table.event(bad_roll="off_table", by="A")
        assert (said["gulps"], said["needs"], said["turn"]) == (gulps, "reroll", "A")
        assert table.error(bad_roll="cocked", by="B") == "out_of_turn"
        assert table.rolls("A12")["needs"] is None


def test_BLK_38_a_bad_duel_die_leaves_the_duel_open() -> None:
    table = Table(first="A")
    table.rolls("A22")
    assert table.event(bad_roll="cocked", by="B")["needs"] == "duel"


def test_BLK_39_the_eight_ban_is_off_by_default() -> None:
    table = Table(first="A")
    assert table.rolls("A26")["needs"] is None
    assert table.error(ban="B", by="A") == "no_ban"


def test_BLK_39_with_the_switch_the_barred_drink_nothing_until_after_their_turn() -> None:
    table = Table(house={"eight_ban": True}, first="A")
    assert table.rolls("A26")["needs"] == "ban"
    assert table.error(ban="A", by="A") == "invalid_ban"
    assert table.error(ban="B", by="C") == "out_of_turn"
    table.event(ban="C", by="A")
    assert table.gulps("B", 5, 4) == {"B": 5}
    assert table.gulps("C", 1, 4) == {}
    assert table.gulps("D", 1, 6) == {"D": 7, "A": 1, "B": 1, "C": 1}


def test_the_first_roller_begins_where_nobody_was_named() -> None:
    table = Table()
    assert table.referee.view()["turn"] is None
    assert table.rolls("C12")["turn"] == "D"
    assert table.error(roll=[1, 2], by="C") == "out_of_turn"


def test_announcements_name_the_roll_the_players_and_the_next() -> None:
    table = Table(first="A")
    table.rolls("A33", "B14", "C12")
    assert table.roll("D", 3, 6)["announce"] == [
        "3-6: D drinks 6 gulps — roll",
        "A drinks 9 gulps — share 3 + echo 6",
        "A rolls.",
    ]
    assert Table(first="A").roll("A", 2, 2)["announce"][0].startswith("2-2: ")
