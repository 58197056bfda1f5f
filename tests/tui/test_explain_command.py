"""`symposiarch explain`: a recorded game asked about, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.log import FILE_NAME, GameLog
from engine.match import Match
from tests.engine.match_table import table
from tui.cli import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A recorded game of three events."""
    setup = table()
    match = Match(setup, GameLog.create(tmp_path / "game", {"setup": setup.to_data()}))
    match.submit({"roll": [3, 3], "by": "Ann"}, 1.0)
    match.submit({"roll": [6, 3], "by": "Ben"}, 61.5)
    match.submit({"roll": [1, 2], "by": "Ann"}, 70.0)
    match.close()
    return tmp_path / "game"


def test_a_step_in_sentences(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(folder), "2"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Step 2 at 1:01: roll 6-3, by Ben.")
    assert "BLK-14" in text
    assert "Ben rolls two dice" in text


def test_a_step_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(folder), "2", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (found["step"], found["gulps"]) == (2, {"Ben": 6, "Cat": 3, "Ann": 6})
    assert found["rules"][0]["id"] == "BLK-14"


def test_the_newest_step_is_explained_where_none_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", str(folder)]) == 0
    assert "It is Cat's turn, not Ann's." in capsys.readouterr().out


def test_a_game_that_is_still_being_played_may_be_asked_about(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (folder / FILE_NAME).open("ab") as file:
        file.write(b'{"kind": "ruling", "st')
    assert main(["explain", str(folder), "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["error"] == "out_of_turn"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["game", "9"], "steps 1 to 3, and no step 9"),
        (["game", "0"], "no step 0"),
        (["game", "two"], "STEP is the number of a step"),
        (["game", "-1"], "symposiarch: "),
        ([".", "1"], "holds no recorded game"),
        (["nowhere", "1"], "holds no recorded game"),
    ],
)
def test_wrong_input_is_one_sentence(
    folder: Path, arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    where, step = arguments
    assert main(["explain", str(folder.parent / where), step]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_damaged_record_is_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / FILE_NAME
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([rows[0], b"{broken\n", *rows[1:]]))
    assert main(["explain", str(folder), "1"]) == 2
    assert "line 2 is damaged" in capsys.readouterr().err
