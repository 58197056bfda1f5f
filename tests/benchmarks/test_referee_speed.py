"""DESIGN: the referee rules 20 000 events a second and refolds four hours of play in a second.

Process time is measured, and the limits asserted here are lower, so that a loaded machine does not
fail them; the figures are printed (`pytest -s tests/benchmarks`).
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from engine.games import GAMES
from engine.odds import play_many
from engine.playout import Plan
from engine.referee import Referee
from engine.setup import Setup, load_setup

FOUR_HOURS = 2_400
"""Events in four hours of play, one every six seconds."""

games = pytest.mark.parametrize("name", list(GAMES))
Played = list[list[dict[str, Any]]]


def setup_of(name: str) -> Setup:
    """A table of four."""
    return load_setup(name, ["Ann", "Ben", "Cid", "Dot"], None)


def evening(name: str) -> Played:
    """Whole games, one after the other, as sensible people play them; four hours in all."""
    setup, rng, played = setup_of(name), random.Random(7), list[list[dict[str, Any]]]()
    while sum(map(len, played)) < FOUR_HOURS:
        referee = Referee(setup)
        people = referee.game.playout(setup, rng, Plan(sense="sensible"))
        played.append([])
        while (event := people.next(referee.state)) is not None:
            played[-1].append(event)
            assert "error" not in referee.submit(event)
    return played


@games
def test_events_a_second(name: str) -> None:
    played = evening(name)
    started = time.process_time()
    for events in played:
        referee = Referee(setup_of(name))
        for event in events:
            referee.submit(event)
    rate = sum(map(len, played)) / (time.process_time() - started)
    print(f"\n{name}: {rate:.0f} events a second")
    assert rate > 5_000


@games
def test_four_hours_are_refolded_in_a_second(name: str) -> None:
    took, refolded = 0.0, 0
    for events in evening(name):
        referee = Referee(setup_of(name))
        for event in events:
            referee.submit(event)
        first = next(slot.step for slot in referee.record.slots if not slot.ruling.inert)
        started = time.process_time()
        answer = referee.submit({"amend": first, "event": events[first - 1]})
        took += time.process_time() - started
        refolded += len(events)
        assert "error" not in answer
    print(f"\n{name}: {refolded} events refolded in {took * 1000:.0f} ms")
    assert took < 1.0


def test_four_hours_of_one_long_game_are_refolded_in_a_second() -> None:
    """Blackout with beers without end: the record itself must not grow slow."""
    setup = load_setup("blackout", list("ABCD"), {"house": {"blackout.beers_per_player": 24}})
    referee, rng, events = Referee(setup), random.Random(7), list[dict[str, Any]]()
    while len(events) < FOUR_HOURS:
        turn = referee.view()["turn"] or "A"
        events.append({"roll": [rng.randint(1, 3), rng.randint(4, 6)], "by": turn})
        assert "error" not in referee.submit(events[-1])
    started = time.process_time()
    answer = referee.submit({"amend": 1, "event": {"roll": [1, 4], "by": events[0]["by"]}})
    took = time.process_time() - started
    print(f"\nblackout: one game of {len(events)} events refolded in {took * 1000:.0f} ms")
    assert "error" not in answer
    assert took < 1.0


@games
def test_the_odds_of_a_game(name: str) -> None:
    """10 000 games of Blackout shall take less than a minute on two cores."""
    setup = setup_of(name)
    started = time.process_time()
    found = play_many(setup, 0, range(20))
    each = (time.process_time() - started) / len(found)
    print(f"\n{name}: {each * 1000:.1f} ms a game, {each * 5_000:.0f} s for 10 000 on two cores")
    assert name != "blackout" or each * 5_000 < 60
