"""`symposiarch odds`: figures for people and programs."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from engine.games import GAMES
from tui.cli import main

Out = pytest.CaptureFixture[str]


def told(capsys: Out, *arguments: str) -> list[dict[str, Any]]:
    assert main(["odds", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_tells_what_it_costs(game: str, capsys: Out) -> None:
    assert main(["odds", game, "--players", "4", "--games", "3"]) == 0
    out, err = capsys.readouterr()
    assert f"{GAMES[game].title}, 4 players, 3 games" in out
    assert "standard drinks" in out
    assert "by cause" in out
    assert err == ""


def test_json_has_one_line_a_way_of_playing(capsys: Out) -> None:
    plain, other = told(capsys, "blackout", "--games", "4", "--compare", "beers_per_player=6")
    assert (plain["compare"], other["compare"]) == (None, "beers_per_player=6")
    assert (plain["house"], other["house"]) == ({}, {"blackout.beers_per_player": 6})
    assert other["gulps"]["mean"] > plain["gulps"]["mean"]
    assert (plain["games"], plain["players"], plain["seed"]) == (4, 4, 0)


def test_a_comparison_says_what_changes(capsys: Out) -> None:
    arguments = ["blackout", "--games", "4", "--players", "3", "--compare", "echo=raise_to"]
    assert main(["odds", *arguments]) == 0
    out = capsys.readouterr().out
    assert "with echo=raise_to" in out
    assert "(mean " in out.split("with echo=raise_to")[1]
    assert "(mean " not in out.split("with echo=raise_to")[0]


def test_several_processes_find_what_one_finds(
    monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    one = told(capsys, "blackout", "--players", "2", "--games", "12")
    monkeypatch.setattr("tui.commands.odds._CHUNK", 5)
    monkeypatch.setattr("tui.commands.odds.cpu_count", lambda: 2)
    assert told(capsys, "blackout", "--players", "2", "--games", "12") == one
    assert told(capsys, "blackout", "--players", "2", "--games", "12", "--seed", "1") != one


def test_progress_is_shown_in_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("tui.commands.odds._CHUNK", 2)
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["odds", "blackout", "--players", "2", "--games", "4"]) == 0
    shown = terminal.getvalue()
    assert " 50 %" in shown
    assert shown.endswith("\r\033[K")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["blackot"], "Did you mean blackout"),
        (["blackout", "--players", "1"], "takes 2 to 8 players"),
        (["blackout", "--players", "0"], "--players: '0' is no number from 1 to 16"),
        (["blackout", "--players", "99"], "--players: '99' is no number from 1 to 16"),
        (["blackout", "--games", "0"], "--games: '0' is no number from 1"),
        (["blackout", "--compare", "ecko=add"], "Did you mean blackout.echo"),
        (["blackout", "--compare", "echo"], "NAME=VALUE"),
        (["blackout", "--compare", "becker.stack=true"], "changes nothing"),
        (["blackout", "--house", "xyzzy"], "no house rules called xyzzy"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: list[str], complaint: str, capsys: Out) -> None:
    assert main(["odds", *arguments]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
