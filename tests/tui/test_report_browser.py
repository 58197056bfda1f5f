"""The report in a real browser: it is all there, chapters jump, and nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.browser import Browser, needs_browser
from tests.tui.recorded import ENTRIES, PLAYERS, record
from tui.cli import main
from tui.script import Entry

pytestmark = needs_browser

FILM = "document.querySelector('video')"
WIDTHS = {"phone": 390, "laptop": 1280}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a game with pictures, a video, a correction, and somebody's long name."""
    folder = tmp_path_factory.mktemp("evening") / "game"
    names = ("Ann", "Ben", "Maximiliane-Henriette")
    assert len(names) == len(PLAYERS)
    record(folder, entries=[*ENTRIES, Entry({"taken": {"Ben": 2}}, at=6.1)], players=names)
    assert main(["report", str(folder)]) == 0
    return folder / "report.html"


@pytest.fixture(params=WIDTHS)
def browser(page: Path, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The report opened from the disk, on a phone's or a laptop's screen."""
    with Browser() as browser:
        browser.size(WIDTHS[request.param], 800)
        browser.open(page.as_uri())
        browser.wait_for("document.readyState === 'complete'")
        yield browser


def test_everything_is_drawn_and_fits(browser: Browser) -> None:
    browser.wait_for("[...document.images].every(one => one.complete && one.naturalWidth > 0)")
    assert browser.value("document.images.length") == 7
    charts = browser.value("[...document.querySelectorAll('svg')].map(one => one.clientHeight)")
    assert len(charts) == 3
    assert all(height > 80 for height in charts)
    inside = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert browser.value(inside), "nobody has to scroll sideways"
    apart = """(() => {
        const texts = [...document.querySelectorAll("svg text")].map(one =>
            one.getBoundingClientRect());
        const edge = document.documentElement.clientWidth;
        return texts.every(box => box.left >= 0 && box.right <= edge);
    })()"""
    assert browser.value(apart), "no label is cut off"


def test_a_chapter_jumps_in_the_video_and_is_marked(browser: Browser) -> None:
    browser.wait_for(f"{FILM}.readyState >= 1")
    assert browser.value(f"{FILM}.videoWidth") == 96
    browser.value("document.querySelectorAll('.chapters button')[1].click()")
    browser.wait_for(f"{FILM}.currentTime >= 2")
    browser.wait_for("document.querySelectorAll('.chapters button')[1].classList.contains('now')")
    assert browser.value("document.querySelector('#no-film').hidden") is True


def test_nothing_is_fetched_from_elsewhere_and_nothing_goes_wrong(
    browser: Browser, page: Path
) -> None:
    browser.value("document.querySelectorAll('.chapters button')[0].click()")
    browser.wait_for(f"{FILM}.readyState >= 2")
    ours = (page.parent.as_uri(), "data:")
    assert browser.asked_for
    assert [link for link in browser.asked_for if not link.startswith(ours)] == []
    assert browser.complaints == []


def test_without_its_video_the_page_says_so(page: Path, tmp_path: Path) -> None:
    alone = tmp_path / "report.html"
    alone.write_bytes(page.read_bytes())
    with Browser() as browser:
        browser.open(alone.as_uri())
        browser.wait_for("!document.querySelector('#no-film').hidden")
        assert "keep video.mp4 in this page's folder" in browser.value("document.body.innerText")
