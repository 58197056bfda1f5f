"""Jookie's desk: which event the keys lead to, the scoreboard and the large letters."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from engine.match import Match
from engine.questions import Event
from engine.setup import load_setup
from tests.tui import desk_table
from tests.tui.app_table import LARGE, SMALL, running
from tests.tui.desk_table import Case, followed, opened
from tui.asks import Ask
from tui.games.jookie import JOOKIE
from tui.headline import of_ruling

NAMES = ("Ann", "Ben", "Cid", "Dot")
DEAL: Event = {"deal": "4h", "dealer": "Dot"}
BIDS: tuple[Event, ...] = (DEAL, *({"bid": 1, "by": name} for name in NAMES))
LED: tuple[Event, ...] = (*BIDS, {"play": "Ks", "by": "Ann"})
TRUMP: tuple[Event, ...] = (*BIDS, {"play": "Ah", "by": "Ann"})
ONE_CARD = {"hand_size": 1, "round": 13}
CARDS = zip(NAMES, ("Ks", "2s", "3s", "5s"), strict=True)
LAST: tuple[Event, ...] = (*BIDS, *({"play": card, "by": name} for name, card in CARDS))


situation = partial(desk_table.situation, "jookie", NAMES)
ruling = partial(desk_table.ruling, "jookie", NAMES)

CASES: tuple[Case, ...] = (
    ("deal", (), "34", {"deal": "4s", "dealer": "Dot"}),
    ("bid", (DEAL,), "3", {"bid": 3, "by": "Ann"}),
    ("bid", (DEAL,), "6", {"bid": 0, "by": "Ann"}),
    ("bid", (DEAL, {"set": {"bidder": None}}), "1", {"bid": 1, "by": "Ann"}),
    ("later_bids", (DEAL,), "", {"set": {"bidder": None}, "reason": "bids are entered later"}),
    ("claim", TRUMP, "1", {"only_trumps": True, "by": "Ann"}),
    ("claim", TRUMP, "2", {"only_trumps": False, "by": "Ann"}),
    ("card", BIDS, "11", {"play": "2c", "by": "Ann"}),
    ("card", LED, "96121", {"play": "3c", "by": "Ann"}),
    ("take_back", LED, "1", {"take_back": "Ks", "by": "Ann"}),
    ("won", LED, "2", {"set": {"won": "Ben"}, "reason": "Ben won the trick"}),
    ("misdeal", (), "1", {"misdeal": "Dot"}),
)


@pytest.mark.parametrize(("name", "before", "keys", "event"), CASES)
def test_keys_lead_to_the_event(
    name: str, before: tuple[Event, ...], keys: str, event: Event
) -> None:
    assert followed(opened(JOOKIE, name, situation(*before)), keys) == event


def test_JKE_06_a_full_deal_may_turn_nothing_up() -> None:
    options = opened(JOOKIE, "deal", situation(round=13))
    assert isinstance(options, Ask)
    assert {"deal": None, "dealer": "Dot"} in [option.leads for option in options.options]


def test_JKE_23_an_execution_is_done_by_key() -> None:
    bids = (DEAL, *({"bid": int(name == "Dot"), "by": name} for name in NAMES))
    now = situation(*bids, *LAST[5:], **ONE_CARD)
    assert followed(opened(JOOKIE, "execution", now), "1") == {"execution": "Dot"}


def test_what_cannot_be_done_now_has_no_key() -> None:
    enabled = {action.name for action in JOOKIE.actions if action.enabled(situation())}
    assert enabled == {"deal", "misdeal"}
    enabled = {action.name for action in JOOKIE.actions if action.enabled(situation(*LED))}
    assert enabled == {"card", "take_back", "won", "misdeal"}


def test_the_game_waits_for_bids_and_claims() -> None:
    assert [ask.name for ask in JOOKIE.waiting(situation(DEAL))] == ["bid of Ann"]
    assert [ask.name for ask in JOOKIE.waiting(situation(*TRUMP))] == ["only trumps"]
    assert JOOKIE.waiting(situation(*LED)) == []
    assert JOOKIE.waiting(situation()) == []


def test_the_scoreboard_shows_shots_bids_tricks_and_score() -> None:
    view = situation(*LAST, hand_size=1).view
    assert JOOKIE.row(view, "Ann") == ("0", "1", "1", "1")
    assert JOOKIE.row(view, "Ben") == ("1", "1", "0", "-1")
    assert JOOKIE.signs(view, "Ben") == ["EXECUTION"]
    assert JOOKIE.signs(view, "Ann") == ["DEALER"]
    assert JOOKIE.row(situation(DEAL).view, "Ann") == ("0", "–", "0", "0")
    assert JOOKIE.way(view) == "↻"
    assert JOOKIE.stock(situation(DEAL).view) == "round 1/13, ♥"
    assert JOOKIE.stock(situation().view) == "round 1/13, no trump"


@pytest.mark.parametrize(
    ("events", "start", "shout"),
    [
        (LED, {}, None),
        (TRUMP, {}, "Only trumps?"),
        ((*TRUMP, {"only_trumps": False, "by": "Ann"}), {}, "Back to hand"),
        (LAST, {}, "Ann takes it"),
        (LAST, ONE_CARD, "Ann wins"),
        ((DEAL, *({"bid": 0, "by": name} for name in NAMES), *LAST[5:]), {"hand_size": 1},
         "All made"),
    ],
)  # fmt: skip
def test_large_letters(events: tuple[Event, ...], start: dict[str, Any], shout: str | None) -> None:
    line = ruling(*events, **start)
    assert JOOKIE.shout(line) == shout
    assert JOOKIE.extra(line) == []
    assert of_ruling(line, "shots", JOOKIE, NAMES) or shout is None


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_trick_is_played_with_the_keys(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.widgets.ask_panel.SETTLE", 0.0)
    match = Match(load_setup("jookie", NAMES, None))
    async with running(size=size, match=match) as app:
        await app.press("d", "3", "3")
        assert app.session.entered[-1] == {"deal": "4h", "dealer": "Dot"}
        for name in NAMES:
            await app.press("2")
            assert app.session.entered[-1] == {"bid": 2, "by": name}
        await app.press("k", "9", "4", "4")
        assert app.session.entered[-1] == {"play": "Ks", "by": "Ann"}
        assert app.session.match.view()["turn"] == "Ben"
