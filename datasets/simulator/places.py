"""Where things have their place on a table of cards: seats, play zone, stock, packets, letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
_ASIDE = (0.0, 0.04, -0.04, 0.08, -0.08, 0.12, -0.12)
"""Metres by which a row of letters may lie aside of its seat."""
_APART, _OFF_PILE = 0.095, 0.15
"""Metres from the middle of a letter to that of another player's, and to the pile."""
_AROUND = [np.array([np.cos(a), np.sin(a), 0]) for a in np.arange(8) * np.pi / 4]
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
        near, far = 0.05, 1.5
        for _ in range(9):
            middle = (near + far) / 2
            near, far = (middle, far) if self.shows(middle * direction, room) else (near, middle)
        return near

    def shows(self, point: Array, room: float = _CARD) -> bool:
        """Whether a thing of that radius is wholly in the picture."""
        return all(self.view.shows(point + room * edge, 0.01) for edge in _AROUND)

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
        beside = x + 0.074 * (1 if x > 0 else -1)
        if not self.shows(np.array([beside, y, 0])):
            beside = 2 * x - beside
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

    def beyond(self, player: str) -> Spot:
        """Out of sight before the player, where he takes what is dealt to him."""
        way = -self.inward(player)
        x, y, _ = way * (self.reach(way) + 0.15)
        return Spot(float(x), float(y), self.facing(player), False)

    def letters(self) -> dict[str, list[Spot]]:
        """Where everybody's five letters lie, read from his side: as little covered as fits in."""
        rows: dict[str, list[Spot]] = {}
        for player in self.seats:
            taken = [*self.stock(), *(spot for row in rows.values() for spot in row)]
            # Where the table is too full, a row may cover others, but is in the picture.
            kept = (row for them in (taken, []) for row in self._rows(player)
                    if self._is_free(row, them))  # fmt: skip
            rows[player] = next(kept, next(self._rows(player)))
        return rows

    def _rows(self, player: str, steps: Sequence[float] = _LETTER_STEPS) -> Iterator[list[Spot]]:
        """Rows of five cards before a seat, the best first."""
        way, turn = -self.inward(player), self.facing(player)
        right, reach = np.array([-way[1], way[0], 0.0]), self.reach(way)
        for step, back, aside in product(_LETTER_STEPS, np.arange(0, 0.2, 0.02), _ASIDE):
            middle = way * (reach - back) + right * aside
            places = [middle + right * step * (n - 2) for n in range(5)]
            yield [Spot(float(x), float(y), turn) for x, y, _ in places]

    def _is_free(self, row: Sequence[Spot], taken: Sequence[Spot]) -> bool:
        """Whether a row is wholly in the picture, off the pile and off what is taken."""
        ends = [np.array([spot.x, spot.y, 0]) for spot in (row[0], row[-1])]
        apart = min((float(np.hypot(*(a.xy - b.xy))) for a in row for b in taken), default=1.0)
        off = min(float(np.hypot(spot.x, spot.y)) for spot in row)
        return apart > _APART and off > _OFF_PILE and all(self.shows(end) for end in ends)

    def taken(self, packets: bool, letters: bool) -> list[Spot]:
        """The places beside the pile that a game uses."""
        spots = list(self.stock())
        for player in self.seats:
            spots += [self.packet(player, n) for n in range(3)] if packets else []
        rows = self.letters().values() if letters else ()
        return spots + [spot for row in rows for spot in row]


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
