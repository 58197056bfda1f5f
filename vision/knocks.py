"""Knocks: a hand that comes in and goes out again twice within two seconds and brings no card."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.seen import Knock, Seen
from vision.ground import Scene
from vision.motion import Small
from vision.places import Outline

WITHIN = 2.0
"""Seconds from the first time in to the second time out."""
_CALM = 0.4
"""Seconds without motion and arms after which it is settled that no card came."""
_EDGE = 0.15
"""Margins of the zone, in shares of its sides, that hands reach over without being in."""
_INSIDE = 0.004
"""The least part of the picture that a hand inside covers."""
_ROLLS, _BRINGS = 0.6, 1.5
"""Seconds within which things that a hand let go come to rest, anybody's and the knocker's own."""

SeatOf = Callable[[float, float], str | None]
"""The seat on whose side an arm reaches in, by its entry from the picture's middle."""


@dataclass(frozen=True, slots=True)
class _Visit:
    """One hand in the zone, from `came` to `left`, of the seat if that is clear."""

    came: float
    left: float
    seat: str | None


class Knocks:
    """Follows hands in and out of the zone: an outline in shares of the picture."""

    def __init__(self, seat_of: SeatOf, zone: Outline) -> None:
        corners = np.array(zone)
        low, high = corners.min(axis=0), corners.max(axis=0)
        self._box = low + _EDGE * (high - low), high - _EDGE * (high - low)
        self._seat_of = seat_of
        self._inside: _Visit | None = None
        self._last: _Visit | None = None
        self._pair: tuple[_Visit, _Visit] | None = None
        self._brought: deque[tuple[float, str | None]] = deque(maxlen=8)

    def note(self, t: float, scene: Scene) -> None:
        """Take in one frame."""
        here = self._is_in(scene.arms_mask)
        if len(scene.arms) > 1 and here:
            self._inside = self._last = None  # Who of them was it?
        elif here and scene.arms:
            seat = self._seat_of(*scene.arms[0].entry)
            came = t if self._inside is None else self._inside.came
            self._inside = _Visit(came, t, seat)
        elif self._inside is not None:
            self._left(_Visit(self._inside.came, t, self._inside.seat))

    def conclude(self, calm: float, seen: Sequence[Seen]) -> list[Seen]:
        """The knock, as soon as it is settled that no card came; `seen`: what else this frame told.

        `calm`: seconds for which nothing has moved, no arm was there and no card was unclear.
        """
        self._brought.extend((one.t, one.seat) for one in seen)
        if self._pair is None or (calm < _CALM and not seen):
            return []
        (first, second), self._pair = self._pair, None
        if any(self._is_by(first, second, *brought) for brought in self._brought):
            return []
        return [Knock(t=second.left, seat=second.seat)]

    @staticmethod
    def _is_by(first: _Visit, second: _Visit, t: float, seat: str | None) -> bool:
        """Whether what came to rest then came with these visits."""
        last = second.left + (_BRINGS if seat == second.seat else _ROLLS)
        return first.came - _ROLLS <= t <= last

    def _left(self, visit: _Visit) -> None:
        before, self._last, self._inside = self._last, visit, None
        twice = before is not None and visit.left - before.came <= WITHIN
        if before is not None and twice and before.seat == visit.seat is not None:
            self._pair, self._last = (before, visit), None

    def _is_in(self, arms: Small) -> bool:
        height, width = arms.shape
        (left, top), (right, bottom) = ((side * (width, height)).astype(int) for side in self._box)
        return bool((arms[top:bottom, left:right] > 0).sum() > _INSIDE * arms.size)
