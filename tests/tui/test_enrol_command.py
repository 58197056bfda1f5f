"""`symposiarch enrol` and `--deck`: what can be wrong, and where decks are kept."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from tui import decks
from tui.cli import UserError, main
from tui.commands.enrol import code_of, not_shown
from vision.enrolled import EnrolledDeck


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("7d", "7d"),
        ("10D-2", "Td"),
        ("ks_left", "Ks"),
        ("k♠", "Ks"),
        ("joker-1", "Jk"),
        ("DRAW2", "DRAW2"),
        ("bomb 3", "BOMB"),
        ("0", "0"),
        ("A", "A"),
        ("ober", "OBER"),
    ],
)
def test_pictures_are_named_by_code(name: str, code: str) -> None:
    assert code_of(name) == code


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("-2", "code of a card, such as 7d"),
        ("", "code of a card, such as 7d"),
        ("W" * 13, "code of a card, such as 7d"),
        ("11h", "'11h' is no card: write a rank"),
        ("Zs-2", "'Zs' is no card: write a rank"),
        ("1d", "'1d' is no card: write a rank"),
        ("7x", "'7x' is no card: write a rank"),
        ("??", "names no single card"),
        ("K?", "names no single card"),
    ],
)
def test_a_picture_that_names_no_card_is_refused(name: str, said: str) -> None:
    with pytest.raises(UserError, match=re.escape(said)):
        code_of(name)


@pytest.mark.parametrize("source", ["pictures", "camera"])
def test_names_are_checked_before_anything_is_looked_at(
    tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(backend: str) -> None:
        raise AssertionError("looked")

    monkeypatch.setattr("tui.opening.load_eyes", load)
    for name in ("7d.jpg", "back.jpg", "notes.txt", "11h.jpg"):
        (tmp_path / name).touch()
    words = ["--pictures", str(tmp_path)]
    if source == "camera":
        words = ["--camera", "0", "--codes", "7d,11h"]
    assert main(["enrol", "mine", *words]) == 2
    assert "'11h' is no card" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("codes", "count", "first"),
    [
        ({"7d", "8d"}, 50, "Ac"),
        ({"7d", "Jk"}, 51, "Ac"),
        ({"0", "BOMB"}, 16, "1"),
        ({"7d", "OBER"}, 0, None),
        ({"7d", "BOMB"}, 0, None),
    ],
)
def test_what_was_not_shown_of_the_deck_is_known(
    codes: set[str], count: int, first: str | None
) -> None:
    missing = not_shown(codes)
    assert len(missing) == count
    assert first == (missing[0] if missing else None)


def test_a_single_card_is_no_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "7d-1.jpg").touch()
    (tmp_path / "7d-2.jpg").touch()
    assert main(["enrol", "mine", "--pictures", str(tmp_path)]) == 2
    assert "at least two different cards" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--pictures DIR, or --camera"),
        (["--pictures", "nowhere"], "there is no folder nowhere"),
        (["--camera", "0", "--views", "0"], "is no number from 1 to 100"),
    ],
)
def test_what_is_missing_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", "mine", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_picture_that_is_none_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "7d.jpg").write_bytes(b"no picture")
    (tmp_path / "8d.jpg").write_bytes(b"no picture")
    assert main(["enrol", "mine", "--pictures", str(tmp_path)]) == 2
    assert "7d.jpg" in capsys.readouterr().err


def test_the_game_with_cards_of_its_own_brings_its_deck() -> None:
    deck = decks.deck_for("fivealive", None)
    assert deck is not None
    assert deck.copies
    assert {"7", "BOMB", "EQ21"} <= set(deck.codes)
    assert decks.deck_for("becker", None) is None


def test_a_deck_is_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMPOSIARCH_DECKS", str(tmp_path))
    layer = np.zeros((4, 3), np.float32)
    taught = EnrolledDeck(
        "mine", ("sun", "moon", "??"), layer, layer[0], layer[:, 0], layer[:, 0], "x"
    )
    taught.save(decks.path_of("mine"))
    found = decks.deck_for("becker", "mine")
    assert found is not None
    assert found.codes == taught.codes
    assert decks.deck_for("becker", "fivealive") == decks.deck_for("fivealive", None)


def test_an_unknown_deck_names_those_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYMPOSIARCH_DECKS", str(tmp_path))
    (tmp_path / "grandma.npz").write_bytes(b"")
    with pytest.raises(UserError, match=r"no deck 'mine' \(enrolled: grandma\)"):
        decks.deck_for(None, "mine")
    with pytest.raises(UserError, match="damaged"):
        decks.deck_for(None, "grandma")


def test_a_name_that_is_no_name_is_refused() -> None:
    with pytest.raises(UserError, match="cannot be the name of a deck"):
        decks.path_of("../mine")
