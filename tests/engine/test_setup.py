"""Set-ups, house switches and card codes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine.codes import CodeError, card, five_alive, same_card, suit
from engine.events import to_event
from engine.games import GAMES
from engine.house import (
    HouseError,
    Switch,
    check_house,
    describe,
    differences,
    load_house,
    setting,
    to_toml,
)
from engine.referee import Referee
from engine.ruling import Refused
from engine.setup import SetupError as Wrong
from engine.setup import all_switches, house_for, load_setup
from engine.words import nearest
from tests.engine.playing import any_house


def test_a_set_up_is_filled_with_what_was_not_said() -> None:
    setup = load_setup("blackout", ["Ann", "Ben", "Cid", "Dee"], None)
    assert setup.seats == {"Ann": 0.0, "Ben": 90.0, "Cid": 180.0, "Dee": 270.0}
    assert (setup.dealer, setup.house, setup.start) == ("Dee", {}, {})
    assert setup.switch("blackout.echo") == "add"


def test_a_set_up_file_says_it_all_and_may_agree_with_the_arguments() -> None:
    data = {
        "game": "blackout",
        "players": ["A", "B"],
        "seats": {"A": 10, "B": -90},
        "dealer": "A",
        "house": {"blackout": {"echo": "raise_to"}, "blackout.players": "2..4"},
        "first": "B",
    }
    setup = load_setup("blackout", ["A", "B"], data)
    assert setup == load_setup(None, None, data)
    assert setup.seats == {"A": 10.0, "B": 270.0}
    assert setup.house == {"blackout.echo": "raise_to", "blackout.players": (2, 4)}
    assert load_setup(None, None, setup.to_data()) == setup


@pytest.mark.parametrize(
    ("game", "players", "data", "message"),
    [
        (None, ["A", "B"], {}, "Name the game"),
        ("blakout", ["A", "B"], {}, "Did you mean blackout"),
        ("blackout", ["A", "B"], {"game": "jookie"}, "not for blackout"),
        (None, ["A", "B"], {"game": ["blackout"]}, "no game called"),
        ("blackout", None, {}, "Name the players"),
        ("blackout", ["A", "A"], {}, "Two players"),
        ("blackout", ["A", " "], {}, "no name"),
        ("blackout", ["A", 5], {}, "no name"),
        ("blackout", ["A", "B\n"], {}, "no name"),
        ("blackout", ["A", "B"], {"players": ["B", "A"]}, "differ"),
        ("blackout", None, {"players": "AB"}, "list of names"),
        ("blackout", ["A", "B"], {"frist": "A"}, "Did you mean first"),
        ("blackout", ["Ann", "Ben"], {"first": "An"}, "Did you mean Ann"),
        ("blackout", ["Ann", "Ben"], {"dealer": "Bem"}, "Did you mean Ben"),
        ("blackout", ["A", "B"], {"seats": {"A": 0}}, "every player"),
        ("blackout", ["A", "B"], {"seats": {"A": 0, "B": "left"}}, "angle"),
        ("blackout", ["A", "B"], {"seats": {"A": 0, "B": 360}}, "two players into one place"),
        ("blackout", ["A", "B"], {"house": {"safety.seats": {"Q": "soft"}}}, "Q, who is no player"),
        ("blackout", ["A", "B"], {"house": []}, "table of switches"),
        ("blackout", ["A", "B"], {"house": {"blackout.ecko": "add"}}, "mean blackout.echo"),
        ("blackout", ["A", "B"], {"house": {"blackout.echo": "ad"}}, "add | raise_to"),
        ("blackout", ["A", "B"], {"house": {"blackout.repeat_chain": 1}}, "true | false"),
        ("blackout", ["A", "B"], {"house": {"blackout.beers_per_player": True}}, "whole number"),
        ("blackout", ["A", "B"], {"house": {"blackout.players": "8..2"}}, "2..8"),
        ("blackout", ["A", "B"], {"opened": {"A": 10}}, "9 beers"),
        ("blackout", ["A", "B"], {"opened": {"B": 1}, "finished": {"A": 2}}, "were opened"),
        ("blackout", ["A", "B"], {"opened": {"C": 1}}, "no player"),
        ("blackout", ["A", "B"], {"opened": {"A": -1}}, "number of beers"),
        ("blackout", ["A", "B"], {"opened": 3}, "table of players"),
    ],
)
def test_a_wrong_set_up_is_one_clear_sentence(
    game: str, players: Any, data: dict[str, Any], message: str
) -> None:
    with pytest.raises(Wrong, match=message.replace("|", r"\|")) as raised:
        load_setup(game, players, data)
    assert "\n" not in str(raised.value)


def test_house_rules_come_from_toml(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[blackout]\necho = "raise_to"\nplayers = "2..6"\n', encoding="utf-8")
    assert load_house(path) == {"blackout.echo": "raise_to", "blackout.players": "2..6"}
    path.write_text("echo = ", encoding="utf-8")
    with pytest.raises(HouseError, match="no TOML"):
        load_house(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(HouseError, match="save them as UTF-8"):
        load_house(path)
    with pytest.raises(HouseError, match="cannot be read"):
        load_house(tmp_path / "none.toml")


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_every_switch_takes_its_default_and_is_described(game: Any) -> None:
    for switch in game.switches:
        assert switch.check(switch.default) == switch.default
        assert switch.name.startswith(f"{game.name}.")
        with pytest.raises(HouseError):
            switch.check([object()])
    assert len(describe(game.switches, {})) == len(game.switches)
    assert differences(game.switches, {}) == []


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_a_house_written_as_toml_is_the_same_house(game: Any, tmp_path: Path) -> None:
    names, path = ["Ann", "Ben", "Cid", "Dot"], tmp_path / "house.toml"
    for seed in range(20):
        raw = any_house(game.name, names, random.Random(seed))
        house = check_house(raw, all_switches(game))
        path.write_text(to_toml(house), encoding="utf-8")
        assert check_house(load_house(path), all_switches(game)) == house


def test_names_with_quotes_survive_in_toml(tmp_path: Path) -> None:
    house = {"safety.seats": {'A "b" \\ ü': "soft"}, "safety.warn_per_hour": 1.5}
    path = tmp_path / "house.toml"
    path.write_text(to_toml(house), encoding="utf-8")
    assert load_house(path) == house


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("echo=raise_to", "blackout.echo", "raise_to"),
        ("blackout.repeat_chain = false", "blackout.repeat_chain", False),
        ("players=2..4", "blackout.players", "2..4"),
        ("safety.warn_per_hour=1.5", "safety.warn_per_hour", 1.5),
        ("beers_per_player=5", "blackout.beers_per_player", 5),
        ('echo="add"', "blackout.echo", "add"),
    ],
)
def test_a_switch_as_people_write_it(text: str, name: str, value: Any) -> None:
    assert setting(text, "blackout") == (name, value)


@pytest.mark.parametrize("text", ["echo", "=3", "echo=", ""])
def test_half_a_switch_is_one_sentence(text: str) -> None:
    with pytest.raises(HouseError, match="NAME=VALUE"):
        setting(text, "blackout")


def test_a_house_may_have_rules_for_several_games() -> None:
    blackout = GAMES["blackout"]
    others = [game for game in GAMES.values() if game is not blackout]
    raw: dict[str, Any] = {"blackout.echo": "raise_to", "safety.warn_per_hour": 2}
    raw |= {one.name: one.default for game in others for one in game.switches[:1]}
    assert house_for(raw, blackout) == {"blackout.echo": "raise_to", "safety.warn_per_hour": 2}
    with pytest.raises(HouseError, match=r"Did you mean blackout\.echo"):
        house_for({"blackout.ecko": "add"}, blackout)


@pytest.mark.parametrize(
    ("kind", "value", "stored"),
    [
        ("number", None, None),
        ("number", "none", None),
        ("number", 2.5, 2.5),
        ("int", 3, 3),
        ("range", [2, 4], (2, 4)),
        ("text", "112", "112"),
        ("map", {"a": 1}, {"a": 1}),
    ],
)
def test_switches_of_every_kind(kind: Any, value: Any, stored: Any) -> None:
    assert Switch(name="x.y", default=None, about="", kind=kind).check(value) == stored


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("10D", "Td"), ("td", "Td"), ("KS", "Ks"), ("k♠", "Ks"), ("2♡", "2h"), ("??", "??"),
        ("K?", "K?"), ("?h", "?h"), ("jk", "Jk"), ("Joker", "Jk"), (" as ", "As"),
    ],
)  # fmt: skip
def test_card_codes(text: str, code: str) -> None:
    assert card(text) == code


@pytest.mark.parametrize("text", ["", "1", "11d", "Kx", "10", "d10", "KKs", "♠", "None"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(CodeError):
        card(text)


def test_suits_and_five_alive_and_comparing() -> None:
    assert [suit(text) for text in ("H", "♥", "hearts", "c")] == ["h", "h", "h", "c"]
    assert [five_alive(code) for code in (7, "0", "draw1", "EQ21")] == ["7", "0", "DRAW1", "EQ21"]
    assert same_card("10H", "th")
    assert not same_card("10H", "ts")
    for wrong in (8, "EQ5", None, 1.0):
        with pytest.raises(CodeError):
            five_alive(wrong)
    with pytest.raises(CodeError):
        suit("x")


def test_the_primary_key_decides_the_type_and_unknown_fields_are_refused() -> None:
    game = GAMES["blackout"]
    kinds = {**game.events}
    assert type(to_event({"by": "A", "roll": [1, 2]}, kinds)).__name__ == "Roll"
    for raw, code in (
        ({"roll": [1, 2], "by": "A", "x": 1}, "unknown_field"),
        ({"roll": [1, 2], "by": "A", "fuller": "B"}, "unknown_field"),
        ({"roll": [1, 2, 3], "by": "A"}, "invalid_event"),
        ({"roll": [1, 2]}, "invalid_event"),
        ({"rol": [1, 2], "by": "A"}, "unknown_event"),
        ({}, "unknown_event"),
        ([], "not_an_object"),
    ):
        with pytest.raises(Refused) as raised:
            to_event(raw, kinds)
        assert raised.value.code == code


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"roll": [7, 3], "by": "A"}', "`roll[0]`: expected a whole number of at most 6 ("),
        ('{"roll": [1, 3]}', "`by` is missing ("),
        ('{"roll": [1, 2], "by": "A", "foo": 1}', "`foo` is not known here ("),
        ('{"duel": {"A": 5}}', "`duel`: expected a table of length at least 2 ("),
        ('{"ask": "beers", "players": "x"}', "`players`: expected a whole number, got a text ("),
        ('{"bad_roll": 3, "by": "A"}', "`bad_roll`: expected a text, got a whole number ("),
        ('{"soft": 3}', "`soft`: expected a text, got a whole number ("),
        ('{"set": {"foo": 1}}', "`foo` is not known here (in `set`)."),
    ],
)
def test_what_is_wrong_with_an_event_is_said_in_words(line: str, said: str) -> None:
    answer = Referee(load_setup("blackout", ["A", "B"], None)).submit_line(line)
    assert answer["announce"][0].startswith(said)


def test_a_value_that_an_event_does_not_take_is_said_in_words() -> None:
    referee = Referee(load_setup("fivealive", ["A", "B"], None))
    said = referee.submit_line('{"bomb": {"B": "x"}}')["announce"][0]
    assert said.startswith("`bomb[...]`: there is no 'x'")


def test_error_lines_are_steps_and_hold_the_state() -> None:
    referee = Referee(load_setup("blackout", ["A", "B"], {"first": "A"}))
    lines: list[str | bytes] = ["{", "", "5", '{"x": 1}', "[" * 100_000, b"\xff"]
    for number, line in enumerate(lines, 1):
        said = referee.submit_line(line)
        assert said["step"] == number
        assert said["error"]
        assert (said["turn"], said["left"], said["gulps"]) == ("A", 9, {})
    assert referee.submit_line('{"roll": [1, 2], "by": "A"}')["step"] == 7


def test_what_calibrate_wrote_is_kept_as_it_is() -> None:
    table = {"camera": "C920", "tray": [[0.1, 0.2], [0.3, 0.2], [0.2, 0.5]]}
    setup = load_setup("blackout", ["A", "B"], {"table": table})
    assert setup.table == table
    assert load_setup(None, None, setup.to_data()) == setup
    assert "table" not in load_setup("blackout", ["A", "B"], None).to_data()
    with pytest.raises(Wrong, match="`table` in the set-up is what `calibrate` writes"):
        load_setup("blackout", ["A", "B"], {"table": "round"})


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("becker.drop", " Did you mean becker.drop_after_face?"),
        ("becker.majorty", " Did you mean becker.majority?"),
        ("poker", ""),
        ("be", ""),
    ],
)
def test_a_hint_is_given_only_where_it_is_likely(wrong: str, hint: str) -> None:
    names = [switch.name for switch in all_switches(GAMES["becker"])]
    assert nearest(wrong, names) == hint
