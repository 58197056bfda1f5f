"""Which cards came to the table, left it, or were gathered: by identity, not by detection.

One card, one event, however often it is hidden, nudged, straightened or read again. Cards in a
pile stay known while others lie on them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from engine.seen import CardLanded, CardsLanded, Seen, TurnUp
from vision.card_things import (
    SAME_PLACE,
    CardThing,
    certainty,
    index_boxes,
    overlap,
    part_under,
    readings,
)
from vision.leaving import COVERED, Around, Backs, Leaving, Who
from vision.motion import NEVER, Box, Contrast
from vision.sights import CardSight, DieSight, Quad, Sight
from vision.things import PATIENCE, Look, box_of, moved_quad

_NUDGED = 0.3
_INSIDE = 0.6
"""The part of a sight inside a known card that may be a bad look at that card."""
_SURE, _FITS = 0.9, 0.75
"""A reading as sure as this is a bad look at a known card only where it fits that card so well."""
_PLAIN, _PLAINER = 0.8, 0.25
"""How surely a card on top of a pile is read in the mean, and by how much the one on it is read
more surely where it is not on top."""
_LATE = 1.0
"""Seconds from its rest in which a card that came is found."""
_BURIED = 0.6
"""The part of a place under later cards from which nothing below shows there."""
_LITTLE = 0.1
"""The part of a card under others from which it may be misread."""
_TOGETHER = 0.25
"""Seconds between the rests of cards that were thrown at once."""
_ASIDE = 0.05
_CARD_TO_DIE = 2.5
"""A card's length in sides of a die lying on it, at the least."""


class CardsOnTable:
    """All cards in view that lie still, followed over looks.

    `copies`: the deck holds some cards more than once.
    """

    def __init__(self, copies: bool = False) -> None:
        self._copies = copies
        self._things: list[CardThing] = []
        self._backs, self._leaving = Backs(), Leaving()

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
        return self._leaving.is_pending

    def update(self, sights: Sequence[CardSight], look: Look, who: Who) -> list[Seen]:
        """Take in one look and say which cards landed; `who(t)`: the seat that reached in."""
        clear = [sight for sight in sights if not look.blocked(box_of(sight.quad))]
        fresh = self._recognise([sight for sight in clear if sight.face == "up"], look)
        self._absorb(look)
        self._miss(look)
        self._things += [self._new(sight, look) for sight in fresh]
        self._backs.update([sight.quad for sight in clear if sight.face == "down"], look)
        self._drop_gone(look)
        self._things += self._leaving.covered_after_all(self._things)
        return self._landed(who)

    def conclude(self, t: float, calm: float, around: Around) -> list[Seen]:
        """What the cards that left were: taken back, a sweep, or a trick; call with every frame.

        `calm`: seconds for which nothing has moved and no arm was over the table.
        """
        return self._leaving.conclude(t, calm, self._things, self._backs, around)

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        for thing in self._things:
            quad = moved_quad(thing.quad, transform)
            thing.sight, thing.rest = replace(thing.sight, quad=quad), NEVER
        self._backs.move(transform)

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
        may_be = self._may_show(thing, sight.quad, _sure_of(sight))
        if may_be and _is_glimpse(thing, sight.quad, above, look):
            return _GLIMPSE, share
        return 0, share

    def _absorb(self, look: Look) -> None:
        """Drop what turns out to be a known card badly seen, now that the one on it is found."""
        for thing in [thing for thing in self._things if not thing.landed]:
            above = [o.quad for o in self._things if o is not thing and o.rest >= thing.rest]
            for known in self._things:
                may_be = known.landed and self._may_show(known, thing.quad, _sure_of(thing.sight))
                if may_be and _is_glimpse(known, thing.quad, above, look):
                    known.found(look.t)
                    self._things.remove(thing)
                    break

    def _may_show(self, thing: CardThing, quad: Quad, sure: float) -> bool:
        """Whether a bad look at the card could be at `quad`: it shows there, and fits the better
        the surer the reading is."""
        if part_under(quad, [o for o in self._later(thing) if o is not quad]) > _BURIED:
            return False
        return sure < _SURE or overlap(thing.quad, quad) > _FITS

    def _miss(self, look: Look) -> None:
        for thing in self._things:
            if thing.seen < look.t and look.judges(thing.box):
                if not self._is_covered(thing):
                    thing.miss(moved=look.rest(thing.box) > thing.seen)
                elif not thing.landed:
                    thing.tries += 1

    def _is_covered(self, thing: CardThing) -> bool:
        """Whether so much of it lies under one that came later that it may not be found."""
        return part_under(thing.quad, self._later(thing)) >= COVERED

    def _later(self, thing: CardThing) -> list[Quad]:
        return [other.quad for other in self._things if other.since > thing.since]

    @staticmethod
    def _new(sight: CardSight, look: Look) -> CardThing:
        thing = CardThing(look.rest(box_of(sight.quad)), look.t, sight)
        _see(thing, sight, look)
        return thing

    def _drop_gone(self, look: Look) -> None:
        gone = [thing for thing in self._things if thing.is_gone]
        self._things = [thing for thing in self._things if not thing.is_gone]
        for thing in gone:
            if thing.landed:
                self._leaving.note(thing, look)

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
        if len(thrown) == 1 and (turned := self._turn_up(thrown[0])) is not None:
            return [turned]
        return [self._landing(thing) for thing in thrown]

    def _is_ready(self, thing: CardThing) -> bool:
        if thing.landed or "?" in thing.code or not thing.is_found:
            return False
        return (thing.is_clear or thing.tries >= PATIENCE) and not self._is_patchwork(thing)

    def _is_patchwork(self, thing: CardThing) -> bool:
        """Whether it is rather pieces of a pile: badly read, and a better read card lies on it, or
        it was there for long and nobody saw it."""
        others = [o for o in self._things if o is not thing and (o.landed or o.hits > 1)]
        if thing.since - thing.rest < _LATE:
            others = [other for other in others if other.sure >= thing.sure + _PLAINER]
        return thing.sure < _PLAIN and part_under(thing.quad, [o.quad for o in others]) > _LITTLE

    def _may_join(self, thing: CardThing, ready: Sequence[CardThing]) -> bool:
        """Whether it came with one that is ready and will be ready in a moment."""
        if thing.landed or thing in ready or thing.tries >= PATIENCE or not thing.looks[-1]:
            return False
        return any(abs(thing.came - other.came) <= _TOGETHER for other in ready)

    def _turn_up(self, thing: CardThing) -> TurnUp | None:
        """A lone card beside the stock is turned up; a deck with copies is never trumps."""
        others = any(o.landed for o in self._things if o is not thing)
        if self._copies or others or not self._backs.beside(thing.quad):
            return None
        thing.aside = True
        landing = self._landing(thing)
        return TurnUp(
            t=thing.came, card=landing.card, confidence=landing.confidence, seat=thing.seat
        )

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
            confidence=certainty(ranked),
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


def _sure_of(sight: CardSight) -> float:
    return sight.rank_confidence * sight.suit_confidence


def _is_new(quad: Quad, before: Contrast, look: Look) -> bool:
    """Whether both index corners show something else than before, as those of a new card do."""
    return all(look.differs(box, before) for box in index_boxes(quad))


def without_dice(sight: Sight) -> list[CardSight]:
    """The cards, but not those that are really a die read as a card."""
    return [card for card in sight.cards if not any(_is_die(card, die) for die in sight.dice)]


def _is_die(card: CardSight, die: DieSight) -> bool:
    """Whether the card is no larger than about two dice and holds the die's middle."""
    x0, y0, x1, y1 = box_of(card.quad)
    left, top, right, bottom = box_of(die.quad)
    small = max(x1 - x0, y1 - y0) < _CARD_TO_DIE * max(right - left, bottom - top)
    return small and x0 <= (left + right) / 2 <= x1 and y0 <= (top + bottom) / 2 <= y1
