"""What a game costs: figures from played games that add up, the same for the same seed."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.odds import TAILS, Game, play, play_many, summary
from engine.playout import Plan
from engine.referee import Referee
from engine.setup import Setup, load_setup
from tests.engine.playing import charged, drinks


def setup_of(game: str = "blackout", house: dict[str, Any] | None = None) -> Setup:
    """A table of four."""
    return load_setup(game, list("ABCD"), {"house": house or {}})


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_costs_what_the_referee_says(name: str) -> None:
    setup = setup_of(name)
    found = play(setup, random.Random("7 0"))
    referee, rng = Referee(setup), random.Random("7 0")
    people = referee.game.playout(setup, rng, Plan(sense="sensible"))
    answers = []
    while (event := people.next(referee.state)) is not None:
        answers.append(referee.submit(event))
    total = drinks(answers, referee.game.unit)
    assert total == charged(referee)
    seats = (*setup.players, *(name for name in total if name not in setup.players))
    assert found.units == tuple(total.get(name, 0) for name in seats)
    assert (found.finished, sum(found.kinds.values())) == (True, len(answers))
    assert [round(n, 2) for n in found.drinks[:4]] == [
        round(referee.drinks(name), 2) for name in setup.players
    ]


@pytest.mark.parametrize("name", list(GAMES))
def test_the_same_seed_gives_the_same_games_however_they_are_shared_out(name: str) -> None:
    setup = setup_of(name)
    parts = [*play_many(setup, 3, range(2)), *play_many(setup, 3, range(2, 4))]
    assert parts == play_many(setup, 3, range(4))
    assert parts != play_many(setup, 4, range(4))


def game(*units: int, worth: float = 0.5, **kinds: int) -> Game:
    return Game(
        units=units,
        drinks=tuple(n * worth for n in units),
        causes={"roll": sum(units)},
        kinds=kinds or {"roll": 10},
        finished=True,
    )


def test_figures_of_a_few_games_by_hand() -> None:
    found = summary(setup_of(), [game(1, 3, roll=4, duel=1), game(2, 10, roll=7, duel=2)])
    msgspec.json.encode(found)
    assert found["gulps"] == {"mean": 4.0, "median": 2, "p95": 10, "worst": 10}
    assert found["standard_drinks"] == {"mean": 2.0, "median": 1.0, "p95": 5.0, "worst": 5.0}
    assert found["thirstiest"] == 3.25
    assert found["causes"] == {"roll": 4.0}
    assert found["events"] == {"mean": 7.0, "median": 5, "p95": 9, "worst": 9}
    assert found["kinds"] == {"roll": 5.5, "duel": 1.5}
    assert found["tails"] == {"2": 0.25, "4": 0.25}
    assert found["unfinished"] == 0


def test_a_tail_counts_who_comes_to_it_exactly() -> None:
    sips = msgspec.structs.replace(game(20), drinks=(1.9999999999999998,))
    assert sips.drinks[0] < 2
    assert summary(setup_of(), [sips])["tails"] == {"2": 1.0}
    assert summary(setup_of(), [game(3)])["tails"] == {}
    assert summary(setup_of(), [game(4)])["tails"] == {str(TAILS[0]): 1.0}


def test_whole_beers_count_as_what_they_hold() -> None:
    games = play_many(setup_of(), 0, range(6))
    found = summary(setup_of(), games)
    beside = sum(found["causes"][cause] for cause in ("beerocalypse", "whole_beer", "finish_beer"))
    gulps, standard = found["gulps"]["mean"], found["standard_drinks"]["mean"]
    assert standard == pytest.approx((gulps + beside) / 14, abs=0.02)


def test_SAF_05_at_the_limit_it_is_water() -> None:
    free = summary(setup_of(), play_many(setup_of(), 0, range(4)))
    held = setup_of(house={"safety.hold_per_session": 2.0})
    found = summary(held, play_many(held, 0, range(4)))
    assert found["gulps"] == free["gulps"]
    assert found["standard_drinks"]["worst"] < 3.5 < free["standard_drinks"]["worst"]


def test_SAF_02_who_drinks_no_alcohol_has_no_standard_drinks() -> None:
    soft = setup_of(house={"safety.seats": {"A": "soft", "B": "none"}})
    one = play(soft, random.Random(1))
    assert one.drinks[:2] == (0.0, 0.0)
    assert min(one.units) > 0
    assert min(one.drinks[2:]) > 0


def test_a_switch_changes_the_figures() -> None:
    more = setup_of(house={"blackout.beers_per_player": 8})
    few = summary(setup_of(), play_many(setup_of(), 0, range(4)))
    many = summary(more, play_many(more, 0, range(4)))
    assert many["gulps"]["mean"] > 1.5 * few["gulps"]["mean"]
