"""The tour on the first evening, and the help with keys and rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.match import Match
from engine.setup import load_setup
from tests.tui.app_table import LARGE, SMALL, roll, running
from tui import memory, shell
from tui.screens.help import HelpScreen, rules_page
from tui.tour import _STOPS


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])
async def test_the_tour_shows_every_part_and_ends_where_play_goes_on(
    size: tuple[int, int],
) -> None:
    async with running(size) as app:
        await app.press("f1")
        for shows, text in _STOPS:
            assert text.split()[0] in app.text("AskPanel")
            pointed = app.app.screen_stack[0].query(".pointed")
            assert [type(one).__name__ for one in pointed] == [shows]
            assert not app.app.picture.region.overlaps(app.app.panel.region)
            await app.press("1")
        assert app.app.panel.ask is None
        assert not app.app.screen_stack[0].query(".pointed")


@pytest.mark.parametrize("key", ["escape", "2"])
async def test_one_key_skips_the_tour(key: str) -> None:
    async with running() as app:
        await app.press("f1", key)
        assert app.app.panel.ask is None
        assert not app.app.screen_stack[0].query(".pointed")


async def test_the_game_goes_on_during_the_tour() -> None:
    async with running() as app:
        await app.press("f1")
        await app.happens(roll(4, 6, "Ann"))
        assert app.app.banner.headline is not None
        assert app.app.banner.headline.groups == (("Ann", "6"), ("Ben", "4"))
        assert "1/6" in app.text("AskPanel")


def test_the_first_evening_begins_with_the_tour_and_the_second_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toured: list[bool] = []

    class App:
        def __init__(self, *args: Any) -> None:
            toured.append(args[-1])

        def run(self) -> None:
            pass

    class Table:
        def stop(self) -> None:
            pass

    monkeypatch.setattr("tui.app.SymposiarchApp", App)
    for _ in range(2):
        shell.show(Table(), (), tmp_path / "log")  # type: ignore[arg-type]  # only stopped
    assert toured == [True, False]


async def test_help_has_the_keys_and_the_rule_book_of_the_game() -> None:
    async with running(repeat="sum") as app:
        await app.press("question_mark")
        screen = app.app.screen
        assert isinstance(screen, HelpScreen)
        keys = str(screen._text.render())
        for action in app.app.actions:
            assert action.help in keys
        await app.press("tab")
        rules = str(screen._text.render())
        assert rules.index("repeat = sum instead of pair") < rules.index("BLK-10")
        assert "SAF-06" in rules
        await app.press("tab")
        assert str(screen._text.render()) == keys
        await app.press("escape")
        assert app.app.screen is not screen


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_every_game_is_in_its_book(game: str) -> None:
    setup = Match(load_setup(game, ("Ann", "Ben", "Cem", "Dee"), None)).setup
    page = rules_page(setup).plain
    assert all(rule.id in page for rule in GAMES[game].book)
    assert "At this table" not in page


def test_what_is_remembered_is_there_the_next_evening() -> None:
    first = memory.recall()
    first.met(["Ann", "Ben"])
    first.met(["Cem", "Ann"])
    memory.keep(first)
    again = memory.recall()
    assert again.players == ["Cem", "Ann"]
    assert again.names == ["Cem", "Ann", "Ben"]


def test_a_memory_that_is_damaged_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.json"
    path.write_text('{"names": 3', "utf-8")
    monkeypatch.setenv("SYMPOSIARCH_MEMORY", str(path))
    assert memory.recall() == memory.Memory()
    monkeypatch.setenv("SYMPOSIARCH_MEMORY", str(path / "nowhere.json"))
    memory.keep(memory.Memory())
