"""A card at rest as a thing with an identity: its place, and what the looks at its face have shown.

A card keeps its identity while it is nudged, turned, covered or badly read. What it shows is
weighed over looks, since one look at a moving hand or a glaring lamp says little.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.geometry import areas, intersections, overlaps, portrait
from vision.motion import NEVER, Box, Contrast
from vision.reader import JOKER, RANKS, SUITS
from vision.sights import CardSight, Quad
from vision.things import HITS, LOOKS, PATIENCE, Thing, box_of

Chances = dict[str, float]
"""Readings with their probability, the best first."""

_FACES = JOKER + 1
"""About so many faces a deck has; those that no look suggested share what is left."""
SAME_PLACE = 0.6
"""Intersection over union above which two quads are one card's place."""
_PUSHED = 0.3
"""Intersection over union from which on a card was pushed and not picked up."""
_PART = 0.85
"""The part of one place inside another of which it is a part."""
_SLIGHT = 1e-3
_SURE = 0.9
_AT_ONCE, _AT_ONCE_HITS = 0.9, 2
"""A card that every look so far read as surely as this needs only so many looks."""
_STEADY, _NEARLY_ALL = 6, 0.8
"""Looks that show a card that is read badly, and their part of all, for it to be more than pieces
of others."""
CLEARLY = 0.6
"""A reading as probable as this is believed to be another card than the one that lay there."""
NEW = 0.3
"""The part of a card that was not there before it, from which it is no part of an old pile."""
_INDEX = (0.14, 0.13, 0.12)
"""Middle of a corner index across and along the card, and half its size, in card lengths."""


@dataclass(eq=False)
class CardThing(Thing):
    """A face-up card that lies still.

    `came`: when it came to rest, though an arm may still have moved over it. `seat`: who laid it.
    `since`: when it was first seen about there. `landed`: its coming was announced, as `said`, or
    it lay there from the beginning. `aside`: it was turned up beside the stock. `covered`: so
    much of it lies under later ones that it may not be found. `fresh`: the part of it that was not
    on the table before it came. `judged`: it was noted whether it is of the deck. `doubled`: it
    reads as one that lay there when it came. `shown`: the picture in which it was last seen in
    full. `lying`: the last picture of its place at rest, `earlier`: the last one before something
    moved there. `known`: when a look last read it as what it is.
    """

    sight: CardSight
    votes: dict[str, float] = field(default_factory=dict)
    sureness: float = 0.0
    came: float = 0.0
    seat: str | None = None
    since: float = 0.0
    landed: bool = False
    aside: bool = False
    covered: bool = False
    fresh: float = 0.0
    said: str | None = None
    judged: bool = False
    doubled: bool = False
    shown: Contrast | None = None
    lying: Contrast | None = None
    earlier: Contrast | None = None
    known: float = NEVER

    def before(self, rest: float) -> Contrast | None:
        """The last picture of its place at rest before something moved until `rest`."""
        pictures = (picture for picture in (self.lying, self.earlier) if picture is not None)
        return next((picture for picture in pictures if picture.t < rest), None)

    @property
    def quad(self) -> Quad:
        """(4, 2) corners in picture pixels."""
        return self.sight.quad

    @property
    def box(self) -> Box:
        """The upright box in picture pixels."""
        return box_of(self.sight.quad)

    @property
    def chances(self) -> Chances:
        """Probability of each face: the looks' mean, since looks at a card at rest err alike."""
        if not self.hits:
            return {}
        most = max(self.votes.values(), default=0.0)
        power = {code: math.exp((vote - most) / self.hits) for code, vote in self.votes.items()}
        rest = (_FACES - len(power)) * math.exp(-most / self.hits)
        total = sum(power.values()) + rest
        ranked = sorted(power.items(), key=lambda item: -item[1])
        return {code: chance / total for code, chance in ranked}

    @property
    def code(self) -> str:
        """What it was announced as, else the best reading."""
        return self.said or next(iter(self.chances), "??")

    @property
    def sure(self) -> float:
        """How surely a look reads it, in the mean."""
        return self.sureness / self.hits if self.hits else 0.0

    @property
    def is_clear(self) -> bool:
        """Whether more looks would hardly change the reading."""
        return self.hits >= LOOKS or max(self.chances.values(), default=0.0) >= _SURE

    @property
    def is_read_at_once(self) -> bool:
        """Whether every look so far read it surely, so that few are enough."""
        return self.hits >= _AT_ONCE_HITS and all(self.looks) and self.sure >= _AT_ONCE

    @property
    def agreed(self) -> float:
        """How far the looks agree on a face, 0..1: of pieces of several cards each shows one."""
        return max(self.chances.values(), default=0.0)

    @property
    def is_steady(self) -> bool:
        """Whether nearly every one of many looks showed it in full."""
        return self.hits >= _STEADY and sum(self.looks) >= _NEARLY_ALL * len(self.looks)

    @property
    def is_settled(self) -> bool:
        """Whether it needs no more looks: announced and last found, or given up."""
        if self.tries >= PATIENCE:
            return True
        return self.landed and bool(self.looks) and self.looks[-1]

    @property
    def is_gone(self) -> bool:
        """Whether looks without it say that it left, or that it never was a card."""
        if self.tries >= PATIENCE and not self.landed and not self.is_found:
            return True
        # What was read surely, or is new, and did not move since is rather missed by the eyes.
        there = self.sure >= _SURE or (self.fresh >= NEW and not self.landed)
        needed = 2 * HITS if there and not self.moved else HITS
        last = list(self.looks)[-needed:]
        absent = len(last) == needed and not any(last)
        return absent and (self.moved or not self.landed)

    def see(self, sight: CardSight, rest: float, now: Contrast) -> None:
        """One more look shows it in full."""
        t = now.t
        if rest > self.seen:
            self.disturb()
        if not self.hits or not self._is_at(sight.quad):
            self.since = t
        self.sight, self.rest, self.seen, self.moved = sight, rest, t, False
        self.shown = now
        self.sureness += sight.sure
        for code, chance in sight.candidates:
            gain = math.log(max(chance, _SLIGHT) / _SLIGHT)
            self.votes[code] = self.votes.get(code, 0.0) + gain
        self.hits += 1
        if sight.card == self.code:
            self.known = t
        self.found(t)

    def lies(self, rest: float, now: Contrast) -> None:
        """Its place is in `now` as it has been since `rest`."""
        if self.lying is not None and self.lying.t < rest:
            self.earlier = self.lying
        self.lying = now

    def _is_at(self, quad: Quad) -> bool:
        """Whether it still lies about there: pushing a card aside puts it neither over nor under
        another one, and what lies on it may hide a part that showed before."""
        hides = max(part_under(quad, [self.quad]), part_under(self.quad, [quad])) > _PART
        return hides or overlap(self.quad, quad) >= _PUSHED

    def disturb(self) -> None:
        """Something moved there. What was read of a card that had landed stays true of it."""
        self.tries = 0
        if not self.landed:
            self.votes, self.hits, self.sureness = {}, 0, 0.0
            self.looks.clear()

    def lies_on(self, other: CardThing) -> bool:
        """Whether it came later and covers part of the other."""
        return self.since > other.since and part_under(other.quad, [self.quad]) > 0

    def reads_as(self, sight: CardSight) -> bool:
        """Whether both show the same face."""
        return bool(self.hits) and sight.card == self.code != "??"

    def contradicts(self, sight: CardSight) -> bool:
        """Whether the sight is clearly of another card."""
        if "?" in sight.card or sight.card == self.code:
            return False
        return sight.sure >= CLEARLY


def readings(chances: Chances, without: Container[str] = ()) -> list[tuple[str, float]]:
    """The likeliest faces and their probabilities, best first; those in `without` cannot be."""
    possible = {code: chance for code, chance in chances.items() if code not in without}
    left = 1 - sum(chance for code, chance in chances.items() if code in without)
    return [(code, chance / max(left, 1e-9)) for code, chance in possible.items()][:4]


def certainty(ranked: Sequence[tuple[str, float]]) -> float:
    """How surely (0..1) both rank and suit of the first of some readings are right."""
    rank, suit = _parts(ranked[0][0])
    same_rank = sum(chance for code, chance in ranked if _parts(code)[0] == rank)
    same_suit = sum(chance for code, chance in ranked if _parts(code)[1] == suit)
    return min(same_rank, same_suit, 1.0)


def _parts(code: str) -> tuple[str, str]:
    """Rank and suit; all other faces (`Jk`, `EQ10`) are known as a whole or not at all."""
    is_standard = len(code) == 2 and code[0] in RANKS and code[1] in SUITS
    return (code[0], code[1]) if is_standard else (code, code)


def overlap(one: Quad, other: Quad) -> float:
    """Intersection over union of two quads."""
    return float(overlaps(one, other[None])[0])


def middle_of(quad: Quad) -> tuple[float, float]:
    """The quad's middle, x and y."""
    x, y = quad.mean(axis=0)
    return float(x), float(y)


def part_under(quad: Quad, others: Iterable[Quad]) -> float:
    """The part of `quad`'s area under the largest of the others, 0..1."""
    stack = np.asarray([*others], np.float32)
    if not len(stack):
        return 0.0
    shared = intersections(quad, stack) / max(float(areas(quad[None])[0]), 1e-6)
    return float(shared.max())


def index_boxes(quad: Quad) -> list[Box]:
    """Upright boxes round the two corner indices of a card."""
    corners = portrait(quad)
    length = float(np.linalg.norm(corners[3] - corners[0]))
    along, across, half = _INDEX
    boxes = []
    for at, beside, below in ((0, 1, 3), (2, 3, 1)):
        right = (corners[beside] - corners[at]) / max(
            float(np.linalg.norm(corners[beside] - corners[at])), 1e-6
        )
        down = (corners[below] - corners[at]) / max(length, 1e-6)
        x, y = corners[at] + length * (across * 0.6 * right + along * down)
        reach = half * length
        boxes.append((float(x - reach), float(y - reach), float(x + reach), float(y + reach)))
    return boxes
