"""The dispute screen: an event seen again, and why it was ruled so, on both terminal sizes."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import cast

import pytest
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Footer

from engine.log import Line
from engine.match import Match
from engine.seen import Dice
from engine.setup import Setup, load_setup
from tests.tui.app_table import LARGE, NAMES, SMALL, roll, running
from tests.tui.dispute_table import (
    PASS_AND_PROOF,
    dice_at,
    disputing,
    film,
    rolled,
    settle,
    thrown,
    words,
)
from tui.replay_docket import Case
from tui.replay_study import Study, study
from tui.screens.dispute import DisputeScreen
from tui.screens.dispute_actions import DISPUTE
from tui.screens.help import HelpScreen
from tui.widgets import ask_panel
from tui.widgets.timeline import Timeline

BOTH = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])


@pytest.fixture(autouse=True)
def no_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits count at once."""
    monkeypatch.setattr(ask_panel, "SETTLE", 0.0)


@BOTH
async def test_it_plays_the_seconds_around_the_newest_event(size: tuple[int, int]) -> None:
    async with rolled(size) as (app, screen):
        projector = screen._film.projector
        assert projector is not None
        assert projector.clip.shots[0].t == pytest.approx(9.5, abs=0.2)
        await app.until(lambda: not projector.playing)
        assert projector.index == len(projector.clip.shots) - 1
        await app.until(lambda: "▀" in words(screen, "Picture"))
        assert "step 2 (2 of 2)" in words(screen, "#case")
        assert "roll 1-3, by Ben" in words(screen, "#case")


@BOTH
async def test_picture_words_and_keys_share_the_screen(size: tuple[int, int]) -> None:
    async with rolled(size) as (app, screen):
        await app.press("c")
        regions = [
            screen.query_one(name).region
            for name in ("#case", "Film", "#side", "AskPanel", "Footer")
        ]
        assert all(region.area for region in regions)
        assert all(a is b or not a.overlaps(b) for a in regions for b in regions)
        assert screen.query_one("#side").region.width >= 36
        assert screen._film._picture.region.width >= size[0] // 2
        assert screen._film._picture.region.height >= 12


async def test_picture_by_picture_and_to_the_moment_of_rest() -> None:
    async with rolled() as (app, screen):
        projector = screen._film.projector
        assert projector is not None
        await app.press("r")
        assert projector.index == projector.clip.rest
        assert projector.clip.shots[projector.index].t == pytest.approx(12.0, abs=0.11)
        assert "+0.0 s" in words(screen, "Timeline")
        await app.press("left", "left")
        assert projector.index == projector.clip.rest - 2
        assert "-0.2 s" in words(screen, "Timeline")
        await app.press("right")
        assert projector.index == projector.clip.rest - 1
        assert not projector.playing


async def test_before_the_event_the_dice_are_not_on_the_picture_and_at_rest_they_are() -> None:
    async with rolled() as (app, screen):
        await app.press("r")
        await app.until(lambda: "3" in words(screen, "Film > Horizontal > Picture"))
        await app.press("left", "left", "left")
        await app.until(lambda: "3" not in words(screen, "Film > Horizontal > Picture"))


async def test_slow_and_still_and_again_from_the_beginning() -> None:
    async with rolled() as (app, screen):
        projector = screen._film.projector
        assert projector is not None
        await app.press("s")
        assert (projector.slow, projector.playing) == (True, True)
        assert "slow" in words(screen, "Timeline")
        await app.press("space")
        assert not projector.playing
        await app.press("s", "space")
        assert (projector.slow, projector.playing) == (False, True)


@BOTH
async def test_the_thing_is_enlarged(size: tuple[int, int]) -> None:
    async with rolled(size) as (app, screen):
        await app.press("r")
        picture = screen._film._picture
        await app.until(lambda: picture._latest is not None and len(picture._latest.sight.dice) > 1)
        assert picture._latest is not None
        whole = picture._latest.frame.image.shape[1]
        await app.press("z")
        await app.until(
            lambda: (
                picture._latest is not None and picture._latest.frame.image.shape[1] < whole / 1.5
            )
        )
        assert picture._latest is not None
        assert [die.value for die in picture._latest.sight.dice] == [1, 3]
        assert "zoom" in words(screen, "Timeline")


async def test_a_click_on_the_timeline_seeks() -> None:
    async with rolled() as (app, screen):
        projector = screen._film.projector
        assert projector is not None
        await app.pilot.click(Timeline, offset=Offset(0, 0))
        await app.pilot.pause()
        assert projector.index == 0
        assert not projector.playing


@BOTH
async def test_beside_it_stand_reading_ruling_rules_and_what_was_possible(
    size: tuple[int, int],
) -> None:
    async with rolled(size) as (_, screen):
        said = str(screen._page.render())
        assert "1-3, 93% sure" in said
        assert "or 1-5 5%" in said
        assert "1-3: Ben drinks 4 gulps — roll" in said
        assert "BLK-09: Each turn two dice" in said
        assert "Ben rolls two dice (BLK-09)." in said


async def test_what_another_reading_of_a_switch_would_have_done_is_told() -> None:
    async with thrown({"play": "Ks", "by": "Ben"}) as (_, screen):
        said = str(screen._page.render())
        assert "Had the rules been read otherwise" in said
        assert "becker." in said


async def test_up_and_down_walk_through_the_events() -> None:
    async with rolled() as (app, screen):
        await app.press("up")
        assert "step 1 (1 of 2)" in words(screen, "#case")
        await app.until(lambda: screen._study is not None)
        assert "4-6: Ann drinks 6 gulps" in str(screen._page.render())
        await app.press("up")
        assert "step 1 (1 of 2)" in words(screen, "#case")
        await app.press("down", "down")
        assert "step 2 (2 of 2)" in words(screen, "#case")


async def test_the_arrows_can_be_clicked() -> None:
    async with rolled() as (app, screen):
        await app.pilot.click("#case", offset=Offset(1, 0))
        await app.pilot.pause()
        assert "step 1 (1 of 2)" in words(screen, "#case")


async def test_the_game_goes_on_behind_it_and_that_is_told() -> None:
    async with rolled() as (app, screen):
        await app.happens(roll(2, 6, "Cat"))
        told = "MEANWHILE: 2-6: Cat drinks 8 gulps"
        await app.until(lambda: told in words(screen, "#case").replace("\n", " "))
        assert "step 2" in words(screen, "#case")
        await app.press("down")
        assert "step 3 (3 of 3)" in words(screen, "#case")


async def test_without_pictures_the_words_are_there() -> None:
    async with running() as app:
        await app.happens(roll(4, 6, "Ann"))
        screen = await disputing(app, pictures=False)
        await app.until(lambda: "No pictures" in words(screen, "Timeline"))
        assert "people entered it" in str(screen._page.render())
        await app.press("space", "left", "z", "r", "s")
        assert app.app.screen is screen


async def test_no_key_waits_for_the_rules_to_be_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game of many hours takes its time to be ruled again."""
    hold = threading.Event()

    def slow(setup: Setup, lines: Sequence[Line], case: Case) -> Study:
        hold.wait(30)
        return study(setup, lines, case)

    monkeypatch.setattr("tui.screens.dispute.study", slow)
    async with running(match=Match(load_setup("blackout", NAMES, {"first": "Ann"}))) as app:
        seen = Dice(t=4.0, frame=40, values=(4, 6), alternatives=(((4, 5), 0.1),))
        film(app, 4.0, dice_at(100, 4, 6), seen)
        await app.pilot.pause()
        await app.press("i")
        screen = app.app.screen
        assert isinstance(screen, DisputeScreen)
        assert "looking up the rules" in str(screen._page.render())
        await app.press("c")
        assert "1  4-5" in words(screen, "AskPanel")
        hold.set()
        await app.until(lambda: screen._study is not None)
        assert "1  4-5" in words(screen, "AskPanel")


async def test_what_fails_in_a_thread_is_a_sentence_for_people(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*about: object) -> None:
        raise RuntimeError("no rules today")

    monkeypatch.setattr("tui.screens.dispute.study", broken)
    async with running() as app:
        await app.happens(roll(4, 6, "Ann"))
        screen = await disputing(app, pictures=False)
        assert "could not be looked up" in str(screen._page.render())
        assert await settle(app, "v", "1") == {"void": 1}
    assert "no rules today" in caplog.text


async def test_one_table_feeds_keys_footer_help_and_palette() -> None:
    names = {action.name for action in DISPUTE}
    async with thrown(*PASS_AND_PROOF) as (app, screen):
        assert set(screen._does) == names
        assert len({action.key for action in DISPUTE}) == len(DISPUTE)
        offered = [command.title for command in screen.commands()]
        assert "The others vote on it (j)" in offered
        assert (
            next(iter(app.app.get_system_commands(cast(Screen[object], screen)))).title
            == offered[0]
        )
        await app.press("question_mark")
        assert isinstance(app.app.screen, HelpScreen)
        shown = str(app.app.screen.query_one("Static").render())
        assert all(action.help in shown for action in DISPUTE)


async def test_the_footer_has_room_for_its_words_in_80_columns() -> None:
    async with thrown(*PASS_AND_PROOF) as (app, screen):
        await app.until(lambda: screen._proving() is not None)
        await app.pilot.pause()
        keys = screen.query_one(Footer).children
        assert [key for key in keys if key.region.right > SMALL[0]] == []
        assert {"vote", "proof", "back", "fix", "add"} <= {
            str(getattr(key, "description", "")) for key in keys
        }


async def test_the_key_is_offered_once_something_was_played() -> None:
    async with running() as app:
        await app.press("i")
        assert not isinstance(app.app.screen, DisputeScreen)


async def test_no_key_keeps_the_app_busy_for_long() -> None:
    """What a key does before the screen is drawn, in seconds of the app's own thread."""
    async with rolled(LARGE) as (app, screen):
        leave = {"uphold", "back", "help"}
        for name in (action.name for action in DISPUTE if action.name not in leave):
            start = time.thread_time()
            screen.action_do(name)
            assert time.thread_time() - start < 0.05, name
            await app.pilot.pause()
