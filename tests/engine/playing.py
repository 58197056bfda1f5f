"""Games played by simulated people, for tests that hold for every game."""

from __future__ import annotations

import os
import random
from typing import Any, Literal

from engine.games import GAMES
from engine.house import HouseError, Switch
from engine.playout import Plan, Planted
from engine.referee import Referee
from engine.setup import Setup, SetupError, load_setup

Answer = dict[str, Any]
Event = dict[str, Any]

PLAYOUTS = int(os.environ.get("SYMPOSIARCH_PLAYOUTS", "12"))
"""Games of each kind in one run of the tests; the environment raises it for a long run."""

MOST_EVENTS = 6_000
_NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe")


def any_setup(game: str, rng: random.Random) -> Setup:
    """A set-up of the game with any number of players and some switches turned."""
    low, high = GAMES[game].seats_allowed({})
    names = list(_NAMES[: rng.randint(low, min(high, len(_NAMES)))])
    house = {} if rng.random() < 0.3 else any_house(game, names, rng)
    try:
        return load_setup(game, names, {"house": house, "dealer": rng.choice(names)})
    except (SetupError, HouseError):
        return load_setup(game, names, None)


def any_house(game: str, names: list[str], rng: random.Random) -> dict[str, Any]:
    """About a third of the game's switches with any value they can have."""
    turned = [switch for switch in GAMES[game].switches if rng.random() < 0.35]
    values = {switch.name: any_value(switch, names, rng) for switch in turned}
    limits = {"safety.warn_per_session": 2, "safety.hold_per_session": 4, "safety.warn_per_hour": 1}
    safety = {key: limit for key, limit in limits.items() if rng.random() < 0.1}
    return {**{key: value for key, value in values.items() if value is not None}, **safety}


def any_value(switch: Switch, names: list[str], rng: random.Random) -> Any:
    """A value of a switch; None where only people can think of one."""
    if switch.kind == "choice":
        return rng.choice(switch.choices)
    if switch.kind == "bool":
        return rng.random() < 0.5
    if switch.kind == "int":
        return rng.randint(int(switch.low), int(min(switch.high, switch.low + 3)))
    if switch.kind == "map" and switch.name.endswith(".teams") and len(names) > 3:
        return {"red": names[::2], "blue": names[1::2]}
    return None


class Game:
    """One simulated game: `events` and `answers` so far, `playout` its people."""

    def __init__(self, game: str, seed: int, cheating: float = 0.0) -> None:
        self.seed = seed
        rng = random.Random(f"{game} {seed}")
        self.setup = any_setup(game, rng)
        self.sense: Literal["random", "sensible"] = "sensible" if seed % 3 == 2 else "random"
        self.referee = Referee(self.setup)
        plan = Plan(sense=self.sense, cheating=cheating)
        self.playout = self.referee.game.playout(self.setup, rng, plan)
        self.events: list[Event] = []
        self.answers: list[Answer] = []

    def step(self) -> Answer | None:
        """The answer to the next event; None when the game is over."""
        event = self.playout.next(self.referee.state)
        if event is None:
            return None
        self.events.append(event)
        self.answers.append(self.referee.submit(event))
        return self.answers[-1]

    def play(self, most: int = MOST_EVENTS) -> Game:
        """Plays to the end, or `most` events."""
        while len(self.events) < most and self.step() is not None:
            pass
        return self

    def where(self, index: int) -> str:
        """Which game and what was played last, for a failing test."""
        last = "\n".join(str(event) for event in self.events[max(0, index - 12) : index + 1])
        about = f"seed {self.seed}, {self.sense}, {list(self.setup.players)}, {self.setup.house}"
        return f"{about}\n{last}\n{self.answers[index]}"


def drinks(answers: list[Answer], unit: str) -> dict[str, int]:
    """The sum of the unit maps, players without cost left out."""
    totals: dict[str, int] = {}
    for answer in answers:
        for name, n in answer[unit].items():
            totals[name] = totals.get(name, 0) + n
    return {name: n for name, n in totals.items() if n}


def charged(referee: Referee) -> dict[str, int]:
    """The ledger's totals, players without cost left out."""
    return {name: n for name, n in referee.ledger.totals(()).items() if n}


def found(answer: Answer, cheat: Planted) -> bool:
    """Whether an answer brings the proof of a cheat."""
    return any(
        proof["kind"] == cheat.kind and proof.get("player", cheat.player) == cheat.player
        for proof in answer["proofs"]
    )
