"""Numbers that options cannot take are said at once, before anything is made or opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.cli import main
from tui.placing import numbers


@pytest.mark.parametrize(
    "words",
    [
        ["dataset", "scenes", "out", "--count", "0"],
        ["dataset", "cards", "out", "--count", "-1"],
        ["dataset", "cards", "out", "--count", "many"],
        ["dataset", "scenes", "out", "--workers", "0"],
        ["dataset", "scenes", "out", "--size", "-1"],
        ["train", "card", "--crops", "a", "--out", "x.pt", "--steps", "0"],
        ["train", "detector", "--scenes", "a", "--out", "x", "--epochs", "-1"],
        ["simulate", "becker", "--players", "A,B", "--out", "out", "--cards", "1e3"],
        ["odds", "blackout", "--players", "0"],
        ["odds", "blackout", "--games", "0"],
        ["enrol", "mine", "--camera", "0", "--views", "٣٣٣"],
    ],
)
def test_a_number_out_of_reach_is_refused_with_those_there_are(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert f"{words[-1]!r} is no number from " in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("text", ["", "1,", "a", "0,nan", "inf,1", "1e999"])
def test_angles_and_places_are_finite_numbers(text: str) -> None:
    assert numbers(text) is None


def test_games_in_a_folder_that_is_not_there_are_not_said_to_be_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", str(tmp_path / "nowhere")]) == 2
    assert "there is no folder" in capsys.readouterr().err
