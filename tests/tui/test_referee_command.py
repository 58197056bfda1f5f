"""`symposiarch referee`."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from tui.cli import UserError
from tui.commands import referee

EVENTS = b'{"roll": [6, 3], "by": "A"}\n{"roll": [1, 2], "by": "A"}\nnonsense\n{"undo": 1}'


def arguments(*words: str) -> Namespace:
    parser = ArgumentParser()
    referee.register(parser.add_subparsers())
    return parser.parse_args(["referee", *words])


def feed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(content)))


def test_each_line_is_answered_by_one_line_of_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, EVENTS)
    args = arguments("blackout", "--players", "A,B", "--json")
    assert args.func(args) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["step"] for answer in answers] == [1, 2, 3, 4]
    assert [answer["gulps"] for answer in answers] == [{"A": 6, "B": 3}, {}, {}, {"A": -6, "B": -3}]
    assert [answer.get("error") for answer in answers] == [None, "out_of_turn", "bad_json", None]


def test_people_read_the_announcements(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, b'\xef\xbb\xbf{"roll": [6, 3], "by": "A"}\r\n')
    args = arguments("blackout", "--players", "A, B")
    assert args.func(args) == 0
    assert capsys.readouterr().out.splitlines() == [
        "6-3: A drinks 6 gulps — roll",
        "B drinks 3 gulps — share",
        "B rolls.",
    ]


def test_set_up_and_house_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, house = tmp_path / "setup.json", tmp_path / "house.toml"
    setup.write_text(
        '{"players": ["A", "B"], "first": "B"}', encoding="utf-8-sig"
    )  # as Notepad saves it
    house.write_text("[blackout]\nbeers_per_player = 5\n", encoding="utf-8-sig")
    feed(monkeypatch, b"")
    args = arguments("blackout", "--setup", str(setup), "--house", str(house))
    assert args.func(args) == 0


@pytest.mark.parametrize("content", ["[]", "{", '{"players": 3}', '{"first": "Z"}'])
def test_a_wrong_set_up_is_one_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "setup.json"
    path.write_text(content, encoding="utf-8")
    args = arguments("blackout", "--players", "A,B", "--setup", str(path))
    with pytest.raises(UserError) as raised:
        args.func(args)
    assert "\n" not in str(raised.value)


def test_a_missing_set_up_file_is_one_sentence() -> None:
    args = arguments("blackout", "--setup", "/nowhere/setup.json")
    with pytest.raises(UserError, match="cannot be read"):
        args.func(args)


def test_answers_come_while_standard_input_is_still_open() -> None:
    code = (
        "from argparse import Namespace; from tui.commands.referee import run;"
        "run(Namespace(game='blackout', players='A,B', setup=None, house=None, json=True))"
    )
    pipes = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert pipes.stdin is not None
    assert pipes.stdout is not None
    pipes.stdin.write(b'{"roll": [1, 2], "by": "A"}\n')
    pipes.stdin.flush()
    assert json.loads(pipes.stdout.readline())["gulps"] == {"A": 3}
    pipes.communicate(timeout=30)
    assert pipes.returncode == 0
