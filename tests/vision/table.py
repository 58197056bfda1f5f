"""A drawn table: dice, arms, a glass, lamp and camera along a script; and eyes that know it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

import cv2
import numpy as np
import numpy.typing as npt

from engine.seen import Camera, Seen
from tests.vision.drawing import (
    HEIGHT,
    NOISE,
    WIDTH,
    DrawnArm,
    DrawnDie,
    Key,
    arm_covers,
    card_sight,
    cloth,
    draw_arm,
    draw_card,
    draw_die,
    inside,
    place,
    shifted,
    square,
    u8,
)
from vision.deck_watch import DeckWatch
from vision.detector import Region
from vision.frames import Frame, Image
from vision.places import Outline, Places
from vision.sights import DieSight, Sight
from vision.watcher import Watcher

__all__ = [
    "HEIGHT",
    "WIDTH",
    "KnowingEyes",
    "Options",
    "Table",
    "pick_up",
    "throw",
    "watch",
    "without_camera",
]


@dataclass
class Table:
    """All that happens, as functions of the time in seconds."""

    dice: list[DrawnDie] = field(default_factory=list)
    arms: list[DrawnArm] = field(default_factory=list)
    glasses: list[Sequence[Key]] = field(default_factory=list)
    cards: list[tuple[str, Sequence[Key], float, float]] = field(default_factory=list)
    lights: list[tuple[float, float]] = field(default_factory=lambda: [(0.0, 1.0)])
    flicker: float = 0.0
    shifts: list[tuple[float, float, float, float]] = field(default_factory=list)
    blurs: list[tuple[float, float]] = field(default_factory=list)
    plain: bool = False

    def draw(self, t: float) -> Image:
        """The picture at `t`."""
        canvas = cloth(self.plain).copy()
        for code, keys, since, until in self.cards:
            if since <= t < until:
                draw_card(canvas, code, place(keys, t))
        for die in self.dice:
            if not die.held:
                draw_die(canvas, die, t)
        for keys in self.glasses:
            x, y = place(keys, t)
            cv2.circle(canvas, (round(x), round(y)), 40, (40, 150, 190), -1)
            cv2.circle(canvas, (round(x), round(y)), 40, (200, 220, 220), 4)
        for arm in self.arms:
            draw_arm(canvas, arm, t)
        for die in self.dice:
            if die.held:
                draw_die(canvas, die, t)
        return self._camera(canvas, t)

    def _camera(self, canvas: Image, t: float) -> Image:
        matrix = self.matrix(t)
        if not np.allclose(matrix, np.eye(2, 3)):
            size = (WIDTH, HEIGHT)
            canvas = u8(cv2.warpAffine(canvas, matrix, size, borderMode=cv2.BORDER_REFLECT))
        blur = place([(at, blur, 0.0) for at, blur in self.blurs], t)[0] if self.blurs else 0.0
        if blur > 0.2:
            canvas = u8(cv2.GaussianBlur(canvas, (0, 0), blur))
        gain = self.gain(t) * (1 + self.flicker * math.sin(2 * math.pi * 9.3 * t))
        noise = NOISE[int(t * 997) % len(NOISE)]
        return u8(cv2.add(cv2.convertScaleAbs(canvas, alpha=gain), noise))

    def gain(self, t: float) -> float:
        """Brightness of the lamp; it steps from key to key."""
        return [gain for at, gain in self.lights if at <= t][-1]

    def matrix(self, t: float) -> npt.NDArray[np.float64]:
        """(2, 3) of the camera's shift and turn at `t`."""
        if not self.shifts:
            return np.eye(2, 3)
        times, dx, dy, degrees = zip(*self.shifts, strict=True)
        matrix = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), np.interp(t, times, degrees), 1)
        matrix[:, 2] += np.interp(t, times, dx), np.interp(t, times, dy)
        return np.asarray(matrix, np.float64)

    def covered(self, t: float, x: float, y: float) -> bool:
        """Whether an arm or a glass hides the point."""
        over = any(arm_covers(arm, t, x, y) for arm in self.arms)
        return over or any(math.dist(place(keys, t), (x, y)) < 40 for keys in self.glasses)


@dataclass
class KnowingEyes:
    """Eyes that read the script instead of the picture, with errors to order."""

    table: Table
    misses: float = 0.0
    misreads: float = 0.0
    jitter: float = 0.5
    now: float = 0.0
    looks: list[tuple[float, bool]] = field(default_factory=list)
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What lies in view at `now`, in the regions."""
        self.looks.append((self.now, regions is None))
        dice = [self._die(die) for die in self.table.dice if self._shows(die)]
        cards = [
            card_sight(code, place(keys, self.now), self.table.matrix(self.now))
            for code, keys, since, until in self.table.cards
            if since <= self.now < until and not self.table.covered(self.now, *place(keys, 0))
        ]
        sight = Sight(
            tuple(card for card in cards if inside(card.quad, regions)),
            tuple(die for die in dice if inside(die.quad, regions)),
        )
        return sight if self.table.gain(self.now) > 0.1 else Sight()

    def _shows(self, die: DrawnDie) -> bool:
        x, y = place(die.keys, self.now)
        there = die.since <= self.now < die.until and 0 <= x < WIDTH and 0 <= y < HEIGHT
        hidden = not die.held and self.table.covered(self.now, x, y)
        return there and not hidden and self.random.random() >= self.misses

    def _die(self, die: DrawnDie) -> DieSight:
        x, y = place(die.keys, self.now)
        dx, dy = self.random.normal(0, self.jitter, 2)
        quad = square(x + dx, y + dy, die.side * 1.2)
        quad = shifted(quad, self.table.matrix(self.now))
        value = die.value
        wrong = self.random.random() < (0.8 if die.is_moving(self.now) else self.misreads)
        if wrong:
            value = int(self.random.integers(1, 7))
        chances = np.full(7, 0.02 if not wrong else 0.08)
        chances[6 if value is None else value - 1] = 1 - 6 * chances[0]
        return DieSight(quad, value, 0.9, tuple(chances.tolist()))


class Options(TypedDict, total=False):
    """What a `Watcher` may be told."""

    seats: Mapping[str, float]
    tray: Outline
    places: Places
    copies: Mapping[str, int]
    knocks: Outline | None
    expect: int | None
    deck: DeckWatch | None
    special: bool


def watch(
    script: Table,
    seconds: float,
    fps: float = 30.0,
    drop: float = 0.0,
    eyes: KnowingEyes | None = None,
    **options: Unpack[Options],
) -> tuple[list[Seen], KnowingEyes, dict[float, float]]:
    """Feed the whole script; gives what was seen, the eyes, and {rest: time it was said}."""
    eyes = eyes or KnowingEyes(script)
    places = options.get("places") or Places(options.get("tray"))
    expect, copies = options.get("expect", 2), options.get("copies")
    knocks = options.get("knocks")
    deck, special = options.get("deck"), options.get("special", False)
    watcher = Watcher(eyes, options.get("seats"), places, expect, copies, knocks, deck, special)
    random = np.random.default_rng(11)
    seen: list[Seen] = []
    said: dict[float, float] = {}
    for index in range(int(seconds * fps)):
        if index and random.random() < drop:
            continue
        eyes.now = index / fps
        for item in watcher.feed(Frame(script.draw(eyes.now), eyes.now, index, 100 + eyes.now)):
            seen.append(item)
            said[item.t] = eyes.now
    return seen, eyes, said


def without_camera(seen: Sequence[Seen]) -> list[Seen]:
    """All but the camera's states."""
    return [item for item in seen if not isinstance(item, Camera)]


def throw(
    table: Table,
    at: float,
    values: Sequence[int | None],
    places: Sequence[tuple[float, float]],
    base: tuple[float, float] = (320, HEIGHT),
    roll: float = 0.6,
) -> list[DrawnDie]:
    """An arm reaches in from `base`, lets dice go at `at` + 0.4 s; they rest `roll` s later."""
    mid = (0.45 * WIDTH / 2 + 0.55 * base[0], 0.45 * HEIGHT / 2 + 0.55 * base[1])
    free = at + 0.4
    table.arms.append(DrawnArm(base, [(at, *base), (free, *mid), (free + 0.45, *base)]))
    thrown = []
    for i, (value, (x, y)) in enumerate(zip(values, places, strict=True)):
        start = (mid[0] + 12 * i, mid[1] - 8 * i)
        keys = [(free, *start)]
        for part in (0.35, 0.65, 0.85):
            share = 1 - (1 - part) ** 2
            way = start[0] + share * (x - start[0]), start[1] + share * (y - start[1])
            keys.append((free + part * roll, *way))
        keys.append((free + roll, x, y))
        thrown.append(DrawnDie(value, keys, since=free))
    table.dice += thrown
    return thrown


def pick_up(
    table: Table, at: float, dice: Sequence[DrawnDie], base: tuple[float, float] = (320, HEIGHT)
) -> None:
    """An arm reaches in from `base` and takes the dice off, one after the other."""
    keys: list[Key] = [(at, *base)]
    for i, die in enumerate(dice):
        x, y = place(die.keys, at)
        keys += [(at + 0.4 + 0.3 * i, x, y), (at + 0.5 + 0.3 * i, x, y)]
        die.until = at + 0.45 + 0.3 * i
    keys.append((keys[-1][0] + 0.4, *base))
    table.arms.append(DrawnArm(base, keys))
