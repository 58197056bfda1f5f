"""Cards in the tricks of Jookie by rule id: following, trumps, claims, turns (RULES 2.3)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from engine.games.jookie.cards import DECK, best
from tests.engine.jookie_table import Table


@pytest.mark.parametrize("card", ["9d", "3h", "Ac"])
def test_JKE_17_without_the_led_suit_any_card_goes_and_nothing_is_suspected(card: str) -> None:
    table = Table()
    table.dealt()
    said = table.cards(f"A:Ks B:{card}")
    assert (said["shots"], said["proofs"], said["turn"]) == ({}, [], "C")


def test_JKE_17_nobody_has_to_trump_or_to_over_trump() -> None:
    table = Table()
    table.dealt()
    said = table.cards("A:Ks B:9h C:2h D:3d B:Th C:3h")
    assert said["proofs"] == []
    said = table.cards("D:4d A:5d B:6h")
    assert (said["proofs"], said["trick_winner"]) == ([], None)


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("Kh 2h 3h 4h", "s", 0),
        ("Kh Ah 3h 4h", "s", 1),
        ("Kh Qh 2s 4h", "s", 2),
        ("Kh As 2s 4h", "s", 1),
        ("2h Ad Ac As", None, 0),
        ("Th Jh 9h 8h", "c", 1),
        ("9h Th 2h 3h", None, 1),
        ("2s 3s As Ks", "s", 2),
        ("Qh Kd 3c Jh 2c", "c", 2),
    ],
)
def test_JKE_18_JKE_19_which_card_takes_the_trick(
    cards: str, trump: str | None, winner: int
) -> None:
    assert best(cards.split(), trump) == winner


@pytest.mark.parametrize("suit", "cdhs")
def test_JKE_19_the_ace_is_high_and_the_two_is_low(suit: str) -> None:
    ranked = [f"{rank}{suit}" for rank in "AKQJT98765432"]
    for higher, lower in itertools.pairwise(ranked):
        assert best([higher, lower], None) == 0
        assert best([lower, higher], None) == 1
    assert set(ranked) < set(DECK)


def test_JKE_27_a_card_out_of_turn_is_known_and_may_be_played_later() -> None:
    table = Table(house={"out_of_turn_shots": 2})
    table.dealt()
    assert table.event(play="9s", by="C")["shots"] == {"C": 2}
    said = table.cards("A:Ks B:2s C:9s")
    assert (said["turn"], said["proofs"]) == ("D", [])


def test_JKE_28_a_trump_led_early_and_replaced_goes_back() -> None:
    table = Table(house={"illegal_lead_shots": 1})
    table.dealt()
    table.event(play="Ah", by="A")
    said = table.event(play="2s", by="A")
    assert (said["returned"], said["shots"], said["turn"]) == (["Ah"], {"A": 1}, "B")
    assert said["table"] == [{"card": "2s", "by": "A"}]


def test_JKE_15_a_claim_may_come_before_the_card_and_holds_for_the_round() -> None:
    table = Table()
    table.dealt()
    assert table.event(only_trumps=True, by="A")["turn"] == "A"
    said = table.event(play="Ah", by="A")
    assert (said["needs"], said["turn"]) == (None, "B")


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ({"only_trumps": True, "by": "B"}, "no_claim"),
        ({"only_trumps": False, "by": "A"}, "no_claim"),
        ({"only_trumps": True, "by": "Zed"}, "unknown_player"),
        ({"only_trumps": "maybe", "by": "A"}, "invalid_event"),
    ],
)
def test_JKE_15_a_claim_that_nobody_needs_is_refused(event: dict[str, Any], error: str) -> None:
    table = Table()
    table.dealt()
    assert table.error(**event) == error
    assert Table().error(**event) in ("no_claim", error)


def test_JKE_13_an_early_lead_that_the_next_player_followed_stands() -> None:
    table = Table()
    table.dealt()
    table.event(play="Ah", by="A")
    said = table.event(play="2h", by="B")
    assert (said["turn"], said["needs"], len(said["table"])) == ("C", None, 2)
    said = table.event(only_trumps=True, by="A")
    assert (said["turn"], said["shots"]) == ("C", {})
    said = table.cards("C:3h D:5h A:2s")
    assert [proof["kind"] for proof in said["proofs"]] == ["false_only_trumps"]


def test_JKE_13_an_early_lead_nobody_claimed_is_proven_early_all_the_same() -> None:
    table = Table(house={"illegal_lead_shots": 1})
    table.dealt()
    table.cards("A:Ah B:2h C:3h D:5h")
    said = table.cards("A:2s")
    assert [proof["kind"] for proof in said["proofs"]] == ["early_trump_lead"]
    assert said["shots"] == {"A": 1}


def test_JKE_28_a_late_no_costs_its_shot_and_the_lead_stays() -> None:
    table = Table(house={"illegal_lead_shots": 1})
    table.dealt()
    table.cards("A:Ah B:2h")
    said = table.event(only_trumps=False, by="A")
    assert (said["shots"], said["turn"], len(said["table"])) == ({"A": 1}, "C", 2)
    said = table.cards("C:3h D:5h A:2s")
    assert said["proofs"] == []
