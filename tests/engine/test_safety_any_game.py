"""RULES section 5 for every game: each rule that concerns the engine, and its opposite.

Blackout's own corners are in `test_safety.py`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.games import GAMES
from engine.playout import Plan
from engine.referee import Referee
from engine.ruling import Ruling
from engine.safety import BOOK
from engine.setup import Setup, SetupError, load_setup

Answer = dict[str, Any]
games = pytest.mark.parametrize("name", list(GAMES))
NAMES = ["Ann", "Ben", "Cid", "Dot"]
DRUNK = {"fivealive": {"fivealive.drinks_per_flip": 1}}
"""House switches with which a game costs drinks at all."""
UNIT = {"jookie": 1.0, "fivealive": 0.5}
"""Standard drinks in a unit (elsewhere 0.2) with which a game comes to small limits bit by bit."""
MOST = 600


def setup_of(name: str, **safety: Any) -> Setup:
    """A table of four where drinks are drunk, with safety switches."""
    house = {f"safety.{key}": value for key, value in safety.items()}
    return load_setup(name, NAMES, {"house": {**DRUNK.get(name, {}), **house}})


def play(setup: Setup, *first: dict[str, Any], seed: int = 1, every: float = 10.0) -> Referee:
    """A game of sensible people after some first events; its answers are `answers`."""
    referee = Recorded(setup)
    for event in first or ({"soft": "Dot", "on": False},):
        assert "error" not in referee.submit(event)
    people = referee.game.playout(setup, random.Random(seed), Plan(sense="sensible"))
    for number in range(MOST):
        played = people.next(referee.state)
        if played is None:
            break
        referee.submit(played, number * every)
    return referee


class Recorded(Referee):
    """A referee that remembers what it said."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.answers: list[Answer] = []

    def submit(self, event: object, t: float | None = None) -> Answer:
        """The answer, remembered."""
        self.answers.append(super().submit(event, t))
        return self.answers[-1]


def said(referee: Referee) -> str:
    assert isinstance(referee, Recorded)
    return "\n".join(line for answer in referee.answers for line in answer["announce"])


def rulings(referee: Referee) -> list[Ruling]:
    return [slot.ruling for slot in referee.record.slots]


def drunk_by(referee: Referee, player: str) -> int:
    """All that a player was told to drink, large amounts too."""
    return sum(
        cost.amount
        for ruling in rulings(referee)
        for cost in (*ruling.drunk, *ruling.beside)
        if cost.player == player
    )


@games
def test_SAF_02_a_soft_drink_changes_words_and_estimate_but_never_the_game(name: str) -> None:
    plain, soft = play(setup_of(name)), play(setup_of(name), {"soft": "Ben"})
    assert soft.state == plain.state
    assert soft.view()["totals"] == plain.view()["totals"]
    told = [line for line in said(soft).splitlines() if line.startswith("Ben drinks ")]
    assert told
    assert all("soft drink" in line or "several" in line for line in told)
    assert "soft drink" not in said(plain)
    assert soft.view()["soft"] == ["Ben"]


@games
def test_SAF_02_it_may_be_switched_at_any_time_by_that_player_alone(name: str) -> None:
    referee = play(setup_of(name))
    turn, state = referee.view()["turn"], referee.state
    for on in (True, False):
        answer = referee.submit({"soft": "Dot", "on": on})
        assert (answer[referee.game.unit], answer["turn"]) == ({}, turn)
        assert referee.state == state
    assert referee.view()["soft"] == []


@games
def test_SAF_02_seats_are_set_before_the_game_too(name: str) -> None:
    referee = play(setup_of(name, seats={"Ann": "none", "Ben": "soft"}))
    assert "(no drink)" in said(referee)
    assert "(soft drink)" in said(referee)
    with pytest.raises(SetupError, match="Zed"):
        setup_of(name, seats={"Zed": "soft"})


@games
def test_SAF_04_taken_and_waived_are_tallied_beside_what_is_owed(name: str) -> None:
    referee = play(setup_of(name))
    player = max(NAMES, key=referee.ledger.charged)
    owed = referee.view()["owed"][player]
    charged = referee.ledger.charged(player)
    assert sum(referee.ledger.causes(player).values()) == charged > 1
    assert owed == charged - referee.ledger.taken(player)
    assert "error" not in referee.submit({"taken": {player: 1}})
    assert "error" not in referee.submit({"waived": {player: 1}})
    assert referee.view()["owed"][player] == owed - 2
    assert referee.view()["totals"] == play(setup_of(name)).view()["totals"]
    assert referee.submit({"taken": {"Zed": 1}})["error"] == "unknown_player"


@games
def test_SAF_04_standard_drinks_follow_the_size_of_the_unit(name: str) -> None:
    small, large = play(setup_of(name, unit_drinks=0.1)), play(setup_of(name, unit_drinks=0.2))
    for player in NAMES:
        assert small.drinks(player) == pytest.approx(0.1 * drunk_by(small, player))
        assert large.drinks(player) == pytest.approx(2 * small.drinks(player))


@games
def test_SAF_05_at_the_limit_it_is_water_and_the_game_goes_on(name: str) -> None:
    unit = UNIT.get(name, 0.2)
    free = play(setup_of(name, unit_drinks=unit))
    held = play(setup_of(name, unit_drinks=unit, warn_per_session=1, hold_per_session=2))
    assert held.state == free.state
    assert held.view()["totals"] == free.view()["totals"]
    assert {n for n in NAMES if unit * drunk_by(held, n) >= 2} == set(held.view()["held"]) != set()
    assert "take some water" in said(held)
    assert "water, the limit is reached" in said(held)
    assert "water" not in said(free)


@games
def test_SAF_05_an_hour_without_a_drink_ends_the_hold(name: str) -> None:
    quick = play(setup_of(name, unit_drinks=1, hold_per_hour=2), every=1.0)
    slow = play(setup_of(name, unit_drinks=1, hold_per_hour=200), every=7200.0)
    assert quick.view()["held"] != []
    quick.submit({"soft": "Ann", "on": False}, MOST + 4000.0)
    assert (quick.view()["held"], slow.view()["held"]) == ([], [])


def test_SAF_05_who_gives_is_told_of_those_who_had_enough() -> None:
    table = Recorded(load_setup("blackout", list("ABC"), {"first": "A", "house": {
        "safety.hold_per_session": 0.5, "safety.unit_drinks": 0.1}}))  # fmt: skip
    table.submit({"roll": [1, 4], "by": "A"})
    said_before = table.submit({"roll": [2, 2], "by": "B"})["announce"]
    assert "Before you choose: A had enough and can only be given water." in said_before
    table.submit({"duel": {"B": 1, "C": 1}})
    assert not any("Before you choose" in line for line in table.answers[-1]["announce"])
    free = Recorded(load_setup("blackout", list("ABC"), {"first": "A"}))
    free.submit({"roll": [1, 4], "by": "A"})
    assert "Before you choose" not in " ".join(free.submit({"roll": [2, 2], "by": "B"})["announce"])


def test_SAF_05_beckers_giver_is_told_too() -> None:
    table = play(setup_of("becker", unit_drinks=1, hold_per_session=1))
    assert isinstance(table, Recorded)
    pools = [answer for answer in table.answers if answer["give"]]
    assert pools
    assert "Before you choose" in " ".join(pools[-1]["announce"])


@games
def test_SAF_06_who_is_unwell_drinks_nothing_whatever_happens(name: str) -> None:
    well, unwell = play(setup_of(name)), play(setup_of(name), {"unwell": "Ben"})
    assert drunk_by(well, "Ben") > 0
    assert drunk_by(unwell, "Ben") == 0
    assert unwell.view()["unwell"] == ["Ben"]
    assert "call 112" in said(unwell)
    again = play(setup_of(name), {"unwell": "Ben"}, {"unwell": "Ben", "on": False})
    assert drunk_by(again, "Ben") > 0


@games
def test_SAF_06_the_number_to_call_is_the_houses(name: str) -> None:
    referee = Recorded(setup_of(name, emergency_number="911"))
    referee.submit({"unwell": "Ann"})
    assert "call 911" in said(referee)


@games
def test_SAF_08_leaving_is_possible_at_any_moment_and_costs_nothing(name: str) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        referee = Recorded(setup_of(name))
        people = referee.game.playout(referee.setup, rng, Plan())
        for _ in range(rng.randint(0, 90)):
            event = people.next(referee.state)
            if event is not None:
                referee.submit(event)
        for player in referee.game.present(referee.state):
            answer = referee.submit({"leave": player, "anyway": True})
            assert "error" not in answer, (name, seed, answer)
            assert player not in referee.game.present(referee.state)
            assert player not in answer[referee.game.unit]
        assert referee.submit({"leave": "Zed"})["error"] == "unknown_player"


@games
def test_SAF_09_every_drink_may_be_waived(name: str) -> None:
    referee = play(setup_of(name))
    charged = {player: n for player in NAMES if (n := referee.ledger.charged(player))}
    assert "error" not in referee.submit({"waived": charged})
    assert max(referee.view()["owed"].values()) == 0
    assert referee.submit({"waived": {}})["error"] == "invalid_event"


@games
def test_SAF_10_time_alone_costs_nothing(name: str) -> None:
    brisk, slow = play(setup_of(name), every=1.0), play(setup_of(name), every=9000.0)
    assert brisk.view() == slow.view()
    assert rulings(brisk) == rulings(slow)


@games
def test_the_book_of_safety_belongs_to_every_game(name: str) -> None:
    assert [rule.id for rule in BOOK] == [f"SAF-{n:02}" for n in range(1, 12)]
    assert not {rule.id for rule in BOOK} & {rule.id for rule in GAMES[name].book}
