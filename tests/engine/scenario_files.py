"""Runs scenario files of PROTOCOL section 4 ("Scenario files")."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from engine.games import GAMES
from engine.referee import Referee
from engine.setup import load_setup

Scenario = dict[str, Any]

_ABOUT = ("id", "title", "rules", "basis", "switches", "steps", "totals", "config", "game")
GAME_OF = {"BGD": "becker", "JKE": "jookie", "BLK": "blackout", "FAL": "fivealive"}
_OWN = Path(__file__).parent / "scenarios"
_SHARED = Path(__file__).parents[3] / "shared" / "rules" / "examples.yaml"
_CODES = frozenset({"returned", "card", "top", "led", "played", "later", "trump"})
"""Keys whose values are codes of cards or suits."""


def own_scenarios() -> list[Scenario]:
    """Those of our own files."""
    return _read(*sorted(_OWN.glob("*.yaml")))


def all_scenarios() -> list[Scenario]:
    """Our own, and the shared worked examples where they are at hand, of the games we have."""
    shared = _read(_SHARED) if _SHARED.exists() else []
    return [one for one in (*own_scenarios(), *shared) if game_of(one) in GAMES]


def _read(*files: Path) -> list[Scenario]:
    return [one for path in files for one in yaml.safe_load(path.read_text("utf-8"))]


def game_of(scenario: Scenario) -> str:
    """The game of a scenario, by its id's first letters."""
    return GAME_OF[scenario["id"][:3]]


def setup_data(scenario: Scenario) -> dict[str, Any]:
    """The content of the `--setup` file that begins the scenario."""
    data = {key: value for key, value in scenario.items() if key not in _ABOUT}
    return {**data, "house": scenario.get("config", {})}


def check(scenario: Scenario) -> None:
    """Asserts every step and the totals of a scenario, as the referee rules it."""
    referee = Referee(load_setup(game_of(scenario), None, setup_data(scenario)))
    answers = [referee.submit(step["in"]) for step in scenario["steps"]]
    check_answers(scenario, json.loads(json.dumps(answers)))


def check_answers(scenario: Scenario, answers: Sequence[dict[str, Any]]) -> None:
    """Asserts that the answers to a scenario's events are the right ones."""
    unit = GAMES[game_of(scenario)].unit
    totals = dict.fromkeys(scenario["players"], 0)
    for step, answer in zip(scenario["steps"], answers, strict=True):
        where = f"{scenario['id']} step {answer['step']} {step['in']}: {answer}"
        wanted = {unit: {}, **step["out"]}
        if "error" not in wanted:
            assert "error" not in answer, where
        for key, value in wanted.items():
            assert key in answer, f"{key} is missing; {where}"
            assert _plain(answer[key], key) == _plain(value, key), f"{key} {value}; {where}"
        for name, amount in answer[unit].items():
            totals[name] = totals.get(name, 0) + amount
    assert totals == {**dict.fromkeys(totals, 0), **scenario.get("totals", totals)}


def _plain(value: Any, key: str = "") -> Any:
    """The value with codes in one spelling (PROTOCOL section 1)."""
    if isinstance(value, dict):
        return {inner: _plain(one, inner) for inner, one in value.items()}
    if isinstance(value, list):
        return [_plain(one, key) for one in value]
    if key in _CODES and isinstance(value, (str, int)) and not isinstance(value, bool):
        return re.sub(r"^10(?=[CDHS]$)", "T", str(value).upper())
    return value
