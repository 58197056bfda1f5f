"""`symposiarch rules`, house rules by name, and `--house` wherever a game is started."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine.games import GAMES
from tui import houses
from tui.cli import main

Out = pytest.CaptureFixture[str]


def refereed(monkeypatch: pytest.MonkeyPatch, out: Out, *arguments: str) -> int:
    """How many beers two players need, as `symposiarch referee` answers."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"ask": "beers"}\n')))
    assert main(["referee", "blackout", "--players", "A,B", "--json", *arguments]) == 0
    value: int = json.loads(out.readouterr().out.splitlines()[0])["value"]
    return value


@pytest.mark.parametrize("game", list(GAMES))
def test_the_rule_book_holds_every_rule_and_switch(game: str, capsys: Out) -> None:
    assert main(["rules", game]) == 0
    text = capsys.readouterr().out
    assert all(rule.id in text for rule in GAMES[game].book)
    assert all(switch.name in text for switch in GAMES[game].switches)
    assert "SAF-08" in text
    assert "otherwise than the book" not in text


def test_the_book_of_blackout_is_complete() -> None:
    assert [rule.id for rule in GAMES["blackout"].book] == [
        *(f"BLK-{n:02}" for n in range(1, 41)),
        *(f"BLK-P{n}" for n in range(1, 9)),
    ]


def test_without_a_game_the_games_and_the_saved_rules_are_listed(capsys: Out) -> None:
    assert main(["rules"]) == 0
    text = capsys.readouterr().out
    assert all(game.title in text for game in GAMES.values())
    assert "House rules saved: none." in text
    houses.save("pub", {"blackout.echo": "raise_to"})
    assert main(["rules"]) == 0
    assert "House rules saved: pub." in capsys.readouterr().out


def test_a_house_shows_what_it_plays_otherwise(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[blackout]\necho = "raise_to"\nrepeat = "pair"\n', "utf-8")
    assert main(["rules", "blackout", "--house", str(path)]) == 0
    text = capsys.readouterr().out
    assert "blackout.echo = raise_to instead of add" in text
    assert "blackout.repeat = pair instead" not in text
    path.write_text('[blackout]\nrepeat = "pair"\n', "utf-8")
    assert main(["rules", "blackout", "--house", str(path)]) == 0
    assert "nothing: every switch has its default" in capsys.readouterr().out


def test_house_rules_are_saved_and_played_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    assert main(["rules", "blackout", "--set", "beers_per_player=5", "--save", "pub night"]) == 0
    out, err = capsys.readouterr()
    assert "blackout.beers_per_player = 5 instead of 4" in out
    assert "saved in" in err
    assert refereed(monkeypatch, capsys, "--house", "pub night") == 11
    assert refereed(monkeypatch, capsys) == 9
    more = ["--house", "pub night", "--set", "echo=raise_to", "--save", "pub night"]
    assert main(["rules", "blackout", *more]) == 0
    assert houses.load("pub night") == {
        "blackout.beers_per_player": 5, "blackout.echo": "raise_to"
    }  # fmt: skip


def test_saving_for_one_game_keeps_the_rules_of_the_others() -> None:
    for game, *_ in zip(GAMES, range(2), strict=False):
        switch = GAMES[game].switches[0]
        assert main(["rules", game, "--set", f"{switch.name}={switch.choices[-1]}",
                     "--save", "all"]) == 0  # fmt: skip
    assert {name.partition(".")[0] for name in houses.load("all")} == set(list(GAMES)[:2])


def test_the_set_up_wins_over_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    houses.save("pub", {"blackout.beers_per_player": 5})
    path = tmp_path / "setup.json"
    path.write_text('{"house": {"blackout.beers_per_player": 6}}', "utf-8")
    assert refereed(monkeypatch, capsys, "--house", "pub", "--setup", str(path)) == 13


def test_a_file_is_taken_where_no_set_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pub").write_text("[blackout]\nbeers_per_player = 3\n", "utf-8")
    assert refereed(monkeypatch, capsys, "--house", "pub") == 7
    houses.save("pub", {"blackout.beers_per_player": 5})
    assert refereed(monkeypatch, capsys, "--house", "pub") == 11
    assert refereed(monkeypatch, capsys, "--house", "./pub") == 7


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["blackot"], "Did you mean blackout"),
        (["blackout", "--house", "pubb"], "Did you mean pub?"),
        (["blackout", "--house", "none.toml"], "cannot be read"),
        (["blackout", "--house", "xyzzy"], "saved are pub"),
        (["blackout", "--set", "ecko=add"], "Did you mean blackout.echo"),
        (["blackout", "--set", "echo=ad"], "add | raise_to"),
        (["blackout", "--set", "echo"], "NAME=VALUE"),
        (["blackout", "--save", "x"], "nothing to save"),
        (["blackout", "--set", "echo=add", "--save", "../x"], "a name of house rules has"),
        (["blackout", "--set", "echo=add", "--save", ""], "a name of house rules has"),
        (["--save", "x"], "house rules belong to a game"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: list[str], complaint: str, capsys: Out) -> None:
    houses.save("pub", {"blackout.echo": "raise_to"})
    assert main(["rules", *arguments]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_saved_set_that_was_broken_by_hand_is_one_sentence(capsys: Out) -> None:
    houses.save("pub", {"blackout.echo": "raise_to"}).write_text("echo =", "utf-8")
    assert main(["referee", "blackout", "--players", "A,B", "--house", "pub"]) == 2
    assert "no TOML" in capsys.readouterr().err


def test_an_unknown_set_is_refused_before_a_game_starts(capsys: Out) -> None:
    assert main(["referee", "blackout", "--players", "A,B", "--house", "xyzzy"]) == 2
    assert "no house rules called xyzzy" in capsys.readouterr().err


def test_watch_takes_a_saved_set_too(tmp_path: Path, capsys: Out) -> None:
    source = str(tmp_path / "clip.mp4")
    game = ["--game", "blackout", "--players", "A,B"]
    assert main(["watch", source, *game, "--house", "xyzzy"]) == 2
    assert "no house rules called xyzzy" in capsys.readouterr().err
