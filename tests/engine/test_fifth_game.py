"""A fifth game is one module and one line: everything that exists then works with it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.game import Game
from engine.games import GAMES
from engine.match import Match
from engine.seen import Dice
from engine.setup import load_setup
from tests.engine import test_any_game, test_explain, test_playouts, test_setup
from tests.engine.aces import ACES
from tests.engine.scenario_files import GAME_OF, check
from tui.cli import main

_SCENARIOS = yaml.safe_load(Path(__file__).with_name("scenarios_of_aces.yaml").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _one_line_of_registration(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = ACES
    monkeypatch.setitem(GAMES, game.name, game)
    monkeypatch.setitem(GAME_OF, "ACE", game.name)


@pytest.mark.parametrize("scenario", _SCENARIOS, ids=[one["id"] for one in _SCENARIOS])
def test_its_worked_examples(scenario: dict[str, Any]) -> None:
    check(scenario)


@pytest.mark.parametrize(
    "holds",
    [
        test_playouts.test_legal_games_bring_no_proof_no_error_and_lose_no_drink,
        test_playouts.test_a_game_read_from_its_log_is_the_same_game,
        test_playouts.test_planted_cheats_are_proven_and_nobody_else_is,
        test_any_game.test_nothing_that_comes_in_raises_corrupts_or_loses_a_drink,
        test_any_game.test_amend_and_amend_back_is_nothing,
        test_any_game.test_insert_and_void_is_nothing,
        test_any_game.test_undo_is_as_if_it_had_never_been_played,
        test_explain.test_every_step_of_any_game_is_explained,
    ],
    ids=lambda holds: holds.__name__,
)
def test_what_holds_for_every_game_holds_for_it(holds: Any) -> None:
    holds("aces")


def test_its_switches_are_house_rules_like_any(tmp_path: Path) -> None:
    test_setup.test_every_switch_takes_its_default_and_is_described(ACES)
    test_setup.test_a_house_written_as_toml_is_the_same_house(ACES, tmp_path)


def test_it_is_refereed_from_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = b'{"roll": [1, 2, 3, 4, 5], "by": "Ann"}\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert main(["referee", "aces", "--players", "Ann,Ben", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["aces"], answer["turn"], answer["rules"]) == (1, "Ann", ["ACE-02"])


def test_it_has_a_rule_book_and_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "aces", "--set", "again=false"]) == 0
    assert main(["odds", "aces", "--players", "3", "--games", "30"]) == 0
    out = capsys.readouterr().out
    assert "ACE-05" in out
    assert "aces.again = false instead of true" in out
    assert "last ace" in out


def test_what_is_seen_becomes_its_events() -> None:
    match = Match(load_setup("aces", ["Ann", "Ben"], None))
    assert match.expected_dice == 5
    _, ruling = match.see(Dice(t=1.0, frame=30, values=(1, 1, 2, 3, 6), confidence=0.9))
    assert (ruling["kind"], ruling["aces"]) == ("ruling", 2)
    _, question = match.see(Dice(t=9.0, frame=270, values=(1, 2, 2, 3, 6), confidence=0.5))
    assert question["kind"] == "question"
