"""How sights lie to known cards and to each other: in which, on which, under which, how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.card_things import CLEARLY, SAME_PLACE, CardThing
from vision.geometry import Floats, areas, shared_areas
from vision.sights import CardSight, Quad

_INSIDE, _BESIDE = 0.6, 0.24
"""The part of a sight inside a known card that may be a bad look at that card, and how much of it,
in card areas, may stick out."""
_SURE, _FITS = 0.9, 0.75
"""A reading as sure as this is a bad look at a known card only where it fits that card so well."""
_BURIED = 0.6
"""The part of a place under later cards from which nothing below shows there."""
_WHOLE = 0.78, 1.3
"""The area of a sight, in areas of the cards at its place, of a whole card: less is a piece of one,
more a box across several."""
_SURELY = 0.72, 1.5
"""The same of one that is read surely all the same: it is a card in a box drawn badly."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Layers:
    """How places (N) lie to known cards (M).

    `inside` (N, M): the part of each place in each card. `alike` (N, M): of the union of both.
    `size` (N, M): the place's area in areas of the card.
    `later` (M, M): whether the second card came after the first, so that it may lie on it.
    """

    inside: Floats
    alike: Floats
    size: Floats
    later: Mask

    @classmethod
    def of(cls, quads: Sequence[Quad], things: Sequence[CardThing]) -> Layers:
        places, cards = _stack(quads), _stack([thing.quad for thing in things])
        shared, area, whole = shared_areas(places, cards), areas(places)[:, None], areas(cards)
        since = np.array([thing.since for thing in things])
        return cls(
            shared / np.maximum(area, 1e-6),
            shared / np.maximum(area + whole - shared, 1e-9),
            area / np.maximum(whole, 1e-6),
            since > since[:, None],
        )

    def sizes(self, known: Mask) -> list[float]:
        """The area of each place in areas of the `known` cards that it meets; 1 where of none."""
        met = (self.inside > 0) & known
        pairs = zip(self.size, met, strict=True)
        return [float(np.median(size[at])) if at.any() else 1.0 for size, at in pairs]

    def under(self, place: int, cards: Mask) -> float:
        """The part of a place under the largest of some cards."""
        return float(self.inside[place].max(initial=0.0, where=cards))

    def may_show(self, card: int, place: int, sure: float, over: Mask) -> bool:
        """Whether a bad look at the card could be at the place: it shows there, and fits the better
        the surer the reading is. `over`: the cards that came later."""
        inside = self.inside[place, card]
        beside = (1 - inside) * self.size[place, card]
        if inside <= _INSIDE or beside > _BESIDE or self.under(place, over) > _BURIED:
            return False
        return bool(sure < _SURE or self.alike[place, card] > _FITS)


def is_whole(size: float, sure: float = 0.0) -> bool:
    """Whether what has that area, in areas of the cards at its place, and is read so surely may be
    a card in full."""
    least, most = _SURELY if sure >= _SURE else _WHOLE
    return least < size < most


def _stack(quads: Sequence[Quad]) -> Floats:
    return np.asarray([*quads], np.float32).reshape(-1, 4, 2)


@dataclass(frozen=True, slots=True)
class Shown:
    """`inside` (N, N): the part of each sight inside each other one. `since` (N,): since when the
    card that shows there, as it reads, has lain there."""

    inside: Floats
    since: Floats

    @classmethod
    def of(cls, things: Sequence[CardThing], sights: Sequence[CardSight], at: Layers) -> Shown:
        places = _stack([sight.quad for sight in sights])
        inside = shared_areas(places, places) / np.maximum(areas(places)[:, None], 1e-6)
        np.fill_diagonal(inside, 0.0)
        since = [
            min(
                (t.since for t, alike in zip(things, row, strict=True) if _stays(t, sight, alike)),
                default=np.inf,
            )
            for sight, row in zip(sights, at.alike, strict=True)
        ]
        return cls(np.asarray(inside), np.array(since))

    def unexplained(self, sights: Sequence[CardSight]) -> list[Quad]:
        """The places of those that are read clearly and show no known card where it lay."""
        pairs = zip(sights, np.isinf(self.since), strict=True)
        return [sight.quad for sight, came in pairs if came and sight.sure >= CLEARLY]

    def under(self, place: int, since: float) -> float:
        """The part of a sight under the largest of those that came after `since`."""
        return float(self.inside[place].max(initial=0.0, where=self.since > since))


def _stays(thing: CardThing, sight: CardSight, alike: float) -> bool:
    return thing.landed and alike > SAME_PLACE and thing.reads_as(sight)
