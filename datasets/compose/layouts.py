"""Where cards lie on a table: scattered, in pairs, rows, fans, piles and tricks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class Spot(NamedTuple):
    """A card's middle on the table in card lengths, and its turn in radians."""

    x: float
    y: float
    angle: float


def arrange(rng: np.random.Generator, count: int, reach: tuple[float, float]) -> list[Spot]:
    """`count` cards in groups within +-`reach` (card lengths), the lowest first."""
    spots: list[Spot] = []
    while len(spots) < count:
        left = count - len(spots)
        group = GROUPS[int(rng.choice(len(GROUPS), p=SHARES))]
        size = 1 if group is _single else int(rng.integers(2, max(3, left + 1)))
        centre = rng.uniform(-1, 1, 2) * reach
        turn = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(turn), np.sin(turn)
        for spot in group(rng, min(size, left)):
            x, y = c * spot.x - s * spot.y, s * spot.x + c * spot.y
            spots.append(Spot(centre[0] + x, centre[1] + y, spot.angle + turn))
    return spots


def _single(rng: np.random.Generator, count: int) -> list[Spot]:
    return [Spot(0, 0, 0)]


def _pair(rng: np.random.Generator, count: int) -> list[Spot]:
    """Cards thrown or laid on one another at a little distance, anyhow or nearly straight."""
    spots = [Spot(0, 0, 0)]
    straight = rng.random() < 0.5
    for _ in range(min(count, int(rng.integers(2, 5))) - 1):
        far, way = rng.uniform(0.1, 0.8), rng.uniform(0, 2 * np.pi)
        turn = rng.normal(0, 0.25) if straight else rng.uniform(0, 2 * np.pi)
        spots.append(Spot(far * np.cos(way), far * np.sin(way), turn))
    return spots


def _row(rng: np.random.Generator, count: int) -> list[Spot]:
    """Side by side or lapping over one another, more or less straight."""
    step = rng.uniform(0.75, 1.0) if rng.random() < 0.4 else rng.uniform(0.12, 0.6)
    lay = 0.0 if rng.random() < 0.8 else np.pi / 2
    sloppy = rng.uniform(0, 0.12)
    order = 1 if rng.random() < 0.5 else -1
    spots = []
    for i in range(count):
        flip = np.pi * rng.integers(0, 2)
        x = order * step * (i - (count - 1) / 2)
        spots.append(Spot(x, rng.normal(0, sloppy * 0.4), lay + flip + rng.normal(0, sloppy)))
    return spots


def _fan(rng: np.random.Generator, count: int) -> list[Spot]:
    """A held or laid fan: turned round a point below the cards."""
    radius = rng.uniform(0.6, 1.6)
    step = rng.uniform(0.10, 0.35) / max(0.6, radius)
    order = 1 if rng.random() < 0.6 else -1
    flip = np.pi * rng.integers(0, 2)
    spots = []
    for i in range(count):
        a = order * step * (i - (count - 1) / 2) + rng.normal(0, 0.02)
        spots.append(Spot(radius * np.sin(a), -radius * np.cos(a) + radius, a + flip))
    return spots


def _pile(rng: np.random.Generator, count: int) -> list[Spot]:
    """A discard pile: all about the same place."""
    mess = rng.uniform(0.02, 0.25)
    turn = rng.uniform(0.05, 1.5)
    return [
        Spot(rng.normal(0, mess), rng.normal(0, mess), rng.normal(0, turn)) for _ in range(count)
    ]


def _thrown(rng: np.random.Generator, count: int) -> list[Spot]:
    """The pile of a game: up to six cards thrown on one another at every angle."""
    far, turn = rng.uniform(0.04, 0.4), rng.uniform(0.1, np.pi)
    count = min(count, int(rng.integers(2, 7)))
    places = rng.normal(0, far, (count, 2))
    return [Spot(float(x), float(y), float(rng.normal(0, turn))) for x, y in places]


def _trick(rng: np.random.Generator, count: int) -> list[Spot]:
    """One card from each of up to five players, its foot towards them."""
    seats = int(rng.integers(3, 6))
    far, sloppy = rng.uniform(0.15, 0.75), rng.uniform(0.05, 0.35)
    spots = []
    for seat in rng.permutation(seats)[:count]:
        way = 2 * np.pi * int(seat) / seats + rng.normal(0, 0.15)
        x, y = far * np.sin(way) + rng.normal(0, 0.05), far * np.cos(way) + rng.normal(0, 0.05)
        spots.append(Spot(float(x), float(y), float(-way + rng.normal(0, sloppy))))
    return spots


def _lapped(rng: np.random.Generator, count: int) -> list[Spot]:
    """Two to four cards laid over one another sideways so that about half of each is seen."""
    step, turn = rng.uniform(0.15, 0.5), rng.normal(0, 0.12)
    order = 1 if rng.random() < 0.5 else -1
    spots = []
    for i in range(min(count, int(rng.integers(2, 5)))):
        at = Spot(order * step * i, rng.normal(0, 0.06), turn * i + rng.normal(0, 0.06))
        spots.append(at._replace(angle=at.angle + np.pi * int(rng.integers(2))))
    return spots


Group = Callable[[np.random.Generator, int], list[Spot]]
GROUPS: tuple[Group, ...] = (_single, _pair, _row, _fan, _pile, _thrown, _trick, _lapped)
SHARES = (0.3, 0.14, 0.12, 0.12, 0.05, 0.1, 0.07, 0.1)
