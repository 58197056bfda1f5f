"""`bench`: its parts by name, and which eyes measure what."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from tui import opening
from tui.cli import main
from tui.commands import bench
from vision.enrolled import EnrolledDeck
from vision.eyes import Looks

Out = pytest.CaptureFixture[str]
USUAL = cast(Looks, "eyes for the usual cards")


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[EnrolledDeck | None]:
    """The decks that eyes were loaded for; nothing is loaded really."""
    decks: list[EnrolledDeck | None] = []

    def load(backend: str, deck: EnrolledDeck | None = None) -> Looks:
        decks.append(deck)
        return USUAL if deck is None else cast(Looks, deck)

    monkeypatch.setattr(opening, "load_eyes", load)
    return decks


def test_eyes_are_loaded_again_only_for_a_taught_deck(
    loaded: list[EnrolledDeck | None], monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    measured: list[Looks] = []
    monkeypatch.setattr(bench, "_game_clips", lambda folder, game: [])
    monkeypatch.setattr(bench, "_score", lambda clips, eyes: measured.append(eyes))
    assert main(["bench", "games"]) == 0
    usual, taught = loaded
    assert usual is None
    assert taught is not None
    assert measured == [USUAL, USUAL, taught]
    assert "-- jookie" in capsys.readouterr().out


def _noted(parts: list[str], part: str) -> Callable[[argparse.Namespace, Looks], None]:
    """A measurement that only writes down that it was made."""
    return lambda args, eyes: parts.append(part)


@pytest.mark.parametrize("photos", [True, False])
def test_without_names_all_is_measured_that_there_is_data_for(
    tmp_path: Path,
    loaded: list[EnrolledDeck | None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Out,
    photos: bool,
) -> None:
    measured: list[str] = []
    for part in bench._PARTS:
        monkeypatch.setitem(bench._PARTS, part, _noted(measured, part))
    data = tmp_path if photos else tmp_path / "none"
    assert main(["bench", "--data", str(data)]) == 0
    usual = [part for part in bench._PARTS if part not in bench.ON_REQUEST]
    assert measured == (usual if photos else ["rolls", "lean", "games", "speed"])
    assert ("name their folder with --data" in capsys.readouterr().err) == (not photos)


def test_corrections_need_clips_and_say_so(
    loaded: list[EnrolledDeck | None], tmp_path: Path, capsys: Out
) -> None:
    assert main(["bench", "corrections", "--games", str(tmp_path)]) == 2
    assert "film them there with symposiarch simulate" in capsys.readouterr().err


def test_a_part_that_is_none_is_said(capsys: Out) -> None:
    assert main(["bench", "chess"]) == 2
    assert "no part 'chess'; choose among cards" in capsys.readouterr().err
