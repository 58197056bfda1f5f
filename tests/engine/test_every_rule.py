"""Every rule of the books has a test named after it, and one that tries its opposite."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.referee import Referee
from engine.safety import BOOK as SAFETY
from engine.setup import SetupError, load_setup
from tests.engine.scenario_files import own_scenarios

_TESTS = Path(__file__).parents[1]
_NAMED = re.compile(r"^ *(?:async )?def (test_\w*)\(", re.MULTILINE)
_ID = re.compile(r"(?:BGD|JKE|BLK|FAL|SAF)_P?\d+b?(?![0-9a-z])")


def tried() -> Counter[str]:
    """How many scenarios and tests are named after each rule."""
    count = Counter(rule for scenario in own_scenarios() for rule in set(scenario["rules"]))
    for path in _TESTS.rglob("test_*.py"):
        for name in _NAMED.findall(path.read_text("utf-8")):
            count.update(found.replace("_", "-") for found in set(_ID.findall(name)))
    return count


def test_every_rule_and_every_proof_is_tried_twice() -> None:
    books = [rule.id for game in GAMES.values() for rule in game.book]
    count = tried()
    assert [rule for rule in books if count[rule] < 2] == []
    assert [rule.id for rule in SAFETY if not count[rule.id]] == []


@pytest.mark.parametrize("house", [{}, {"blackout.eight_ban": True}])
def test_BLK_16_double_six_is_of_all_the_others(house: dict[str, bool]) -> None:
    referee = Referee(load_setup("blackout", list("ABC"), {"first": "A", "house": house}))
    assert referee.submit({"roll": [6, 6], "by": "A"})["gulps"] == {"B": 7, "C": 7}
    assert referee.submit({"roll": [6, 5], "by": "B"})["gulps"] == {"B": 6, "C": 5}


def test_BLK_36_while_a_beer_is_left_nothing_lapses() -> None:
    start = {"first": "A", "opened": {"A": 4, "B": 4}, "finished": {"A": 4, "B": 4}}
    referee = Referee(load_setup("blackout", list("AB"), start))
    said = referee.submit({"roll": [1, 1], "by": "A"})
    assert (said["whole_beer"], said["finish_beer"], said["left"]) == (["A"], [], 0)
    assert (said["beerocalypse"], said["empties"]) == (True, {"A": 5, "B": 4})


def test_BLK_05_an_open_beer_whose_owner_has_left_is_nobody_elses() -> None:
    referee = Referee(load_setup("blackout", list("ABC"), {"first": "A"}))
    for event in ({"roll": [1, 4], "by": "A"}, {"opened": "A"}, {"leave": "A", "anyway": True}):
        assert "error" not in referee.submit(event)
    assert referee.submit({"finished": "B"})["error"] == "no_open_beer"


def test_BLK_40_who_is_unwell_gets_help_and_nothing_to_finish() -> None:
    referee = Referee(load_setup("blackout", list("ABC"), {"first": "A"}))
    assert any("Stay with A" in line for line in referee.submit({"unwell": "A"})["announce"])
    said = referee.submit({"roll": [1, 1], "by": "A"})
    assert (said["whole_beer"], said["gulps"]) == ([], {})


@pytest.mark.parametrize(("players", "fits"), [(1, False), (2, True), (6, True), (7, False)])
def test_FAL_01_two_to_six_play(players: int, fits: bool) -> None:
    names = list("ABCDEFG"[:players])
    if fits:
        assert load_setup("fivealive", names, None).players == tuple(names)
        return
    with pytest.raises(SetupError, match="takes 2 to 6 players"):
        load_setup("fivealive", names, None)


def test_FAL_01_the_house_may_seat_fewer() -> None:
    house = {"house": {"fivealive.players": "3..4"}}
    assert load_setup("fivealive", list("ABC"), house)
    with pytest.raises(SetupError, match="takes 3 to 4 players"):
        load_setup("fivealive", list("AB"), house)
