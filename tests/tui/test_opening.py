"""Which game a command is to watch, and what with."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.log import FILE_NAME
from engine.setup import load_setup
from tests.vision.table import KnowingEyes, Table
from tui.cli import UserError
from tui.opening import game_of, watcher_of
from tui.record import open_record


def test_the_game_to_watch_is_that_of_the_set_up_or_of_the_record(tmp_path: Path) -> None:
    setup = load_setup("jookie", ["Ann", "Ben", "Cat", "Dan"], None)
    open_record(tmp_path / "game", setup, {}, {}).close()
    assert game_of(None, tmp_path / "game") == "jookie"
    assert game_of(load_setup("becker", ["Ann", "Ben"], None), None) == "becker"
    assert game_of(None, tmp_path / "none") is None
    assert game_of(None, None) is None


def test_a_record_that_cannot_be_gone_on_with_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"kind": "header", "version": 7}\n', "utf-8")
    with pytest.raises(UserError, match="version 7"):
        game_of(None, tmp_path)
    (tmp_path / FILE_NAME).write_text('{"kind": "header", "version": 1}\n', "utf-8")
    with pytest.raises(UserError, match="recorded game cannot be played"):
        game_of(None, tmp_path)


@pytest.mark.parametrize(
    ("game", "watches"),
    [("becker", True), ("jookie", True), ("fivealive", True), ("blackout", False)],
)
def test_cards_of_another_deck_are_noticed_in_games_with_cards(game: str, watches: bool) -> None:
    setup = load_setup(game, ["Ann", "Ben", "Cem", "Dee"], None)
    watcher = watcher_of(KnowingEyes(Table()), setup, None)
    assert (watcher._cards._deck is not None) is watches
