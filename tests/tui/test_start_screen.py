"""The start screen: every part of it, by keys and by mouse, on small and large terminals."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from textual.widgets import Select

from engine.games import GAMES
from tests.tui.app_table import LARGE, SMALL
from tests.tui.start_table import PHOTO, Filming, starting
from tests.tui.table import FakeSource
from tui import houses
from tui.screens.start.rules_pane import values
from tui.widgets.round_table import RoundTable
from tui.wishes import Wishes
from vision.sights import Sight
from vision.sources import Source, SourceError

BOTH = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])
READY = Wishes("blackout", ("Ann", "Ben", "Cem"), "Laptop")


@BOTH
async def test_names_are_typed_a_camera_is_chosen_and_the_game_begins(
    size: tuple[int, int],
) -> None:
    async with starting(size=size) as start:
        await start.press(*"Ann,Ben", "enter")
        await start.press("ctrl+n", "down", "space")
        await start.until(lambda: start.app.preview.spec == "Laptop")
        await start.until(lambda: start.app.preview.found.latest)
        await start.start()
    assert start.wishes == Wishes("blackout", ("Ann", "Ben"), "Laptop")


async def test_what_the_last_evening_had_is_there_and_two_keys_begin() -> None:
    async with starting(READY) as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.start()
    assert start.wishes == READY


async def test_the_camera_is_handed_over_as_it_is_open() -> None:
    opened: list[Filming] = []

    def opens(spec: str, progress: Any) -> Source:
        opened.append(Filming(PHOTO.picture()))
        return opened[-1]

    async with starting(READY, opens=opens) as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.start()
    assert start.app.return_value is not None
    assert start.app.return_value.source is opened[0]
    assert not opened[0].closed
    assert len(opened) == 1


async def test_a_film_is_opened_anew_so_that_its_beginning_is_not_lost() -> None:
    film = FakeSource(5)
    async with starting(READY, opens=lambda spec, progress: film) as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.start()
    assert start.app.return_value is not None
    assert start.app.return_value.source is None
    await start.until(lambda: film.closed)


async def test_keys_that_are_pressed_quickly_land_where_people_are() -> None:
    async with starting(READY) as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.press("ctrl+n", "ctrl+n", "space", "ctrl+s")
        await start.until(lambda: start.app.return_value is not None)
    assert start.wishes == READY


async def test_no_thread_outlives_the_screen() -> None:
    async with starting(READY) as start:
        await start.until(lambda: start.app.preview.found.findings)
        await start.press("escape")
    assert not {"preview", "judge"} & {thread.name for thread in threading.enumerate()}


async def test_who_leaves_lets_go_of_the_camera() -> None:
    camera = Filming(PHOTO.picture())
    async with starting(READY, opens=lambda spec, progress: camera) as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.press("escape")
    assert start.app.return_value is None
    assert camera.closed


# --- what is missing


async def test_SAF_01_the_game_does_not_begin_before_safety_is_ticked() -> None:
    async with starting(READY) as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.press("ctrl+s")
        assert "legal age" in start.text("#problem")
        assert start.app.return_value is None
        assert start.text("#safety").strip().startswith("[ ]")
        start.app.query_one("#safety").focus()
        await start.press("space")
        assert start.text("#safety").strip().startswith("[X]")


@pytest.mark.parametrize(
    ("names", "problem"),
    [("", "Name the players"), ("Ann", "2 to 8 players"), ("A" * 41 + ",Ben", "is no name")],
)
async def test_players_that_cannot_play_are_said(names: str, problem: str) -> None:
    async with starting() as start:
        await start.press(*names, "ctrl+s")
        assert problem in start.text("#problem")


async def test_names_that_were_typed_but_not_entered_play_too() -> None:
    async with starting() as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.press(*"Ann,Ben,Ann")
        await start.start()
    assert start.wishes.players == ("Ann", "Ben")


async def test_without_a_camera_an_address_is_asked_for() -> None:
    async with starting(
        Wishes("blackout", ("Ann", "Ben"), ""), cameras=(), problem="No camera can be seen."
    ) as start:
        assert "No camera" in start.text("#problem")
        await start.start()
        assert "Choose a camera" in start.text("#problem")
        start.app.query_one("#address").focus()
        await start.press(*"http://phone:8080", "enter")
        await start.until(lambda: start.app.preview.found.latest)
        await start.press("ctrl+s")
    assert start.wishes.camera == "http://phone:8080"


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


# --- what is not asked


async def test_only_what_is_missing_is_asked_for() -> None:
    async with starting(READY, camera=False) as start:
        assert list(start.app.panes) == ["game", "people", "rules"]
        assert not start.app.preview.spec
        await start.start()
    assert start.wishes == READY
    async with starting(READY, players=False) as start:
        assert list(start.app.panes) == ["camera"]


@pytest.mark.parametrize("theme", ["symposiarch-dark", "symposiarch-light", "symposiarch-contrast"])
async def test_every_colour_scheme_can_be_had(theme: str) -> None:
    async with starting(READY) as start:
        for _ in range(3):
            if start.app.theme == theme:
                break
            await start.press("ctrl+t")
        assert start.app.theme == theme
