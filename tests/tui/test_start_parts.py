"""The parts of the start screen: people, camera and house rules, by keys and by mouse."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from textual.widgets import Select

from engine.games import GAMES
from tests.tui.app_table import LARGE, SMALL
from tests.tui.start_table import PHOTO, READY, Filming, starting
from tui import houses
from tui.screens.start.rules_pane import values
from tui.widgets.round_table import RoundTable
from tui.wishes import Wishes
from vision.sights import Sight
from vision.sources import Source, SourceError

BOTH = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])


# --- people


async def test_earlier_players_are_added_with_a_key() -> None:
    async with starting(Wishes("blackout", ("Ann",), "")) as start:
        await start.go("people")
        start.app.query_one("#known").focus()
        await start.press("down", "enter", "enter")
        assert start.app.draft.players == ["Ann", "Cem", "Dee"]


async def test_seats_are_drawn_round_the_table_and_moved_with_keys() -> None:
    async with starting(Wishes("blackout", ("Ann", "Ben", "Cem", "Dee"), "")) as start:
        await start.go("people")
        await start.pilot.pause()
        drawn = start.text("RoundTable").splitlines()
        assert "1 Ann" in drawn[-1]
        assert "3 Cem" in drawn[0]
        sides = next(line for line in drawn if "2 Ben" in line)
        assert sides.index("2 Ben") < sides.index("4 Dee")
        start.app.query_one(RoundTable).focus()
        await start.press("right", "greater_than_sign")
        assert start.app.draft.players == ["Ann", "Cem", "Ben", "Dee"]
        await start.press("less_than_sign", "less_than_sign")
        assert start.app.draft.players == ["Ben", "Ann", "Cem", "Dee"]
        assert "Ben sits at the picture's lower edge" in start.text("#order")


async def test_a_seat_is_dragged_with_the_mouse() -> None:
    async with starting(Wishes("blackout", ("Ann", "Ben", "Cem", "Dee"), ""), LARGE) as start:
        table = start.app.query_one(RoundTable)
        rows = start.text("RoundTable").splitlines()
        row = next(n for n, line in enumerate(rows) if "2 Ben" in line)
        await start.pilot.mouse_down(RoundTable, (rows[row].index("2 Ben") + 1, row))
        await start.pilot.hover(RoundTable, (table.size.width // 2, 0))
        await start.pilot.mouse_up(RoundTable, (table.size.width // 2, 0))
        await start.pilot.pause()
        assert start.app.draft.players == ["Ann", "Cem", "Ben", "Dee"]


async def test_SAF_02_a_soft_drink_seat_and_SAF_05_limits_go_into_the_house_rules() -> None:
    async with starting(READY) as start:
        await start.go("people")
        start.app.query_one(RoundTable).focus()
        await start.press("right", "s")
        assert "Ben (soft)" in start.text("RoundTable")
        start.app.query_one("#warn").focus()
        await start.press("2")
        start.app.query_one("#hold").focus()
        await start.press(*"3.5")
        await start.until(lambda: start.app.preview.found.latest)
        await start.start()
    assert start.wishes.house == {
        "safety.seats": {"Ben": "soft"},
        "safety.warn_per_hour": 2.0,
        "safety.hold_per_hour": 3.5,
    }


async def test_who_does_not_play_is_taken_off_and_no_drink_is_kept_for_them() -> None:
    wishes = Wishes("blackout", ("Ann", "Ben", "Cem"), "Laptop", {"safety.seats": {"Ben": "soft"}})
    async with starting(wishes) as start:
        await start.go("people")
        start.app.query_one(RoundTable).focus()
        await start.press("right", "delete")
        await start.until(lambda: start.app.preview.found.latest)
        await start.start()
    assert start.wishes == Wishes("blackout", ("Ann", "Cem"), "Laptop")


# --- camera


@BOTH
async def test_the_camera_is_seen_live_and_light_and_height_are_judged(
    size: tuple[int, int],
) -> None:
    async with starting(READY, size) as start:
        await start.go("camera")
        await start.until(lambda: "▀" in start.text("#view Picture"))
        await start.until(lambda: "tilt" in start.text("#findings"))
        said = start.text("#findings")
        assert "ok light" in said
        assert "a card is" in said
        assert "Qd" in start.text("#view Picture")


async def test_what_is_worth_changing_stands_first() -> None:
    dark = Filming(np.zeros((720, 1280, 3), np.uint8))
    async with starting(READY, opens=lambda *_: dark, sight=Sight()) as start:
        await start.go("camera")
        await start.until(lambda: "light:" in start.text("#findings"))
        first = start.text("#findings").splitlines()[0]
        assert first.startswith("→")
        assert "the picture is black" in first


async def test_a_camera_that_cannot_be_opened_is_said_and_another_one_can_be_chosen() -> None:
    def opens(spec: str, progress: Any) -> Source:
        if spec == "HD Webcam":
            raise SourceError("HD Webcam is in use by another program.")
        return Filming(PHOTO.picture())

    async with starting(Wishes("blackout", ("Ann", "Ben"), ""), opens=opens) as start:
        await start.go("camera")
        await start.until(lambda: "in use by another" in start.text("#says"))
        await start.start()
        assert "in use by another" in start.text("#problem")
        start.app.query_one("#camera").focus()
        await start.press("down", "space")
        await start.until(lambda: start.app.preview.found.latest)
        await start.press("ctrl+s")
    assert start.wishes.camera == "Laptop"


async def test_a_camera_that_takes_its_time_is_waited_for_and_waiting_can_be_stopped() -> None:
    ready = False

    def opens(spec: str, progress: Any) -> Source:
        while not ready:
            progress("opening Laptop… 3 s")
            time.sleep(0.02)
        return Filming(PHOTO.picture())

    async with starting(READY, opens=opens) as start:
        await start.go("camera")
        await start.until(lambda: "opening Laptop… 3 s" in start.text("#says"))
        await start.start()
        assert "as soon as the camera is open" in start.text("#problem")
        await start.press("escape")
        assert start.text("#problem").strip() == ""
        await start.press("ctrl+s")
        ready = True
        await start.until(lambda: start.app.return_value is not None)
    assert start.wishes.camera == "Laptop"


# --- house rules


async def test_switches_are_changed_and_the_difference_to_the_source_is_shown() -> None:
    async with starting(READY) as start:
        await start.go("rules")
        await start.pilot.pause()
        assert "All as in the source" in start.text("#unlike")
        await start.press("right", "right")
        assert "* repeat = sum" in start.text("#switches")
        assert "blackout.repeat = sum instead of pair" in start.text("#unlike")
        await start.press("left", "delete")
        assert "All as in the source" in start.text("#unlike")
        await start.press("enter")
        await start.until(lambda: start.app.preview.found.latest)
        await start.start()
    assert start.wishes.house == {"blackout.repeat": "ordered"}


async def test_house_rules_are_kept_under_a_name_and_taken_again() -> None:
    houses.save("friday", {"jookie.execution_shots": 2})
    async with starting(READY) as start:
        await start.go("rules")
        await start.press("right")
        start.app.query_one("#keep").focus()
        await start.press(*"friday", "enter")
    assert houses.load("friday") == {"blackout.repeat": "ordered", "jookie.execution_shots": 2}
    async with starting(READY) as start:
        await start.go("rules")
        start.app.query_one("#house", Select).value = "friday"
        await start.until(lambda: start.app.draft.house == {"blackout.repeat": "ordered"})


@pytest.mark.parametrize("game", GAMES)
async def test_every_switch_of_every_game_can_be_marked_and_changed(game: str) -> None:
    async with starting(Wishes(game, (), "")) as start:
        await start.go("rules")
        await start.pilot.pause()
        for _ in GAMES[game].switches:
            await start.press("right", "down")
        changed = set(start.app.draft.house)
        assert changed == {one.name for one in GAMES[game].switches if len(values(one)) > 1}
