"""Jookie's desk: which event the keys lead to, the scoreboard and the large letters."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import Match
from engine.setup import load_setup
from tests.tui.app_table import LARGE, SMALL, running
from tui.actions import COMMON
from tui.asks import Ask, Situation, TurnPage
from tui.games.jookie import JOOKIE
from tui.headline import of_ruling
from tui.history import History

NAMES = ("Ann", "Ben", "Cid", "Dot")
Event = dict[str, Any]
DEAL: Event = {"deal": "4h", "dealer": "Dot"}
BIDS: tuple[Event, ...] = (DEAL, *({"bid": 1, "by": name} for name in NAMES))
LED: tuple[Event, ...] = (*BIDS, {"play": "Ks", "by": "Ann"})
TRUMP: tuple[Event, ...] = (*BIDS, {"play": "Ah", "by": "Ann"})
ONE_CARD = {"hand_size": 1, "round": 13}
CARDS = zip(NAMES, ("Ks", "2s", "3s", "5s"), strict=True)
LAST: tuple[Event, ...] = (*BIDS, *({"play": card, "by": name} for name, card in CARDS))


def situation(*events: Event, **start: Any) -> Situation:
    match, history = Match(load_setup("jookie", NAMES, start)), History()
    for event in events:
        for line in match.submit(event, 1.0):
            history.take(line)
            assert line.get("error") is None, line
    return Situation(match.view(), tuple(match.open_questions), history.played)


def followed(outcome: Any, keys: str) -> Any:
    """What comes of pressing digit keys in an ask."""
    ask, page = outcome, 0
    for key in keys:
        assert isinstance(ask, Ask)
        outcome = ask.page(page)[int(key) - 1].leads
        if isinstance(outcome, TurnPage):
            page += 1
            continue
        ask, page = (outcome() if callable(outcome) else outcome), 0
    return ask


CASES: tuple[tuple[str, tuple[Event, ...], str, Event], ...] = (
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
    ("correct", LED, "111", {"amend": 6, "event": {"play": "2c", "by": "Ann"}}),
    ("correct", LED, "24", {"amend": 5, "event": {"bid": 4, "by": "Dot"}}),
    ("correct", LED, "28", {"void": 5}),
    ("correct", LED, "611", {"amend": 1, "event": {"deal": "2c", "dealer": "Dot"}}),
)


@pytest.mark.parametrize(("name", "before", "keys", "event"), CASES)
def test_keys_lead_to_the_event(
    name: str, before: tuple[Event, ...], keys: str, event: Event
) -> None:
    now = situation(*before)
    action = next(action for action in JOOKIE.actions if action.name == name)
    assert action.enabled(now)
    assert action.does is not None
    assert followed(action.does(now), keys) == event


def test_JKE_06_a_full_deal_may_turn_nothing_up() -> None:
    deal = next(action for action in JOOKIE.actions if action.name == "deal")
    assert deal.does is not None
    options = deal.does(situation(round=13))
    assert isinstance(options, Ask)
    assert {"deal": None, "dealer": "Dot"} in [option.leads for option in options.options]


def test_JKE_23_an_execution_is_done_by_key() -> None:
    bids = (DEAL, *({"bid": int(name == "Dot"), "by": name} for name in NAMES))
    now = situation(*bids, *LAST[5:], **ONE_CARD)
    execution = next(action for action in JOOKIE.actions if action.name == "execution")
    assert execution.enabled(now)
    assert execution.does is not None
    assert followed(execution.does(now), "1") == {"execution": "Dot"}


def test_no_key_is_used_twice() -> None:
    keys = [key for action in (*COMMON, *JOOKIE.actions) for key in action.key.split(",")]
    assert sorted(keys) == sorted(set(keys))


def test_what_cannot_be_done_now_has_no_key() -> None:
    enabled = {action.name for action in JOOKIE.actions if action.enabled(situation())}
    assert enabled == {"deal", "misdeal"}
    enabled = {action.name for action in JOOKIE.actions if action.enabled(situation(*LED))}
    assert enabled == {"card", "take_back", "won", "misdeal", "correct"}


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
    match = Match(load_setup("jookie", NAMES, start))
    lines = [match.submit(event, 1.0)[0] for event in events]
    assert JOOKIE.shout(lines[-1]) == shout
    assert JOOKIE.extra(lines[-1]) == []
    assert of_ruling(lines[-1], "shots", JOOKIE, NAMES) or shout is None


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
