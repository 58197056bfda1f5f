"""Becker's desk: which event the keys lead to, the scoreboard and the large letters."""

from __future__ import annotations

from functools import partial

import pytest

from engine.match import Match
from engine.questions import Event
from engine.setup import load_setup
from tests.tui import desk_table
from tests.tui.app_table import LARGE, SMALL, running
from tests.tui.desk_table import Case, followed, opened
from tui.games.becker import BECKER
from tui.headline import of_ruling

NAMES = ("Ann", "Ben", "Cat")
OPEN = {"play": "2d", "by": "Ann"}
KING = (OPEN, {"play": "2s", "by": "Ben"}, {"play": "Ks", "by": "Cat"})
PAIR = (OPEN, {"plays": ["3d", "4d", "9s"], "by": "Ben"})
OVER = (OPEN, {"set": {"over": "B"}})


situation = partial(desk_table.situation, "becker", NAMES)
ruling = partial(desk_table.ruling, "becker", NAMES)

CASES: tuple[Case, ...] = (
    ("pass", (OPEN,), "", {"pass": "Ben"}),
    ("give", KING, "1", {"give": {"Ann": 8}, "by": "Cat"}),
    ("give", KING, "31325", {"give": {"Ann": 3, "Ben": 5}, "by": "Cat"}),
    ("give", KING, "4", {"give": None, "by": "Cat"}),
    ("choose", PAIR, "2", {"choose": "4d", "by": "Ben"}),
    ("left", OVER, "22", {"reveal": {"Ben": ["Ks"]}}),
    ("next_round", OVER, "", {"next_round": {"dealer": "Ann"}}),
    ("card", (OPEN,), "22", {"play": "2d", "by": "Ben"}),
    ("card", (OPEN,), "13912", {"play": "Td", "by": "Cat"}),
    ("card", (), "121", {"play": "3c", "by": "Ann"}),
    ("doh", (), "22", {"doh": "Ben", "reason": "spill"}),
    (
        "delay", (OPEN,), "2112",
        {"vote": "delay", "target": "Ben", "reason": "slow drinking",
         "aye": ["Ann"], "nay": ["Cat"]},
    ),
    (
        "accuse", (OPEN,), "32111",
        {"accuse": "Cat", "by": "Ben", "act": "pass_with_playable",
         "aye": ["Ann", "Ben"], "nay": []},
    ),
)  # fmt: skip


@pytest.mark.parametrize(("name", "before", "keys", "event"), CASES)
def test_keys_lead_to_the_event(
    name: str, before: tuple[Event, ...], keys: str, event: Event
) -> None:
    assert followed(opened(BECKER, name, situation(*before)), keys) == event


def test_what_cannot_be_done_now_has_no_key() -> None:
    disabled = {action.name for action in BECKER.actions if not action.enabled(situation())}
    assert disabled == {"pass", "give", "choose", "left", "next_round"}


def test_the_game_waits_for_drinks_and_for_a_choice() -> None:
    assert [ask.name for ask in BECKER.waiting(situation(*KING))] == ["give"]
    assert [ask.name for ask in BECKER.waiting(situation(*PAIR))] == ["choose"]
    assert BECKER.waiting(situation(OPEN)) == []


def test_the_scoreboard_shows_drinks_cards_and_who_is_what() -> None:
    view = situation(*KING).view
    assert BECKER.row(view, "Ann") == ("1", "17")
    assert BECKER.signs(view, "Cat") == ["GIVES", "DEALER"]
    assert BECKER.signs(view, "Ann") == ["SWEEPS"]
    assert (BECKER.way(view), BECKER.stock(view)) == ("↻", "top K♠")
    assert BECKER.stock(situation().view) == "no card"


@pytest.mark.parametrize(
    ("events", "shout"),
    [
        ((OPEN,), "Nobody drinks"),
        (KING, "Cat gives 8"),
        ((OPEN, {"play": "Ad", "by": "Ben"}), "Sweep"),
        (PAIR, "Which card?"),
        (OVER, "Game over"),
        ((OPEN, {"soft": "Ann"}), None),
    ],
)
def test_large_letters(events: tuple[Event, ...], shout: str | None) -> None:
    line = ruling(*events)
    assert BECKER.shout(line) == shout
    assert of_ruling(line, "drinks", BECKER, NAMES)


def test_the_frame_round_who_drinks_does_not_say_that_nobody_does() -> None:
    broken = of_ruling(ruling(OPEN, {"play": "4c", "by": "Ben"}), "drinks", BECKER, NAMES)
    assert (broken.title, broken.groups) == ("", (("Ben", "2"),))


def test_two_beverages_stand_in_large_letters() -> None:
    guilty = {"accuse": "Cat", "by": "Ann", "act": "hiding_cards", "aye": ["Ann", "Ben"]}
    line = ruling(OPEN, guilty)
    assert of_ruling(line, "drinks", BECKER, NAMES).groups == (("Cat", "2 beverages"),)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_round_is_played_with_the_keys(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.widgets.ask_panel.SETTLE", 0.0)
    match = Match(load_setup("becker", NAMES, None))
    async with running(size=size, match=match) as app:
        await app.happens(*KING)
        await app.press("1")
        assert app.session.entered == [{"give": {"Ann": 8}, "by": "Cat"}]
        await app.press("enter")
        assert app.session.entered[-1] == {"pass": "Ann"}
        await app.press("d", "2", "2")
        assert app.session.entered[-1] == {"doh": "Ben", "reason": "spill"}
        assert app.session.match.view()["totals"] == {"Ann": 10, "Ben": 1, "Cat": 0}
