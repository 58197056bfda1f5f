"""`symposiarch watch`: PROTOCOL sections 5 and 6 from the command line, over a fake table."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.log import FILE_NAME
from engine.seen import Dice, Seen
from tests.tui.table import FakeSource, FakeWatcher
from tui.cli import main
from tui.commands import watch

GAME = ("--game", "blackout", "--players", "Ann,Ben,Cat")
UNCLEAR = Dice(t=4.5, frame=45, values=(3, 4), confidence=0.6, alternatives=(((4, 4), 0.4),))
FOUND: dict[int, list[Seen]] = {
    10: [Dice(t=0.7, frame=7, values=(1, 3), seat="Ann")],
    30: [Dice(t=2.6, frame=26, values=(1, 5))],
    50: [UNCLEAR],
}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A fake table in place of camera and eyes; a folder with a set-up where Ann begins."""
    put(monkeypatch, FOUND)
    (tmp_path / "setup.json").write_text('{"first": "Ann"}')
    return tmp_path


def put(monkeypatch: pytest.MonkeyPatch, found: Mapping[int, Sequence[Seen]]) -> None:
    monkeypatch.setattr(watch, "_open", lambda args: FakeSource(70))
    monkeypatch.setattr(watch, "_eyes", lambda backend, deck: None)
    monkeypatch.setattr(watch, "watcher_of", lambda eyes, setup, deck, tell: FakeWatcher(found))


def run(
    capsys: pytest.CaptureFixture[str], *words: str, status: int = 0
) -> tuple[list[dict[str, Any]], str]:
    """The JSON lines of `watch clip.mp4 --json …`, and what it told people."""
    assert main(["watch", "clip.mp4", "--json", *words]) == status
    out, err = capsys.readouterr()
    return [json.loads(line) for line in out.splitlines()], err


def test_PROTOCOL_5_the_three_kinds_of_line(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, _ = run(capsys, *GAME, "--setup", str(table / "setup.json"))
    assert [line["kind"] for line in lines] == [
        "seen", "ruling", "seen", "ruling", "seen", "question",
    ]  # fmt: skip
    seen, ruling, *_, question = lines
    assert set(seen) == {"kind", "t", "what", "values", "seat", "confidence", "frame"}
    assert {"kind", "t", "latency_ms", "step", "event", "gulps", "turn", "announce"} <= set(ruling)
    assert ruling["gulps"] == {"Ann": 4}
    assert set(question) == {"kind", "t", "id", "about", "text", "answers", "otherwise"}
    assert all({"text", "event"} <= set(answer) for answer in question["answers"])


def test_without_a_game_it_only_says_what_it_sees(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, _ = run(capsys)
    assert [line["kind"] for line in lines] == ["seen"] * 3


def test_people_read_sentences(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["watch", "clip.mp4", *GAME, "--setup", str(table / "setup.json")]
    assert main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "  0:00.7  [dice 1-3 (Ann)]"
    assert said[1].startswith("  0:01.0  1-3: Ann drinks 4 gulps")
    assert "  0:05.0  question 1: What did Cat roll?" in said
    assert "  0:05.0     0  3-4" in said


def test_a_script_file_answers(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = table / "script.jsonl"
    script.write_text('{"answer": 1, "choice": 0}\n{"opened": "Ann", "at": 1.5}\n')
    setup = str(table / "setup.json")
    lines, _ = run(capsys, *GAME, "--setup", setup, "--script", str(script))
    events = [line["event"] for line in lines if line["kind"] == "ruling"]
    assert events[1] == {"opened": "Ann"}
    assert events[-1] == {"roll": [3, 4], "by": "Cat"}


def test_a_script_comes_from_standard_input(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b'{"answer": 1, "choice": 1}\nwhat?\n{"answer": 2, "choice": 0}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    lines, err = run(capsys, *GAME, "--setup", str(table / "setup.json"), "--script", "-")
    assert [line.get("event") for line in lines[-3:]] == [
        {"roll": [4, 4], "by": "Cat"}, None, {"fuller": "Cat"},
    ]  # fmt: skip
    assert "line 2 of the script is no JSON" in err


def test_PROTOCOL_6_a_record_is_made_and_gone_on_with(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = table / "evening"
    words = (*GAME, "--setup", str(table / "setup.json"), "--record", str(game))
    first, _ = run(capsys, *words)
    rows = [json.loads(row) for row in (game / FILE_NAME).read_text("utf-8").splitlines()]
    header = rows[0]
    assert header["kind"] == "header"
    assert header["version"] == 1
    assert header["players"] == ["Ann", "Ben", "Cat"]
    assert header["setup"]["first"] == "Ann"
    assert {"model", "camera"} <= set(header)
    assert rows[1:] == [*first, {"kind": "ended"}]
    assert sorted(path.name for path in (game / "frames").iterdir()) == [
        "question-0001.jpg", "step-0001-before.jpg", "step-0001.jpg", "step-0002-before.jpg",
        "step-0002.jpg",
    ]  # fmt: skip
    # The same video once more: nothing new happens, and the question is still open.
    again, err = run(capsys, *words)
    assert again == []
    assert "going on after step 2" in err
    script = table / "script.jsonl"
    script.write_text('{"answer": 1, "choice": 0}\n')
    (answer,), _ = run(capsys, "--record", str(game), "--script", str(script))
    assert answer["gulps"] == {"Cat": 7, "Ann": 1, "Ben": 1}


def test_no_frames_keeps_no_pictures(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = table / "evening"
    run(capsys, *GAME, "--record", str(game), "--no-frames", "--no-video")
    assert not (game / "frames").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "blackuot", "--players", "A,B"), "Did you mean blackout?"),
        (("--game", "blackout"), "players"),
        (("--game", "blackout", "--players", "A"), "2 to 8 players"),
        (("--players", "A,B"), "which game? Add --game (`symposiarch watch --help` shows how)."),
        (("--script", "x.jsonl"), "--script needs a game"),
        ((*GAME, "--script", "none.jsonl"), "none.jsonl cannot be read"),
        ((*GAME, "--setup", "none.json"), "none.json cannot be read"),
        ((*GAME, "--setup", "{tmp}/list.json"), "is no JSON object"),
        ((*GAME, "--setup", "{tmp}/typo.json"), "Did you mean house?"),
        ((*GAME, "--script", "{tmp}/typo.json"), "line 1 of the script"),
        ((*GAME, "--record", "{tmp}"), "holds something else"),
        (("--record", "{tmp}/none"), "holds no game to go on with"),
        (("--sript", "x"), "--sript x"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    table: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    (table / "list.json").write_text("[1]")
    (table / "typo.json").write_text('{"hause": {},\n}' if "--script" in words else '{"hause": {}}')
    lines, err = run(capsys, *(word.replace("{tmp}", str(table)) for word in words), status=2)
    assert lines == []
    assert err.startswith("symposiarch: ")
    assert said in err
    assert err.count("\n") == 1


def test_another_set_up_than_the_recorded_one_is_refused(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = table / "evening"
    run(capsys, *GAME, "--record", str(game))
    before = (game / FILE_NAME).read_bytes()
    words = ("--game", "blackout", "--players", "Ann,Ben", "--record", str(game))
    _, err = run(capsys, *words, status=2)
    assert "set up otherwise (players Ann, Ben, Cat)" in err
    assert (game / FILE_NAME).read_bytes() == before


def test_a_damaged_end_is_repaired_with_a_warning(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = table / "evening"
    words = (*GAME, "--setup", str(table / "setup.json"), "--record", str(game))
    whole, _ = run(capsys, *words)
    file = game / FILE_NAME
    *rows, last, ended = file.read_bytes().splitlines(keepends=True)
    assert b"ended" in ended
    file.write_bytes(b"".join([*rows, last[:-7]]))
    lines, err = run(capsys, *words)
    assert "line 7" in err
    assert "half written" in err
    assert [line["kind"] for line in lines] == ["question"]
    assert lines[0]["answers"] == whole[-1]["answers"]


def test_eyes_that_cannot_be_had_are_said_before_a_record_is_begun(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(watch, "_open", lambda args: FakeSource(70))
    monkeypatch.setenv("SYMPOSIARCH_WEIGHTS", str(table / "none"))
    _, err = run(capsys, *GAME, "--record", str(table / "evening"), status=2)
    assert "There is no weights folder" in err
    assert not (table / "evening").exists()


def test_a_mirrored_or_turned_camera_is_put_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[tuple[str, object, object]] = []

    def source(spec: str, **how: object) -> FakeSource:
        opened.append((spec, how["mirror"], how["rotate"]))
        return FakeSource(1)

    monkeypatch.setattr("vision.sources.open_source", source)
    monkeypatch.setattr(watch, "_eyes", lambda backend, deck: None)
    monkeypatch.setattr(watch, "watcher_of", lambda eyes, setup, deck, tell: FakeWatcher({}))
    assert main(["watch", "0", "--mirror", "--rotate", "90"]) == 0
    assert main(["watch", "0"]) == 0
    assert main(["watch", "0", "--rotate", "45"]) == 2
    assert opened == [("0", True, 90), ("0", False, 0)]
    assert "--rotate" in capsys.readouterr().err


def test_a_source_that_cannot_be_opened_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "/nowhere/clip.mp4"]) == 2
    assert "clip.mp4" in capsys.readouterr().err


def test_a_damaged_picture_further_on_in_a_folder_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watch, "_eyes", lambda backend, deck: None)
    monkeypatch.setattr(watch, "watcher_of", lambda eyes, setup, deck, tell: FakeWatcher({}))
    for number in range(3):
        Image.new("RGB", (64, 48)).save(tmp_path / f"{number}.png")
    (tmp_path / "1.png").write_bytes(b"no picture")
    assert main(["watch", str(tmp_path)]) == 0
    assert "1.png is not a picture that can be read and was left out" in capsys.readouterr().err


_ENDLESS = """
import sys
from tests.tui.table import FakeSource, FakeWatcher, rolls
from tui.cli import main
from tui.commands import watch
watch._open = lambda args: FakeSource(10**9, live=True, pause=0.01)
watch._eyes = lambda backend, deck: None
watch.watcher_of = lambda eyes, setup, deck, tell: FakeWatcher(rolls(10**6))
sys.exit(main(["watch", "0", "--json", *sys.argv[1:]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly_with_130(tmp_path: Path, number: signal.Signals) -> None:
    words = [sys.executable, "-c", _ENDLESS, *GAME, "--record", str(tmp_path / "game")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        said = [program.stdout.readline() for _ in range(3)]
        program.send_signal(number)
        said += program.stdout.readlines()
        (told,) = program.stderr.readlines()
        assert b"is recorded in" in told
        assert program.wait(10) == 130
    record = (tmp_path / "game" / FILE_NAME).read_bytes().splitlines(keepends=True)
    assert [json.loads(line) for line in record[1 : len(said) + 1]] == [
        json.loads(line) for line in said
    ]
