"""What the asks of all games share: who did something that was not seen, and what it was."""

from __future__ import annotations

from typing import Any

import pytest

from engine.questions import Event
from tests.tui.desk_table import followed, opened, situation
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
    ask = opened(DESKS[game], "correct", situation(game, PLAYERS, *before))
    assert isinstance(ask, Ask)
    if ask.options[0].text.startswith("step"):
        ask = followed(ask, "1")
    somebody = next(one for one in ask.options if one.text.startswith("somebody else"))
    assert callable(somebody.leads)
    assert followed(somebody.leads(), "2") == {"amend": len(before), "event": amended}
