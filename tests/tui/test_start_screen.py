"""The start screen: from part to part and into the game, on small and large terminals."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from textual.events import DescendantFocus

from tests.tui.app_table import LARGE, SMALL
from tests.tui.start_table import PHOTO, READY, Filming, Starting, starting
from tests.tui.table import FakeSource
from tui.wishes import Wishes
from vision.sources import Source

BOTH = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])


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


# --- going from part to part


async def _comes_to(start: Starting, selector: str) -> None:
    await start.until(lambda: start.app.query_one(selector).has_focus)
    await start.pilot.pause(0.1)
    assert start.app.query_one(selector).has_focus


async def test_late_news_of_where_the_screen_began_does_not_turn_the_page_back() -> None:
    async with starting() as start:
        await _comes_to(start, "#players")
        start.app.action_turn(1)
        start.app.on_descendant_focus(DescendantFocus(start.app.query_one("#players")))
        await _comes_to(start, "#camera")
        start.app.on_descendant_focus(DescendantFocus(start.app.query_one("#players")))
        assert start.app.query_one("#pane-camera").has_class("shown")


@pytest.mark.parametrize(
    ("keys", "selector"),
    [(("ctrl+n",), "#camera"), (("ctrl+b",), "#game"), (("ctrl+b",) * 2, "#safety")],
)
async def test_keys_that_are_pressed_at_once_are_not_undone(
    keys: tuple[str, ...], selector: str
) -> None:
    async with starting() as start:
        for key in keys:
            start.app.simulate_key(key)
        await _comes_to(start, selector)


async def test_a_part_that_is_clicked_into_is_the_one_people_are_in() -> None:
    async with starting(size=LARGE) as start:
        await _comes_to(start, "#players")
        await start.pilot.click("#switches")
        await start.until(lambda: start.app.query_one("#pane-rules").has_class("shown"))
        await start.press("ctrl+b")
        await _comes_to(start, "#camera")


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
