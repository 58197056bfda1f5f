"""Set-ups of Five Alive: what can be played, and what is said where it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from engine.codes import NUMBERS, WILDS
from engine.games.fivealive.cards import DECK_77
from engine.games.fivealive.switches import SWITCHES
from engine.setup import SetupError, load_setup
from tests.engine.fivealive_table import Table

TEAMS = {"red": ["A", "C"], "blue": ["B", "D"]}


def test_the_deck_has_77_cards_of_the_known_codes() -> None:
    assert sum(DECK_77.values()) == 77
    assert sum(DECK_77[card] for card in NUMBERS) == 47
    assert set(DECK_77) == {*NUMBERS, *WILDS}


def test_FAL_03_FAL_04_a_new_game() -> None:
    said = Table("ABCD", dealer="B").event(letters={"A": 5})
    assert (said["turn"], said["total"], said["direction"]) == ("C", 0, 1)
    assert said["hands"] == dict.fromkeys("ABCD", 10)
    assert said["lives"] == dict.fromkeys("ABCD", 5)
    assert (said["stock"], said["dealer"]) == (37, "B")


@pytest.mark.parametrize(
    ("start", "stock", "discards"),
    [
        ({}, 47, 0),
        ({"hand_counts": {"A": 6, "B": 5, "C": 5}}, 47, 14),
        ({"hand_counts": {"A": 20, "B": 15, "C": 15}}, 27, 0),
        ({"hand_counts": {"A": 6}, "stock": 3}, 3, 0),
        ({"lives": {"C": 0}}, 57, 0),
    ],
)
def test_the_stock_at_the_start(start: dict[str, Any], stock: int, discards: int) -> None:
    state = Table("ABC", **start).referee.state
    assert (state.stock, state.discards) == (stock, discards)


def test_a_setup_that_was_written_is_read_back() -> None:
    house = {"teams": TEAMS, "deck": {"0": 40, "7": 40}, "deck_confirmed": True}
    setup = Table("ABCD", house, lives={"red": 2}, turn="C").referee.setup
    assert load_setup(None, None, setup.to_data()) == setup


@pytest.mark.parametrize(
    ("names", "data", "says"),
    [
        ("A", {}, "takes 2 to 6 players, not 1"),
        ("ABCDEFG", {}, "takes 2 to 6 players, not 7"),
        ("ABC", {"house": {"fivealive.teams": TEAMS}}, "takes 4 to 6 players, not 3"),
        ("ABCD", {"house": {"fivealive.teams": {"red": ["A", "C"]}}}, "two teams"),
        ("ABCD", {"house": {"fivealive.teams": "red"}}, "two teams"),
        ("ABCD", {"house": {"fivealive.teams": {"red": ["A"], "blue": ["B", "D"]}}}, "C is in no"),
        ("ABCD", {"house": {"fivealive.teams": {**TEAMS, "red": ["A", "X"]}}}, "names X"),
        ("ABCD", {"house": {"fivealive.teams": {**TEAMS, "red": ["A", "B"]}}}, "one team only"),
        ("ABCD", {"house": {"fivealive.teams": {"B": ["A", "C"], "x": ["B", "D"]}}}, "otherwise"),
        ("ABCD", {"house": {"fivealive.teams": {"red": "AC", "blue": ["B"]}}}, "a list of players"),
        ("ABC", {"house": {"fivealive.deck": 108}}, "77, or a table of cards"),
        ("ABC", {"house": {"fivealive.deck": {"8": 4}}}, "no Five Alive card"),
        ("ABC", {"house": {"fivealive.deck": {"7": -1}}}, "the number of 7"),
        ("ABC", {"house": {"fivealive.deck": {"7": 19}}}, "at least 20 cards"),
        ("ABC", {"house": {"fivealive.deck": {"7": 20}}}, "takes 2 to 2 players"),
        ("ABC", {"house": {"fivealive.misplay_flips": 6}}, "from 0 to 5"),
        ("ABC", {"house": {"fivealive.ending": "sudden"}}, "last_alive | sudden_death"),
        ("ABC", {"house": {"fivealive.endings": 1}}, "Did you mean fivealive.ending"),
        ("ABC", {"total": 22}, "`total` is a whole number from 0 to 21"),
        ("ABC", {"total": True}, "`total`"),
        ("ABC", {"direction": 0}, "`direction` is 1 (clockwise) or -1"),
        ("ABC", {"direction": True}, "`direction`"),
        ("ABC", {"turn": "D"}, "`turn` is D"),
        ("ABC", {"turn": "A", "lives": {"A": 0}}, "who has no letter up"),
        ("ABC", {"lives": {"A": 0, "B": 0}}, "fewer than two"),
        ("ABC", {"lives": {"A": 6}}, "`lives` of A is a whole number from 0 to 5"),
        ("ABC", {"lives": 5}, "`lives` is a table"),
        ("ABC", {"lives": {"red": 5}}, "`lives` names red"),
        ("ABC", {"hand_counts": {"D": 5}}, "`hand_counts` names D"),
        ("ABC", {"hand_counts": {"A": -1}}, "`hand_counts` of A"),
        ("ABC", {"hand_counts": {"A": 30, "B": 30, "C": 30}}, "the deck has 77"),
        ("ABC", {"stock": -1}, "`stock` is a whole number"),
        ("ABC", {"dealers": "A"}, "no key dealers"),
    ],
)
def test_setups_that_cannot_be_played_say_why(names: str, data: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError) as error:
        load_setup("fivealive", list(names), data)
    assert says in str(error.value)
    assert str(error.value).count("\n") == 0


@pytest.mark.parametrize("switch", [one for one in SWITCHES if one.choices], ids=lambda s: s.name)
def test_every_choice_of_a_switch_can_be_set(switch: Any) -> None:
    for choice in switch.choices:
        assert Table("ABC", {switch.name: choice}).plays("A1")["total"] == 1


def test_decks_of_other_editions() -> None:
    deck = {**DECK_77, "EQ0": 0}
    table = Table("AB", {"deck": deck, "deck_confirmed": True})
    assert table.plays("A1")["stock"] == 54
    assert table.play("B", "EQ0")["proof"] == {"kind": "deck_count", "card": "EQ0", "max": 0}
    assert Table("AB", {"deck": "77"}).referee.state.house.deck == DECK_77


@pytest.mark.parametrize(
    ("names", "teams", "says"),
    [
        ("ABCD", {"red": ["A", "B"], "blue": ["C", "D"]}, "should sit alternately"),
        ("ABCDE", {"red": ["A", "C", "E"], "blue": ["B", "D"]}, "cannot sit alternately"),
        ("ABCD", TEAMS, ""),
        ("ABCDEF", {"red": ["A", "C", "E"], "blue": ["B", "D", "F"]}, ""),
    ],
)
def test_FAL_36_seats_of_teams_are_remarked_upon_once(names: str, teams: Any, says: str) -> None:
    table = Table(names, {"teams": teams})
    first = table.play("A", 1)
    assert first["announce"][:-1] == [] if not says else says in first["announce"][0]
    assert table.play("B", 1)["announce"] == ["Total 2. C to play."]
