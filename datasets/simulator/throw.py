"""One throw of the dice: flight, bounces, rest, and what lies there then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from datasets.simulator.loose import HALF
from datasets.simulator.shapes import FACES
from datasets.simulator.stage import AWAY, TIMESTEP, Stage, load_mujoco

Array = npt.NDArray[np.float64]
Verdict = Literal["good", "cocked", "off_table", "stacked", "unclear"]
"""`unclear`: partly hidden, near the picture's edge, on a prop or hardly tilted: never filmed."""

LIMIT = 3.0
"""Seconds after which a throw that still moves is given up."""
FLAT, TILTED = 2.0, 10.0
"""Degrees: below the first a die lies flat, above the second it is plainly cocked."""
STILL = np.array([0.005, 0.005, 0.005, 0.8, 0.8, 0.8])
"""Metres and radians a second under which a die counts as still (soft contacts tremble)."""
STEP = 5
"""A pose is kept every so many time steps."""


@dataclass(frozen=True, slots=True)
class Throw:
    """`poses`: (n, 2, 7) position and quaternion of both dice every STEP time steps.

    `rest`: seconds from the release to the moment after which nothing moves at all. `settled`: to
    the moment after which nothing visibly does, which is what a careful watcher calls at rest.
    `values`: of the dice thrown, sorted; a cocked or lost die has no value and is left out.
    """

    poses: Array
    rest: float
    settled: float
    verdict: Verdict
    values: tuple[int, ...]

    def at(self, seconds: float) -> Array:
        """The poses (2, 7) so many seconds after the release; the last ones for ever after."""
        i = round(seconds / (TIMESTEP * STEP))
        return np.asarray(self.poses[min(max(i, 0), len(self.poses) - 1)])


def rotation(quat: Array) -> Array:
    """(3, 3) matrix of a unit quaternion w, x, y, z."""
    w, x, y, z = quat
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def read_die(pose: Array) -> tuple[int, float]:
    """The value on top and the tilt in degrees of a die's pose (7,)."""
    up = rotation(pose[3:])[2]
    value, height = max(((v, float(up @ n)) for v, (n, _, _) in FACES.items()), key=lambda p: p[1])
    return value, float(np.degrees(np.arccos(min(1.0, height))))


def throw_dice(
    stage: Stage, start: Array, velocity: Array, thrown: tuple[int, ...], drink: Array = AWAY
) -> Throw:
    """Lets the `thrown` dice (0, 1) fly from `start` (2, 7) with `velocity` (2, 6) until rest.

    The other die is out of play. Velocities: linear m/s (world), angular rad/s (own frame).
    `drink` is where the glass stands that somebody put down.
    """
    mujoco = load_mujoco()
    data = stage.data
    mujoco.mj_resetData(stage.model, data)
    data.mocap_pos[stage.movers["drink"]] = drink
    data.qpos[:14] = np.where(_mask(thrown), start, _parked()).ravel()
    data.qvel[:12] = np.where(_mask(thrown), velocity, 0).ravel()
    poses = _fly(mujoco, stage, thrown)
    rest = _rest_index(poses, thrown)
    settled = min(rest, _settled_index(poses, thrown))
    verdict, values = _judge(mujoco, stage, poses[-1], thrown)
    if rest * TIMESTEP * STEP > LIMIT - 0.2:
        verdict = "unclear"
    seconds = TIMESTEP * STEP
    return Throw(poses, rest * seconds, settled * seconds, verdict, values)


def _mask(thrown: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    return np.array([[i in thrown] for i in (0, 1)])


def _parked() -> Array:
    return np.array([[0.1 * i, 0, AWAY[2], 1.0, 0, 0, 0] for i in (0, 1)])


def _fly(mujoco: Any, stage: Stage, thrown: tuple[int, ...]) -> Array:
    data, poses, still = stage.data, [], 0
    parked = _parked()
    for _ in range(int(LIMIT / TIMESTEP / STEP)):
        pose = data.qpos[:14].reshape(2, 7).copy()
        out = [i for i in (0, 1) if i not in thrown or pose[i, 2] < -1.5]
        pose[out] = parked[out]
        poses.append(pose)
        speed = np.abs(np.delete(data.qvel[:12].reshape(2, 6), out, axis=0))
        still = still + 1 if (speed < STILL).all() else 0
        if still * STEP * TIMESTEP > 0.15:
            break
        mujoco.mj_step(stage.model, data, STEP)
    return np.array(poses)


def _settled_index(poses: Array, thrown: tuple[int, ...]) -> int:
    """The first kept pose from which on no die moves a millimetre, or turns 4 degrees, in 0.1 s.

    Dice creep on for seconds at less than that, which nobody sees.
    """
    step = round(0.1 / (TIMESTEP * STEP))
    now, then = poses[:-step, thrown], poses[step:, thrown]
    shift = np.abs(then[..., :3] - now[..., :3]).max(axis=(1, 2))
    agree = np.abs((then[..., 3:] * now[..., 3:]).sum(axis=2)).min(axis=1)
    moving = (shift > 1e-3) | (agree < np.cos(np.radians(2)))
    return int(np.flatnonzero(moving)[-1] + step) if moving.any() else 0


def _rest_index(poses: Array, thrown: tuple[int, ...]) -> int:
    """The first kept pose from which on no die is 0.3 mm or half a degree from its last one."""
    shift = np.abs(poses[:, thrown, :3] - poses[-1, thrown, :3]).max(axis=(1, 2))
    agree = np.abs((poses[:, thrown, 3:] * poses[-1, thrown, 3:]).sum(axis=2)).min(axis=1)
    moving = (shift > 3e-4) | (agree < np.cos(np.radians(0.25)))
    return int(np.flatnonzero(moving)[-1] + 1) if moving.any() else 0


def _judge(
    mujoco: Any, stage: Stage, last: Array, thrown: tuple[int, ...]
) -> tuple[Verdict, tuple[int, ...]]:
    kinds = [_lies(stage, last[i]) for i in thrown]
    left = [i for i, kind in zip(thrown, kinds, strict=True) if kind != "off_table"]
    values = tuple(sorted(read_die(last[i])[0] for i in left if _lies(stage, last[i]) == "good"))
    seen = [i for i in left if "stacked" not in kinds or last[i, 2] > 2 * HALF]
    if "unclear" in kinds or not left or not all(_visible(mujoco, stage, last[i]) for i in seen):
        return "unclear", values
    for kind in ("off_table", "stacked", "cocked"):
        if kind in kinds:
            return kind, values
    return "good", values


def _lies(stage: Stage, pose: Array) -> Verdict:
    z = float(pose[2])
    if z < -0.05:
        return "off_table"
    _, tilt = read_die(pose)
    if tilt > TILTED and z < 3 * HALF:
        return "cocked"
    if tilt > FLAT:
        return "unclear"
    if abs(z - HALF) < 0.001:
        return "good"
    return "stacked" if abs(z - 3 * HALF) < 0.001 else "unclear"


def _visible(mujoco: Any, stage: Stage, pose: Array) -> bool:
    """Whether the upper face is in the picture and nothing stands before it."""
    turn, centre = rotation(pose[3:]), pose[:3]
    if not stage.view.shows(centre, 0.07):
        return False
    value, _ = read_die(pose)
    normal, u, v = (turn @ axis for axis in FACES[value])
    corners = ((0, 0), (-0.8, -0.8), (-0.8, 0.8), (0.8, -0.8), (0.8, 0.8))
    points = [centre + HALF * (1.02 * normal + a * u + b * v) for a, b in corners]
    return all(_unhidden(mujoco, stage, point) for point in points)


def _unhidden(mujoco: Any, stage: Stage, point: Array) -> bool:
    ray = point - stage.view.pos
    hit = np.zeros(1, np.int32)
    reach = mujoco.mj_ray(
        stage.model, stage.data, stage.view.pos, ray, None, 1, -1, hit, np.zeros(3)
    )
    return bool(reach < 0 or reach > 0.99)
