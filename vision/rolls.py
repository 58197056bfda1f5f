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

from engine.seen import BadDice, Seen
from vision.motion import NEVER
from vision.things import OVERLAP, DieThing
from vision.throws import bad_throw, most_likely, one_die, several_dice
from vision.upright import LEANS, MAY_LEAN, Level

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
        self._level = Level()

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
        self._level = Level()
        for known in self._known:
            known.centre = transform[:, :2] @ known.centre + transform[:, 2]

    def forget(self) -> None:
        """The picture shows something else now: what lies there was not thrown."""
        self._known = []
        self._level = Level()

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
        reason, lean = self._fault(fresh), self._lean(fresh)
        is_odd = reason is not None or lean >= MAY_LEAN
        if is_odd and quiet.t - lying < _COCKED_REST:
            return []
        self._account(stable)
        self._level.learn([thing.way for thing in fresh])
        if reason is not None:
            return [bad_throw(fresh, reason)]
        return self._throws(fresh, lean)

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
        return [bad_throw(fresh, self._fault(fresh) or went)]

    def _throws(self, fresh: list[DieThing], lean: float) -> list[Seen]:
        may_lean = lean >= MAY_LEAN
        if self.expected == 1 or len(fresh) == 1:
            ranked = sorted(fresh, key=lambda thing: thing.rest)
            return [one_die(thing, may_lean) for thing in ranked]
        return [several_dice(most_likely(fresh, self.expected), may_lean)]

    def _fault(self, fresh: Sequence[DieThing]) -> BadDice | None:
        if any(thing.aspect >= _STACKED_ASPECT for thing in fresh) or _overlap(fresh):
            return "stacked"
        if self._inside is not None and not all(self._inside(*thing.centre) for thing in fresh):
            return "off_table"
        if any(thing.value is None for thing in fresh) or self._lean(fresh) >= LEANS:
            return "cocked"
        return None

    def _lean(self, fresh: Sequence[DieThing]) -> float:
        """How far the one that leans most is turned out of the table, `Level.strays`."""
        return max(self._level.strays([thing.way for thing in fresh]))


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
