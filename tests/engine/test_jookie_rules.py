"""Rules of Jookie by their ids, each with its opposite (RULES 2.1 to 2.3)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.games import GAMES
from engine.games.jookie.book import BOOK
from engine.games.jookie.info import is_beer
from engine.games.jookie.switches import SWITCHES
from engine.playout import Plan
from engine.referee import Referee
from engine.setup import Setup, SetupError, load_setup
from tests.engine.jookie_table import Table


@pytest.mark.parametrize("names", ["ABC", "ABCDEF", "AB"])
def test_JKE_01_only_four_or_five_play(names: str) -> None:
    with pytest.raises(SetupError, match="4 to 5 players"):
        Table(names)


@pytest.mark.parametrize("names", ["ABCD", "ABCDE"])
def test_JKE_01_four_or_five_play(names: str) -> None:
    assert Table(names).deal()["trump"] == "h"


def whole_game(setup: Setup, seed: int) -> list[dict[str, Any]]:
    """The answers of a game in which nobody leaves."""
    referee, answers = Referee(setup), []
    people = referee.game.playout(setup, random.Random(seed), Plan(sense="sensible"))
    while (event := people.next(referee.state)) is not None:
        answers.append({**referee.submit(event), "event": event})
    return answers


@pytest.mark.parametrize(("names", "last"), [("ABCD", 13), ("ABCDE", 10)])
def test_JKE_02_JKE_03_JKE_08_rounds_hand_sizes_and_dealers_of_a_whole_game(
    names: str, last: int
) -> None:
    answers = whole_game(load_setup("jookie", list(names), None), 3)
    deals = [one for one in answers if "deal" in one["event"]]
    assert [one["hand_size"] for one in deals] == [max(5, n) for n in range(1, last + 1)]
    dealers = [names[(len(names) - 1 + n) % len(names)] for n in range(last)]
    assert [one["dealer"] for one in deals] == dealers
    for one in deals:
        assert one["bidder"] == names[(names.index(one["dealer"]) + 1) % len(names)]
    assert [one["trump"] is None for one in deals] == [False] * (last - 1) + [last == 13]


@pytest.mark.parametrize("names", ["ABCD", "ABCDE"])
@pytest.mark.parametrize("rule", ["at_least", "exact"])
def test_JKE_21_JKE_23_JKE_26_scores_of_a_whole_game_add_up(names: str, rule: str) -> None:
    house = {"jookie.bid_rule": rule, "jookie.execution_shots": 2}
    answers = whole_game(load_setup("jookie", list(names), {"house": house}), 5)
    score, shots = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    ends = [one for one in answers if one["round_over"]]
    assert len(ends) == (13 if len(names) == 4 else 10)
    for number, one in enumerate(ends, 1):
        assert sum(one["tricks"].values()) == max(5, number)
        for name, bid in one["bids"].items():
            won = one["tricks"][name]
            made = won == bid if rule == "exact" else won >= bid
            assert (name in one["made"], name in one["set"]) == (made, not made)
            score[name] += bid if made else -max(1, bid)
            shots[name] += 0 if made else 2
        assert one["score"] == score
    top = [name for name in names if score[name] == max(score.values())]
    end = answers[-1]
    assert end["game_over"] is True
    assert [*end["tied"]] == (top if len(top) > 1 else [])
    assert end["winner"] == (top[0] if len(top) == 1 else None)
    assert {name: sum(one["shots"].get(name, 0) for one in answers) for name in names} == shots


@pytest.mark.parametrize("start", [{"round": 14}, {"round": 0}, {"hand_size": 14}, {"round": "x"}])
def test_JKE_02_JKE_03_impossible_starts_are_refused(start: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="whole number from 1 to 13"):
        Table(**start)
    with pytest.raises(SetupError, match="whole number from 1 to 10"):
        Table("ABCDE", round=11)


def test_JKE_03_a_set_up_round_or_hand_size_holds_for_the_next_deal_only() -> None:
    assert Table(round=7).deal()["hand_size"] == 7
    table = Table(round=7, hand_size=1)
    table.dealt(bids="0000")
    said = table.cards("A:2s B:3s C:4s D:5s")
    assert (said["round"], said["hand_size"]) == (8, 8)


def test_JKE_04_the_first_dealer_is_whom_people_name() -> None:
    assert Table().deal(dealer="B")["bidder"] == "C"
    assert Table(dealer="C").state.dealer == "C"
    assert Table().error(deal="4h", dealer="Zed") == "unknown_player"
    table = Table()
    table.event(misdeal="B")
    assert table.said["turn"] == "B"


@pytest.mark.parametrize("code", ["4h", "4H", "4♥", "?h", "10D", "TD"])
def test_JKE_05_the_card_turned_up_shows_the_trump(code: str) -> None:
    assert Table().deal(code)["trump"] == code[-1].lower().replace("♥", "h")


@pytest.mark.parametrize(
    ("code", "error"),
    [("4?", "unreadable_card"), ("??", "unreadable_card"), ("Jk", "unreadable_card"),
     ("hello", "invalid_card"), ("", "invalid_event"), (None, "turn_up_missing")],
)  # fmt: skip
def test_JKE_05_without_a_suit_there_is_no_trump(code: str | None, error: str) -> None:
    assert Table().error(deal=code, dealer="D") == error


def test_JKE_06_five_players_turn_a_card_up_in_their_last_round() -> None:
    assert Table("ABCDE", round=10).deal()["trump"] == "h"


def test_JKE_07_a_misdeal_in_the_middle_of_a_round_voids_its_tricks() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:As C:2s D:5s B:2c")
    said = table.event(misdeal="D")
    assert (said["shots"], said["turn"]) == ({"D": 1}, "D")
    assert said["tricks"] == dict.fromkeys("ABCD", 0)
    assert table.error(play="3c", by="C") == "not_dealt"
    assert table.deal("9c")["round"] == 1


def test_JKE_07_a_substitute_who_blows_the_deal_drinks() -> None:
    table = Table(hand_size=1)
    table.dealt(bids="0000")
    table.cards("A:2s B:3s C:4s D:5s")
    said = table.event(misdeal="C")
    assert "It was A's deal." in said["announce"]
    assert (said["shots"], said["turn"]) == ({"C": 1}, "A")
    assert table.error(misdeal="Zed") == "unknown_player"


def test_JKE_08_another_dealer_or_a_substitute_is_said_and_accepted() -> None:
    table = Table(hand_size=1)
    table.dealt(bids="0000")
    table.cards("A:2s B:3s C:4s D:5s")
    said = table.event(deal="4h", dealer="A", by="C")
    assert any("C deals for A" in line for line in said["announce"])
    assert (said["dealer"], said["bidder"]) == ("A", "B")
    table.event(undo=1)
    said = table.deal(dealer="B")
    assert any("A's deal" in line for line in said["announce"])
    assert (said["bidder"], said["next_dealer"]) == ("C", "C")


def test_JKE_08_a_round_that_runs_is_not_dealt_over() -> None:
    table = Table()
    table.deal()
    assert table.error(deal="9c", dealer="D") == "round_open"
    assert table.error(deal="9c", dealer="A") == "round_open"


def test_JKE_22_a_zero_bid_is_always_made_unless_it_has_to_be_exact() -> None:
    for rule, made in (("at_least", True), ("exact", False)):
        table = Table(hand_size=1, house={"bid_rule": rule})
        table.dealt(bids="0000")
        said = table.cards("A:As B:3s C:4s D:5s")
        assert ("A" in said["made"]) is made
        assert said["score"]["A"] == (0 if made else -1)


def test_JKE_23_no_execution_without_shots() -> None:
    table = Table(hand_size=1, house={"execution_shots": 0})
    table.dealt(bids="0001")
    said = table.cards("A:As B:3s C:4s D:5s")
    assert (said["set"], said["shots"], said["executions"]["D"]) == (["D"], {}, 0)
    assert table.error(execution="D") == "no_execution"


def test_JKE_23_an_execution_done_is_taken() -> None:
    table = Table(hand_size=1, house={"execution_shots": 3})
    table.dealt(bids="0001")
    table.cards("A:As B:3s C:4s D:5s")
    assert table.referee.view()["owed"]["D"] == 3
    table.event(execution="D")
    assert table.referee.view()["owed"]["D"] == 0
    assert table.error(execution="Zed") == "unknown_player"


def test_JKE_23_SAF_06_who_is_unwell_faces_no_execution() -> None:
    table = Table(hand_size=1)
    table.dealt(bids="0001")
    table.event(unwell="D")
    said = table.cards("A:As B:3s C:4s D:5s")
    assert (said["set"], said["shots"], said["executions"]["D"]) == (["D"], {}, 0)


def test_JKE_23_SAF_02_an_execution_may_be_a_soft_drink() -> None:
    table = Table(hand_size=1)
    table.event(soft="D")
    table.event(configure={"execution_drink": "rum"})
    table.dealt(bids="0001")
    said = table.cards("A:As B:3s C:4s D:5s")
    assert said["shots"] == {"D": 1}
    assert "D drinks 1 shot (soft drink) — execution" in said["announce"]


def test_SAF_07_several_shots_are_taken_one_at_a_time() -> None:
    for shots, said in ((1, False), (3, True)):
        table = Table(hand_size=1, house={"execution_shots": shots})
        table.dealt(bids="0001")
        lines = table.cards("A:As B:3s C:4s D:5s")["announce"]
        assert ("D takes the 3 shots one at a time, with water between." in lines) is said


@pytest.mark.parametrize(
    "drink", ["beer", "BEER", "Pale Ale", "IPA", "Guinness", "craft-beer", "Weizenbier", "a stout"]
)
def test_JKE_25_beer_is_refused(drink: str) -> None:
    assert is_beer(drink)
    assert Table().error(configure={"execution_drink": drink}) == "first_law"


@pytest.mark.parametrize(
    "drink",
    ["Johnnie Walker Red", "rum", "root beer", "ginger beer", "Ginger Ale", "water",
     "non-alcoholic beer", "vodka", "apple juice", "gin", "tequila", "Kaleidoscope"],
)  # fmt: skip
def test_JKE_25_SAF_03_spirits_and_soft_drinks_are_not(drink: str) -> None:
    assert not is_beer(drink)
    assert Table().event(configure={"execution_drink": drink})["ok"] is True


def test_JKE_30_a_made_bid_is_congratulated() -> None:
    table = Table(hand_size=1)
    table.dealt(bids="1001")
    said = table.cards("A:As B:3s C:4s D:5s")
    assert "Congratulations, A, B and C: bid made." in said["announce"]
    assert "D is Set." in said["announce"]
    assert "A deals round 2: 5 cards each." in said["announce"]


def test_every_rule_is_in_the_book_once_and_every_switch_names_one() -> None:
    ids = [rule.id for rule in BOOK]
    assert ids == [f"JKE-{n:02}" for n in range(1, 31)] + [f"JKE-P{n}" for n in range(1, 9)]
    assert all(any(number in switch.about for number in ids) for switch in SWITCHES)


def test_what_may_be_done_is_said_in_every_state() -> None:
    game, table = GAMES["jookie"], Table()
    assert "D deals 5 cards each" in game.legal(table.state)[0]
    table.deal()
    assert "A bids 0 to 5" in game.legal(table.state)[0]
    table.bid(1, 1, 1, 1)
    assert any("but hearts" in line for line in game.legal(table.state))
    table.event(play="Ah", by="A")
    assert "only trumps" in game.legal(table.state)[0]
    table.event(only_trumps=True, by="A")
    assert "B follows hearts" in game.legal(table.state)[0]


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ({"play": "Zz", "by": "A"}, "invalid_card"),
        ({"play": "??", "by": "A"}, "unreadable_card"),
        ({"play": "K?", "by": "A"}, "unreadable_card"),
        ({"play": "Jk", "by": "A"}, "unreadable_card"),
        ({"play": "Ks", "by": "Zed"}, "unknown_player"),
        ({"play": "Ks"}, "invalid_event"),
        ({"play": "Ks", "by": "A", "for": "B"}, "unknown_field"),
        ({"bid": "x", "by": "A"}, "invalid_event"),
        ({"take_back": "Ks", "by": "A"}, "not_on_table"),
        ({"trick_taken": "A"}, "no_trick"),
        ({"ask": "score"}, "unknown_ask"),
        ({"dance": "A"}, "unknown_event"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    event: dict[str, Any], error: str
) -> None:
    table = Table()
    table.dealt()
    assert table.error(**event) == error


def test_numbers_may_be_texts() -> None:
    table = Table()
    table.deal()
    assert table.event(bid="3", by="A")["bids"]["A"] == 3
