"""What people see: banner, scoreboard, picture, camera's state, and that nothing blocks it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.log import GameLog
from engine.match import Match
from engine.setup import load_setup
from tests.tui.app_table import LARGE, NAMES, SMALL, picture, roll, running, unclear
from tui.app import Ended, Happened
from tui.table import Change
from vision.sights import CardSight
from vision.sources import SourceError, State

BOTH = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])


@BOTH
async def test_before_the_first_roll_the_banner_says_what_safety_asks(
    size: tuple[int, int],
) -> None:
    """SAF-01."""
    async with running(size) as app:
        assert "of legal age, and nobody drives" in app.text("#words")


@BOTH
async def test_who_drinks_stands_in_large_letters_and_the_reason_under_it(
    size: tuple[int, int],
) -> None:
    async with running(size) as app:
        await app.happens(roll(4, 6, "Ann"))
        headline = app.app.banner.headline
        assert headline is not None
        assert headline.groups == (("Ann", "6"), ("Ben", "4"))
        shout = app.text("#shout")
        assert shout.count("█") > 20
        assert len([row for row in shout.splitlines() if row.strip()]) >= 3
        words = app.text("#words").replace("\n", " ")
        assert "4-6: Ann drinks 6 gulps — roll" in words
        assert "Ann rolled 4-6" in str(app.app.banner.border_title)


@BOTH
async def test_the_scoreboard_shows_gulps_beers_echo_turn_and_direction(
    size: tuple[int, int],
) -> None:
    async with running(size) as app:
        await app.happens(roll(3, 3, "Ann"), {"opened": "Ben"})
        board = app.text("Scoreboard")
        assert "▶ Ben is next" in board
        assert "12/13 beers" in board
        assert "↻ left" in board
        ann = next(row for row in board.splitlines() if "Ann" in row)
        assert (*ann.split()[:4], ann.split()[-1]) == ("Ann", "6", "0", "0", "ECHO")
        ben = [row for row in board.splitlines() if "Ben" in row][-1]
        assert ben.split()[:5] == ["▶", "Ben", "0", "1", "0"]


async def test_a_reversal_turns_the_arrow() -> None:
    async with running() as app:
        await app.happens(roll(1, 3, "Ann"), roll(1, 3, "Ben"))
        assert "↺ right" in app.text("Scoreboard")
        assert "▶ Ann is next" in app.text("Scoreboard")


async def test_a_correction_says_only_the_difference() -> None:
    async with running() as app:
        await app.happens(roll(1, 3, "Ann"))
        await app.happens({"amend": 1, "event": roll(1, 4, "Ann")})
        headline = app.app.banner.headline
        assert headline is not None
        assert (headline.mood, headline.groups) == ("corrected", (("Ann", "+1"),))
        assert app.app.banner.border_title == "CORRECTED"
        await app.happens({"undo": 1})
        assert app.app.banner.headline is not None
        assert app.app.banner.headline.groups == (("Ann", "−5"),)


async def test_what_does_not_count_is_said_and_charges_nobody() -> None:
    async with running() as app:
        await app.happens(roll(1, 3, "Ann"), roll(1, 4, "Cat"))
        headline = app.app.banner.headline
        assert headline is not None
        assert headline.mood == "refused"
        assert "It is Ben's turn" in app.text("#words")
        assert app.app.situation.view["totals"] == {"Ann": 4, "Ben": 0, "Cat": 0}


@pytest.mark.parametrize(
    ("events", "shout"),
    [
        ([roll(2, 2, "Ann")], "Duel"),
        ([roll(4, 4, "Ann")], "Measure"),
        ([{"set": {"turn": "Ann"}}, {"bad_roll": "cocked", "by": "Ann"}], "Roll again"),
        ([{"unwell": "Ann"}], "Help Ann"),
    ],
)
async def test_what_the_turn_needs_is_said_in_large_letters(
    events: list[dict[str, object]], shout: str
) -> None:
    async with running() as app:
        await app.happens(*events)
        assert app.app.banner.headline is not None
        assert app.app.banner.headline.groups == ((shout, ""),)


async def test_SAF_06_help_and_number_are_shown_whole_at_80x24() -> None:
    async with running() as app:
        await app.happens({"unwell": "Ann"})
        await app.until(lambda: "112" in app.text("#words"))
        assert "never alone" in app.text("#words").replace("\n", " ")


async def test_small_news_stand_in_the_frame_and_leave_the_banner() -> None:
    async with running() as app:
        await app.happens(roll(1, 3, "Ann"), {"opened": "Ann"})
        assert app.app.banner.headline is not None
        assert app.app.banner.headline.groups == (("Ann", "4"),)
        assert "Ann opens a beer: 12 left" in str(app.app.banner.border_subtitle)


@BOTH
async def test_asks_never_cover_the_picture(size: tuple[int, int]) -> None:
    players = [f"Somebody {n}" for n in range(1, 9)]
    async with running(size, players=players) as app:
        await app.happens({"set": {"turn": "Somebody 1"}})
        app.session.see(unclear())
        await app.happens(roll(2, 2, "Somebody 1"))
        await app.press("p")
        assert app.app.panel.ask is not None
        region = app.app.picture.region
        assert region.height >= 6
        assert region.width >= 20
        assert not region.overlaps(app.app.panel.region)
        assert not region.overlaps(app.app.banner.region)


async def test_the_newest_picture_is_shown_with_the_dice_that_lie_on_it() -> None:
    """A coaster taken for a card has no place in a game of dice."""
    quad = np.array([[10, 10], [50, 10], [50, 50], [10, 50]], np.float32)
    coaster = CardSight(quad, "up", "??", 0.5, 0.1, 0.1)
    latest = picture(1)
    async with running() as app:
        app.session.latest = replace(latest, sight=replace(latest.sight, cards=(coaster,)))
        await app.until(lambda: "▀" in app.text("Picture"))
        assert "5" in app.text("Picture")
        assert "??" not in app.text("Picture")


@pytest.mark.parametrize(("state", "words"), [("stale", "STANDS STILL"), ("lost", "CAMERA LOST")])
async def test_a_camera_that_fails_is_said(state: State, words: str) -> None:
    async with running() as app:
        assert "camera ok" in app.text("Status")
        app.session.source.current = state
        await app.until(lambda: words in app.text("Status"))


async def test_the_end_of_a_film_leaves_the_tally_and_the_keys() -> None:
    async with running() as app:
        await app.happens(roll(4, 6, "Ann"))
        app.session.done(None)
        await app.until(lambda: app.app.situation.ended)
        assert app.app.banner.headline is not None
        assert app.app.banner.headline.groups == (("Ann", "6"), ("Ben", "4"), ("Cat", "0"))
        app.app.table._over.set()
        await app.press("u")
        await app.until(lambda: app.app.situation.view["totals"]["Ann"] == 0)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(28, "No space left on device"), "cannot be recorded any further: No space left"),
        (SourceError("The file is cut off."), "The file is cut off."),
        (ValueError("nonsense"), "the.log says what"),
    ],
)
async def test_an_error_of_the_worker_becomes_a_sentence(
    error: Exception, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as app:
        app.session.done(error)
        await app.until(lambda: bool(app.app._notifications))
        assert sentence in next(iter(app.app._notifications)).message
        assert "STOPPED" in app.text("Status")
    assert type(error).__name__ in caplog.text


async def test_complaints_of_the_session_reach_people() -> None:
    async with running() as app:
        app.app.table.complaints.put("The script is too long.")
        await app.until(lambda: bool(app.app._notifications))
        assert next(iter(app.app._notifications)).message == "The script is too long."


async def test_a_resumed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    setup = load_setup("blackout", NAMES, None)
    first = Match(setup, GameLog.create(tmp_path / "game", {"setup": setup.to_data()}))
    first.submit(roll(4, 6, "Ann"), 1.0)
    first.close()
    match = Match.resume(GameLog.open(tmp_path / "game"), setup)
    async with running(match=match) as app:
        assert app.app.banner.headline is not None
        assert app.app.banner.headline.groups == (("Ann", "6"), ("Ben", "4"))
        assert "▶ Ben is next" in app.text("Scoreboard")
        await app.press("i")
        assert "4-6: Ann drinks 6 gulps" in str(app.app.screen.query_one("#side Static").render())
        await app.press("v", "1")
        assert app.session.entered == [{"void": 1}]
    match.close()


async def test_what_happens_while_people_leave_disturbs_nobody() -> None:
    async with running() as app:
        pass
    app.app._happened(Happened(Change({}, {}, ())))
    app.app._ended(Ended(None))


async def test_a_question_on_a_large_terminal_leaves_the_picture_its_size() -> None:
    """To draw it anew in another size each time is what keys would wait for."""
    async with running(LARGE) as app:
        size = app.app.picture.size
        await app.press("p")
        assert app.app.panel.ask is not None
        assert app.app.picture.size == size
        await app.press("escape")
        assert app.app.picture.size == size


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_notice_takes_room_of_its_own_and_covers_nothing(size: tuple[int, int]) -> None:
    async with running(size, notifications=True) as app:
        app.app.table.complaints.put("The picture is black: take the cap off the lens. " * 3)
        await app.until(lambda: bool(app.app.query("Toast")))
        await app.pilot.pause(0.1)
        toast = app.app.query_one("Toast").region
        assert toast.area > 0
        for part in (app.app.picture, app.app.scoreboard, app.app.banner, app.app.status):
            assert part.region.area > 0
            assert not part.region.overlaps(toast)
        assert all(name in app.text("Scoreboard") for name in NAMES)
        assert app.app.status.region.bottom < size[1]
