"""Whole rounds of Becker's game with real hands: what always holds, and every provable cheat.

`SYMPOSIARCH_PLAYOUTS=20000 pytest tests/engine/test_becker_playouts.py` plays so many tables.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from engine.games.becker.cheating import Cheats
from engine.games.becker.playout import BeckerPlayout
from engine.playout import Plan, Planted
from engine.referee import Referee
from tests.engine.becker_table import OPEN, play, table
from tests.engine.playing import PLAYOUTS, Answer, Event, any_setup

ROUNDS = 3
_HINTS = ("missing_opening_card",)
"""A hand hidden at the end may hide the 2 of diamonds too."""


class Rounds:
    """A table that plays several rounds; `log` holds its events and answers."""

    def __init__(self, seed: int, cheating: float = 0.0) -> None:
        chance = random.Random(f"becker rounds {seed}")
        setup = any_setup("becker", chance)
        plan = Plan(sense="sensible" if seed % 3 else "random", cheating=cheating)
        self.referee = Referee(setup)
        self.people = BeckerPlayout(setup, chance, plan, ROUNDS)
        self.log: list[tuple[Event, Answer]] = []
        while (event := self.people.next(self.referee.state)) is not None:
            self.log.append((event, self.referee.submit(event)))

    def proofs(self) -> list[tuple[int, dict[str, Any]]]:
        """Every proof and the event that brought it, counted from 1."""
        return [(i, proof) for i, (_, said) in enumerate(self.log, 1) for proof in said["proofs"]]


def test_honest_rounds_bring_no_proof_no_error_and_lose_no_drink() -> None:
    for seed in range(PLAYOUTS):
        game = Rounds(seed)
        assert game.proofs() == [], seed
        assert [said for _, said in game.log if "error" in said] == [], seed
        state = game.referee.state
        drunk = Counter[str]()
        for _, said in game.log:
            drunk.update(said["drinks"])
        assert game.referee.view()["totals"] == {name: drunk[name] for name in state.everyone}


def test_what_is_given_is_received_and_nothing_is_left_to_give() -> None:
    for seed in range(PLAYOUTS):
        due = Counter[str]()
        for event, said in Rounds(seed).log:
            if said["give"]:
                due[said["give"]["by"]] += said["give"]["n"]
            if "give" in event:
                given = sum(event["give"].values()) if event["give"] else due[event["by"]]
                due[event["by"]] -= given
                assert sum(said["why"].get("given", {}).values()) == (given if event["give"] else 0)
            open_now = {pool["by"]: pool["n"] for pool in said["gives"]}
            for name in due:
                if name in said["out_of_game"] or len(said["hands"]) - len(said["out_of_game"]) < 2:
                    due[name] = 0
            assert {name: n for name, n in due.items() if n} == open_now, (seed, event)


def test_rounds_end_and_the_deal_goes_to_the_sweeper() -> None:
    endings = Counter[str]()
    for seed in range(PLAYOUTS):
        before: Answer = {}
        for event, said in Rounds(seed).log:
            if "next_round" in event:
                endings[before["over"]] += 1
                assert said["dealer"] == before["sweeper"]
                assert said["round"] == before["round"] + 1
            before = said
    assert set(endings) == {"A", "B"}


def test_every_cheat_that_can_be_proven_is_proven_with_the_event_that_shows_it() -> None:
    kinds = Counter[str]()
    for seed in range(PLAYOUTS):
        game = Rounds(seed, cheating=0.08)
        found = game.proofs()
        for cheat in game.people.planted:
            shown = [proof for at, proof in found if at == cheat.shown]
            if cheat.shown is not None:
                assert any(_fits(proof, cheat) for proof in shown), (seed, cheat, shown)
                kinds[cheat.kind] += 1
        _nobody_else(game, seed)
    assert {"pass_with_legal_card", "duplicate_card", "hand_count"} <= set(kinds)


def test_BGD_P1_a_pass_proven_at_once_is_proven_again_by_a_card_that_it_hid() -> None:
    referee, cheats = table(), Cheats()
    events = (
        OPEN, play("3s", "Ben"), play("9d", "Ben"), play("9s", "Cat"), play("Ts", "Dan"),
        play("8s", "Ann"), {"pass": "Ben"}, play("7s", "Cat"), play("6s", "Dan"),
        play("4s", "Ann"), play("5s", "Ben"),
    )  # fmt: skip
    proofs: list[tuple[int, dict[str, Any]]] = []
    for number, event in enumerate(events, 1):
        if "pass" in event:
            cheats.false_pass(referee.state, "Ben", ["3s", "5s"], number)
        cheats.seen(event, number, referee.state)
        proofs += [(number, proof) for proof in referee.submit(event)["proofs"]]
    assert [(c.kind, c.event, c.shown) for c in cheats.planted] == [
        ("pass_with_known_card", 7, 7),
        ("pass_with_legal_card", 7, 11),
    ]
    assert [(at, proof["kind"], proof["card"]) for at, proof in proofs] == [
        (7, "pass_with_known_card", "3s"),
        (11, "pass_with_legal_card", "5s"),
    ]


def _fits(proof: dict[str, Any], cheat: Planted) -> bool:
    same = proof["kind"] == cheat.kind and proof.get("player", cheat.player) == cheat.player
    at: int = proof.get("pass_step", cheat.event)
    return same and at == cheat.event


def _nobody_else(game: Rounds, seed: int) -> None:
    """Every proof is of a cheat that was planted, by that player at that step."""
    cheats = {(cheat.player, cheat.event) for cheat in game.people.planted}
    steps = {event for _, event in cheats}
    for at, proof in game.proofs():
        if "pass_step" in proof:
            assert (proof["player"], proof["pass_step"]) in cheats, (seed, proof)
        elif proof["kind"] == "group_pass":
            assert steps & set(proof["pass_steps"]), (seed, proof)
        else:
            assert at in steps or proof["kind"] in _HINTS, (seed, proof)
