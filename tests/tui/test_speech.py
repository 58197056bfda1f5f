"""Announcements aloud: in order, never late, never in the way."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.match import Match
from engine.setup import load_setup
from tests.tui.app_table import running
from tui import beside, speech
from tui.beside import Beside
from tui.cli import main
from tui.speech import Speaker, spoken

VOICE = """
import pathlib, sys, time
said, slow = pathlib.Path(sys.argv[1]), float(sys.argv[2])
for line in sys.stdin:
    with said.open("a") as out:
        out.write(line)
    time.sleep(slow)
    print("done", flush=True)
"""


class Heard:
    """A voice that writes down what it says, each sentence `slow` seconds long."""

    def __init__(self, folder: Path, slow: float = 0.0) -> None:
        self._file = folder / "said"
        self.complaints: list[str] = []
        command = (sys.executable, "-c", VOICE, str(self._file), str(slow))
        self.speaker = Speaker(self.complaints.append, command)

    @property
    def said(self) -> list[str]:
        return self._file.read_text().splitlines() if self._file.exists() else []

    def says(self, *texts: str) -> bool:
        return until(lambda: self.said == list(texts))


def until(holds: Callable[[], bool], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Heard]:
    heard = Heard(tmp_path)
    yield heard
    heard.speaker.close()


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Heard]:
    heard = Heard(tmp_path, 60.0)
    yield heard
    heard.speaker.close()


def test_announcements_are_spoken_as_they_come(quick: Heard) -> None:
    match = Match(load_setup("blackout", ["Ann", "Ben", "Cem"], None))
    for line in match.submit({"roll": [3, 6], "by": "Ann"}, 1.0):
        quick.speaker.keep(line)
    assert quick.says("3-6: Ann drinks 6 gulps, roll. Ben drinks 3 gulps, share. Ben rolls.")
    quick.speaker.keep({"kind": "question", "text": "Who was that?"})
    assert until(lambda: quick.said[-1] == "Who was that?")
    quick.speaker.keep({"kind": "seen", "what": "dice"})
    assert len(quick.said) == 2


def test_a_correction_has_words_for_its_signs() -> None:
    assert spoken("Beers: −1 — taken") == "Beers: minus 1, taken."
    assert spoken("Ben rolls.") == "Ben rolls."


def test_only_the_newest_waits_while_one_is_spoken(tmp_path: Path) -> None:
    heard = Heard(tmp_path, 0.4)
    for text in ("one", "two", "three", "four"):
        heard.speaker.say(text)
    assert heard.says("one", "four")
    heard.speaker.close()


def test_what_is_stale_is_not_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_STALE", 0.3)
    heard = Heard(tmp_path, 1.0)
    heard.speaker.say("one")
    assert heard.says("one")
    heard.speaker.say("two")

    def three() -> bool:
        heard.speaker.say("three")
        return heard.said != ["one"]

    # The second sentence is old news by the time that the first is over.
    assert until(lambda: not heard.speaker.speaking)
    assert until(three)
    assert heard.said == ["one", "three"]
    heard.speaker.close()


def test_to_mute_ends_the_sentence_and_a_later_one_is_heard_again(slow: Heard) -> None:
    slow.speaker.say("a long story")
    assert slow.says("a long story")
    slow.speaker.muted = True
    slow.speaker.say("nobody hears this")
    slow.speaker.muted = False
    slow.speaker.say("short")
    assert slow.says("a long story", "short")
    assert slow.complaints == []


def test_a_voice_that_hangs_is_replaced(slow: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_STUCK", 0.1)
    slow.speaker.say("hangs")
    assert slow.says("hangs")
    time.sleep(0.2)
    slow.speaker.say("goes on")
    assert slow.says("hangs", "goes on")


@pytest.mark.parametrize(
    "command",
    [("/no/such/program",), (sys.executable, "-c", "raise SystemExit('no sound card')")],
)
def test_a_voice_that_fails_is_said_once_and_the_game_goes_on(command: tuple[str, ...]) -> None:
    complaints: list[str] = []
    speaker = Speaker(complaints.append, command)
    for _ in range(3):
        speaker.say("hello")
        assert until(lambda: bool(complaints))
    assert len(complaints) == 1
    assert "on the screen only" in complaints[0]
    speaker.close()


async def test_a_key_mutes_it(quick: Heard) -> None:
    async with running(extras=Beside(speaker=quick.speaker)) as table:
        await table.press("z")
        assert quick.speaker.muted
        await table.press("z")
        assert not quick.speaker.muted


def test_without_the_extra_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    game = ["--game", "blackout", "--players", "Ann,Ben"]
    assert main(["watch", "no-clip.mp4", *game, "--voice"]) == 2
    assert beside.NO_VOICE in capsys.readouterr().err
