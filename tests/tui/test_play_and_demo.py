"""`play` and `demo`: what is asked, errors, and the demo without a terminal."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from engine.match import Match
from engine.seen import from_line
from engine.setup import load_setup
from models.bench.clips import meaning
from tests.tui.table import FakeSource, FakeWatcher, rolls
from tui import begin, cli, shell
from tui.commands import demo, play
from tui.decks import deck_for
from tui.opening import load_eyes, watcher_of
from tui.recording import home
from tui.session import Session
from tui.setups import setup_from
from tui.table import Table
from tui.wishes import CameraChoice, Wishes
from vision.sources import SourceError, open_source
from vision.weights import WeightsError, find

CAMERAS = [CameraChoice("HD Webcam", "0"), CameraChoice("Laptop", "1")]


def parsed(*words: str) -> argparse.Namespace:
    parser, _ = cli.build_parser(("play",))
    return parser.parse_args(["play", *words])


# --- play


def test_play_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "blackout", "--players", "Ann,Ben"]) == 2
    assert "needs a terminal" in capsys.readouterr().err


def test_nothing_is_asked_where_all_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "ask", lambda *args: pytest.fail("asked"))
    monkeypatch.setattr(begin, "_open", lambda args, spec: FakeSource(1))
    found = begin.prepare(parsed("blackout", "--players", "Ann,Ben", "--camera", "0"))
    assert found is not None
    assert found[0] == load_setup("blackout", ["Ann", "Ben"], None)


def test_who_named_a_camera_hears_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []

    def answer(known: Wishes, asking: shell.Asking, *_: object) -> shell.Begun:
        asked.append((asking.problem, asking.camera))
        return shell.Begun(Wishes("blackout", ("Ann", "Ben"), known.camera), None)

    monkeypatch.setattr(begin, "_cameras", lambda: pytest.fail("looked for cameras"))
    monkeypatch.setattr(shell, "ask", answer)
    monkeypatch.setattr(begin, "_open", lambda args, spec: FakeSource(1))
    found = begin.prepare(parsed("--camera", "0"))
    assert found is not None
    assert found[1] == "0"
    assert asked == [("", False)]


def test_a_camera_that_was_named_and_cannot_be_opened_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(args: argparse.Namespace, spec: str) -> FakeSource:
        raise SourceError("There is no camera 7.")

    monkeypatch.setattr(begin, "_open", refuse)
    with pytest.raises(cli.UserError, match="no camera 7"):
        begin.prepare(parsed("blackout", "--players", "Ann,Ben", "--camera", "7"))


def test_a_chosen_camera_that_cannot_be_opened_is_said_and_another_one_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def answer(known: Wishes, asking: shell.Asking, *_: object) -> shell.Begun:
        asked.append(asking.problem)
        return shell.Begun(Wishes("blackout", ("Ann", "Ben"), str(len(asked))), None)

    def first_fails(args: argparse.Namespace, spec: str) -> FakeSource:
        if spec == "1":
            raise SourceError("The camera is in use.")
        return FakeSource(1)

    monkeypatch.setattr(begin, "_cameras", lambda: CAMERAS)
    monkeypatch.setattr(shell, "ask", answer)
    monkeypatch.setattr(begin, "_open", first_fails)
    found = begin.prepare(parsed())
    assert asked == ["", "The camera is in use."]
    assert found is not None
    assert found[1] == "2"


@pytest.fixture
def at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play` runs as in a terminal, with a camera, up to where the app would begin."""
    monkeypatch.setattr(play, "is_terminal", lambda: True)
    monkeypatch.setattr(shell, "quiet", lambda: nullcontext(tmp_path / "log"))
    monkeypatch.setattr(shell, "ask", lambda *args: pytest.fail("asked"))
    monkeypatch.setattr(begin, "_open", lambda args, spec: FakeSource(1))


@pytest.mark.usefixtures("at_a_terminal")
def test_a_deck_that_cannot_be_had_leaves_no_empty_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = ["blackout", "--players", "Ann,Ben", "--camera", "0"]
    assert cli.main(["play", *given, "--deck", "xyzzy"]) == 2
    assert "there is no deck 'xyzzy'" in capsys.readouterr().err
    assert home.games() == []


@pytest.mark.usefixtures("at_a_terminal")
@pytest.mark.parametrize("game", [[], ["becker"]])
def test_house_rules_that_cannot_be_had_are_said_before_players_are_asked_for(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", *game, "--house", "xyzzy"]) == 2
    assert "no house rules called xyzzy" in capsys.readouterr().err
    (tmp_path / "pub.toml").write_text("[jookie]\nxyzzy = 1\n", "utf-8")
    assert cli.main(["play", *game, "--house", str(tmp_path / "pub.toml")]) == 2
    assert "no switch jookie.xyzzy" in capsys.readouterr().err


def test_an_interrupted_game_goes_on_with_the_same_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "model_of", lambda backend: {})
    args = parsed("--players", "Ann,Ben", "--camera", "0", "--record", str(tmp_path / "game"))
    setup = load_setup("blackout", ["Ann", "Ben"], None)
    match = play._match(args, setup, FakeSource(1), "0")
    match.submit({"roll": [4, 6], "by": "Ann"}, 1.0)
    match.close()
    again = parsed("--camera", "0", "--record", str(tmp_path / "game"))
    monkeypatch.setattr(begin, "_open", lambda args, spec: FakeSource(1))
    found = begin.prepare(again)
    assert found is not None
    resumed = play._match(again, found[0], FakeSource(1), "0")
    assert resumed.view()["totals"] == {"Ann": 6, "Ben": 4}
    resumed.close()


# --- the table behind the app


def test_a_paused_table_sees_nothing_and_goes_on_afterwards() -> None:
    match = Match(load_setup("blackout", ["Ann", "Ben", "Cat"], {"first": "Ann"}))
    table = Table.watching(FakeSource(40, pause=0.005), FakeWatcher(rolls(40)), match)
    table.paused = True
    kinds: list[str] = []

    def changed(change: object) -> None:
        kinds.append("changed")

    table.start(changed, lambda error: None)
    assert table._over.wait(20)
    assert kinds == []
    table.stop()


def test_what_people_enter_after_the_end_is_ruled_all_the_same() -> None:
    match = Match(load_setup("blackout", ["Ann", "Ben"], {"first": "Ann"}))
    table = Table.watching(FakeSource(3), FakeWatcher({}), match)
    lines: list[object] = []
    table.start(lambda change: lines.append(change.line["step"]), lambda error: None)
    assert table._over.wait(20)
    table.enter({"roll": [1, 3], "by": "Ann"})
    table.stop()
    assert lines == [1]


# --- demo


def test_a_game_without_a_clip_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["demo", "whist"]) == 2
    assert "whist" in capsys.readouterr().err


def test_headless_commands_do_without_textual() -> None:
    code = (
        "import sys; from tui import cli; cli.build_parser();"
        "import tui.session, tui.table, tui.opening, tui.terminal, tui.record;"
        "sys.exit('textual' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


def _has_eyes() -> bool:
    try:
        return all(
            find(f"{name}.onnx")
            for name in ("detector", "card_reader", "deck_reader", "die_reader")
        )
    except WeightsError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not _has_eyes(), reason="the trained weights are not here")
def test_the_demo_without_a_terminal_prints_the_announcements() -> None:
    command = [sys.executable, "-m", "tui", "demo"]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1].startswith("Gulps in all: Ann ")
    assert sum("gulps — roll" in line for line in lines) >= 5
    assert not any("Traceback" in line for line in done.stderr.splitlines())


def _tally(clip: Path, watched: bool) -> tuple[dict[str, int], list[tuple[object, ...]]]:
    """Totals, and what was seen, of a clip that is watched, or of its truth told to the referee."""
    match = Match(setup_from(None, None, clip / "setup.json"))
    truth = [json.loads(line) for line in (clip / "truth.jsonl").read_text().splitlines()]
    if watched:
        deck = deck_for(match.setup.game, None)
        watcher = watcher_of(load_eyes("auto", deck), match.setup, deck)
        with open_source(str(clip / "clip.mp4")) as source:
            lines = list(Session(source, watcher, match, demo._script(clip)).lines())
        truth = [line for line in lines if line["kind"] == "seen" and line["what"] != "camera"]
    else:
        script = [json.loads(line) for line in (clip / "script.jsonl").read_text().splitlines()]
        told = sorted([*truth, *script], key=lambda line: line.get("t", line.get("at")))
        for line in told:
            if "what" in line:
                match.see(from_line(line))
            else:
                match.submit({k: v for k, v in line.items() if k != "at"}, line["at"])
    said = [meaning(line) for line in truth]
    return match.view()["totals"], said


@pytest.mark.slow
@pytest.mark.skipif(not _has_eyes(), reason="the trained weights are not here")
@pytest.mark.parametrize("game", ["becker", "fivealive", "jookie"])
def test_a_filmed_card_game_is_refereed_as_it_happened(game: str) -> None:
    clip = Path(str(demo._folder(game)))
    told, happened = _tally(clip, watched=False)
    ruled, seen = _tally(clip, watched=True)
    assert seen == happened
    assert ruled == told


@pytest.mark.parametrize("game", ["becker", "blackout", "fivealive", "jookie"])
def test_the_clip_is_whole(game: str) -> None:
    folder = Path(str(demo._folder(game)))
    for name in ("clip.mp4", "setup.json", "script.jsonl"):
        assert (folder / name).stat().st_size > 0
