"""How surely dice that lean are told from flat ones: rendered throws, every die's pose known.

What tells them is how the table lies, learned from dice thrown before (`vision.upright`), so a
leaning die is asked for after some flat ones, and in a first throw beside one flat die.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.simulator.dice_actor import DiceActor
from datasets.simulator.lens import Sensor
from datasets.simulator.reel import Reel, Shot
from datasets.simulator.scenes import SCENES
from datasets.simulator.stage import build_stage
from datasets.simulator.studio import Studio
from datasets.simulator.throw import FLAT, TILTED, read_die
from vision.eyes import Looks
from vision.frames import Image
from vision.sights import DieSight
from vision.upright import LEANS, MAY_LEAN, Level, Way

SIZE = (1280, 720)
AROUND = 110
"""Pixels to each side of a die that are looked at, as where something moved on video."""
KNOWN, SHUFFLES = 8, 20
"""Flat dice that lay there before, and how often others of the scene are taken for them."""
_SEATS = {"Ann": 0.0, "Ben": 120.0, "Cem": 240.0}


@dataclass(frozen=True, slots=True)
class Lain:
    """A die at rest: its middle in pixels and how many degrees it leans."""

    at: tuple[float, float]
    lean: float


@dataclass(slots=True)
class Leans:
    """Of many dice: how far each strays from the table, as `Level.strays`; and those of the leaning
    ones that are called cocked by their picture alone."""

    strays: dict[str, list[float]] = field(default_factory=dict)
    leaning: int = 0
    unread: int = 0
    missed: int = 0

    def add(self, name: str, strays: Sequence[float]) -> None:
        if strays:
            self.strays.setdefault(name, []).extend(strays)

    def table(self) -> str:
        """The shares as lines of text."""
        lines = [f"{'':34} {'tried':>6} {'cocked':>7} {'asked':>7}"]
        for name, strays in self.strays.items():
            told = np.array(strays)
            cocked, asked = told >= LEANS, (told >= MAY_LEAN) & (told < LEANS)
            lines.append(f"{name:34} {len(told):6} {cocked.mean():7.1%} {asked.mean():7.1%}")
        lines.append(
            f"{self.leaning} leaning dice found, {self.unread} of them left without a value by "
            f"their picture alone; {self.missed} dice of any kind not found"
        )
        return "\n".join(lines)


def throws(scene: str, seed: int, count: int) -> Iterator[tuple[Image, list[Lain]]]:
    """Pictures of `count` throws at rest, every second one with a leaning die if one comes to pass.

    Raises `SimulatorMissing`.
    """
    stage = build_stage(SCENES[scene], seed, SIZE)
    actor = DiceActor(stage, Reel(15.0), _SEATS, np.random.default_rng([seed, len(scene)]))
    sensor = Sensor(stage.scene.lens, SIZE, np.random.default_rng([seed, 3]))
    with Studio(stage) as studio:
        for number in range(count):
            player = list(_SEATS)[number % len(_SEATS)]
            _, throw = actor.find_throw(player, (0, 1), "good" if number % 2 else "cocked")
            poses = throw.at(throw.rest)
            picture = sensor.develop(studio.picture(Shot(poses)))
            lain = [Lain(stage.view.project(p[:3]), read_die(p)[1]) for p in poses if p[2] > -1]
            yield sensor.expose(picture, 1.0, (0.0, 0.0)), lain


def measure(eyes: Looks, pictures: Iterator[tuple[Image, list[Lain]]], leans: Leans) -> None:
    """Looks at the throws of one scene, whose dice are what tells how its table lies."""
    flat, leaning = [], []
    for picture, lain in pictures:
        for die in lain:
            sight = _die_at(eyes, picture, die.at)
            if sight is None:
                leans.missed += 1
            elif die.lean < FLAT:
                flat.append(np.array(sight.way))
            elif die.lean > TILTED:
                leaning.append(np.array(sight.way))
                leans.unread += sight.value is None
    leans.leaning += len(leaning)
    _compare(flat, leaning, leans)


def _die_at(eyes: Looks, picture: Image, at: tuple[float, float]) -> DieSight | None:
    """The die there, if it is found."""
    middle = np.array(at)
    low = np.maximum(middle - AROUND, 0).astype(int)
    high = np.minimum(middle + AROUND, SIZE).astype(int)
    region = int(low[0]), int(low[1]), int(high[0]), int(high[1])
    found = eyes.look(picture, [region]).dice
    near = [die for die in found if np.abs(die.quad.mean(axis=0) - middle).max() < _reach(die)]
    return min(
        near, key=lambda die: float(np.abs(die.quad.mean(axis=0) - middle).max()), default=None
    )


def _reach(die: DieSight) -> float:
    return 0.6 * float(np.ptp(die.quad, axis=0).max())


def _compare(flat: list[Way], leaning: list[Way], leans: Leans) -> None:
    rng = np.random.default_rng(0)
    for _ in range(SHUFFLES if len(flat) > KNOWN else 0):
        order = [flat[index] for index in rng.permutation(len(flat))]
        level, rest = Level(), order[KNOWN:]
        level.learn(order[:KNOWN])
        leans.add(f"flat, after {KNOWN} flat dice", [level.strays([way])[0] for way in rest])
        leans.add(f"leaning, after {KNOWN} flat dice", [level.strays([w])[0] for w in leaning])
        pairs = itertools.pairwise(rest)
        leans.add("first throw, both flat", [_worst(one, other) for one, other in pairs])
        leans.add("first throw, one leaning", [_worst(way, order[0]) for way in leaning])


def _worst(one: Way, other: Way) -> float:
    return max(Level().strays([one, other]))
