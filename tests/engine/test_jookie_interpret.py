"""What cards on the table mean in Jookie: events where it is clear, questions where it is not."""

from __future__ import annotations

import pytest

from engine.games.jookie.asking import question
from engine.questions import Propose
from engine.seen import (
    Seen,
    TurnUp,
)  # fmt: skip
from tests.engine.jookie_meaning import asked, card, dealt, done, meant, play
from tests.engine.jookie_table import Table

# --- the deal and the bids


def test_JKE_05_a_card_beside_the_stock_is_the_deal() -> None:
    assert meant(Table(), TurnUp(t=1.0, card="4h")) == Propose({"deal": "4h", "dealer": "D"})


def test_JKE_05_an_unclear_card_beside_the_stock_is_asked() -> None:
    answers = asked(Table(), TurnUp(t=1.0, card="4h", confidence=0.5), "reading")
    assert [one.event for one in answers] == [{"deal": "4h", "dealer": "D"}, None]
    suits = asked(Table(), TurnUp(t=1.0, card="4?"), "reading")
    assert len(suits) == 4 + 1


def test_JKE_05_a_card_before_the_deal_is_asked() -> None:
    answers = asked(Table(), card("4h"), "turn_up")
    assert done(Table(), answers[0])["trump"] == "h"


def test_JKE_05_a_card_that_the_dealer_lays_before_the_deal_is_turned_up() -> None:
    found = meant(Table(), card("4h", seat="D"))
    assert found == Propose({"deal": "4h", "dealer": "D"})
    assert asked(Table(), card("4h", seat="A"), "turn_up")
    assert asked(Table(), card("4h", seat="D", confidence=0.5), "turn_up")


def test_JKE_05_the_same_card_beside_the_stock_again_means_nothing() -> None:
    table = dealt("A:Ks")
    assert meant(table, TurnUp(t=1.0, card="4h")) is None
    answers = asked(table, TurnUp(t=1.0, card="4d"), "trump")
    assert done(table, answers[1])["trump"] == "d"


def test_JKE_06_where_every_card_is_dealt_people_say_that_it_is_done() -> None:
    table = Table(round=13)
    assert meant(table, TurnUp(t=1.0, card="4h")) is None
    found = question(table.state)
    assert found is not None
    assert done(table, found.answers[0])["bidder"] == "A"


def test_JKE_09_bids_are_asked_one_after_the_other() -> None:
    table = Table()
    assert question(table.state) is None
    table.deal()
    for name in "ABCD":
        found = question(table.state)
        assert found is not None
        assert [one.event for one in found.answers] == [{"bid": n, "by": name} for n in range(6)]
        done(table, found.answers[2])
    assert question(table.state) is None


def test_RULES_0_4_a_card_while_bids_are_not_entered_is_asked_and_never_charged() -> None:
    table = Table(house={"out_of_turn_shots": 1})
    table.deal()
    table.bid(1, 1)
    later, back, nothing = asked(table, card("Ks", seat="A"), "bids")
    assert nothing.event is None
    assert done(table, back)["returned"] == ["Ks"]
    said = done(table, later)
    assert (said["turn"], said["shots"], said["bids"]["C"]) == ("B", {}, None)


def test_RULES_0_4_the_last_missing_bid_is_offered_with_the_card() -> None:
    table = Table()
    table.deal()
    table.bid(1, 1, 1)
    answers = asked(table, card("Ks"), "bids")
    assert len(answers) == 6 + 3
    said = done(table, answers[3])
    assert (said["bids"]["D"], said["turn"]) == (3, "B")


def test_RULES_0_4_who_leads_before_all_bid_is_what_people_say_and_no_offence() -> None:
    table = Table(house={"out_of_turn_shots": 1})
    table.deal()
    first, seen, back, nothing = asked(table, card("Ks", seat="D"), "bids")
    assert (first.event, seen.event) == (play("Ks", "A"), play("Ks", "D"))
    assert (back.event, nothing.event) == (play("Ks", "D"), None)
    said = done(table, seen)
    assert (said["table"], said["proofs"]) == ([{"card": "Ks", "by": "D"}], [])
    assert (said["shots"], said["turn"]) == ({}, "A")


@pytest.mark.parametrize(
    ("seen", "goes_on"),
    [
        (card("Ks", seat="A"), True),
        (card("Ks"), True),
        (card("Ks", seat="D"), False),
        (card("Kh", seat="A"), False),
        (card("Ks", seat="A", alternatives=(("Kc", 0.4),)), False),
    ],
)
def test_a_clear_lead_stands_where_nobody_says_what_was_bid(seen: Seen, goes_on: bool) -> None:
    table = Table()
    table.deal()
    found = meant(table, seen)
    assert (found.otherwise is not None) is goes_on
    if goes_on:
        said = table.event(**found.otherwise)
        assert said["table"] == [{"card": "Ks", "by": "A"}]
        assert (said["turn"], said["bidder"]) == ("B", None)
        assert meant(table, card("2s", seat="B")) == Propose(play("2s", "B"))
        assert table.event(bid=1, by="A")["bids"]["A"] == 1


# --- cards


@pytest.mark.parametrize("seat", [None, "B", "Zoe"])
def test_JKE_16_a_clear_card_is_played_by_whoever_is_in_turn(seat: str | None) -> None:
    assert meant(dealt("A:Ks"), card("2s", seat=seat)) == Propose(play("2s", "B"))


def test_a_card_against_the_rules_is_played_all_the_same() -> None:
    assert meant(dealt("A:Ks"), card("6h")) == Propose(play("6h", "B"))
    assert meant(dealt(), card("Ah")) == Propose(play("Ah", "A"))


def test_RULES_0_6_4_two_close_readings_are_asked_naming_both() -> None:
    seen = card("2s", confidence=0.55, alternatives=(("2c", 0.4),))
    answers = asked(dealt("A:Ks"), seen, "reading")
    assert [one.event for one in answers] == [play("2s", "B"), play("2c", "B"), None]


def test_what_is_impossible_weighs_a_reading() -> None:
    table = dealt("A:2s")
    seen = card("2s", confidence=0.55, alternatives=(("2c", 0.4),))
    assert meant(table, seen) == Propose(play("2c", "B"))
    seen = card("4h", confidence=0.6, alternatives=(("4d", 0.35),))
    assert meant(table, seen) == Propose(play("4d", "B"))


def test_what_is_illegal_never_weighs_a_reading() -> None:
    seen = card("2h", confidence=0.95, alternatives=(("2s", 0.05),))
    assert meant(dealt("A:Ks"), seen) == Propose(play("2h", "B"))


def test_a_half_read_card_is_asked_among_those_left() -> None:
    answers = asked(dealt("A:Ks"), card("K?"), "reading")
    assert {one.event["play"] for one in answers if one.event} == {"Kc", "Kd", "Kh"}
    answers = asked(dealt("A:Ks"), card("?s"), "reading")
    assert len(answers) == 12 + 1
    assert meant(dealt("A:Ks"), card("??")) is None


def test_a_card_that_lies_there_seen_again_means_nothing() -> None:
    assert meant(dealt("A:Ks"), card("Ks")) is None


def test_JKE_P4_a_card_of_an_earlier_trick_is_asked_about() -> None:
    table = dealt("A:Ks B:As C:2s D:5s")
    nothing, twice = asked(table, card("Ks"), "reading")
    assert nothing.event is None
    said = done(table, twice)
    assert (said["proof"]["kind"], said["turn"]) == ("duplicate_card", "B")


def test_RULES_0_4_another_seat_than_the_turn_is_asked_and_never_charged() -> None:
    house = {"out_of_turn_shots": 1}
    for choice, turn, shots in ((0, "C", {}), (1, "D", {}), (2, "B", {"C": 1})):
        table = dealt("A:Ks", house=house)
        answers = asked(table, card("2s", seat="C"), "who")
        said = done(table, answers[choice])
        assert (said["turn"], said["shots"]) == (turn, shots)


def test_RULES_0_4_a_lead_by_another_than_the_winner_is_asked() -> None:
    table = dealt("A:Ks B:As C:2s D:5s")
    answers = asked(table, card("9c", seat="A"), "who")
    said = done(table, answers[1])
    assert said["table"] == [{"card": "9c", "by": "A"}]


def test_JKE_28_the_leader_of_an_early_trump_may_lead_another_card() -> None:
    table = dealt()
    table.event(play="Ah", by="A")
    answers = asked(table, card("2s", seat="A"), "who")
    assert done(table, answers[0])["returned"] == ["Ah"]
    table = dealt()
    table.event(play="Ah", by="A")
    assert meant(table, card("2h")) == Propose(play("2h", "B"))
    found = question(table.state)
    assert found is not None
    assert [one.event for one in found.answers] == [
        {"only_trumps": True, "by": "A"}, {"only_trumps": False, "by": "A"},
    ]  # fmt: skip
