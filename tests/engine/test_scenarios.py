"""Scenario files: our own, and the shared worked examples where they are at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.scenario_files import check, load

_OWN = sorted((Path(__file__).parent / "scenarios").glob("*.yaml"))
_SHARED = Path(__file__).parents[3] / "shared" / "rules" / "examples.yaml"
_FILES = [*_OWN, *([_SHARED] if _SHARED.exists() else [])]
_ALL = [scenario for path in _FILES for scenario in load(path)]


@pytest.mark.parametrize("scenario", _ALL, ids=[one["id"] for one in _ALL])
def test_scenario(scenario: dict[str, Any]) -> None:
    check(scenario)


def test_a_scenario_that_is_wrong_fails() -> None:
    wrong = {**_ALL[0], "steps": [{"in": {"roll": [1, 2], "by": "A"}, "out": {"gulps": {"A": 4}}}]}
    with pytest.raises(AssertionError):
        check(wrong)
