"""What a throw is announced as: its values by probability, or why it is no roll."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from engine.seen import BadDice, Dice, DiceBad, Die
from vision.motion import Box
from vision.things import DieThing

_ASIDE = 0.05
_PART, _UNSURE = 1.5, 0.7
"""How much larger than a neighbour that it hides a die looks, and how far a throw is trusted in
which one may be hidden, or may lean."""


def most_likely(fresh: list[DieThing], expected: int | None) -> list[DieThing]:
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


def bad_throw(fresh: Sequence[DieThing], reason: BadDice) -> DiceBad:
    """A throw that does not count."""
    certainty = float(np.mean([thing.chances.max() for thing in fresh]))
    return DiceBad(t=max(thing.rest for thing in fresh), reason=reason, confidence=certainty)


def one_die(thing: DieThing, may_lean: bool) -> Die:
    """The reading of a die thrown alone."""
    ranked = _readings(thing)
    (value, chance), rest = ranked[0], ranked[1:]
    aside = tuple((other, p) for other, p in rest if p >= _ASIDE)
    trust = _UNSURE if may_lean else 1.0
    return Die(t=thing.rest, value=value, confidence=chance * trust, alternatives=aside)


def _readings(thing: DieThing) -> list[tuple[int, float]]:
    """Values with their probability, best first."""
    pairs = [(value + 1, float(thing.chances[value])) for value in range(6)]
    return sorted(pairs, key=lambda pair: -pair[1])


def several_dice(things: Sequence[DieThing], may_lean: bool) -> Dice:
    """All readings of the throw together, by probability; asked about where one `may_lean`."""
    totals: dict[tuple[int, ...], float] = {}
    for combination in itertools.product(*(_readings(thing)[:3] for thing in things)):
        values = tuple(sorted(value for value, _ in combination))
        chance = float(np.prod([p for _, p in combination]))
        totals[values] = totals.get(values, 0.0) + chance
    ranked = sorted(totals.items(), key=lambda item: -item[1])
    trust = _UNSURE if may_lean or _hides_another(things) else 1.0
    return Dice(
        t=max(thing.rest for thing in things),
        values=ranked[0][0],
        confidence=min(ranked[0][1], 1.0) * trust,
        alternatives=tuple((values, p) for values, p in ranked[1:] if p >= _ASIDE),
    )
