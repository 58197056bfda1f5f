"""Every scenario through the command, as another program would run it (PROTOCOL section 4)."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.scenario_files import all_scenarios, check_answers, game_of, setup_data
from tui.cli import main

_ALL = all_scenarios()


@pytest.mark.parametrize("scenario", _ALL, ids=[one["id"] for one in _ALL])
def test_scenario(
    scenario: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(setup_data(scenario)), encoding="utf-8")
    lines = "".join(f"{json.dumps(step['in'])}\n" for step in scenario["steps"])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    arguments = ["--setup", str(path), "--players", ",".join(scenario["players"]), "--json"]
    assert main(["referee", game_of(scenario), *arguments]) == 0
    check_answers(scenario, [json.loads(line) for line in capsys.readouterr().out.splitlines()])
