"""What the asks of all games share: who did something that was not seen, and what it was."""

from __future__ import annotations

from typing import Any

import pytest

from engine.questions import Event
from tests.tui.desk_table import followed, situation
from tui import asks
from tui.asks import Ask, Option, Played, Situation
from tui.games import DESKS

ANN, BEN = Played(1, {"play": "2d", "by": "Ann"}, "Ann 2♦"), Played(2, {"pass": "Ben"}, "Ben")
CID = Played(3, {"play": "4d", "by": "Cid"}, "Cid 4♦")
PLAYERS = ("Ann", "Ben", "Cid", "Dot")


def at(turn: str | None) -> Situation:
    return Situation({"players": PLAYERS, "turn": turn}, played=(ANN, BEN, CID))


def waved(name: str, *more: Option) -> Ask:
    return Ask("wave", f"{name} waved", (Option("once", {"wave": 1, "by": name}), *more))


def test_what_was_played_is_found_by_its_kinds() -> None:
    assert at(None).of("play") == [ANN, CID]
    assert at(None).of("pass", "play") == [ANN, BEN, CID]
    assert at(None).of("roll") == []


@pytest.mark.parametrize(("turn", "keys"), [("Ben", "1"), ("Ann", "221"), (None, "21")])
def test_whoever_is_in_turn_is_meant_unless_people_say_otherwise(
    turn: str | None, keys: str
) -> None:
    ask = asks.entered("wave", "Who waved?", at(turn), "somebody else waved", waved)
    assert followed(ask, keys) == {"wave": 1, "by": "Ben"}


def test_a_correction_keeps_what_was_right() -> None:
    assert asks.amended(CID, play="5d") == {"amend": 3, "event": {"play": "5d", "by": "Cid"}}


def test_somebody_else_did_it_or_nobody() -> None:
    ask = Ask("fix", "…", asks.otherwise(at(None), CID, "It was …", "somebody else did it"))
    assert followed(ask, "12") == {"amend": 3, "event": {"play": "4d", "by": "Ben"}}
    assert followed(ask, "2") == {"void": 3}


@pytest.mark.parametrize(
    ("game", "before", "amended"),
    [
        ("becker", [{"play": "2d", "by": "Ann"}], {"play": "2d", "by": "Ben"}),
        ("blackout", [{"roll": [3, 4], "by": "Ann"}], {"roll": [3, 4], "by": "Ben"}),
        ("fivealive", [{"play": 7, "by": "Ann"}], {"play": 7, "by": "Ben"}),
        ("jookie", [{"deal": "4h", "dealer": "Dot"}, {"bid": 1, "by": "Ann"}],
         {"bid": 1, "by": "Ben"}),
    ],
)  # fmt: skip
def test_every_game_can_lay_it_at_somebody_elses_door(
    game: str, before: list[dict[str, Any]], amended: Event
) -> None:
    now = situation(game, PLAYERS, *before)
    ask = DESKS[game].fix(now, now.played[-1])
    assert ask is not None
    somebody = next(one for one in ask.options if one.text.startswith("somebody else"))
    assert callable(somebody.leads)
    assert followed(somebody.leads(), "2") == {"amend": len(before), "event": amended}


ROLLED: Event = {"roll": [3, 4], "by": "Ann"}
TWO: Event = {"play": "2d", "by": "Ann"}
SEVEN: Event = {"play": 7, "by": "Ann"}
LED: list[Event] = [
    {"deal": "4h", "dealer": "Dot"},
    *({"bid": 1, "by": name} for name in PLAYERS),
    {"play": "Ks", "by": "Ann"},
]

# What happened; the step that was mistaken; the keys; the correction.
FIXES: tuple[tuple[str, list[Event], int, str, Event], ...] = (
    ("blackout", [ROLLED], 1, "65", {"amend": 1, "event": {"roll": [6, 5], "by": "Ann"}}),
    ("blackout", [ROLLED], 1, "72", {"amend": 1, "event": {"roll": [3, 4], "by": "Ben"}}),
    ("blackout", [ROLLED], 1, "8", {"void": 1}),
    ("becker", [TWO], 1, "21", {"amend": 1, "event": {"play": "3c", "by": "Ann"}}),
    ("fivealive", [SEVEN], 1, "4", {"amend": 1, "event": {"play": 1, "by": "Ann"}}),
    ("fivealive", [SEVEN], 1, "12", {"amend": 1, "event": {"play": 7, "by": "Ben"}}),
    ("fivealive", [SEVEN], 1, "2", {"void": 1}),
    ("jookie", LED, 6, "11", {"amend": 6, "event": {"play": "2c", "by": "Ann"}}),
    ("jookie", LED, 5, "4", {"amend": 5, "event": {"bid": 4, "by": "Dot"}}),
    ("jookie", LED, 5, "8", {"void": 5}),
    ("jookie", LED, 1, "11", {"amend": 1, "event": {"deal": "2c", "dealer": "Dot"}}),
)


@pytest.mark.parametrize(("game", "before", "step", "keys", "correction"), FIXES)
def test_keys_lead_to_the_correction(
    game: str, before: list[Event], step: int, keys: str, correction: Event
) -> None:
    now = situation(game, PLAYERS, *before)
    assert followed(DESKS[game].fix(now, now.played[step - 1]), keys) == correction


def test_what_is_no_card_no_roll_and_no_bid_cannot_be_read_wrong() -> None:
    for game, event in (("becker", {"doh": "Ann"}), ("blackout", {"opened": "Ann"})):
        now = situation(game, PLAYERS, event)
        assert DESKS[game].fix(now, now.played[0]) is None
