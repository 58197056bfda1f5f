"""The command `simulate`, as far as it goes without MuJoCo."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.cli import UserError, main
from tui.commands import simulate


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "clip.mp4").touch()
    simulate._check_folder(tmp_path)
    simulate._check_folder(tmp_path / "new")
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(UserError, match=r"something else \(holiday.jpg\); choose an empty folder"):
        simulate._check_folder(tmp_path)


def test_a_misspelt_game_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "blackot", "--players", "Ann,Ben", "--out", "x"]
    assert main(words) == 2
    assert "'blackot'" in capsys.readouterr().err
