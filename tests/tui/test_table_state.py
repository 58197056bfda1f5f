"""The table as it is drawn beside the picture, the scoreboard's columns, and small charts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import Match
from engine.setup import load_setup
from tests.tui.app_table import LARGE, SMALL, roll, running
from tui.course import Course
from tui.widgets.canvas import Canvas

FOUR = ("Ann", "Ben", "Cem", "Dee")
BIDS = [{"bid": 1, "by": name} for name in FOUR]
TABLES: tuple[tuple[str, list[dict[str, Any]], list[str]], ...] = (
    ("becker", [{"set": {"turn": "Ann"}}], ["no card"]),
    (
        "becker",
        [{"set": {"turn": "Ann"}}, {"play": "4c", "by": "Ann"}, {"play": "4d", "by": "Ben"}],
        ["Ann", "Ben", "4♣", "4♦"],
    ),
    (
        "becker",
        [{"set": {"turn": "Ann"}}, {"play": "4c", "by": "Ann"}, {"pass": "Ben"}],
        ["4♣"],
    ),
    (
        "jookie",
        [{"deal": "7h", "dealer": "Dee"}, *BIDS, {"play": "4c", "by": "Ann"}],
        ["Ann", "4♣"],
    ),
    ("blackout", [], ["no roll yet"]),
    ("blackout", [roll(4, 6, "Ann")], ["●   ●", "Ann", "left"]),
    ("fivealive", [{"play": 7, "by": "Ann"}], [" 7", "of 21"]),
)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])
@pytest.mark.parametrize(("game", "events", "drawn"), TABLES)
async def test_what_lies_in_the_middle_is_drawn(
    game: str, events: list[dict[str, Any]], drawn: list[str], size: tuple[int, int]
) -> None:
    house = {"house": {"becker.open_any": True}} if game == "becker" else None
    async with running(size, match=Match(load_setup(game, FOUR, house))) as app:
        await app.happens(*events)
        await app.pilot.pause()
        state = app.text("TableState")
        for text in drawn:
            assert text in state
        if size == LARGE:
            assert f"▶ {app.app.situation.turn}" in state or app.app.situation.turn is None


async def test_where_there_is_no_room_the_scoreboard_comes_first() -> None:
    players = [f"Somebody {n}" for n in range(1, 9)]
    async with running(SMALL, players=players) as app:
        await app.happens({"set": {"turn": "Somebody 1"}}, roll(4, 6, "Somebody 1"))
        assert not app.app.state.display
        assert "Somebody 8" in app.text("Scoreboard")


async def test_SAF_04_what_was_drunk_and_is_owed_stands_on_the_scoreboard() -> None:
    async with running() as app:
        await app.happens(roll(4, 6, "Ann"))
        assert "owes" not in app.text("Scoreboard")
        await app.happens({"taken": {"Ann": 4}})
        rows = app.text("Scoreboard").splitlines()
        assert rows[1].split()[-2:] == ["owes", "took"]
        assert next(row for row in rows if "Ann" in row).split()[1:6] == ["6", "0", "0", "2", "4"]


async def test_the_scoreboard_has_a_small_chart_of_the_game() -> None:
    async with running(LARGE) as app:
        await app.happens(roll(4, 6, "Ann"), roll(1, 3, "Ben"))
        ann = next(row for row in app.text("Scoreboard").splitlines() if "Ann" in row)
        assert "█" in ann


async def test_before_the_first_drink_the_banner_says_who_is_next() -> None:
    async with running(match=Match(load_setup("jookie", FOUR, None))) as app:
        await app.happens({"deal": "7h", "dealer": "Dee"}, *BIDS[:2])
        assert app.app.banner.headline is not None
        assert app.app.banner.headline.groups == (("Cem", ""),)
        assert "Cem bids" in app.text("#words")


def test_a_chart_has_a_bar_for_each_part_of_the_game() -> None:
    lines = [
        {"kind": "ruling", "t": t, "gulps": gulps}
        for t, gulps in ((0.0, {"Ann": 8}), (5.0, {"Ben": 4}), (10.0, {"Ann": 1}))
    ]
    course = Course("gulps", lines)
    assert course.spark("Ann", 4) == "█  ▁"
    assert course.spark("Ben", 4)[2] in "▄▅"
    assert course.spark("Cem", 4) == "    "
    course.take({"kind": "correction", "t": 10.0, "gulps": {"Ann": -1}})
    assert course.spark("Ann", 4) == "█   "


def test_a_drawing_keeps_its_width_whatever_is_written() -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "日本 Zoe")
    canvas.put(6, 0, "cut off")
    assert canvas.content().cell_length == 8
