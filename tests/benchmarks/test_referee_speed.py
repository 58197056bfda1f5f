"""DESIGN: the referee rules 20 000 events a second and refolds four hours of play in a second.

The limits asserted here are lower, so that a loaded machine does not fail them; the measured
figures are printed (`pytest -s`).
"""

from __future__ import annotations

import random
import time
from typing import Any

from engine.referee import Referee
from engine.setup import load_setup

FOUR_HOURS = 2_400
"""Events in four hours of play, one every six seconds."""


def events(n: int) -> list[dict[str, Any]]:
    """Rolls, duels, measurements and beers as a table of four would bring them."""
    chance, played = random.Random(7), Referee(load_setup("blackout", list("ABCD"), None))
    made: list[dict[str, Any]] = []
    while len(made) < n:
        view = played.view()
        turn = view["turn"] or "A"
        event: dict[str, Any]
        if view["needs"] == "duel":
            event = {"duel": {turn: chance.randint(1, 6), "BCDA"["ABCD".index(turn)]: 3}}
        elif view["needs"] == "measurement":
            event = {"fuller": view["compare"][0]}
        else:
            event = {"roll": [chance.randint(1, 6), chance.choice((2, 3, 4, 5, 6))], "by": turn}
        made.append(event)
        assert "error" not in played.submit(event)
    return made


def test_events_a_second() -> None:
    played = events(FOUR_HOURS)
    referee = Referee(load_setup("blackout", list("ABCD"), None))
    started = time.process_time()
    for event in played:
        referee.submit(event)
    rate = len(played) / (time.process_time() - started)
    print(f"\nreferee: {rate:.0f} events a second")
    assert rate > 5_000


def test_a_game_of_four_hours_is_refolded_in_a_second() -> None:
    played = events(FOUR_HOURS)
    referee = Referee(load_setup("blackout", list("ABCD"), None))
    for event in played:
        referee.submit(event)
    started = time.process_time()
    answer = referee.submit({"amend": 1, "event": {"roll": [1, 2], "by": played[0]["by"]}})
    took = time.process_time() - started
    print(f"\nrefold of {len(played)} events: {took * 1000:.0f} ms")
    assert "error" not in answer
    assert took < 1.0
