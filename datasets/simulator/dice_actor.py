"""The hands that pick up, shake, throw and push dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.simulator.actor import SHUTTER, Actor, Array
from datasets.simulator.hand import HOLD, Path, Pose
from datasets.simulator.loose import HALF
from datasets.simulator.reel import Shot
from datasets.simulator.stage import AWAY
from datasets.simulator.throw import Throw, Verdict, throw_dice

LET_GO = np.array([0.012, 0.0, -0.004])
"""How far dice have left the closed hand when they begin to fly."""
TRIES = 240
"""Throws tried until one ends as wanted; enough for the rarest, a cocked die without props."""


@dataclass(slots=True)
class DiceActor(Actor):
    """Moves two dice besides."""

    def roll(self, player: str, thrown: tuple[int, ...], wish: Verdict) -> tuple[Throw, float]:
        """Picks the dice up, throws the `thrown` ones; returns the throw and its moment of rest.

        Where no throw ends as wished in TRIES, the throw is an ordinary one.
        """
        release, throw = self.find_throw(player, thrown, wish)
        path = self._path(player)
        grabs = self._pick_up(path)
        let_go = self._shake(path, release)
        self._withdraw(path)
        start = self.reel.now
        begin, numb = self.things.copy(), [i for i in (0, 1) if i not in thrown]

        def shot(t: float) -> Shot:
            pose = path.at(t)
            if t >= let_go:
                flying = throw.at(t - let_go)
                earlier = [throw.at(max(0.0, t - let_go - part * SHUTTER)) for part in (1, 0.5)]
                blur = np.array(earlier) if np.abs(earlier[0] - flying).max() > 0.002 else None
                return Shot(flying, pose.bodies(), blur=blur)
            return Shot(self._carried(begin, grabs, pose, t), pose.bodies())

        length = max(path.end, let_go + throw.rest + 0.1)
        self._film(length, self._leaving(shot, path), player)
        self.things = throw.at(1e9).copy()
        self.things[numb, 2] = AWAY[2]
        return throw, start + let_go + throw.settled

    def nudge(self, player: str) -> None:
        """A finger pushes one die a little over the table; its value stays."""
        i = int(self.rng.integers(2))
        inward, begin = self._inward(player), self.things.copy()
        shift = inward * self.rng.uniform(0.008, 0.02)
        path = self._path(player)
        touch = begin[i, :3] - inward * (0.085 + HALF) + [0, 0, 0.028]
        start = path.then(0.6, touch, 0.1)
        end = path.then(0.35, touch + shift, 0.1)
        self._withdraw(path)

        def shot(t: float) -> Shot:
            dice = begin.copy()
            dice[i, :3] += shift * np.clip((t - start) / (end - start), 0, 1)
            return Shot(dice, path.at(t).bodies())

        self._film(path.end, self._leaving(shot, path), player)
        self.things = begin.copy()
        self.things[i, :3] += shift

    def _pick_up(self, path: Path) -> dict[int, float]:
        """Over each die on the table in turn; when each is grasped (0: it came with the hand)."""
        order = sorted((0, 1), key=lambda i: float(np.linalg.norm(self.things[i, :2])))
        grabs = {i: 0.0 for i in order if self.things[i, 2] < -1}
        for i in (i for i in order if i not in grabs):
            spot = self.things[i, :3]
            reach = (spot - path.shoulder) * [1, 1, 0]
            over = spot - reach / np.linalg.norm(reach) * HOLD[0] + [0, 0, 0.034]
            path.then(0.55 if len(path.keys) == 1 else 0.3, over, 0.35)
            grabs[i] = path.then(0.12, over - [0, 0, 0.004], 1.0)
        return grabs

    def _shake(self, path: Path, release: Array) -> float:
        """Back, shake, forward; returns the moment of letting go."""
        back = release - 0.05 * self._unit(release - path.shoulder) + [0, 0, 0.02]
        path.then(0.35, back, 1.0)
        for _ in range(int(self.rng.integers(2, 5))):
            path.then(0.09, back + self.rng.normal(0, 0.012, 3), 1.0)
        path.then(0.1, back, 1.0)
        let_go = path.then(0.12, release, 0.75)
        path.then(0.1, release + 0.02 * self._unit(release - path.shoulder), 0.0)
        return let_go

    @staticmethod
    def _unit(vector: Array) -> Array:
        flat = vector * [1, 1, 0]
        return np.asarray(flat / np.linalg.norm(flat))

    def _carried(self, begin: Array, grabs: dict[int, float], pose: Pose, t: float) -> Array:
        dice = begin.copy()
        for i, moment in grabs.items():
            if t >= moment:
                dice[i, :3] = pose.place(HOLD + _beside(i))
        return dice

    def find_throw(
        self, player: str, thrown: tuple[int, ...], wish: Verdict
    ) -> tuple[Array, Throw]:
        """Where the hand lets go, and the throw, which ends as wished if one in TRIES does.

        Raises `RuntimeError` where none comes to rest in the picture.
        """
        for trial in range(TRIES):
            release, start, velocity = self._try(player, wish, trial)
            throw = throw_dice(self.stage, start, velocity, thrown, self.drink)
            if throw.verdict == wish or (trial > TRIES // 2 and throw.verdict == "good"):
                return release, throw
        raise RuntimeError("no throw came to rest in the picture; the scene leaves no room")

    def _try(self, player: str, wish: Verdict, trial: int) -> tuple[Array, Array, Array]:
        """A hand position, and the dice's poses and velocities as they leave it."""
        inward, radius = self._inward(player), self._radius(player)
        across, rng = np.array([inward[1], -inward[0], 0]), self.rng
        distance = rng.uniform(0.45, 0.75) * radius + 0.05
        release = -inward * distance + across * rng.normal(0, 0.03)
        release = np.array([release[0], release[1], rng.uniform(0.07, 0.1)])
        hand = Pose(release, float(np.arctan2(inward[1], inward[0])), 0.75)
        target = self._aim(wish, trial)
        aim = target - release * [1, 1, 0]
        power = rng.uniform(2.6, 4.2) * (1.8 if wish == "off_table" else 1.0)
        start, velocity = np.zeros((2, 7)), np.zeros((2, 6))
        for i in (0, 1):
            start[i, :3] = hand.place(HOLD + _beside(i) + LET_GO)
            quat = rng.normal(size=4)
            start[i, 3:] = quat / np.linalg.norm(quat)
            velocity[i, :3] = aim * power + rng.normal(0, 0.12, 3) - [0, 0, 0.25]
            velocity[i, 3:] = rng.normal(0, 22, 3)
        return release, start, velocity

    def _aim(self, wish: Verdict, trial: int) -> Array:
        """Where the throw is meant to go: at a prop for a cocked die, else near the middle."""
        scene, half = self.stage.scene, self.stage.view.half_size()
        low = [p for p in scene.props if p.kind in ("coaster", "phone", "packet", "chips", "cards")]
        if wish == "cocked" and low and trial % 2 == 0:
            prop = low[int(self.rng.integers(len(low)))]
            return np.array([prop.x * half[0], prop.y * half[1], 0])
        spread = 0.2 * min(half)
        return np.array([*self.rng.normal(0, spread, 2), 0])


def _beside(i: int) -> Array:
    """Two held dice lie side by side, in the hand's frame."""
    return np.array([0, 0.012 * (2 * i - 1), 0])
