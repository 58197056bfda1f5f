"""Who did it: the seat from whose side an arm reached in."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence

from vision.arms import Arm

_MEMORY = 3.0
_FADES = 0.4
"""Seconds in which the weight of an arm that was there before fades."""
_CLEAR = 0.7
"""The part of all arm weight that one seat needs to be named."""


def angle_of(x: float, y: float) -> float:
    """Degrees clockwise from the picture's lower edge of a point given from the middle, y down."""
    return math.degrees(math.atan2(-x, y)) % 360.0


def nearest_seat(angle: float, seats: Mapping[str, float]) -> str | None:
    """The seat at that angle; None if it lies as well between two seats."""
    if not seats:
        return None
    gaps = sorted((abs((angle - at + 180.0) % 360.0 - 180.0), name) for name, at in seats.items())
    if len(gaps) > 1 and gaps[0][0] > 0.8 * gaps[1][0]:
        return None
    return gaps[0][1]


class Reaches:
    """Remembers the arms of the last seconds."""

    def __init__(self, seats: Mapping[str, float] | None) -> None:
        self._seats = dict(seats or {})
        self._seen: deque[tuple[float, str | None, float]] = deque()

    def note(self, t: float, arms: Sequence[Arm]) -> None:
        """Remember the arms of one frame."""
        for arm in arms:
            seat = nearest_seat(angle_of(*arm.entry), self._seats)
            self._seen.append((t, seat, arm.area))
        while self._seen and self._seen[0][0] < t - 2 * _MEMORY:
            self._seen.popleft()

    def turn(self, degrees: float) -> None:
        """The picture was turned clockwise by so many degrees."""
        self._seats = {name: (angle + degrees) % 360.0 for name, angle in self._seats.items()}

    def at(self, x: float, y: float) -> str | None:
        """The seat at whose side a point lies, given from the picture's middle; None if unclear."""
        return nearest_seat(angle_of(x, y), self._seats)

    def who(self, rest: float) -> str | None:
        """The seat that reached in before things came to rest at `rest`; None if unclear."""
        weights: dict[str | None, float] = {}
        for t, seat, area in self._seen:
            if rest - _MEMORY <= t <= rest + 0.1:
                # The arm that was there last threw; the one before may have handed the dice on.
                weights[seat] = weights.get(seat, 0.0) + area * math.exp((t - rest) / _FADES)
        best = max(weights, key=lambda seat: weights[seat], default=None)
        if best is None or weights[best] < _CLEAR * sum(weights.values()):
            return None
        return best
