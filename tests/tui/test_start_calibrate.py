"""Calibration from the start screen: cards are measured, people sit down, a name is given."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tui.app_table import LARGE, SMALL
from tests.tui.start_table import PHOTO, Starting, starting
from tui import folders
from tui.screens.start.calibrate import CalibrateScreen
from tui.widgets.round_table import RoundTable
from tui.wishes import Wishes, setup_of
from vision import sampling
from vision.sights import Sight

FOUR = Wishes("becker", ("Ann", "Ben", "Cem", "Dee"), "Laptop")


@pytest.fixture(autouse=True)
def no_long_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "SECONDS", 0.3)
    monkeypatch.setattr(sampling, "_BETWEEN", 0.1)


def kept(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folders.setups() / f"{name}.json").read_text("utf-8"))
    return data


async def opened(start: Starting) -> CalibrateScreen:
    await start.until(lambda: start.app.preview.found.latest)
    await start.go("camera")
    start.app.query_one("#calibrate").focus()
    await start.press("enter")
    screen = start.app.screen
    assert isinstance(screen, CalibrateScreen)
    return screen


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x60"])
async def test_a_table_is_measured_seated_and_played_at(size: tuple[int, int]) -> None:
    async with starting(FOUR, size) as start:
        screen = await opened(start)
        assert "Lay two to four cards" in start.text("#side Static")
        await start.press("enter")
        await start.until(lambda: screen._measured)
        assert "Measured by 4 cards" in start.text("#says").replace("\n", " ")
        await start.press("right", "greater_than_sign", "z", "enter")
        await start.press(*"kitchen", "enter")
        await start.until(lambda: start.app.draft.table == "kitchen")
        await start.start()
    data = kept("kitchen")
    assert data["seats"] == {"Ann": 0, "Ben": 105, "Cem": 180, "Dee": 270}
    assert data["region"][0] == [0.1, 0.1]
    assert data["table"]["mm_per_px"] == pytest.approx(0.7, rel=0.05)
    setup = setup_of(start.wishes)
    assert setup.seats["Ben"] == 105
    assert setup.table is not None


async def test_other_people_sit_where_those_sat_who_calibrated() -> None:
    async with starting(FOUR) as start:
        screen = await opened(start)
        await start.press("enter")
        await start.until(lambda: screen._measured)
        await start.press("greater_than_sign", "l", "enter", *"den", "enter")
        await start.until(lambda: start.app.draft.table == "den")
    seated = setup_of(Wishes("becker", ("Eva", "Finn", "Gil", "Hal"), "0", {}, "den"))
    assert seated.seats["Eva"] == 15
    assert seated.table is not None
    assert list(seated.table["letters"]) == ["Eva", "Finn", "Gil", "Hal"]
    fewer = setup_of(Wishes("becker", ("Eva", "Finn", "Gil"), "0", {}, "den"))
    assert fewer.seats == {"Eva": 0, "Finn": 120, "Gil": 240}
    assert "letters" not in (fewer.table or {})


async def test_a_table_without_cards_is_said_and_can_be_measured_again() -> None:
    async with starting(FOUR, sight=Sight()) as start:
        screen = await opened(start)
        await start.press("enter")
        await start.until(lambda: "No card is seen" in start.text("#says"))
        screen._eyes().sight = PHOTO.sight  # type: ignore[attr-defined]  # the eyes of this test
        await start.press("enter")
        await start.until(lambda: screen._measured)


async def test_measuring_can_be_stopped_and_the_picture_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "SECONDS", 60.0)
    async with starting(FOUR) as start:
        screen = await opened(start)
        await start.press("enter")
        await start.until(lambda: "Measuring, hands away" in start.text("#says"))
        await start.press("escape")
        await start.until(lambda: screen._measuring is None)
        assert screen._measured is None
        before = start.app.preview.found.latest
        await start.until(lambda: start.app.preview.found.latest is not before)
        await start.press("escape")
        assert start.app.screen is not screen
    assert not list(folders.setups().glob("*"))


async def test_a_seat_is_turned_to_where_it_is_dragged() -> None:
    async with starting(FOUR, LARGE) as start:
        screen = await opened(start)
        await start.press("enter")
        await start.until(lambda: screen._measured)
        await start.pilot.pause()
        table = screen.query_one(RoundTable)
        rows = start.text("RoundTable").splitlines()
        row = next(n for n, line in enumerate(rows) if "2 Ben" in line)
        await start.pilot.mouse_down(RoundTable, (rows[row].index("2 Ben") + 1, row))
        await start.pilot.hover(RoundTable, (0, 0))
        await start.pilot.mouse_up(RoundTable, (0, 0))
        assert table.seats[1].angle == pytest.approx(135, abs=10)


@pytest.mark.parametrize(
    ("wishes", "problem"), [(Wishes("becker", ("Ann",), "Laptop"), "Say first who plays")]
)
async def test_seats_belong_to_people(wishes: Wishes, problem: str) -> None:
    async with starting(wishes) as start:
        await start.until(lambda: start.app.preview.found.latest)
        await start.go("camera")
        start.app.query_one("#calibrate").focus()
        await start.press("enter")
        assert problem in start.text("#problem")


async def test_a_name_that_is_none_is_said_and_nothing_is_lost() -> None:
    async with starting(FOUR) as start:
        screen = await opened(start)
        await start.press("enter")
        await start.until(lambda: screen._measured)
        await start.press("enter", *"a/b", "enter")
        assert "a name of a table has letters" in start.text("#says").replace("\n", " ")
        assert start.app.screen is screen
