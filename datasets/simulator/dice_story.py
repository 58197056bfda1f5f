"""A legal game of Blackout, played out by the simulated people under the referee's rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from datasets.simulator.actor import seat_angles
from datasets.simulator.dice_actor import DiceActor
from datasets.simulator.drinkers import Drinkers
from datasets.simulator.interludes import interlude
from datasets.simulator.loose import HALF
from datasets.simulator.plan import Plan, Tale
from datasets.simulator.reel import Reel
from datasets.simulator.scenes import Habits
from datasets.simulator.stage import build_stage
from datasets.simulator.throw import Verdict, read_die
from engine.referee import Referee
from engine.setup import load_setup


class Rules(Protocol):
    """What the story needs of a referee."""

    def submit(self, event: object) -> dict[str, Any]:
        """The answer to an event, as PROTOCOL section 4 writes it."""


def play(plan: Plan) -> Tale:
    """Plays the game by physics alone; nothing is rendered."""
    angles = seat_angles(plan.players, dict(plan.seats))
    setup = {
        "game": "blackout",
        "players": list(plan.players),
        "seats": angles,
        "first": plan.players[0],
        "opened": dict.fromkeys(plan.players, 0),
        "finished": dict.fromkeys(plan.players, 0),
    }
    stage = build_stage(plan.scene, plan.seed, plan.size)
    rng = np.random.default_rng([plan.seed, 7])
    actor = DiceActor(stage, Reel(plan.fps), angles, rng)
    referee = Referee(load_setup("blackout", plan.players, setup))
    _Story(actor, referee, Drinkers(plan.players, rng), plan.scene.habits).tell(plan.rolls)
    return Tale(plan, stage, ("die", "die"), actor.reel, setup)


class IllegalStory(Exception):
    """The referee refused what the simulated people did: a fault of the simulator."""


@dataclass(slots=True)
class _Story:
    actor: DiceActor
    referee: Rules
    drinkers: Drinkers
    habits: Habits

    def tell(self, rolls: int) -> None:
        """Rolls until `rolls` good ones lie in the truth or the game is over."""
        self.actor.wait(0.8)
        roller: str | None = self.drinkers.players[0]
        while rolls > 0 and roller is not None:
            self._interlude()
            roller, good = self._turn(roller)
            rolls -= good
        self.actor.wait(1.0)

    def _submit(self, event: dict[str, Any]) -> dict[str, Any]:
        ruling = self.referee.submit(event)
        self.actor.reel.happen(event, self.actor.reel.now)
        if "error" in ruling:
            raise IllegalStory(f"{event} was refused: {ruling['error']}")
        return ruling

    def _say(self, event: dict[str, Any]) -> dict[str, Any]:
        """An event that no camera sees, told half a second from now."""
        self.actor.wait(self.actor.rng.uniform(0.3, 0.5))
        self.actor.reel.tell(event, self.actor.reel.now)
        ruling = self._submit(event)
        self.actor.wait(0.2)
        return ruling

    def _turn(self, roller: str) -> tuple[str | None, bool]:
        """One throw and all that follows; who rolls next, and whether it was a roll."""
        throw, rest = self.actor.roll(roller, (0, 1), self._wish())
        reel, values = self.actor.reel, list(throw.values)
        if throw.verdict != "good":
            reel.see(rest, "dice_bad", roller, reason=throw.verdict)
            self.actor.wait(self.actor.rng.uniform(1.2, 1.8))
            ruling = self._submit({"bad_roll": throw.verdict, "by": roller})
            return ruling["turn"], False
        reel.see(rest, "dice", roller, values=values)
        self.actor.wait(self.actor.rng.uniform(1.0, 1.8))
        ruling = self._follow(self._submit({"roll": values, "by": roller}), roller)
        return ruling["turn"], True

    def _follow(self, ruling: dict[str, Any], roller: str) -> dict[str, Any]:
        """Duel, measurement, beers and the end of the game, as the ruling asks."""
        needs = ruling.get("needs")
        ruling = self._beers(ruling)
        if needs == "duel":
            ruling = self._beers(self._duel(roller))
        elif needs == "measurement":
            fuller = self.drinkers.fuller(ruling.get("compare") or self.drinkers.players)
            ruling = self._beers(self._say({"fuller": fuller}))
        if ruling.get("beerocalypse") == "pending":
            ruling = self._say({"turn_done": roller})
        if ruling.get("beerocalypse") is True and ruling.get("chug"):
            order = [[name] for name in self.actor.rng.permutation(list(ruling["chug"]))]
            ruling = self._say({"finish_order": order})
        return ruling

    def _beers(self, ruling: dict[str, Any]) -> dict[str, Any]:
        """People drink what the ruling gave them; the last answer stands."""
        for event in self.drinkers.drink(ruling):
            ruling = {**ruling, **self._say(event)}
        return ruling

    def _duel(self, roller: str) -> dict[str, Any]:
        """BLK-28: one die each, one after the other."""
        opponent = self.drinkers.opponent(roller)
        result = {}
        for name in (roller, opponent):
            throw, rest = self.actor.roll(name, (0,), "good")
            self.actor.reel.see(rest, "die", name, value=throw.values[0])
            result[name] = throw.values[0]
            self.actor.wait(self.actor.rng.uniform(1.0, 1.5))
        return self._say({"duel": result})

    def _wish(self) -> Verdict:
        chance = float(self.actor.rng.random())
        if chance < self.habits.cocked:
            return "cocked"
        return "off_table" if chance < self.habits.cocked + self.habits.off_table else "good"

    # -- what a referee must not be fooled by -------------------------------------------------

    def _interlude(self) -> None:
        """Now and then, before a roll, something that is no event."""
        interlude(self.actor, self.habits, self._nudge, lambda: [d[:2] for d in self.actor.things])

    def _nudge(self, player: str) -> bool:
        """Pushes a die where both lie flat, apart from each other and from everything else."""
        dice = self.actor.things
        flat = all(abs(die[2] - HALF) < 0.001 and read_die(die)[1] < 2 for die in dice)
        half = np.asarray(self.actor.stage.view.half_size())
        things = [np.array([p.x, p.y]) * half for p in self.actor.stage.scene.props]
        spots = [*things, self.actor.drink[:2]]
        free = all(np.linalg.norm(die[:2] - spot) > 0.1 for die in dice for spot in spots)
        middle = bool((np.abs(dice[:, :2]) < 0.6 * half).all())
        if not (flat and free and middle and np.linalg.norm(dice[0] - dice[1]) > 0.05):
            return False
        self.actor.nudge(player)
        return True
