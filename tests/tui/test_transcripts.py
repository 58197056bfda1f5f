"""The sessions in docs/referee say what the referee says."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.referee import Referee
from engine.setup import load_setup

_DOCS = Path(__file__).parents[2] / "docs" / "referee"
_SESSIONS = sorted(_DOCS.glob("*.md"))


def session(text: str) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]:
    """The set-up of a session and its lines typed, each with what is shown of its answer."""
    blocks = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    rows = [row for block in blocks if block[:2] == "> " for row in block.splitlines() if row]
    told = [(row[2:], after) for row, after in pairwise(rows) if row[0] == ">"]
    named = re.search(r"--players ([\w,]+)", text)
    players = json.dumps({"players": named[1].split(",")}) if named else "{}"
    setup = next((block for block in blocks if block.startswith("{")), players)
    return json.loads(setup), [(row, json.loads(after)) for row, after in told if after[0] == "{"]


@pytest.mark.parametrize("path", _SESSIONS, ids=[path.stem for path in _SESSIONS])
def test_a_session_in_the_docs_is_real(path: Path) -> None:
    data, lines = session(path.read_text("utf-8"))
    assert len(lines) > 5
    referee = Referee(load_setup(path.stem, None, data))
    for typed, shown in lines:
        answer = json.loads(json.dumps(referee.submit_line(typed)))
        assert {key: answer.get(key) for key in shown} == shown, typed


def test_every_game_has_a_session() -> None:
    assert {"blackout"} <= {path.stem for path in _SESSIONS}
