"""`play` records by itself, and offers the interrupted game (PROTOCOL section 6)."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

import pytest

from engine.log import holds_game
from engine.match import Match
from engine.setup import load_setup
from tests.tui.recorded import record
from tests.tui.table import FakeSource
from tui import begin, cli, folders, shell
from tui.commands import play
from tui.recording import home, shelf
from tui.recording.recorder import Recorder, Wanted
from tui.screens.offer import OfferApp

NO_PICTURES = Wanted(frames=False, video=False)


def parsed(*words: str) -> argparse.Namespace:
    parser, _ = cli.build_parser(("play",))
    return parser.parse_args(["play", *words])


@pytest.fixture(autouse=True)
def _no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "model_of", lambda backend: {})


def answers(monkeypatch: pytest.MonkeyPatch, answer: bool | None) -> list[str]:
    asked: list[str] = []

    def ask(sentence: str) -> bool | None:
        asked.append(sentence)
        return answer

    monkeypatch.setattr(shell, "ask_to_go_on", ask)
    return asked


@pytest.mark.parametrize(
    ("keys", "choice"),
    [(["enter"], True), (["g"], True), (["n"], False), (["tab", "enter"], False), (["q"], None)],
)
async def test_going_on_is_one_key(keys: list[str], choice: bool | None) -> None:
    app = OfferApp("A game of [b]Blackout[/b] was interrupted.")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
    assert app.return_value is choice


def test_an_interrupted_game_is_offered_and_goes_on_with_the_same_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path / "game", wanted=NO_PICTURES, last_step=4)
    asked = answers(monkeypatch, True)
    args = parsed("--camera", "0")
    assert begin.offered(args)
    assert asked == [
        "A game of Blackout with Ann, Ben and Cat was interrupted just now, after 4 rulings. "
        "Go on with it?"
    ]
    assert args.record == tmp_path / "game"
    assert begin._resumes(args)
    with closing(play._match(args, None, FakeSource(1, live=True), "0")) as match:
        assert match.view()["totals"] == {"Ann": 6, "Ben": 9, "Cat": 7}


@pytest.mark.parametrize("answer", [False, None])
def test_who_wants_no_old_game_gets_a_new_one_or_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bool | None
) -> None:
    record(tmp_path / "game", wanted=NO_PICTURES, last_step=4)
    answers(monkeypatch, answer)
    args = parsed()
    assert begin.offered(args) is (answer is False)
    assert args.record is None


@pytest.mark.parametrize(
    "words",
    [
        ["--record", "elsewhere"],
        ["--no-record"],
        ["--players", "Dan,Eve"],
        ["blackout", "--players", "Ann,Ben,Cat"],  # Ann did not begin there.
    ],
)
def test_a_game_that_cannot_be_meant_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    record(tmp_path / "game", wanted=NO_PICTURES, last_step=4)
    asked = answers(monkeypatch, True)
    assert begin.offered(parsed("blackout", *[word for word in words if word != "blackout"]))
    assert asked == []


def test_the_same_command_again_finds_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = load_setup("blackout", ["Ann", "Ben"], None)
    args = parsed("blackout", "--players", "Ann,Ben", "--camera", "0")
    with closing(play._match(args, setup, FakeSource(1, live=True), "0")) as match:
        match.submit({"roll": [4, 6], "by": "Ann"}, 1.0)
    asked = answers(monkeypatch, True)
    assert begin.offered(args)
    assert len(asked) == 1
    assert args.record.parent == folders.games()


def test_play_records_by_itself_unless_told_not_to() -> None:
    setup = load_setup("blackout", ["Ann", "Ben"], None)
    with closing(play._match(parsed(), setup, FakeSource(1), "0")) as match:
        assert match.log is not None
        assert match.log.folder.parent == folders.games()
    assert play._match(parsed("--no-record"), setup, FakeSource(1), "0").log is None


def test_where_nothing_can_be_recorded_one_plays_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SYMPOSIARCH_GAMES", str(tmp_path / "file"))
    setup = load_setup("blackout", ["Ann", "Ben"], None)
    assert play._match(parsed(), setup, FakeSource(1), "0").log is None
    assert "this game is not recorded" in capsys.readouterr().err


def a_match(args: argparse.Namespace) -> Match:
    return play._match(args, load_setup("blackout", ["Ann", "Ben"], None), FakeSource(1), "0")


def test_a_game_in_which_nothing_happened_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = parsed()
    match = a_match(args)
    match.close()
    play._say_where(args, match)
    assert home.games() == []
    named = parsed("--record", str(tmp_path / "mine"))
    match = a_match(named)
    match.close()
    play._say_where(named, match)
    assert holds_game(tmp_path / "mine")
    assert "symposiarch report" in capsys.readouterr().out


def test_SAF_11_people_are_told_what_is_recorded() -> None:
    match = a_match(parsed())
    with closing(Recorder(match, Wanted(video=False), True, print)) as recorder:
        told = recorder.announcement
    match.close()
    assert "is recorded in" in told
    assert "--no-frames" in told


def test_a_film_that_was_watched_to_its_end_is_no_interrupted_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answers(monkeypatch, True)
    record(tmp_path / "game", wanted=NO_PICTURES)
    assert begin.offered(parsed("--camera", "0"))
    assert asked == []
    with closing(play._match(parsed("--record", str(tmp_path / "game")), None, FakeSource(1), "0")):
        pass
    assert begin.offered(parsed("--camera", "0"))
    assert len(asked) == 1, "somebody went on with it, and was interrupted"


def test_the_description_counts_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(tmp_path / "game", wanted=NO_PICTURES, last_step=4)
    found = shelf.interrupted(60)
    assert found is not None
    written = home.written(found.folder)
    monkeypatch.setattr("time.time", lambda: written + 3 * 3600)
    assert "interrupted 3 hours ago" in shelf.described(found)
