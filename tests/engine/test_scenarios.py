"""Scenario files: our own, and the shared worked examples where they are at hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.scenario_files import all_scenarios, check

_ALL = all_scenarios()


@pytest.mark.parametrize("scenario", _ALL, ids=[one["id"] for one in _ALL])
def test_scenario(scenario: dict[str, Any]) -> None:
    check(scenario)


def test_ids_are_unique() -> None:
    ids = [one["id"] for one in _ALL]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize(
    "out",
    [
        {"gulps": {"A": 4}},
        {},
        {"gulps": {"A": 3}, "turn": "A"},
        {"gulps": {"A": 3}, "no_such_key": None},
        {"gulps": {"A": 3}, "error": "out_of_turn"},
    ],
)
def test_a_scenario_that_is_wrong_fails(out: dict[str, Any]) -> None:
    scenario = {"id": "BLK-X", "players": ["A", "B"], "first": "A"}
    right = {"in": {"roll": [1, 2], "by": "A"}, "out": {"gulps": {"A": 3}, "turn": "B"}}
    check({**scenario, "steps": [right], "totals": {"A": 3}})
    with pytest.raises(AssertionError):
        check({**scenario, "steps": [{**right, "out": out}]})
    with pytest.raises(AssertionError):
        check({**scenario, "steps": [right], "totals": {"A": 3, "B": 1}})
