"""The hands at the table: every action appends its frames to the reel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from datasets.simulator.hand import HOLD, Path, Pose, seat_direction
from datasets.simulator.reel import Reel, Shot
from datasets.simulator.stage import AWAY, HALF, Stage
from datasets.simulator.throw import Throw, Verdict, throw_dice

Array = npt.NDArray[np.float64]

SHUTTER = 1 / 60
LET_GO = np.array([0.012, 0.0, -0.004])
"""How far dice have left the closed hand when they begin to fly."""
TRIES = 240
"""Throws tried until one ends as wanted; enough for the rarest, a cocked die without props."""


@dataclass(slots=True)
class Actor:
    """Moves hands and dice; `seats` are the players' degrees by name, in order."""

    stage: Stage
    reel: Reel
    seats: dict[str, float]
    rng: np.random.Generator
    dice: Array = field(init=False)
    drink: Array = field(default_factory=AWAY.copy)
    gain: Callable[[float], float] = lambda _: 1.0
    bump: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.dice = np.array([[*AWAY, 1.0, 0, 0, 0], [*AWAY, 1.0, 0, 0, 0]])
        self.dice[1, 0] += 0.1

    # -- what people do ---------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Nothing moves."""
        self._film(seconds, lambda _: Shot(self.dice))

    def roll(self, player: str, thrown: tuple[int, ...], wish: Verdict) -> tuple[Throw, float]:
        """Picks the dice up, throws the `thrown` ones; returns the throw and its moment of rest.

        Where no throw ends as wished in TRIES, the throw is an ordinary one.
        """
        release, throw = self._find_throw(player, thrown, wish)
        path = self._path(player)
        grabs = self._pick_up(path)
        let_go = self._shake(path, release)
        self._withdraw(path)
        start = self.reel.now
        begin, numb = self.dice.copy(), [i for i in (0, 1) if i not in thrown]

        def shot(t: float) -> Shot:
            pose = path.at(t)
            if t >= let_go:
                flying = throw.at(t - let_go)
                earlier = [throw.at(max(0.0, t - let_go - part * SHUTTER)) for part in (1, 0.5)]
                blur = np.array(earlier) if np.abs(earlier[0] - flying).max() > 0.002 else None
                return Shot(flying, pose.bodies(), blur=blur)
            return Shot(self._carried(begin, grabs, pose, t), pose.bodies())

        length = max(path.keys[-1][0], let_go + throw.rest + 0.1)
        self._film(length, self._leaving(shot, path), player)
        self.dice = throw.at(1e9).copy()
        self.dice[numb, 2] = AWAY[2]
        return throw, start + let_go + throw.settled

    def pass_over(self, player: str) -> None:
        """A hand crosses above the dice and goes away again: no roll."""
        path = self._path(player)
        side = self.rng.normal(0, 0.03, 2)
        path.then(0.6, np.array([*side, 0.1]), 0.3)
        path.then(0.3, np.array([*(side * 1.3), 0.09]), 0.5)
        self._withdraw(path)
        self._simple(player, path)

    def put_glass(self, player: str, spot: Array) -> None:
        """A hand brings a glass, puts it down at `spot` (x, y) and leaves."""
        path = self._path(player)
        grip = np.array([*spot, 0.075])
        down = path.then(0.9, grip - 0.06 * self._inward(player), 0.55)
        path.then(0.25, grip - 0.085 * self._inward(player), 0.1)
        self._withdraw(path)

        def drink(t: float) -> Array:
            foot = path.at(min(t, down)).place(np.array([0.06, 0, 0])) - [0, 0, 0.075]
            return np.maximum(foot, [-9, -9, 0.0])

        self._film(
            path.keys[-1][0],
            self._leaving(lambda t: Shot(self.dice, path.at(t).bodies(), drink(t)), path),
            player,
        )
        self.drink = drink(down)

    def nudge(self, player: str) -> None:
        """A finger pushes one die a little over the table; its value stays."""
        i = int(self.rng.integers(2))
        inward, begin = self._inward(player), self.dice.copy()
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

        self._film(path.keys[-1][0], self._leaving(shot, path), player)
        self.dice = begin.copy()
        self.dice[i, :3] += shift

    # -- how they do it ---------------------------------------------------------------------

    def _inward(self, player: str) -> Array:
        return -seat_direction(self.seats[player] - self.stage.scene.lens.roll)

    def _radius(self, player: str) -> float:
        """From the middle to the picture's edge on the player's side, metres."""
        x, y, _ = np.abs(self._inward(player))
        half_x, half_y = self.stage.view.half_size()
        return float(min(half_x / max(x, 1e-6), half_y / max(y, 1e-6)))

    def _path(self, player: str) -> Path:
        """A path that begins out of sight at the player's side."""
        inward, outside = self._inward(player), self._radius(player) + 0.2
        across = np.array([inward[1], -inward[0], 0])
        shoulder = -inward * (outside + 0.3) + across * 0.12
        path = Path(shoulder)
        path.then(0.0, -inward * outside + across * 0.05 + [0, 0, 0.1], 0.3)
        return path

    def _pick_up(self, path: Path) -> dict[int, float]:
        """Over each die on the table in turn; when each is grasped (0: it came with the hand)."""
        order = sorted((0, 1), key=lambda i: float(np.linalg.norm(self.dice[i, :2])))
        grabs = {i: 0.0 for i in order if self.dice[i, 2] < -1}
        for i in (i for i in order if i not in grabs):
            spot = self.dice[i, :3]
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

    def _withdraw(self, path: Path) -> None:
        path.then(0.5, path.keys[0][1], 0.3)

    def _carried(self, begin: Array, grabs: dict[int, float], pose: Pose, t: float) -> Array:
        dice = begin.copy()
        for i, moment in grabs.items():
            if t >= moment:
                dice[i, :3] = pose.place(HOLD + _beside(i))
        return dice

    def _find_throw(
        self, player: str, thrown: tuple[int, ...], wish: Verdict
    ) -> tuple[Array, Throw]:
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

    # -- film -------------------------------------------------------------------------------

    def _simple(self, player: str, path: Path) -> None:
        shot = self._leaving(lambda t: Shot(self.dice, path.at(t).bodies()), path)
        self._film(path.keys[-1][0], shot, player)

    @staticmethod
    def _leaving(shot: Callable[[float], Shot], path: Path) -> Callable[[float], Shot]:
        """The same, without the hand once its path has ended."""
        end = path.keys[-1][0] - 1e-6
        return lambda t: shot(t) if t < end else replace(shot(t), hand=None)

    def _film(
        self, seconds: float, shot: Callable[[float], Shot], player: str | None = None
    ) -> None:
        start, seats = self.reel.now, list(self.seats)
        seat = seats.index(player) if player else 0
        for _ in range(max(1, round(seconds * self.reel.fps))):
            now = self.reel.now
            frame = shot(now - start)
            drink = frame.drink if frame.drink[2] > -1 else self.drink
            self.reel.shots.append(
                replace(frame, seat=seat, gain=self.gain(now), bump=self.bump, drink=drink)
            )


def _beside(i: int) -> Array:
    """Two held dice lie side by side, in the hand's frame."""
    return np.array([0, 0.012 * (2 * i - 1), 0])


def seat_angles(players: Sequence[str], seats: dict[str, float]) -> dict[str, float]:
    """Degrees of every player: those given, else evenly spaced from the lower edge."""
    spread = 360 / len(players)
    return {name: float(seats.get(name, i * spread)) for i, name in enumerate(players)}
