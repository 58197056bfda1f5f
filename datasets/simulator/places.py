"""Where things have their place on a table of cards: seats, play zone, stock, packets, letters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from datasets.simulator.hand import seat_direction
from datasets.simulator.lying import Array, Spot
from datasets.simulator.scenes import Prop, Scene
from datasets.simulator.view import View

_CARD = 0.055
"""Half a card's diagonal, metres."""
_LETTER_STEPS = (0.066, 0.054, 0.044, 0.034)
"""Metres from one letter to the next, the best first."""
_PROP_ROOM = 0.095
"""Metres from a prop to the middle of a card's place, at the least."""


@dataclass(frozen=True, slots=True)
class Places:
    """The places of one table; `seats` are degrees by name, as they appear in the picture."""

    view: View
    seats: dict[str, float]

    def inward(self, player: str) -> Array:
        """(3,) from the player's seat to the middle."""
        return -seat_direction(self.seats[player])

    def reach(self, direction: Array, room: float = _CARD) -> float:
        """How far from the middle things of radius `room` are still wholly in the picture."""
        steps = np.arange(0.05, 1.5, 0.005)
        inside = [self.shows(step * direction, room) for step in steps]
        return float(steps[max(0, int(np.argmin([*inside, False])) - 1)])

    def shows(self, point: Array, room: float = _CARD) -> bool:
        """Whether a thing of that radius is wholly in the picture."""
        around = [np.array([room * np.cos(a), room * np.sin(a), 0]) for a in np.arange(0, 6.2, 0.8)]
        return all(self.view.shows(point + edge, 0.01) for edge in around)

    def _shown(self, point: Array) -> Array:
        """The point, drawn towards the middle until a card there is wholly in the picture."""
        while not self.shows(point) and float(np.linalg.norm(point)) > 0.1:
            point = point * 0.97
        return point

    def facing(self, player: str) -> float:
        """The turn of a card whose head points away from the player."""
        inward = self.inward(player)
        return float(np.arctan2(-inward[0], inward[1]))

    def stock(self) -> tuple[Spot, Spot]:
        """The stock's place and the one beside it for a card turned up."""
        way = seat_direction(self.between_seats()[0])
        x, y, _ = way * min(0.2, 0.8 * self.reach(way))
        beside = x + 0.074 * (1 if x < 0 else -1)
        return Spot(float(x), float(y), up=False), Spot(float(beside), float(y))

    def between_seats(self) -> list[float]:
        """The degrees of the gaps between seats, the roomiest first."""
        angles = sorted(angle % 360 for angle in self.seats.values())
        gaps = []
        for i, angle in enumerate(angles):
            width = (angles[(i + 1) % len(angles)] - angle) % 360 or 360
            gaps.append((angle + width / 2) % 360)
        return sorted(gaps, key=lambda a: -self.reach(seat_direction(a)))

    def packet(self, player: str, n: int) -> Spot:
        """Where the player's n-th packet of a taken trick lies (from 0)."""
        way = -self.inward(player)
        across = np.array([-way[1], way[0], 0.0])
        x, y, _ = self._shown(way * self.reach(way) + across * (0.12 + 0.035 * n))
        return Spot(float(x), float(y), self.facing(player), False)

    def letters(self, player: str) -> list[Spot]:
        """Where the player's five letters lie, read from his side: side by side if they fit in."""
        way = -self.inward(player)
        right = np.array([-way[1], way[0], 0.0])
        for step, back in product(_LETTER_STEPS, np.arange(0, 0.08, 0.01)):
            row = [way * (self.reach(way) - back) + right * step * (n - 2) for n in range(5)]
            if self.shows(row[0]) and self.shows(row[4]):
                break
        turn = self.facing(player)
        return [Spot(float(x), float(y), turn) for x, y, _ in row]

    def taken(self, packets: bool, letters: bool) -> list[Spot]:
        """The places beside the pile that a game uses."""
        spots = list(self.stock())
        for player in self.seats:
            spots += [self.packet(player, n) for n in range(3)] if packets else []
            spots += self.letters(player) if letters else []
        return spots


def spread_props(scene: Scene, view: View, seats: dict[str, float], taken: list[Spot]) -> Scene:
    """The scene with its props in the gaps between the seats, where no arm reaches through.

    Props that would stand on one of the places `taken` are left out.
    """
    places, half = Places(view, seats), view.half_size()
    props: list[Prop] = []
    gaps = places.between_seats()
    for prop, angle in zip(scene.props, [*gaps[1:], gaps[0]], strict=False):
        way = seat_direction(angle)
        away = places.reach(way, 0.06)
        x, y, _ = way * away
        if all(np.hypot(spot.x - x, spot.y - y) > _PROP_ROOM for spot in taken):
            props.append(replace(prop, x=x / half[0], y=y / half[1]))
    return replace(scene, props=tuple(props))
