"""The referee agrees with a second reading of the rules that shares no code with it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.scenario_files import check
from tests.engine.second_reading import Jookie

HOUSES: list[dict[str, Any]] = [{}, {"jookie.bid_rule": "exact", "jookie.execution_shots": 2}]


@pytest.mark.parametrize("house", HOUSES, ids=["plain", "exact"])
@pytest.mark.parametrize("players", ["ABCD", "ABCDE"])
def test_JKE_02_whole_games_are_ruled_and_scored_alike(players: str, house: dict[str, Any]) -> None:
    for seed in range(4):
        game = Jookie(players, seed, house)
        assert sum("deal" in step["in"] for step in game.steps) == game.rounds
        check(game.scenario)
