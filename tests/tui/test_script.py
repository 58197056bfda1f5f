"""What no camera sees: reading scripts, and when their lines are due."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tui.script import Entry, Script, ScriptError, parse_entry


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ('{"opened": "Ann", "at": 3}', Entry(event={"opened": "Ann"}, at=3.0)),
        ('{"duel": {"Ann": 1}, "after": 2}', Entry(event={"duel": {"Ann": 1}}, after=2)),
        ('{"answer": 4, "choice": 1}', Entry(answer=4, choice=1)),
        ('{"at": 2.5, "answer": 4, "choice": 0}', Entry(answer=4, choice=0, at=2.5)),
        ('{"fuller": "Zoë"}', Entry(event={"fuller": "Zoë"})),
    ],
)
def test_a_line_is_an_event_or_an_answer_and_its_moment(text: str, entry: Entry) -> None:
    assert parse_entry(text) == entry


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no JSON"),
        (b"\xff", "is no JSON"),
        ("[1]", "is no JSON object"),
        ('{"opened": "A", "at": "soon"}', "`at` 'soon'"),
        ('{"opened": "A", "at": -1}', "`at` -1"),
        ('{"opened": "A", "at": true}', "`at` True"),
        ('{"opened": "A", "after": 1.5}', "`after` 1.5"),
        ('{"opened": "A", "after": 1, "at": 2}', "both"),
        ('{"answer": 1}', "is no answer"),
        ('{"answer": 1, "choice": "0"}', "is no answer"),
        ('{"answer": 1, "choice": 0, "why": 1}', "is no answer"),
    ],
)
def test_a_line_that_cannot_be_used_says_why(text: str | bytes, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        parse_entry(text)


def test_a_file_names_the_line_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "script.jsonl"
    file.write_text('{"opened": "A"}\n\n{"at": }\n')
    with pytest.raises(ScriptError, match=r"line 3 of the script .* is no JSON"):
        Script.load(file)
    with pytest.raises(ScriptError, match="cannot be read"):
        Script.load(tmp_path / "none.jsonl")


def events(due: list[Entry]) -> list[object]:
    return [entry.answer if entry.event is None else entry.event["e"] for entry in due]


def test_lines_are_due_in_order_of_their_moment() -> None:
    script = Script([
        Entry(event={"e": "late"}, at=9.0),
        Entry(event={"e": "second"}, at=2.0),
        Entry(event={"e": "first"}, at=1.0),
        Entry(event={"e": "third seen"}, after=3),
        Entry(event={"e": "now"}),
        Entry(answer=1),
        Entry(answer=2, at=2.0),
    ])  # fmt: skip
    assert events(script.due(1.0, 0, lambda question: False)) == ["now"]
    assert events(script.due(2.1, 2, lambda question: False)) == ["first", "second", 2]
    assert events(script.due(2.2, 2, lambda question: True)) == [1]
    assert events(script.due(2.2, 3, lambda question: True)) == ["third seen"]
    assert script.left == 1


def test_a_stream_is_followed_while_it_runs() -> None:
    reading, writing = os.pipe()
    complaints: list[str] = []
    with os.fdopen(reading, "rb") as stream, os.fdopen(writing, "wb", buffering=0) as pen:
        pen.write(b'{"e": "early"}\nnonsense\n')
        script = Script.follow(stream, complaints.append)
        assert events(script.due(0.0, 0, lambda question: False)) == ["early"]
        assert len(complaints) == 1
        assert complaints[0].startswith("line 2 of the script is no JSON")
        assert complaints[0].endswith("it is passed over.")
        pen.write(b'{"e": "later"}\n')
        deadline = time.monotonic() + 5
        while not script.left and time.monotonic() < deadline:
            time.sleep(0.01)
        assert events(script.due(0.0, 0, lambda question: False)) == ["later"]
        pen.close()


def test_a_stream_that_was_written_before_is_read_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "script.jsonl"
    file.write_text('{"e": 1}\n' * 2000)
    with file.open("rb") as stream:
        assert Script.follow(stream, print).left == 2000
