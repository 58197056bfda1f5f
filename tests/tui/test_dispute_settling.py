"""Every way to settle a dispute, and what people hear of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from textual.geometry import Offset

from engine.log import read_log
from engine.setup import load_setup
from tests.tui.app_table import LARGE, NAMES, SMALL, roll, running
from tests.tui.dispute_table import (
    PASS_AND_PROOF,
    disputing,
    entered,
    rolled,
    settle,
    thrown,
    words,
)
from tui.record import open_record
from tui.screens.dispute import DisputeScreen
from tui.widgets import ask_panel

BOTH = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])


@pytest.fixture(autouse=True)
def no_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits count at once."""
    monkeypatch.setattr(ask_panel, "SETTLE", 0.0)


@BOTH
async def test_correct_offers_the_second_reading_first_and_tells_only_the_difference(
    size: tuple[int, int],
) -> None:
    async with rolled(size) as (app, screen):
        await app.press("c")
        assert "1  1-5" in words(screen, "AskPanel")
        assert await settle(app, "1") == {"amend": 2, "event": roll(1, 5, "Ben")}
        headline = app.app.banner.headline
        assert headline is not None
        assert (headline.mood, headline.groups) == ("corrected", (("Ben", "+2"),))


async def test_everything_else_is_one_key_further() -> None:
    async with rolled() as (app, screen):
        others = screen._panel
        await app.press("c")
        assert others.ask is not None
        assert await settle(app, str(len(others.ask.options)), "6", "6") == {
            "amend": 2,
            "event": roll(6, 6, "Ben"),
        }


async def test_legal_cards_that_look_alike_come_before_illegal_ones() -> None:
    """On the 7♦ a 7 may be thrown and the 2♠ not; the 7♦ itself lies there."""
    async with thrown({"play": "7s", "by": "Ben"}) as (app, screen):
        await app.press("c")
        assert screen._panel.ask is not None
        texts = [option.text for option in screen._panel.ask.options]
        assert texts == ["7♣", "7♥", "2♠", "7♦", "something else …"]


async def test_void_asks_once_and_strikes_out() -> None:
    async with rolled() as (app, screen):
        await app.press("v", "2")
        assert (entered(app), app.app.screen) == ([], screen)
        assert await settle(app, "v", "1") == {"void": 2}
        headline = app.app.banner.headline
        assert headline is not None
        assert headline.groups == (("Ben", "−4"),)


async def test_insert_enters_what_was_missed_before_it_for_who_was_in_turn_then() -> None:
    async with rolled() as (app, screen):
        await app.press("i")
        assert "before step 2" in words(screen, "AskPanel")
        await app.press("1")
        assert "Ben rolled" in words(screen, "AskPanel")
        assert await settle(app, "2", "5") == {"insert": 2, "event": roll(2, 5, "Ben")}


async def test_a_pass_that_was_not_pressed_is_inserted_with_two_keys() -> None:
    async with thrown({"play": "7s", "by": "Ben"}) as (app, screen):
        await app.press("i")
        assert screen._panel.ask is not None
        texts = [option.text for option in screen._panel.ask.options]
        assert await settle(app, str(1 + texts.index("the player in turn passes"))) == {
            "insert": 3,
            "event": {"pass": "Ben"},
        }


async def test_uphold_leaves_the_record_and_says_so() -> None:
    async with rolled() as (app, _):
        await app.press("enter")
        assert entered(app) == []
        assert "Step 2 stands." in str(app.app.banner.border_subtitle)


async def test_that_a_ruling_stands_is_in_the_record(tmp_path: Path) -> None:
    setup = load_setup("blackout", NAMES, {"first": "Ann"})
    with closing(open_record(tmp_path, setup, {}, {})) as match:
        async with running(match=match) as app:
            await app.happens({"roll": [4, 6], "by": "Ann"})
            await disputing(app, pictures=False)
            await app.press("enter")
            app.app.table.stop()
    _, lines = read_log(tmp_path)
    assert [(line["kind"], line["step"]) for line in lines] == [("ruling", 1), ("upheld", 1)]


async def test_escape_closes_the_ask_first() -> None:
    async with rolled() as (app, screen):
        await app.press("c", "escape")
        assert app.app.screen is screen
        assert screen._panel.ask is None
        await app.press("escape")
        assert app.app.screen is not screen
        assert entered(app) == []


@BOTH
async def test_BGD_48_a_proof_shows_both_pictures_and_the_others_vote(
    size: tuple[int, int],
) -> None:
    async with thrown(*PASS_AND_PROOF, size=size) as (app, screen):
        said = str(screen._page.render())
        assert "For the table to judge" in said
        assert "Ben" in said.split("For the table to judge")[1]
        await app.press("p")
        await app.until(lambda: screen.query_one("#other").region.width > 0)
        assert "step 3 and step 6" in words(screen, "Timeline")
        assert not screen.query_one("#side").display
        assert screen._film._picture.region.width >= size[0] // 2 - 1
        await app.press("escape")
        assert screen.query_one("#side").display
        await app.press("j")
        assert "Who accuses Ben?" in words(screen, "AskPanel")
        accused = {"accuse": "Ben", "by": "Ann", "act": "pass_with_playable"}
        vote = {"aye": ["Ann", "Cat"], "nay": []}
        assert await settle(app, "1", "1", "1") == {**accused, **vote}
        assert "Ben" not in app.app.situation.players


async def test_a_vote_without_a_proof_asks_whom_and_of_what() -> None:
    async with thrown() as (app, screen):
        await app.press("j")
        assert "Who is accused of cheating?" in words(screen, "AskPanel")


async def test_games_without_votes_and_steps_without_proofs_do_not_offer_them() -> None:
    async with rolled() as (app, screen):
        offered = {binding.binding.description for binding in screen.active_bindings.values()
                   if binding.enabled}  # fmt: skip
        assert not offered & {"vote", "proof"}
        await app.press("j", "p")
        assert screen._panel.ask is None
        assert not screen._film.proves


async def test_an_answer_can_be_clicked() -> None:
    async with rolled() as (app, screen):
        await app.press("c")
        row = words(screen, "AskPanel").splitlines()[1]
        await app.pilot.click("AskPanel", offset=Offset(row.index("1-5") + 1, 1))
        await app.pilot.pause()
        assert entered(app) == [{"amend": 2, "event": roll(1, 5, "Ben")}]


async def test_what_was_refused_can_be_disputed_and_does_not_count() -> None:
    async with rolled() as (app, screen):
        await app.press("escape")
        await app.happens(roll(6, 6, "Ann"))
        screen = await disputing(app, pictures=False)
        assert "NOT COUNTED" in words(screen, "#case")
        await app.press("v")
        assert screen._panel.ask is None
        await app.press("c", "1")
        assert entered(app)[0]["amend"] == 3


async def test_c_asks_at_once_what_the_newest_that_can_be_mistaken_was() -> None:
    async with rolled() as (app, _):
        await app.press("escape")
        await app.happens({"opened": "Ben"})
        await app.press("c")
        screen = app.app.screen
        assert isinstance(screen, DisputeScreen)
        await app.until(lambda: screen._panel.ask is not None)
        assert "step 2 (2 of 3)" in words(screen, "#case")
        assert "1  1-5" in words(screen, "AskPanel")
        assert await settle(app, "1") == {"amend": 2, "event": roll(1, 5, "Ben")}


async def test_of_what_cannot_be_misread_somebody_else_did_it_or_nobody() -> None:
    async with running() as app:
        await app.happens({"opened": "Ben"})
        await app.press("c")
        screen = app.app.screen
        assert isinstance(screen, DisputeScreen)
        await app.until(lambda: screen._panel.ask is not None)
        assert screen._panel.ask is not None
        texts = [option.text for option in screen._panel.ask.options]
        assert texts == ["it was Ann", "it was Cat", "it did not happen"]
        assert await settle(app, "2") == {"amend": 1, "event": {"opened": "Cat"}}
