"""Proofs from the record of a Jookie game, JKE-P1 to JKE-P8, and what proves nothing."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.engine.jookie_table import Table
from tests.engine.playing import Game
from tests.engine.table import kinds
from tests.engine.test_playouts import accounted


def revoke(player: str, trick: int, led: str, played: str, later: str, at: int) -> dict[str, Any]:
    """The proof of a revoke."""
    return {
        "kind": "revoke", "player": player, "trick": trick, "led": led, "played": played,
        "later": later, "later_trick": at,
    }  # fmt: skip


def test_JKE_P1_two_revokes_are_proven_by_one_card_and_cost_two_shots() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:As C:6c D:5s B:Qs C:6d D:2s A:3s B:9c")
    said = table.cards("C:7s")
    first, second = revoke("C", 1, "s", "6c", "7s", 3), revoke("C", 2, "s", "6d", "7s", 3)
    assert (said["shots"], said["proof"]) == ({"C": 2}, first)
    assert said["proofs"] == [{**first, "strength": "certain"}, {**second, "strength": "certain"}]
    assert table.cards("D:9d A:9s B:2c C:8s")["proofs"] == []


def test_JKE_P1_a_proof_is_made_once_and_for_its_suit_alone() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:As C:6h D:5s C:2c D:3c A:5c B:6c")
    assert table.cards("B:2d C:3d D:5d A:6d A:9c B:Tc C:Jc D:Qc")["proofs"] == []
    assert kinds(table.cards("D:9d A:Td B:Jd C:2s")) == ["revoke"]


def test_JKE_P1_proves_nothing_across_rounds() -> None:
    table = Table(hand_size=1)
    table.dealt(bids="0000")
    table.cards("A:Ks B:As C:6c D:5s")
    table.dealt("4h")
    said = table.cards("B:Ks C:2s")
    assert (said["shots"], said["proofs"]) == ({}, [])


@pytest.mark.parametrize(("shots", "due"), [(0, {}), (1, {"C": 1}), (3, {"C": 3})])
def test_JKE_24_the_shot_comes_with_the_proof(shots: int, due: dict[str, int]) -> None:
    table = Table(house={"dirty_hole_shots": shots})
    table.dealt()
    said = table.cards("A:Ks B:As C:6h D:5s C:2s")
    assert (said["shots"], kinds(said)) == (due, ["revoke"])
    assert any(line.startswith("Dirty Hole: C") for line in said["announce"])


def test_JKE_24_where_the_trick_is_replayed_the_earliest_revoke_decides() -> None:
    table = Table(house={"revoke_remedy": "replay"})
    table.dealt()
    table.cards("A:2d B:3d C:5d D:6d D:Ks A:As B:3s C:6c A:Qs B:5s C:7d D:2s")
    said = table.cards("A:9c B:Tc C:7s")
    assert (said["replayed"], said["turn"], said["shots"]) == (2, "D", {"C": 2})
    assert said["tricks"] == {"A": 0, "B": 0, "C": 0, "D": 1}
    assert said["returned"] == ["Ks", "As", "3s", "6c", "Qs", "5s", "7d", "2s", "9c", "Tc", "7s"]
    said = table.cards("D:Ks A:As B:3s C:7s")
    assert (said["proofs"], said["shots"], said["trick_winner"]) == ([], {}, "A")


def test_JKE_24_a_replay_may_go_back_from_the_last_card_of_a_round() -> None:
    table = Table(hand_size=2, house={"revoke_remedy": "replay"})
    table.dealt(bids="1000")
    said = table.cards("A:Ks B:2s C:6c D:5s A:2d B:3d C:7s")
    assert (said["replayed"], said["round_over"], said["turn"]) == (1, False, "A")
    said = table.cards("A:Ks B:2s C:7s D:5s A:2d B:3d C:6c D:7d")
    assert (said["round_over"], said["proofs"]) == (True, [])


def test_JKE_P2_taking_back_a_card_that_follows_suit_proves_nothing() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:2s")
    assert table.event(take_back="2s", by="B")["returned"] == ["2s"]
    assert table.cards("B:3s")["proofs"] == []


def test_JKE_P2_a_legal_card_taken_back_shows_the_revoke_that_replaces_it() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:2s")
    table.event(take_back="2s", by="B")
    table.cards("B:6h C:3s D:5s")
    assert kinds(table.cards("B:2s")) == ["revoke"]


def test_JKE_29_another_card_besides_the_led_suit_is_no_proof_yet() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:6h")
    table.event(take_back="6h", by="B")
    assert table.cards("B:7h")["proofs"] == []
    said = table.cards("C:2s D:3s B:6h")
    assert said["proofs"] == []


def test_JKE_29_a_lead_taken_back_is_no_offence() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks")
    assert table.event(take_back="Ks", by="A")["turn"] == "A"
    assert table.cards("A:2d B:3d")["proofs"] == []
    assert table.error(take_back="Ks", by="A") == "not_on_table"


def test_JKE_29_an_early_trump_may_be_taken_back_before_its_claim() -> None:
    table = Table()
    table.dealt()
    table.event(play="Ah", by="A")
    said = table.event(take_back="Ah", by="A")
    assert (said["returned"], said["needs"], said["turn"]) == (["Ah"], None, "A")


def test_JKE_P3_only_trumps_afterwards_prove_nothing() -> None:
    table = Table()
    table.dealt()
    table.event(play="Ah", by="A")
    table.event(only_trumps=True, by="A")
    said = table.cards("B:2h C:3h D:5h A:Kh B:6h C:2s D:3s A:Qh")
    assert said["proofs"] == []


def test_JKE_P1_a_card_corrected_to_one_off_suit_tells_the_revoke_that_it_makes() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:As C:6s D:5s B:2c C:2s")
    said = table.amend(8, play="6d", by="C")
    assert (kinds(said), said["shots"], said["changed"]) == (["revoke"], {"C": 1}, [8, 11])
    assert said["announce"][:2] == [
        "C drinks 1 shot more.",
        "For the table to judge: C played the 6 of diamonds on spades in trick 1 and held the 2 of "
        "spades.",
    ]
    said = table.amend(8, play="7d", by="C")
    assert (kinds(said), said["shots"]) == (["revoke"], {})
    said = table.amend(8, play="6s", by="C")
    assert (said["proofs"], said["shots"]) == ([], {"C": -1})


def test_JKE_P3_a_claim_made_before_the_card_is_still_false_after_a_correction() -> None:
    table = Table()
    table.dealt()
    table.event(only_trumps=True, by="A")
    said = table.cards("A:Ah B:2h C:3h D:5h A:2s")
    assert kinds(said) == ["false_only_trumps"]
    state, step = table.state, said["step"]
    said = table.amend(1, deal="4h", dealer="D")
    assert (said["changed"], table.state) == ([], state)
    assert step not in table.amend(4, bid=2, by="C")["changed"]


def test_JKE_P4_a_card_comes_again_in_the_next_round() -> None:
    table = Table(hand_size=1)
    table.dealt(bids="0000")
    table.cards("A:Ks B:As C:6c D:5s")
    table.dealt("9c")
    assert table.cards("B:Ks C:4h")["proofs"] == []


def test_JKE_P4_a_card_waiting_for_its_claim_counts_as_out() -> None:
    table = Table()
    table.dealt()
    table.event(play="Ah", by="A")
    said = table.event(play="Ah", by="B")
    assert (kinds(said), said["turn"], said["needs"]) == (["duplicate_card"], "A", "only_trumps")


def test_JKE_P5_a_trick_taken_by_another_is_shown() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:As C:2s D:5s")
    said = table.event(trick_taken="A")
    assert said["proof"] == {"kind": "wrong_trick_taken", "player": "A", "trick": 1, "winner": "B"}
    assert said["turn"] == "B"
    assert table.event(trick_taken="B")["proofs"] == []


def test_JKE_P6_a_packet_of_too_few_cards_and_a_wrong_count_are_hints() -> None:
    table = Table()
    table.dealt()
    table.cards("A:Ks B:As C:2s D:5s")
    said = table.event(trick_taken="B", cards=3)
    assert said["proofs"] == [
        {"kind": "trick_size", "trick": 1, "cards": 3, "players": 4, "strength": "hint"}
    ]
    assert table.event(trick_taken="B", cards=4)["proofs"] == []
    assert kinds(table.event(set={"tricks": {"B": 2}})) == ["trick_count"]
    assert kinds(table.event(set={"tricks": {"B": 1}})) == []


def full_deal() -> Table:
    """A round in which every card is dealt, and no trump."""
    table = Table(round=13)
    table.dealt(None, bids="0000")
    return table


def test_JKE_P7_cards_that_nobody_else_can_hold_any_more_are_a_hint() -> None:
    table = full_deal()
    table.cards("A:As B:2c C:2d D:2s")
    for heart, small, low, high in zip("AKQJT9", "765432", "345678", "345678", strict=True):
        said = table.cards(f"A:{heart}h B:{low}c C:{high}d D:{small}h")
        assert said["proofs"] == []
    assert table.cards("A:8h B:9c C:9d D:Tc A:Kc B:Jd C:Td D:Jc A:Qc")["proofs"] == []
    # Eleven spades are unseen, and besides C, then besides B, only ten cards are left in hands.
    for play, suspect in (("B:Kd", "C"), ("C:Qd", "B")):
        said = table.cards(play)
        assert said["proofs"] == [
            {"kind": "pigeonhole", "player": suspect, "trick": 1, "led": "s", "unseen": 11,
             "strength": "hint"}
        ]  # fmt: skip
        assert said["shots"] == {}
    said = table.cards("D:Ad A:Ks B:3s")
    assert (kinds(said), said["shots"]) == (["revoke"], {"B": 1})


def test_JKE_P7_in_a_simulated_game_the_hint_comes_before_the_card_that_proves_it() -> None:
    game = Game("jookie", 324, cheating=0.04).play()
    hint = next(i for i, one in enumerate(game.answers) if "pigeonhole" in kinds(one))
    (proof,) = game.answers[hint]["proofs"]
    assert (proof["player"], game.answers[hint + 1]["proof"]["kind"]) == ("Ann", "revoke")
    assert "1 card of diamonds is unseen" in game.answers[hint]["announce"][1]
    assert accounted(game, hint)


def test_JKE_P7_cards_that_others_may_hold_prove_nothing() -> None:
    table = full_deal()
    said = table.cards("A:2s B:3d C:4d D:5d")
    assert said["proofs"] == []


def test_JKE_P8_a_bid_out_of_turn_and_a_card_too_many_are_shown() -> None:
    table = Table(hand_size=1)
    table.deal()
    assert kinds(table.event(bid=1, by="C")) == ["bid_out_of_turn"]
    assert kinds(table.event(bid=2, by="A")) == ["bid_above_hand"]
    table.bid(0, 0, 0, 0)
    table.cards("A:2s B:3s C:4s D:5s")
    said = table.event(play="6s", by="C")
    assert (said["error"], kinds(said)) == ("not_dealt", ["wrong_hand_size"])
    assert table.event(play="6s", by="Zed")["error"] == "unknown_player"


def test_JKE_P8_a_wrong_number_of_cards_dealt_is_shown() -> None:
    table = Table()
    said = table.event(deal="4h", dealer="D", hand_size=6)
    assert (said["error"], kinds(said)) == ("wrong_hand_size", ["wrong_hand_size"])
    assert table.event(deal="4h", dealer="D", hand_size=5)["proofs"] == []


def test_the_deck_is_partly_dealt_so_that_absence_proves_nothing() -> None:
    table = Table()
    table.dealt()
    said = table.cards("A:Ks B:2d C:3d D:5d A:Qs B:6d C:7d D:8d A:Js B:9d C:Td D:Jd")
    assert said["proofs"] == []


def test_every_card_played_once_in_suit_proves_nothing() -> None:
    table = full_deal()
    hands = {name: [f"{rank}{suit}" for rank in "23456789TJQKA"] for name, suit in
             zip("ABCD", "cdhs", strict=True)}  # fmt: skip
    for number in islice(range(13), 13):
        said = table.cards(" ".join(f"{name}:{hands[name][number]}" for name in "ABCD"))
        assert said["proofs"] == []
    assert (said["round_over"], said["tricks"]["A"]) == (True, 13)
