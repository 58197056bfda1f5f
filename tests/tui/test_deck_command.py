"""`symposiarch deck`: the printable deck from the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.deck import fivealive
from datasets.deck.fivealive import Card
from tui.cli import main


@pytest.fixture(autouse=True)
def few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card in place of 107, to be quick."""
    blank = np.full((88, 63, 3), 200, np.uint8)
    monkeypatch.setattr(fivealive, "printed_cards", lambda: [Card("7", blank, blank)])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--paper", "letter"], "1 cards on 1 pages of Letter"),
        (["--paper", "A4", "--backs"], "on 2 pages of A4"),
    ],
)
def test_the_deck_is_written_for_the_paper_at_hand(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "deck.pdf"
    assert main(["deck", "fivealive", *words, "--out", str(target)]) == 0
    assert said in capsys.readouterr().out
    assert target.read_bytes().startswith(b"%PDF")
    assert [path.name for path in tmp_path.iterdir()] == ["deck.pdf"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["fivealive", "--paper", "A5"], "letter"),
        (["tarot"], "fivealive"),
        (["fivealive", "--out", "nowhere/deck.pdf"], "nowhere/deck.pdf cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_sentence(
    words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", *words]) == 2
    said = capsys.readouterr().err
    assert hint in said
    assert said.count("\n") == 1


def test_on_a_full_disk_the_deck_that_was_there_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    resource = pytest.importorskip("resource", reason="limits of a process are Unix'")
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"the old one")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (256, usual[1]))
    try:
        assert main(["deck", "fivealive", "--out", str(target)]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert "cannot be written" in capsys.readouterr().err
    assert target.read_bytes() == b"the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["deck.pdf"]
