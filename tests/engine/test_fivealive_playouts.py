"""Simulated games of Five Alive: the record's counts are those of the cards, and cheats are proven.

That no legal game brings a proof, an error or a lost letter is tried for all games in
`test_playouts.py`. `SYMPOSIARCH_PLAYOUTS=2000` plays so many.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.games.fivealive.playout import FiveAlivePlayout
from engine.playout import Plan
from engine.referee import Referee
from engine.setup import load_setup
from tests.engine.playing import MOST_EVENTS, PLAYOUTS, found

TEAMS = {"red": ["A", "C"], "blue": ["B", "D"]}
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"ending": "sudden_death", "deck_confirmed": True},
    {"teams": TEAMS, "bomb_zero_ends": False},
    {"voluntary_flip": False, "flip_turn": "same", "deck_confirmed": True},
    {"exhausted": "stop", "last_card_bomb": "last_card_only", "misplay_flips": 1},
    {"flip_reset": "keep", "next_dealer": "winner", "drinks_per_flip": 2},
)
KINDS = {
    "withheld_zero", "number_over_21", "hand_count", "deck_count", "out_of_turn", "letters",
    "drew_without_draw", "flip_with_playable_card",
}  # fmt: skip


class Simulated:
    """One game and its people."""

    def __init__(self, seed: int, names: str, plan: Plan) -> None:
        house = HOUSES[seed % len(HOUSES)]
        house = {f"fivealive.{key}": value for key, value in house.items()}
        setup = load_setup("fivealive", list(names), {"house": house})
        self.referee = Referee(setup)
        playout = self.referee.game.playout(setup, random.Random(seed), plan)
        assert isinstance(playout, FiveAlivePlayout)
        self.people = playout

    def step(self) -> dict[str, Any] | None:
        """The answer to the next event; None when the game is over."""
        event = self.people.next(self.referee.state)
        return None if event is None else self.referee.submit(event)


def names_for(seed: int) -> str:
    return "ABCD" if "teams" in HOUSES[seed % len(HOUSES)] else "ABCDEF"[: 2 + seed % 5]


@pytest.mark.parametrize("sense", ["random", "sensible"])
def test_the_record_counts_the_cards_that_there_are(sense: Any) -> None:
    for seed in range(PLAYOUTS):
        game = Simulated(seed, names_for(seed), Plan(sense=sense))
        for _ in range(MOST_EVENTS):
            state, cards = game.referee.state, game.people.cards
            if game.step() is None:
                break
            if state.hand == 1 and not cards.stock and not cards.discards:
                continue
            assert len(cards.stock) == state.stock, seed
            assert sum(state.hands.values()) + state.stock + state.discards == 77, seed
        assert game.referee.state.over


def test_sudden_death_and_ties_end_with_a_winner_or_a_shared_win() -> None:
    for seed in range(1, 6 * PLAYOUTS, 6):
        game = Simulated(seed, "ABC", Plan(sense="sensible"))
        while game.step() is not None:
            pass
        state = game.referee.state
        assert state.winner is not None or len(state.tied) > 1
        assert not state.unrevealed


def test_every_kind_of_cheat_is_planted_and_proven_with_its_player() -> None:
    proven: Counter[str] = Counter()
    for seed in range(4 * PLAYOUTS):
        game = Simulated(seed, names_for(seed), Plan(cheating=0.08))
        answers: list[dict[str, Any]] = []
        while (answer := game.step()) is not None:
            answers.append(answer)
        for cheat in game.people.planted:
            if cheat.shown is not None:
                assert found(answers[cheat.shown - 1], cheat), (seed, cheat)
                proven[cheat.kind] += 1
    assert set(proven) == KINDS


def test_sensible_people_keep_their_zeros_and_lose_few_letters() -> None:
    flips = {"random": 0, "sensible": 0}
    turns = {"random": 0, "sensible": 0}
    for sense in ("random", "sensible"):
        for seed in range(6):
            plan = Plan(sense="sensible" if sense == "sensible" else "random")
            game = Simulated(6 * seed, "ABCD", plan)
            while (answer := game.step()) is not None:
                flips[sense] += sum(answer["flips"].values())
                turns[sense] += 1
    assert flips["sensible"] / turns["sensible"] < flips["random"] / turns["random"]
