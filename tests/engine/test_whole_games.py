"""Whole games of Blackout from the order rolls to the winner, with corrections on the way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.games.blackout.switches import SWITCHES
from tests.engine.blackout_table import Table

CAN = 14


class Game(Table):
    """A table that plays itself: people open, drink and finish as the referee says."""

    def __init__(self, seed: int, names: str) -> None:
        self.chance = random.Random(seed)
        super().__init__(names, house=house(self.chance))
        self.cans = dict.fromkeys(names, 0)
        self.totals = dict.fromkeys(names, 0)

    def event(self, **event: Any) -> dict[str, Any]:
        """Any event; the answer is added up."""
        answer = super().event(**event)
        for name, n in answer["gulps"].items():
            self.totals[name] += n
        return answer

    def play(self) -> str | None:
        """Plays to the end and returns the winner."""
        while self.said.get("needs") == "reroll" or not self.said:
            due = self.said["tied"] if self.said else list(self.totals)
            self.event(order={name: self.pair() for name in due})
        for _ in range(5_000):
            if self.said["beerocalypse"] is True:
                return self.chug()
            self.turn()
        raise AssertionError("the game never ends")

    def pair(self) -> list[int]:
        return [self.chance.randint(1, 6), self.chance.randint(1, 6)]

    def turn(self) -> None:
        """One roll, and all that follows from it."""
        roller = self.said["turn"]
        before = dict(self.totals)
        self.roll(roller, *self.pair())
        assert "error" not in self.said
        self.answer_needs(roller)
        for name in self.totals:
            self.drink(name, self.totals[name] - before[name])
        if self.said["beerocalypse"] == "pending":
            self.event(turn_done=roller)

    def answer_needs(self, roller: str) -> None:
        others = [name for name in self.totals if name != roller]
        if self.said["needs"] == "duel":
            die = self.chance.randint(1, 6)
            self.event(duel={roller: die, self.chance.choice(others): self.chance.randint(1, 6)})
        elif self.said["needs"] == "measurement":
            self.event(fuller=self.said["compare"][0])
        elif self.said["needs"] == "ban":
            self.event(ban=self.chance.choice(others), by=roller)
        assert "error" not in self.said

    def drink(self, name: str, gulps: int) -> None:
        """Drinks, opening and finishing beers as long as there are any."""
        for _ in range(gulps):
            if self.cans[name] == 0 and self.said["left"] and self.said["beerocalypse"] is not True:
                self.event(opened=name)
                self.cans[name] = CAN
            if self.cans[name] == 1 and self.said["open"][name]:
                self.event(finished=name)
            self.cans[name] = max(0, self.cans[name] - 1)

    def chug(self) -> str | None:
        if self.said["winner"] is None:
            self.event(finish_order=[[name] for name in self.said["chug"]])
        if self.said["chug_contest"]:
            self.event(chug_winner=self.said["chug_contest"][0])
        winner: str | None = self.said["winner"]
        return winner


def house(chance: random.Random) -> dict[str, Any]:
    """Switches turned at random."""
    return {
        switch.name: chance.choice(switch.choices or (True, False))
        for switch in SWITCHES
        if switch.kind in ("choice", "bool")
    }


@pytest.mark.parametrize("seed", range(24))
def test_a_whole_game_ends_with_a_winner(seed: int) -> None:
    game = Game(seed, "ABCDEFGH"[: 2 + seed % 7])
    winner = game.play()
    assert winner is not None
    assert game.said["empties"][winner] == max(game.said["empties"].values())
    assert game.said["left"] == 0
    assert game.referee.view()["totals"] == game.totals
    assert game.said["turn"] is None


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_game_is_the_same_after_any_roll_was_amended_and_amended_back(seed: int) -> None:
    game = Game(seed, "ABCD")
    game.play()
    state, totals = game.referee.state, game.referee.view()["totals"]
    slots = list(game.referee.record.slots)
    rolls = [slot for slot in slots if getattr(slot.event, "roll", None)]
    for slot in game.chance.sample(rolls, 5):
        was = {"roll": list(slot.event.roll), "by": slot.event.by}  # type: ignore[union-attr]
        assert "error" not in game.amend(slot.step, roll=game.pair(), by=was["by"])
        assert "error" not in game.amend(slot.step, **was)
        assert game.referee.state == state
        assert game.referee.view()["totals"] == totals
        assert [s.ruling for s in game.referee.record.slots] == [s.ruling for s in slots]
