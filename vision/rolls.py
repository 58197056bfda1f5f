"""From dice at rest to rolls: what was thrown, what only lies there, and what is no roll.

RULES 0.4 and BLK-38. A die is accounted for once it was part of a roll, of a bad roll, or lay
there from the start. Only dice that are not accounted for can make a roll.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.seen import BadDice, Dice, DiceBad, Die, Seen
from vision.motion import NEVER, Box
from vision.things import OVERLAP, DieThing

Inside = Callable[[float, float], bool]

UNTOUCHED = 0.5
"""In sides of the die: it lies where it lay."""
NUDGED = 1.2
"""In sides of the die: moved this little with the same value, it was pushed, not thrown."""
_COCKED_REST = 0.35
_MISSING_REST, _LEFT_REST = 1.2, 1.0
"""Seconds of calm after which a die counts as missing, and as having rolled off where something
was seen leaving: by then the whole picture was searched for it."""
_STILL_ARM = 0.7
_FREE_REST = 0.6
_THROW = 2.0
_STACKED_ASPECT = 1.6
_ASIDE = 0.05
_PART, _CROWDED = 1.5, 0.7
"""How much larger than a neighbour that it hides a die looks, and how far both are trusted then."""
_NEARER = 2.5
"""How much larger than the farthest the nearest of equal dice may look."""


@dataclass(eq=False)
class Known:
    """A die accounted for. `gone`: its place was seen empty since, which does not wear off."""

    centre: npt.NDArray[np.float64]
    side: float
    value: int | None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Quiet:
    """The state of the table at `t`: since when nothing has moved on it, whether arms reach over
    it, and when something small was last seen leaving over the picture's edge."""

    t: float
    calm_since: float
    arms: bool
    left: float = NEVER


class RollBook:
    """Decides when dice at rest are a roll.

    `expected` is how many dice a throw has; None for any number.
    """

    def __init__(self, expected: int | None = 2, inside: Inside | None = None) -> None:
        self.expected = expected
        self._inside = inside
        self._known: list[Known] = []
        self._last_arm = NEVER

    def update(self, things: Sequence[DieThing], quiet: Quiet) -> list[Seen]:
        """What these things at rest mean now; the caller fills in seats and frames."""
        if quiet.arms:
            self._last_arm = quiet.t
        stable = [thing for thing in things if thing.is_stable(quiet.t)]
        self._mark_gone(things, stable)
        fresh = self._unaccounted(stable)
        if not fresh:
            return []
        gone = [known for known in self._known if known.gone]
        if len(fresh) == len(gone) and self._are_old(fresh, gone):
            self._account(stable)
            return []
        return self._judge(self._likely(fresh), stable, len(things) > len(stable), quiet)

    def is_waiting(self, things: Sequence[DieThing], t: float) -> bool:
        """Whether a throw lies there incomplete, so that the rest must be looked for."""
        return bool(self._unaccounted([thing for thing in things if thing.is_stable(t)]))

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        for known in self._known:
            known.centre = transform[:, :2] @ known.centre + transform[:, 2]

    def forget(self) -> None:
        """The picture shows something else now: what lies there was not thrown."""
        self._known = []

    # --- what is known already

    def _mark_gone(self, things: Sequence[DieThing], stable: Sequence[DieThing]) -> None:
        for known in self._known:
            known.gone |= not any(_gap(thing, known) <= UNTOUCHED for thing in things)
        for thing in stable:
            for known in self._known:
                if not known.gone and _gap(thing, known) <= UNTOUCHED:
                    known.centre, known.side = thing.centre, thing.side

    def _unaccounted(self, stable: Sequence[DieThing]) -> list[DieThing]:
        """Stable dice that lie where no known die lies; those that never moved become known."""
        free = [known for known in self._known if not known.gone]
        fresh = []
        for thing in sorted(stable, key=lambda thing: self._nearest(thing)):
            match = next((known for known in free if _gap(thing, known) <= UNTOUCHED), None)
            if match is not None:
                free.remove(match)
            elif thing.rest > NEVER:
                fresh.append(thing)
            else:
                self._known.append(Known(thing.centre, thing.side, thing.value))
        return fresh

    def _nearest(self, thing: DieThing) -> float:
        return min((_gap(thing, known) for known in self._known), default=0.0)

    def _are_old(self, fresh: Sequence[DieThing], gone: Sequence[Known]) -> bool:
        """Each lies about where a known die lay, with its value: covered, dark or nudged."""
        return any(
            all(
                _gap(thing, known) <= NUDGED and thing.value == known.value
                for thing, known in zip(fresh, order, strict=True)
            )
            for order in itertools.permutations(gone, len(fresh))
        )

    def _account(self, stable: Sequence[DieThing]) -> None:
        """From now on the stable dice are known; what is no longer there is forgotten."""
        self._known = [Known(thing.centre, thing.side, thing.value) for thing in stable]

    # --- what the fresh ones are

    def _judge(
        self, fresh: list[DieThing], stable: Sequence[DieThing], unsure: bool, quiet: Quiet
    ) -> list[Seen]:
        lying = max(thing.rest for thing in fresh)
        calm = max(lying, quiet.calm_since)
        # A glass put down at the picture's edge looks like an arm that does not move.
        alone = max(quiet.t - max(calm, self._last_arm), quiet.t - calm - _STILL_ARM)
        if not self._is_complete(fresh, alone):
            return self._incomplete(fresh, stable, alone, unsure, quiet.left)
        if not all(thing.is_clear for thing in fresh):
            return []
        reason = self._fault(fresh)
        if reason is not None and quiet.t - lying < _COCKED_REST:
            return []
        self._account(stable)
        if reason is not None:
            return [_bad(fresh, reason)]
        return self._throws(fresh)

    def _likely(self, fresh: list[DieThing]) -> list[DieThing]:
        """Without things of another size than the surest die, and without what nobody can read
        where the dice expected are there without it."""
        surest = max(fresh, key=lambda thing: thing.sight.confidence)
        fresh = [thing for thing in fresh if _same_size(thing, surest)]
        read = [thing for thing in fresh if thing.value is not None]
        return read if self.expected is not None and len(read) >= self.expected else fresh

    def _is_complete(self, fresh: Sequence[DieThing], alone: float) -> bool:
        if self.expected is None:
            return alone >= _FREE_REST
        return len(fresh) >= self.expected

    def _incomplete(
        self,
        fresh: list[DieThing],
        stable: Sequence[DieThing],
        alone: float,
        unsure: bool,
        left: float,
    ) -> list[Seen]:
        """Too few dice: wait for the others, then say that one is missing."""
        has_left = left > fresh[0].rest - _THROW
        if alone < (_LEFT_REST if has_left else _MISSING_REST) * (2 if unsure else 1):
            return []
        gone = [known for known in self._known if known.gone]
        others = [thing for thing in stable if thing not in fresh and _is_like(thing, fresh[0])]
        # Where another die lies untouched only one was moved: that is no throw.
        moved = bool(others) or self._are_old(fresh, gone)
        self._account(stable)
        if moved:
            return []
        went: BadDice = "off_table" if has_left else "missing"
        return [_bad(fresh, self._fault(fresh) or went)]

    def _throws(self, fresh: list[DieThing]) -> list[Seen]:
        if self.expected == 1 or len(fresh) == 1:
            return [_die(thing) for thing in sorted(fresh, key=lambda thing: thing.rest)]
        return [_dice(_most_likely(fresh, self.expected))]

    def _fault(self, fresh: Sequence[DieThing]) -> BadDice | None:
        if any(thing.aspect >= _STACKED_ASPECT for thing in fresh) or _overlap(fresh):
            return "stacked"
        if self._inside is not None and not all(self._inside(*thing.centre) for thing in fresh):
            return "off_table"
        if any(thing.value is None for thing in fresh):
            return "cocked"
        return None


def _gap(thing: DieThing, known: Known) -> float:
    """Distance in sides of the die."""
    return float(np.linalg.norm(thing.centre - known.centre)) / max(known.side, thing.side)


def _same_size(one: DieThing, other: DieThing) -> bool:
    """Whether both may be dice of one set, the nearer one seen larger."""
    return max(one.side, other.side) <= _NEARER * min(one.side, other.side)


def _is_like(thing: DieThing, die: DieThing) -> bool:
    """Whether it is a die as well: readable and of the same size."""
    return thing.value is not None and _same_size(thing, die)


def _overlap(fresh: Sequence[DieThing]) -> bool:
    return any(
        np.linalg.norm(one.centre - two.centre) < OVERLAP * max(one.side, two.side)
        for one, two in itertools.combinations(fresh, 2)
    )


def _most_likely(fresh: list[DieThing], expected: int | None) -> list[DieThing]:
    """The expected number of dice; surplus ones are dropped only where much less certain."""
    ranked = sorted(fresh, key=lambda thing: -thing.sight.confidence)
    if expected is None or len(ranked) <= expected:
        return ranked
    floor = 0.6 * ranked[expected - 1].sight.confidence
    return [thing for thing in ranked if thing.sight.confidence >= floor]


def _hides_another(things: Sequence[DieThing]) -> bool:
    """Whether one lies before another, so that a side may have been taken for a whole die."""
    return any(
        max(one.side, other.side) >= _PART * min(one.side, other.side)
        and _touch(one.box, other.box)
        for one, other in itertools.combinations(things, 2)
    )


def _touch(one: Box, other: Box) -> bool:
    return max(one[0], other[0]) < min(one[2], other[2]) and max(one[1], other[1]) < min(
        one[3], other[3]
    )


def _bad(fresh: Sequence[DieThing], reason: BadDice) -> DiceBad:
    certainty = float(np.mean([thing.chances.max() for thing in fresh]))
    return DiceBad(t=max(thing.rest for thing in fresh), reason=reason, confidence=certainty)


def _die(thing: DieThing) -> Die:
    ranked = _readings(thing)
    (value, chance), rest = ranked[0], ranked[1:]
    aside = tuple((other, p) for other, p in rest if p >= _ASIDE)
    return Die(t=thing.rest, value=value, confidence=chance, alternatives=aside)


def _readings(thing: DieThing) -> list[tuple[int, float]]:
    """Values with their probability, best first."""
    pairs = [(value + 1, float(thing.chances[value])) for value in range(6)]
    return sorted(pairs, key=lambda pair: -pair[1])


def _dice(things: Sequence[DieThing]) -> Dice:
    """All readings of the throw together, by probability."""
    totals: dict[tuple[int, ...], float] = {}
    for combination in itertools.product(*(_readings(thing)[:3] for thing in things)):
        values = tuple(sorted(value for value, _ in combination))
        chance = float(np.prod([p for _, p in combination]))
        totals[values] = totals.get(values, 0.0) + chance
    ranked = sorted(totals.items(), key=lambda item: -item[1])
    trust = _CROWDED if _hides_another(things) else 1.0
    return Dice(
        t=max(thing.rest for thing in things),
        values=ranked[0][0],
        confidence=min(ranked[0][1], 1.0) * trust,
        alternatives=tuple((values, p) for values, p in ranked[1:] if p >= _ASIDE),
    )
