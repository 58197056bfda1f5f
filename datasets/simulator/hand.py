"""A hand that reaches in from a seat: where its parts are at every moment."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

KNUCKLE = np.array([0.036, 0.0, 0.0])
FINGER = 0.04
HOLD = np.array([0.045, 0.0, -0.025])
"""Where held dice are, in the hand's frame (x to the fingers, y to the thumb, z up)."""


def seat_direction(degrees: float) -> Array:
    """Unit vector from the table's middle to a seat; degrees clockwise from the lower edge."""
    angle = np.radians(degrees)
    return np.array([-np.sin(angle), -np.cos(angle), 0.0])


def above(metres: float) -> Array:
    """The step (3,) straight up."""
    return np.array([0.0, 0.0, metres])


@dataclass(frozen=True, slots=True)
class Pose:
    """The hand's middle, where the fingers point in the table plane, how far they are closed."""

    pos: Array
    yaw: float
    curl: float

    def place(self, local: Array) -> Array:
        """A point of the hand's frame in the world."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        x, y, z = local
        return np.asarray(self.pos + np.array([c * x - s * y, s * x + c * y, z]))

    def bodies(self) -> Array:
        """(3, 7) poses of the bodies arm, near, far."""
        bend, more = 0.2 + 1.0 * self.curl, 0.5 + 2.0 * self.curl
        knuckle = self.place(KNUCKLE)
        joint = self.place(KNUCKLE + FINGER * np.array([np.cos(bend), 0, -np.sin(bend)]))
        return np.array(
            [
                [*self.pos, *_quat(self.yaw, 0)],
                [*knuckle, *_quat(self.yaw, bend)],
                [*joint, *_quat(self.yaw, more)],
            ]
        )


def _quat(yaw: float, pitch: float) -> tuple[float, float, float, float]:
    """Turn by `pitch` about y (fingers down), then by `yaw` about z."""
    cy, sy, cp, sp = np.cos(yaw / 2), np.sin(yaw / 2), np.cos(pitch / 2), np.sin(pitch / 2)
    return float(cy * cp), float(-sy * sp), float(cy * sp), float(sy * cp)


@dataclass(slots=True)
class Path:
    """Key poses in time order; between them the hand speeds up and slows down softly.

    `shoulder` is where the arm comes from.
    """

    shoulder: Array
    keys: list[tuple[float, Array, float]] = field(default_factory=list)

    @property
    def end(self) -> float:
        """The time of the last key."""
        return self.keys[-1][0]

    def then(self, seconds: float, pos: Array, curl: float) -> float:
        """Adds a key `seconds` after the last one; returns its time."""
        time = self.keys[-1][0] + seconds if self.keys else seconds
        self.keys.append((time, np.asarray(pos, float), curl))
        return time

    def at(self, time: float) -> Pose:
        """The pose at a time, that of the first or last key outside of them."""
        times = [key[0] for key in self.keys]
        i = int(np.searchsorted(times, time))
        if i == 0 or i == len(times):
            _, pos, curl = self.keys[min(i, len(times) - 1)]
            return self._pose(pos, curl)
        (t0, p0, c0), (t1, p1, c1) = self.keys[i - 1], self.keys[i]
        part = (time - t0) / max(t1 - t0, 1e-9)
        soft = part * part * (3 - 2 * part)
        return self._pose(p0 + (p1 - p0) * soft, c0 + (c1 - c0) * soft)

    def _pose(self, pos: Array, curl: float) -> Pose:
        reach = pos - self.shoulder
        return Pose(pos, float(np.arctan2(reach[1], reach[0])), curl)
