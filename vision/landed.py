"""Which cards came to the table, left it, or were gathered: by identity, not by detection.

One card, one event, however often it is hidden, nudged, straightened or read again. Cards in a
pile stay known while others lie on them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.seen import CardLanded, CardRemoved, CardsLanded, Seen, Swept, TrickTaken
from vision.card_things import SAME_PLACE, CardThing, index_boxes, overlap, part_under, readings
from vision.motion import NEVER, Box, Contrast
from vision.sights import CardSight, DieSight, Quad, Sight
from vision.things import HITS, PATIENCE, Look, box_of, moved_quad

Who = Callable[[float], str | None]
SeatAt = Callable[[float, float], str | None]
"""The seat at whose side a point of the picture lies."""

_NUDGED = 0.3
_INSIDE = 0.6
"""The part of a sight inside a known card that may be a bad look at that card."""
_LITTLE = 0.1
_COVERED = 0.25
"""Parts of a card under others from which it may be misread, and need not be found any more."""
_TOGETHER = 0.25
"""Seconds between the rests of cards that were thrown at once."""
_ASIDE = 0.05
_CALM = 0.4
_LONG = 3.0
"""Seconds of calm after which cards that left are counted up, and the longest wait for it."""
_CARD_TO_DIE = 2.5
"""A card's length in sides of a die lying on it, at the least."""
_PACKET = 1.0
"""Seconds before the cards left in which the packet made of them may have come to rest."""


@dataclass(frozen=True, slots=True)
class _Back:
    quad: Quad
    rest: float


class CardsOnTable:
    """All cards in view that lie still, followed over looks.

    `copies`: the deck holds some cards more than once.
    """

    def __init__(self, copies: bool = False) -> None:
        self._copies = copies
        self._things: list[CardThing] = []
        self._backs: list[_Back] = []
        self._left: list[tuple[CardThing, float]] = []

    @property
    def sights(self) -> list[CardSight]:
        """The cards known to lie there."""
        return [replace(thing.sight, card=thing.code) for thing in self._things]

    def unsettled(self, rest: Callable[[Box], float]) -> list[Box]:
        """Boxes of cards that need another look: unclear, or something moved there since.

        `rest(box)`: since when it has been at rest.
        """
        return [
            thing.box
            for thing in self._things
            if (not thing.is_settled or rest(thing.box) > thing.seen)
            and not (thing.landed and self._is_covered(thing))
        ]

    @property
    def is_counting(self) -> bool:
        """Whether cards left and it is not settled yet what that was."""
        return bool(self._left)

    def update(self, sights: Sequence[CardSight], look: Look, who: Who) -> list[Seen]:
        """Take in one look and say which cards landed; `who(t)` as in `conclude`."""
        clear = [sight for sight in sights if not look.blocked(box_of(sight.quad))]
        fresh = self._recognise([sight for sight in clear if sight.face == "up"], look)
        self._absorb(look)
        self._miss(look)
        self._things += [self._new(sight, look) for sight in fresh]
        self._note_backs([sight.quad for sight in clear if sight.face == "down"], look)
        self._drop_gone(look)
        self._restore_covered()
        return self._landed(who)

    def conclude(self, t: float, calm: float, who: Who, seat_at: SeatAt) -> list[Seen]:
        """What the cards that left were: taken back, a sweep, or a trick; call with every frame.

        `calm`: seconds for which nothing has moved and no arm was over the table. `who(t)`: the
        seat that reached in before `t`.
        """
        if not self._left:
            return []
        ended = min(calm, t - self._left[-1][1]) >= _CALM
        if not ended and t - self._left[0][1] < _LONG:
            return []
        gone, self._left = self._left, []
        rest = max(thing.rest for thing, _ in gone)
        rest = rest if rest > NEVER else gone[-1][1]
        codes = tuple(thing.code for thing, _ in gone)
        if any(thing.landed for thing in self._things) or self._is_taken_back(gone, who(rest)):
            return [CardRemoved(t=rest, card=code) for code in codes]
        packet = max(
            (back for back in self._backs if back.rest > rest - _PACKET),
            key=lambda back: back.rest,
            default=None,
        )
        if packet is None:
            return [Swept(t=rest)]
        x, y = packet.quad.mean(axis=0)
        return [TrickTaken(t=packet.rest, cards=codes, seat=seat_at(float(x), float(y)))]

    @staticmethod
    def _is_taken_back(gone: Sequence[tuple[CardThing, float]], seat: str | None) -> bool:
        """Whether the one card that lay there went with whoever laid it; others sweep."""
        return len(gone) == 1 and (seat is None or gone[0][0].seat in (None, seat))

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        for thing in self._things:
            quad = moved_quad(thing.quad, transform)
            thing.sight, thing.rest = replace(thing.sight, quad=quad), NEVER
        self._backs = [replace(b, quad=moved_quad(b.quad, transform)) for b in self._backs]

    # --- one look

    def _recognise(self, sights: list[CardSight], look: Look) -> list[CardSight]:
        """Let known cards see what is theirs; returns the sights of none of them."""
        kin = []
        for i, thing in enumerate(self._things):
            for j, sight in enumerate(sights):
                above = [*self._later(thing), *(s.quad for s in sights if s is not sight)]
                rank, share = self._kinship(thing, sight, above, look)
                if rank:
                    kin.append((rank, -share, i, j))
        things, taken = set[int](), set[int]()
        for rank, _, i, j in sorted(kin):
            if j in taken or (i in things and rank < _GLIMPSE):
                continue
            taken.add(j)
            thing, sight = self._things[i], sights[j]
            if rank < _GLIMPSE:
                _see(thing, sight, look)
            elif i not in things:
                thing.found(look.t)
            things.add(i)
        return [sight for j, sight in enumerate(sights) if j not in taken]

    def _kinship(
        self, thing: CardThing, sight: CardSight, above: Sequence[Quad], look: Look
    ) -> tuple[int, float]:
        """How surely the sight is of that card (1 best, 0 not at all), and what they share.

        `above`: places of cards that may lie on it.
        """
        share = overlap(thing.quad, sight.quad)
        if thing.reads_as(sight) and not (self._copies and _is_another(thing, sight, share, look)):
            return (1 if share > _NUDGED else 2), share
        undisturbed = look.rest(box_of(sight.quad)) <= thing.seen
        if share > SAME_PLACE and (undisturbed or not thing.contradicts(sight)):
            return 3, share
        if _is_glimpse(thing, sight.quad, above, look):
            return _GLIMPSE, share
        return 0, share

    def _absorb(self, look: Look) -> None:
        """Drop what turns out to be a known card badly seen, now that the one on it is found."""
        for thing in [thing for thing in self._things if not thing.landed]:
            above = [o.quad for o in self._things if o is not thing and o.rest >= thing.rest]
            for known in self._things:
                if known.landed and _is_glimpse(known, thing.quad, above, look):
                    known.found(look.t)
                    self._things.remove(thing)
                    break

    def _miss(self, look: Look) -> None:
        for thing in self._things:
            if thing.seen < look.t and look.judges(thing.box):
                if not self._is_covered(thing):
                    thing.miss(moved=look.rest(thing.box) > thing.seen)
                elif not thing.landed:
                    thing.tries += 1

    def _is_covered(self, thing: CardThing) -> bool:
        """Whether so much of it lies under one that came later that it may not be found."""
        return part_under(thing.quad, self._later(thing)) >= _COVERED

    def _later(self, thing: CardThing) -> list[Quad]:
        return [other.quad for other in self._things if other.since > thing.since]

    @staticmethod
    def _new(sight: CardSight, look: Look) -> CardThing:
        thing = CardThing(sight, look.rest(box_of(sight.quad)), look.t)
        _see(thing, sight, look)
        return thing

    def _note_backs(self, quads: list[Quad], look: Look) -> None:
        kept = [back for back in self._backs if not look.judges(box_of(back.quad))]
        self._backs = kept + [_Back(quad, look.rest(box_of(quad))) for quad in quads]

    def _drop_gone(self, look: Look) -> None:
        gone = [thing for thing in self._things if thing.is_gone]
        self._things = [thing for thing in self._things if not thing.is_gone]
        for thing in gone:
            if thing.landed:
                thing.rest = look.rest(thing.box)
                self._left.append((thing, look.t))

    def _restore_covered(self) -> None:
        """What seemed to have left lies under a card that was found only now."""
        for thing, t in [*self._left]:
            over = [o.quad for o in self._things if o.since > thing.since and o.rest >= thing.rest]
            if part_under(thing.quad, over) >= _COVERED:
                self._left.remove((thing, t))
                thing.found(t)
                self._things.append(thing)

    # --- what landed

    def _landed(self, who: Who) -> list[Seen]:
        ready = [thing for thing in self._things if self._is_ready(thing)]
        if any(self._may_join(thing, ready) for thing in self._things):
            return []
        for thing in ready:
            thing.said, thing.landed = self._landing(thing).card, True
            thing.seat = who(thing.rest)
        thrown = sorted((t for t in ready if t.rest > NEVER), key=lambda t: t.came)
        if len(thrown) > 1 and thrown[-1].came - thrown[0].came <= _TOGETHER:
            sure = min(self._landing(thing).confidence for thing in thrown)
            codes = tuple(self._landing(thing).card for thing in thrown)
            seats = {thing.seat for thing in thrown}
            seat = seats.pop() if len(seats) == 1 else None
            return [CardsLanded(t=thrown[-1].came, cards=codes, confidence=sure, seat=seat)]
        return [self._landing(thing) for thing in thrown]

    @staticmethod
    def _is_ready(thing: CardThing) -> bool:
        if thing.landed or "?" in thing.code or sum(thing.looks) < HITS:
            return False
        return thing.is_clear or thing.tries >= PATIENCE

    def _may_join(self, thing: CardThing, ready: Sequence[CardThing]) -> bool:
        """Whether it came with one that is ready and will be ready in a moment."""
        if thing.landed or thing in ready or thing.tries >= PATIENCE or not thing.looks[-1]:
            return False
        return any(abs(thing.came - other.came) <= _TOGETHER for other in ready)

    def _landing(self, thing: CardThing) -> CardLanded:
        """A deck holds each card once: what lies there already is no reading."""
        others = [o for o in self._things if o.landed and o is not thing and not self._copies]
        ranked = readings(thing.chances, {other.code for other in others})
        ranked = ranked or readings(thing.chances)
        code, _ = ranked[0]
        aside = tuple((other, round(p, 3)) for other, p in ranked[1:] if p >= _ASIDE)
        return CardLanded(
            t=thing.came,
            card=code,
            confidence=_sure(ranked),
            alternatives=aside,
            seat=thing.seat,
        )


_GLIMPSE = 4


def _see(thing: CardThing, sight: CardSight, look: Look) -> None:
    box = box_of(sight.quad)
    thing.see(sight, look.rest(box), look.now)
    if not thing.landed:
        thing.came = look.came(box)


def _is_another(thing: CardThing, sight: CardSight, share: float, look: Look) -> bool:
    """Whether a card that reads the same, in a deck with copies, is not the one that lay there."""
    if share <= _NUDGED:
        return True
    undisturbed = look.rest(box_of(sight.quad)) <= thing.seen
    return bool(not undisturbed and thing.shown and _is_new(sight.quad, thing.shown, look))


def _is_glimpse(thing: CardThing, quad: Quad, above: Sequence[Quad], look: Look) -> bool:
    """Whether what was seen at `quad` is that card, partly covered and therefore badly read."""
    inside = part_under(quad, [thing.quad]) > _INSIDE
    covered = part_under(quad, [o for o in above if o is not thing.quad]) > _LITTLE
    return bool(inside and covered and thing.shown and not _is_new(quad, thing.shown, look))


def _is_new(quad: Quad, before: Contrast, look: Look) -> bool:
    """Whether both index corners show something else than before, as those of a new card do."""
    return all(look.differs(box, before) for box in index_boxes(quad))


def _sure(ranked: Sequence[tuple[str, float]]) -> float:
    """How surely both rank and suit of the best reading are right."""
    best = ranked[0][0]
    rank = sum(p for code, p in ranked if code[0] == best[0])
    suit = sum(p for code, p in ranked if code[-1] == best[-1])
    return min(rank, suit, 1.0)


def without_dice(sight: Sight) -> list[CardSight]:
    """The cards, but not those that are really a die read as a card."""
    return [card for card in sight.cards if not any(_is_die(card, die) for die in sight.dice)]


def _is_die(card: CardSight, die: DieSight) -> bool:
    """Whether the card is no larger than about two dice and holds the die's middle."""
    x0, y0, x1, y1 = box_of(card.quad)
    left, top, right, bottom = box_of(die.quad)
    small = max(x1 - x0, y1 - y0) < _CARD_TO_DIE * max(right - left, bottom - top)
    return small and x0 <= (left + right) / 2 <= x1 and y0 <= (top + bottom) / 2 <= y1
