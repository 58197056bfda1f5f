"""Runs scenario files of PROTOCOL section 4 ("Scenario files")."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from engine.games import GAMES
from engine.referee import Referee
from engine.setup import load_setup

_ABOUT = ("id", "title", "rules", "basis", "switches", "steps", "totals", "config", "game")
GAME_OF = {"BGD": "becker", "JKE": "jookie", "BLK": "blackout", "FAL": "fivealive"}


def load(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file that are of a game we have."""
    scenarios = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [one for one in scenarios if GAME_OF[one["id"][:3]] in GAMES]


def check(scenario: dict[str, Any]) -> None:
    """Asserts every step and the totals of a scenario."""
    data = {key: value for key, value in scenario.items() if key not in _ABOUT}
    data["house"] = scenario.get("config", {})
    referee = Referee(load_setup(GAME_OF[scenario["id"][:3]], None, data))
    unit, totals = referee.game.unit, dict.fromkeys(scenario["players"], 0)
    for number, step in enumerate(scenario["steps"], 1):
        answer = referee.submit(step["in"])
        where = f"{scenario['id']} step {number} {step['in']}: {answer}"
        wanted = {unit: {}, **step["out"]}
        if "error" not in wanted:
            assert "error" not in answer, where
        for key, value in wanted.items():
            assert answer.get(key, "missing") == value, f"{key} {value}; {where}"
        for name, amount in answer[unit].items():
            totals[name] = totals.get(name, 0) + amount
    assert totals == {**dict.fromkeys(totals, 0), **scenario.get("totals", totals)}
