"""The hands at the table: every action appends its frames to the reel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from datasets.simulator.hand import Path, seat_direction
from datasets.simulator.reel import Reel, Shot
from datasets.simulator.stage import AWAY, Stage

Array = npt.NDArray[np.float64]

SHUTTER = 1 / 60
"""Seconds for which the camera's shutter is open."""


@dataclass(slots=True)
class Actor:
    """Moves hands and a glass; `seats` are the players' degrees by name, in order.

    `things`: (n, 7) poses of what lies loose on the table, as `Shot.things`.
    """

    stage: Stage
    reel: Reel
    seats: dict[str, float]
    rng: np.random.Generator
    things: Array = field(init=False)
    drink: Array = field(default_factory=AWAY.copy)
    gain: Callable[[float], float] = lambda _: 1.0
    bump: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.things = parked(len(self.stage.loose.names))

    # -- what people do ---------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Nothing moves."""
        self._film(seconds, lambda _: Shot(self.things))

    def pass_over(self, player: str) -> None:
        """A hand crosses above the table and goes away again: nothing happened."""
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

        shot = self._leaving(lambda t: Shot(self.things, path.at(t).bodies(), drink(t)), path)
        self._film(path.end, shot, player)
        self.drink = drink(down)

    def expose(self) -> None:
        """The camera's exposure jumps and finds back within about a second."""
        begin, jump = self.reel.now, float(self.rng.choice([0.7, 1.3]))
        self.gain = lambda t: 1 + (jump - 1) * float(np.exp(-max(0.0, t - begin) / 0.6))
        self.wait(1.0)

    def knock_camera(self) -> None:
        """Somebody knocks the camera's stand: the picture is shifted from now on."""
        x, y = self.rng.choice([-1, 1], 2) * self.rng.uniform(8, 20, 2)
        self.bump = (float(x), float(y))
        self.reel.see(self.reel.now, "camera", None, state="moved")
        self.wait(1.5)

    def free_corner(self, taken: Sequence[Array], room: float) -> Array | None:
        """A corner of the table (x, y) for a glass, `room` metres from props and `taken`."""
        half = np.asarray(self.stage.view.half_size())
        corners = [half * [x, y] for x in (-0.7, 0.7) for y in (-0.6, 0.6)]
        spots = [np.array([p.x, p.y]) * half for p in self.stage.scene.props] + list(taken)
        gaps = [min((float(np.linalg.norm(c - s)) for s in spots), default=9.0) for c in corners]
        return corners[int(np.argmax(gaps))] if max(gaps) > room else None

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

    @staticmethod
    def _withdraw(path: Path, seconds: float = 0.5) -> None:
        path.then(seconds, path.keys[0][1], 0.3)

    # -- film -------------------------------------------------------------------------------

    def _simple(self, player: str, path: Path) -> None:
        shot = self._leaving(lambda t: Shot(self.things, path.at(t).bodies()), path)
        self._film(path.end, shot, player)

    @staticmethod
    def _leaving(shot: Callable[[float], Shot], path: Path) -> Callable[[float], Shot]:
        """The same, without the hand once its path has ended."""
        end = path.end - 1e-6
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


def parked(n: int) -> Array:
    """(n, 7) poses of things that are not on the stage."""
    poses = np.tile([*AWAY, 1.0, 0, 0, 0], (n, 1))
    poses[:, 0] += 0.1 * np.arange(n)
    return poses


def seat_angles(players: Sequence[str], seats: dict[str, float]) -> dict[str, float]:
    """Degrees of every player: those given, else evenly spaced from the lower edge."""
    spread = 360 / len(players)
    return {name: float(seats.get(name, i * spread)) for i, name in enumerate(players)}
