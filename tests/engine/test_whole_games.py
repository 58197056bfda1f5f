"""Whole games from the first event to the winner, with corrections on the way."""

from __future__ import annotations

import random

import pytest

from engine.games import GAMES
from tests.engine.chaos import Chaos, everything, lively
from tests.engine.playing import Game

SENSIBLE = range(2, 50, 3)
"""Seeds with which people play sensibly to the end."""


@pytest.mark.parametrize("seed", SENSIBLE)
def test_BLK_35_a_whole_game_ends_with_a_winner(seed: int) -> None:
    game = Game("blackout", seed).play()
    said = game.answers[-1]
    assert said["winner"] is not None
    assert said["empties"][said["winner"]] == max(said["empties"].values())
    assert (said["left"], said["turn"]) == (0, None)
    assert sum(said["empties"].values()) == said["beers"]


@pytest.mark.parametrize("name", list(GAMES))
def test_a_whole_game_is_the_same_after_any_event_was_amended_and_amended_back(name: str) -> None:
    tried = 0
    for seed in range(3):
        game, rng = Game(name, seed).play(), random.Random(seed)
        chaos, referee = Chaos(game, rng), game.referee
        for step in rng.sample(lively(referee), 8):
            before = everything(referee)
            forth = referee.submit({"amend": step, "event": chaos.event()})
            if "error" not in forth:
                back = referee.submit({"amend": step, "event": game.events[step - 1]})
                assert "error" not in back, (step, back, game.where(step - 1))
                assert everything(referee) == before, game.where(step - 1)
                tried += 1
    assert tried > 3
