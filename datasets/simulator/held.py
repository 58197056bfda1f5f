"""A card in the hand: how it is taken up, carried, turned over and laid down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from datasets.simulator.hand import Path, Pose
from datasets.simulator.loose import CARD_HALF, CARD_THICKNESS
from datasets.simulator.lying import Array, Spot, quat_of

GRIP = 0.125
"""From the hand's middle to that of a card held by its near edge, metres."""
PALM = 0.046
"""From a card under the fingertips up to the hand's middle."""
OPEN, CLOSED = 0.1, 0.22
"""How far the fingers are bent round a card."""
TAKE = 0.16
"""Seconds in which a card that is taken up comes into its place in the hand."""
LIFT = 0.45
"""Radians by which a carried card is tilted, its far edge up."""

Track = Callable[[float], Array]
"""The pose (7,) of one card at every moment of an action."""


def soft(t: float, start: float, end: float) -> float:
    """0 before `start`, 1 after `end`, smooth between."""
    part = float(np.clip((t - start) / max(end - start, 1e-9), 0, 1))
    return part * part * (3 - 2 * part)


@dataclass(frozen=True, slots=True)
class Hold:
    """How a card lies in the hand: `turn` of its head against the pointing direction (radians),
    `level` in the pack (0 the lowest), `up` its face, `grip` metres from the hand's middle,
    `tilt` at a time, `roll` at a time (radians round the pack's long axis, pi: turned over)."""

    turn: float = 0.0
    level: int = 0
    up: bool = True
    grip: float = GRIP
    aside: float = 0.0
    tilt: Callable[[float], float] = lambda _: 0.0
    roll: Callable[[float], float] = lambda _: 0.0

    def pose(self, hand: Pose, t: float) -> Array:
        """The card's pose (7,) under the fingertips of the hand."""
        tilt, roll = self.tilt(t), self.roll(t)
        near = hand.place(np.array([self.grip - CARD_HALF[1], self.aside, -PALM]))
        along = np.array([np.cos(hand.yaw), np.sin(hand.yaw), 0.0])
        across = np.array([-along[1], along[0], 0.0])
        up = np.array([0.0, 0, 1])
        forward = np.cos(tilt) * along + np.sin(tilt) * up
        normal = np.cos(tilt) * up - np.sin(tilt) * along
        # The pack turns round its long axis through its middle.
        side, normal = (
            np.cos(roll) * across - np.sin(roll) * normal,
            np.cos(roll) * normal + np.sin(roll) * across,
        )
        middle = near + forward * CARD_HALF[1] + [0, 0, abs(np.sin(roll)) * CARD_HALF[0]]
        middle = middle + normal * CARD_THICKNESS * (self.level + 0.5)
        head = np.cos(self.turn) * forward + np.sin(self.turn) * side
        outward = normal if self.up else -normal
        return np.array([*middle, *quat_of(np.column_stack([
            np.cross(head, outward), head, outward]))])  # fmt: skip


def taken(path: Path, hold: Hold, lying: Array, grab: float) -> Track:
    """A card that lies until `grab` and then comes into the hand."""

    def pose(t: float) -> Array:
        if t <= grab:
            return lying
        return between(lying, hold.pose(path.at(t), t), soft(t, grab, grab + TAKE))

    return pose


def between(first: Array, second: Array, part: float) -> Array:
    """A pose between two, 0 the first."""
    sign = 1.0 if float(first[3:] @ second[3:]) >= 0 else -1.0
    mixed = np.concatenate([first[:3], sign * first[3:]]) * (1 - part) + second * part
    mixed[3:] /= np.linalg.norm(mixed[3:])
    return np.asarray(mixed)


def then(first: Track, moment: float, second: Track) -> Track:
    """One track up to a moment, another from there on."""
    return lambda t: first(t) if t < moment else second(t)


def spot_of(pose: Array) -> Spot:
    """Where a card of that pose lies in the table plane."""
    w, x, y, z = pose[3:]
    head = np.array([2 * (x * y - w * z), 1 - 2 * (x * x + z * z)])
    up = 1 - 2 * (x * x + y * y) >= 0
    return Spot(float(pose[0]), float(pose[1]), float(np.arctan2(-head[0], head[1])), bool(up))
