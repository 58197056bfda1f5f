"""The scoreboard in a browser: who may look, what is shown, and that it keeps up."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from textual.widgets import Static

from engine.games import GAMES
from engine.match import Match
from engine.setup import load_setup
from tests.tui.app_table import LARGE, SMALL, running
from tests.tui.browser import Browser, needs_browser
from tests.tui.table import FakeSource
from tui.beside import Beside
from tui.cli import main
from tui.commands import watch
from tui.serving import SecondScreen, opened, qr_code


def match_of(game: str, *players: str) -> Match:
    return Match(load_setup(game, players, None))


@pytest.fixture
def match() -> Match:
    return match_of("blackout", "Ann", "Ben", "Cem", "<b>Dee</b>")


@pytest.fixture
def screen(match: Match) -> Iterator[SecondScreen]:
    with SecondScreen("127.0.0.1", 0) as screen:
        screen.begin(match)
        yield screen


class News:
    """A viewer's event stream."""

    def __init__(self, link: str) -> None:
        self._answer = asked(link, "news")
        assert self._answer.status == 200

    def next(self) -> dict[str, Any]:
        while not (line := self._answer.readline()).startswith(b"data: "):
            assert line, "the stream has ended"
        shown = json.loads(line.removeprefix(b"data: "))
        assert isinstance(shown, dict)
        return shown

    def ended(self) -> bool:
        return not self._answer.read().strip()


def asked(link: str, more: str = "", method: str = "GET") -> http.client.HTTPResponse:
    parts = urlsplit(link)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=5)
    connection.request(method, parts.path + more)
    return connection.getresponse()


def play(match: Match, screen: SecondScreen, *events: dict[str, Any]) -> None:
    for event in events:
        for line in match.submit(event, 1.0):
            screen.keep(line)


def test_the_page_needs_its_link_and_nothing_else(screen: SecondScreen) -> None:
    answer = asked(screen.link)
    assert answer.status == 200
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    page = answer.read().decode()
    assert "://" not in page, "nothing comes from elsewhere"
    root = screen.link.rsplit("/", 2)[0]
    for path in ("/", "/news", "/wrong/", "/wrong/news"):
        assert asked(f"{root}{path}").status == 404, path


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_can_be_sent_to_it(screen: SecondScreen, method: str) -> None:
    assert asked(screen.link, method=method).status == 501


def test_every_viewer_sees_what_happens(match: Match, screen: SecondScreen) -> None:
    viewers = [News(screen.link), News(screen.link)]
    for viewer in viewers:
        first = viewer.next()
        assert first["game"] == "Blackout"
        assert [one["name"] for one in first["players"]] == ["Ann", "Ben", "Cem", "<b>Dee</b>"]
    play(match, screen, {"roll": [3, 6], "by": "Ann"})
    for viewer in viewers:
        shown = viewer.next()
        assert shown["headline"]["groups"] == [["Ann", "6"], ["Ben", "3"]]
        assert shown["turn"] == "▶ Ben is next"
        assert [one["values"][0] for one in shown["players"]] == ["6", "3", "0", "0"]
        assert "Ben drinks 3 gulps — share" in shown["said"]


def test_who_comes_late_sees_how_it_stands(match: Match, screen: SecondScreen) -> None:
    play(match, screen, {"roll": [3, 6], "by": "Ann"}, {"soft": "Cem", "on": True})
    shown = News(screen.link).next()
    assert shown["players"][2]["signs"] == ["soft"]
    assert shown["headline"]["groups"] == [["Ann", "6"], ["Ben", "3"]], "a note is no headline"


def test_a_correction_and_an_error_are_shown_as_such(match: Match, screen: SecondScreen) -> None:
    play(match, screen, {"roll": [3, 6], "by": "Ann"}, {"roll": [3, 6], "by": "Ann"})
    assert News(screen.link).next()["headline"]["mood"] == "refused"
    play(match, screen, {"amend": 1, "event": {"roll": [3, 5], "by": "Ann"}})
    shown = News(screen.link).next()
    assert shown["headline"]["mood"] == "corrected"
    assert shown["headline"]["groups"] == [["Ann", "+2"], ["Ben", "−3"]]


def test_when_the_game_is_over_viewers_are_sent_away(match: Match) -> None:
    screen = SecondScreen("127.0.0.1", 0)
    screen.begin(match)
    viewer = News(screen.link)
    viewer.next()
    screen.close()
    assert viewer.ended()
    screen.close()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_shown(game: str) -> None:
    match = match_of(game, "Ann", "Ben", "Cem", "Dee")
    with SecondScreen("127.0.0.1", 0) as screen:
        screen.begin(match)
        shown = News(screen.link).next()
    assert shown["game"] == GAMES[game].title
    assert {len(one["values"]) for one in shown["players"]} == {len(shown["columns"])}


def test_the_code_holds_the_link() -> None:
    code = qr_code("http://192.168.100.200:8460/abcdefghijkl/")
    assert len(code.splitlines()) <= 20, "it fits a terminal of 24 rows"


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_key_shows_the_code_and_the_address(
    screen: SecondScreen, size: tuple[int, int]
) -> None:
    async with running(size, extras=Beside(screen)) as table:
        await table.press("h")
        page = table.app.screen
        code = page.query_one("#code", Static)
        assert code.size.height == len(qr_code(screen.link).splitlines()), "no row is cut off"
        assert str(page.query_one("#link", Static).render()) == screen.link
        await table.press("escape")
        assert table.app.screen is table.app.screen_stack[0]


async def test_without_a_second_screen_the_key_does_nothing() -> None:
    async with running() as table:
        await table.press("h")
        assert len(table.app.screen_stack) == 1


@pytest.mark.parametrize(
    "address", ["", ":80", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", "no such host"]
)
def test_an_address_that_is_none_is_refused_in_one_sentence(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watch, "_open", lambda args: FakeSource(3))
    monkeypatch.setattr(watch, "_eyes", lambda backend, deck: None)
    game = ["--game", "blackout", "--players", "Ann,Ben"]
    assert main(["watch", "clip.mp4", *game, "--serve", address]) == 2
    told = capsys.readouterr().err.splitlines()
    assert "address" in told[-1] or "cannot be shown" in told[-1], told


def test_a_port_in_use_is_said_and_the_usual_one_gives_way() -> None:
    with opened("127.0.0.1", None) as first, opened("127.0.0.1", None) as second:
        taken = urlsplit(first.link).port
        assert urlsplit(second.link).port != taken
        with pytest.raises(OSError, match="in use"):
            opened("127.0.0.1", taken)


@needs_browser
def test_a_browser_draws_it_and_keeps_up(match: Match, screen: SecondScreen) -> None:
    with Browser() as browser:
        browser.open(screen.link)
        browser.wait_for("document.querySelectorAll('#players tr').length === 4")
        play(match, screen, {"roll": [3, 6], "by": "Ann"})
        browser.wait_for("document.querySelector('#shout').innerText.includes('Ben 3')")
        assert browser.value("document.querySelector('tr.acts').innerText") == "▶ Ben\t3\t0\t0"
        names = browser.value("document.querySelector('#players').innerText")
        assert "<b>Dee</b>" in names, "a name is text, whatever it looks like"
        screen.close()
        browser.wait_for("!document.querySelector('#lost').hidden")
