"""Five Alive's desk: which event the keys lead to, the scoreboard and the large letters."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.match import Match
from engine.questions import Event
from engine.seen import CardLanded, CardRemoved, Letters, Seen
from engine.setup import load_setup
from tests.tui import desk_table
from tests.tui.app_table import LARGE, SMALL, running
from tests.tui.desk_table import Case, action, followed, opened
from tui.games.fivealive import FIVEALIVE
from tui.headline import of_ruling

NAMES = ("Ann", "Ben", "Cat")
SEVEN = {"play": 7, "by": "Ann"}
BOMB = {"play": "BOMB", "by": "Ann"}
LATER = {"set": {"needs": None}, "reason": "play goes on"}
SEVERAL = {"plays": [3, "SKIP"], "by": "Ann"}
TIE: dict[str, Any] = {
    "house": {"fivealive.ending": "sudden_death"}, "lives": {"Ann": 1, "Ben": 3, "Cat": 3},
}  # fmt: skip


table = partial(desk_table.table, "fivealive", NAMES)
situation = partial(desk_table.situation, "fivealive", NAMES)
ruling = partial(desk_table.ruling, "fivealive", NAMES)

CASES: tuple[Case, ...] = (
    ("flip", (SEVEN,), "", {"flip": "Ben"}),
    ("bomb", (BOMB,), "1", {"bomb": {"Ben": "zero"}}),
    ("bomb", (BOMB,), "2", {"bomb": {"Ben": "none"}}),
    ("bomb", (BOMB,), "3", {"bomb": {"Ben": "none", "Cat": "none"}}),
    ("bomb", (BOMB,), "4", LATER),
    ("late_bomb", (BOMB, LATER), "22", {"bomb": {"Cat": "none"}}),
    ("choose", (SEVERAL,), "2", {"choose": "SKIP", "by": "Ann"}),
    ("card", (SEVEN,), "2", {"play": 0, "by": "Ben"}),
    ("card", (SEVEN,), "91", {"play": 7, "by": "Ben"}),
    ("card", (SEVEN,), "138", {"play": 7, "by": "Cat"}),
    ("card", (SEVEN,), "993", {"play": "BOMB", "by": "Ben"}),
    ("last_card", (SEVEN,), "1", {"last_card": "Ann"}),
    ("drew", (SEVEN,), "22", {"drew": {"Ben": 2}}),
    ("total", (SEVEN,), "3", {"set": {"total": 2}, "reason": "the total is 2"}),
    ("total", (SEVEN,), "92", {"set": {"total": 9}, "reason": "the total is 9"}),
    ("letters", (), "24", {"set": {"lives": {"Ben": 3}}, "reason": "Ben has 3 letters up"}),
    ("direction", (), "", {"set": {"direction": -1}, "reason": "play goes anticlockwise"}),
)


@pytest.mark.parametrize(("name", "before", "keys", "event"), CASES)
def test_keys_lead_to_the_event(
    name: str, before: tuple[Event, ...], keys: str, event: Event
) -> None:
    match, _, now = table(*before)
    assert followed(opened(FIVEALIVE, name, now), keys) == event
    assert match.submit(event, 2.0)[0].get("error") is None


def test_a_hand_is_entered_card_by_card() -> None:
    now = situation({"flip": "Ann"}, **TIE)
    (reveal,) = FIVEALIVE.waiting(now)
    assert followed(reveal, "4" + "94" + "1") == {"reveal": {"Ben": [2, "PASS"]}}


def test_what_cannot_be_done_now_has_no_key() -> None:
    disabled = {action.name for action in FIVEALIVE.actions if not action.enabled(situation())}
    assert disabled == {"bomb", "late_bomb", "choose", "reveal"}
    assert not action(FIVEALIVE, "flip").enabled(situation(BOMB))


def test_the_game_waits_for_a_bomb_a_choice_and_hands() -> None:
    waits = [situation(BOMB), situation(SEVERAL), situation({"flip": "Ann"}, **TIE)]
    names = [[ask.name for ask in FIVEALIVE.waiting(one)] for one in waits]
    assert names == [["bomb"], ["choose"], ["reveal"]]
    assert FIVEALIVE.waiting(situation(SEVEN)) == []


def test_the_scoreboard_shows_letters_cards_and_who_is_what() -> None:
    view = situation(BOMB, {"bomb": {"Ben": "none"}}).view
    assert FIVEALIVE.row(view, "Ben") == ("4", "10")
    assert FIVEALIVE.signs(view, "Cat") == ["BOMB", "DEALER"]
    assert FIVEALIVE.signs(view, "Ben") == []
    assert (FIVEALIVE.way(view), FIVEALIVE.stock(view)) == ("↻", "total 0 · 47 cards left")
    assert FIVEALIVE.way(situation({"play": "REVERSE", "by": "Ann"}).view) == "↺"
    tied = situation({"flip": "Ann"}, **TIE).view
    assert FIVEALIVE.signs(tied, "Ben") == ["TIED"]
    assert FIVEALIVE.row(tied, "Ann") == ("0", "0")


def test_the_scoreboard_of_teams() -> None:
    names = ["Ann", "Ben", "Cat", "Dan"]
    house = {"fivealive.teams": {"red": ["Ann", "Cat"], "blue": ["Ben", "Dan"]}}
    match = Match(load_setup("fivealive", names, {"house": house, "lives": {"red": 1}}))
    match.submit({"flip": "Ann"}, 1.0)
    assert FIVEALIVE.row(match.view(), "Cat")[0] == "0"
    assert FIVEALIVE.signs(match.view(), "Ben") == ["blue", "WINS"]


@pytest.mark.parametrize(
    ("events", "start", "shout"),
    [
        ((SEVEN,), {}, "Total 7"),
        ((BOMB,), {}, "Bomb"),
        ((SEVERAL,), {}, "Which card?"),
        ((SEVEN,), {"hand_counts": {"Ann": 1}}, "Hand over"),
        (({"flip": "Ann"},), {"lives": {"Ann": 1, "Ben": 0}}, "Cat wins"),
        (({"flip": "Ann"},), TIE, "Tied"),
        (({"soft": "Ann"},), {}, None),
    ],
)
def test_large_letters(events: tuple[Event, ...], start: Any, shout: str | None) -> None:
    line = ruling(*events, **start)
    assert FIVEALIVE.shout(line) == shout
    assert of_ruling(line, "flips", FIVEALIVE, NAMES)


def test_drinks_stand_beside_the_letters() -> None:
    house = {"fivealive.drinks_per_flip": 2}
    line = ruling({"flip": "Ann"}, house=house)
    assert of_ruling(line, "flips", FIVEALIVE, NAMES).groups == (("Ann", "1 + 2 drinks"),)


@pytest.mark.parametrize(
    ("events", "seen", "about"),
    [
        ((), CardLanded(t=2.0, card="5", seat="Cat"), "who"),
        ((), CardLanded(t=2.0, card="5", confidence=0.4), "reading"),
        ((BOMB,), CardLanded(t=2.0, card="0"), "zero"),
        ((BOMB,), CardLanded(t=2.0, card="3"), "early"),
        ((SEVEN,), CardRemoved(t=2.0, card="7"), "removed"),
        ((SEVEN,), Letters(t=2.0, n=3, seat="Cat"), "letters"),
    ],
)
def test_questions_of_the_camera_have_large_letters(
    events: tuple[Event, ...], seen: Seen, about: str
) -> None:
    line = table(*events)[0].see(seen)[-1]
    assert line["about"] == about
    assert about in FIVEALIVE.questions


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_round_is_played_with_the_keys(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.widgets.ask_panel.SETTLE", 0.0)
    match = Match(load_setup("fivealive", NAMES, None))
    async with running(size=size, match=match) as app:
        await app.happens(BOMB)
        await app.press("2")
        await app.press("1")
        assert app.session.entered == [{"bomb": {"Ben": "none"}}, {"bomb": {"Cat": "zero"}}]
        await app.press("f")
        assert app.session.entered[-1] == {"flip": "Ben"}
        await app.press("k")
        await app.press("6")
        assert app.session.entered[-1] == {"play": 4, "by": "Cat"}
        assert app.session.match.view()["totals"] == {"Ann": 0, "Ben": 2, "Cat": 0}
