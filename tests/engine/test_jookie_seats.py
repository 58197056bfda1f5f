"""Who joins, leaves and takes over cards in a game of Jookie, and what people set by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.jookie_table import Table
from tests.engine.table import kinds


def test_JKE_01_a_fifth_player_joins_and_the_game_has_ten_rounds() -> None:
    table = Table()
    said = table.event(join="E", after="A")
    assert (said["rounds"], table.referee.view()["players"]) == (10, ["A", "E", "B", "C", "D"])
    assert said["score"]["E"] == 0
    assert table.deal()["bidder"] == "A"
    assert table.bid(1)["bidder"] == "E"
    assert table.error(join="F") == "player_count"
    assert table.error(join="E") == "already_here"
    assert table.error(join=" ", after="A") == "invalid_name"
    assert table.error(join="F", after="Zed") == "unknown_player"


def test_JKE_02_a_fifth_player_comes_too_late_for_round_eleven() -> None:
    assert Table(round=11).error(join="E") == "player_count"
    table = Table(round=10)
    table.deal()
    assert table.error(join="E") == "player_count"
    assert "error" not in Table(round=10).event(join="E")


def test_who_joins_in_a_round_waits_for_the_next_deal() -> None:
    table = Table(hand_size=1)
    table.dealt(bids="0000")
    table.event(join="E", after="D")
    assert table.error(play="2s", by="E") == "not_dealt"
    table.cards("A:2s B:3s C:4s D:5s")
    assert table.said["round_over"] is True
    assert table.deal()["dealer"] == "E"
    assert table.bid(1, 1, 1, 1)["bidder"] == "E"


def test_SAF_08_who_leaves_between_rounds_is_not_dealt_in() -> None:
    table = Table("ABCDE")
    assert table.event(leave="E")["turn"] == "A"
    said = table.deal()
    assert (said["rounds"], said["bidder"], said["left_table"]) == (13, "B", ["E"])
    assert table.error(play="2s", by="E") == "not_at_table"


def test_SAF_08_JKE_01_three_wait_for_a_fourth() -> None:
    table = Table()
    said = table.event(leave="B")
    assert (said["turn"], said["needs"]) == (None, "player")
    assert table.error(deal="4h", dealer="D") == "player_count"
    said = table.event(join="Eve")
    assert (said["turn"], said["needs"]) == ("D", None)


def test_JKE_08_a_substitute_plays_on_with_the_cards_bid_and_tricks_of_who_left() -> None:
    table = Table(hand_size=2)
    table.dealt(bids="0200")
    table.cards("A:2s B:As C:3s D:4s")
    said = table.event(leave="B")
    assert (said["turn"], said["needs"]) == (None, "player")
    assert table.error(play="2c", by="A") == "player_missing"
    said = table.event(join="Eve")
    assert (said["turn"], said["bids"]["Eve"], said["tricks"]["Eve"]) == ("Eve", 2, 1)
    said = table.cards("Eve:Ac C:2c D:3c A:4c")
    assert said["made"] == ["A", "Eve", "C", "D"]
    assert (said["score"]["Eve"], said["score"]["B"]) == (2, 0)


def test_JKE_08_who_comes_back_plays_on() -> None:
    table = Table()
    table.deal()
    table.bid(1)
    table.event(leave="B")
    assert table.error(bid=1, by="C") == "player_missing"
    assert table.event(join="B")["bidder"] == "B"


def test_JKE_08_who_waits_takes_over_at_once() -> None:
    table = Table()
    table.dealt()
    table.event(join="E")
    said = table.event(leave="A")
    assert (said["turn"], said["needs"]) == ("E", None)
    assert table.cards("E:2s")["turn"] == "B"


def test_JKE_15_a_substitute_answers_for_the_trump_that_was_led() -> None:
    table = Table()
    table.dealt()
    table.event(play="Ah", by="A")
    table.event(leave="A")
    said = table.event(join="E")
    assert (said["needs"], said["turn"]) == ("only_trumps", "E")
    assert table.event(only_trumps=False, by="E")["returned"] == ["Ah"]


def test_JKE_24_a_substitute_plays_the_tricks_again_that_the_other_began() -> None:
    table = Table(house={"revoke_remedy": "replay"})
    table.dealt()
    table.cards("A:Ks B:6c C:3s D:4s A:2d")
    table.event(leave="A")
    table.event(join="E")
    said = table.cards("B:2s")
    assert (said["replayed"], said["turn"]) == (1, "E")
    assert table.cards("E:Ks B:2s C:3s D:4s")["tricks"]["E"] == 1


def test_JKE_24_a_revoke_stays_with_who_played_it_and_costs_nothing_when_gone() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:6c C:3s D:4s")
    table.event(leave="B")
    table.event(join="E")
    said = table.cards("A:2c E:2s")
    assert (kinds(said), said["proof"]["player"], said["shots"]) == (["revoke"], "B", {})


def test_JKE_29_a_card_taken_back_is_proven_of_who_played_it_not_of_the_substitute() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:6c")
    table.event(take_back="6c", by="B")
    table.event(leave="B")
    table.event(join="E")
    said = table.cards("E:3s")
    assert (said["proof"]["kind"], said["proof"]["player"], said["shots"]) == ("revoke", "B", {})


def test_SAF_08_the_round_may_be_dealt_anew_without_who_left() -> None:
    table = Table("ABCDE")
    table.deal()
    table.event(leave="B")
    said = table.deal("9c")
    assert (said["round"], said["bidder"], said["trump"]) == (1, "A", "c")
    assert table.bid(1)["bidder"] == "C"


def test_the_deal_passes_over_who_left() -> None:
    table = Table("ABCDE", hand_size=1)
    table.dealt(bids="00000")
    table.event(leave="A")
    table.event(join="F", after="E")
    said = table.cards("F:2s B:3s C:4s D:5s E:6s")
    assert (said["next_dealer"], said["turn"]) == ("F", "F")


def test_an_execution_of_who_left_lapses() -> None:
    table = Table("ABCDE", hand_size=1)
    table.dealt(bids="00001")
    table.cards("A:As B:3s C:4s D:5s E:6s")
    assert table.said["executions"]["E"] == 1
    assert table.event(leave="E")["executions"]["E"] == 0


# --- what people set


@pytest.mark.parametrize(
    ("values", "key", "shown"),
    [
        ({"trump": "spades"}, "trump", "s"),
        ({"trump": None}, "trump", None),
        ({"broken": True}, "broken", True),
        ({"score": {"A": -3}}, "score", {"A": -3, "B": 0, "C": 0, "D": 0}),
        ({"tricks": {"B": 2}}, "tricks", {"A": 0, "B": 2, "C": 0, "D": 0}),
        ({"executions": {"B": 1}}, "executions", {"A": 0, "B": 1, "C": 0, "D": 0}),
        ({"bids": {"B": 4, "C": None}}, "bids", {"A": 1, "B": 4, "C": None, "D": 1}),
        ({"turn": "C"}, "turn", "C"),
        ({"dealer": "B"}, "dealer", "B"),
        ({"round": 7}, "round", 7),
        ({"hand_size": 9}, "hand_size", 9),
        ({"trick": {"B": "2s", "C": "3s"}}, "turn", "D"),
        ({"trick": {}}, "table", []),
        ({"bidder": "B"}, "bidder", "B"),
    ],
)
def test_set_puts_the_state_in_step_with_the_table(
    values: dict[str, Any], key: str, shown: Any
) -> None:
    table = Table()
    table.dealt()
    said = table.event(set=values, reason="as it lies here")
    assert "error" not in said
    assert said[key] == shown


@pytest.mark.parametrize(
    "values",
    [
        {"trump": "z"}, {"round": 14}, {"round": "x"}, {"hand_size": 13.5}, {"turn": None},
        {"trick": {"A": "2s", "B": "2s"}}, {"trick": {n: f"{i}s" for i, n in enumerate("ABCD", 2)}},
        {"total": 3}, {"won": "A"}, {"bids": {"A": -1}}, {},
    ],
)  # fmt: skip
def test_set_refuses_what_cannot_be(values: dict[str, Any]) -> None:
    table = Table()
    table.dealt()
    assert table.error(set=values) in ("invalid_set", "invalid_event", "invalid_card")


def test_set_refuses_strangers_and_bids_above_the_hand() -> None:
    table = Table()
    assert table.error(set={"trump": "h"}) == "invalid_set"
    table.dealt()
    assert table.error(set={"score": {"Zed": 1}}) == "unknown_player"
    assert table.error(set={"bids": {"A": 6}}) == "bid_range"
    assert table.error(set={"turn": "Zed"}) == "unknown_player"


def test_set_turn_names_who_deals_bids_plays_or_leads() -> None:
    table = Table()
    assert table.event(set={"turn": "B"})["dealer"] == "B"
    table.deal()
    assert table.event(set={"turn": "A"})["bidder"] == "A"
    table.bid(1)
    said = table.event(set={"turn": "A"})
    assert (said["bidder"], said["turn"]) == (None, "A")
    table.cards("A:Ks")
    assert table.event(set={"turn": "C"})["turn"] == "C"
    said = table.event(set={"turn": "A"})
    assert (said["table"], said["tricks"]["A"], kinds(said)) == ([], 1, ["trick_size"])


def test_bids_not_entered_may_come_late_even_after_the_round() -> None:
    table = Table(hand_size=1)
    table.deal()
    table.bid(1)
    assert table.event(set={"bidder": None})["turn"] == "A"
    table.cards("A:Ks B:2s C:3s")
    assert table.event(bid=0, by="C")["bids"]["C"] == 0
    said = table.cards("D:4s")
    assert (said["round_over"], said["made"], said["set"]) == (True, ["A", "C"], [])
    said = table.event(bid=1, by="B")
    assert (said["set"], said["shots"], said["score"]["B"]) == (["B"], {"B": 1}, -1)
    assert table.error(bid=1, by="B") == "bid_order"
    assert table.event(bid=0, by="D")["made"] == ["D"]


def test_set_needs_lets_an_early_lead_stand() -> None:
    table = Table()
    table.dealt()
    table.event(play="Ah", by="A")
    said = table.event(set={"needs": None})
    assert (said["needs"], said["turn"]) == (None, "B")


def test_set_round_reopens_a_game_that_was_over() -> None:
    table = Table(round=13, hand_size=1)
    table.dealt(bids="0000")
    assert table.cards("A:Ks B:2s C:3s D:4s")["game_over"] is True
    assert table.event(set={"round": 12})["turn"] == "A"
    assert table.deal()["hand_size"] == 12
