"""What cards that came to rest are: one that landed, several of one throw, or the one turned up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.seen import CardLanded, CardsLanded, Seen, TurnUp
from vision.card_things import NEW, CardThing, certainty, middle_of, part_under, readings
from vision.geometry import areas
from vision.leaving import Backs, Who
from vision.look import Look
from vision.motion import NEVER
from vision.things import LOOKS, PATIENCE

_PLAIN, _PLAINER = 0.8, 0.25
"""How surely a card on top of a pile is read in the mean, and by how much the one on it is read
more surely where it is not on top."""
_AGREED, _ALIKE = 0.5, 0.8
"""How far the looks agree on the face of a card, and on one of a special deck: such a one is read
surely, or there are pieces of several cards."""
UNTOUCHED = 0.06
"""Where less of a place is new than this, nothing came to it: even a white card on white ones
changes a tenth of it. One laid on its like may change less, and shows in every look."""
_LATE = 1.0
"""Seconds from its rest in which a card that came is found."""
_LITTLE = 0.1
"""The part of a card under others from which it may be misread."""
_TOGETHER = 0.25
"""Seconds between the rests of cards that were thrown at once."""
_ASIDE = 0.05


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The cards that lie there, of which some just came.

    `copies`: the deck holds some cards more than once. `in_stock`: whether a point of the picture
    is in the stock's place. `special`: a deck other than the usual 52.
    """

    things: Sequence[CardThing]
    backs: Backs
    copies: bool
    in_stock: Callable[[float, float], bool]
    special: bool = False

    def tell(self, who: Who, look: Look) -> list[Seen]:
        """What came and is read clearly enough; `who(t)`: the seat that reached in."""
        ready = [thing for thing in self.things if self._is_ready(thing)]
        waits = any(_may_join(t, ready) and self._may_be_one(t) for t in self.things)
        if waits or _may_follow(ready, look):
            return []
        for thing in ready:
            thing.doubled = thing.code in self._there(thing)
            thing.said, thing.landed = self._landing(thing).card, True
            thing.seat = who(thing.rest)
            thing.aside = self.in_stock(*middle_of(thing.quad))
        came = sorted((t for t in ready if t.rest > NEVER), key=lambda t: t.came)
        if len(came) == 1 and (turned := self._turn_up(came[0])) is not None:
            return [turned]
        # Cards at the stock are drawn, shown or put back: none of them is played.
        thrown = [thing for thing in came if not thing.aside]
        if len(thrown) > 1 and thrown[-1].came - thrown[0].came <= _TOGETHER:
            return [self._throw(thrown)]
        return [self._landing(thing) for thing in thrown]

    def _is_ready(self, thing: CardThing) -> bool:
        if thing.landed or "?" in thing.code or not self._is_found(thing):
            return False
        return (thing.is_clear or thing.tries >= PATIENCE) and not self._is_patchwork(thing)

    def _is_found(self, thing: CardThing) -> bool:
        """Whether enough looks found it; among others an old card may be misread once or twice."""
        alone = thing.fresh >= NEW or self._part_among(thing, self.things) <= _LITTLE
        return thing.is_found or (alone and thing.is_read_at_once)

    @staticmethod
    def _part_among(thing: CardThing, others: Sequence[CardThing]) -> float:
        return part_under(thing.quad, [other.quad for other in others if other is not thing])

    def _may_be_one(self, thing: CardThing) -> bool:
        """Whether it is no patchwork, or the next looks may show that what came there is a card."""
        soon = thing.tries < LOOKS and all(thing.looks) and thing.fresh >= UNTOUCHED
        return soon or not self._is_patchwork(thing)

    def _is_patchwork(self, thing: CardThing) -> bool:
        """Whether it is rather pieces of a pile: badly read, hardly new, and a better read card
        lies on it, or it was there for long and nobody saw it; or every look reads another face.
        What nearly every look shows in full over older cards is a card, if it can be that one."""
        steady = thing.is_steady and thing.code not in self._there(thing)
        landed = [o.quad for o in self.things if o is not thing and o.landed]
        came = thing.fresh >= UNTOUCHED or steady or thing.rest == NEVER
        if not came and part_under(thing.quad, landed) > _LITTLE:
            return True
        agree = thing.agreed >= (_ALIKE if self.special else _AGREED)
        if agree and (thing.sure >= _PLAIN or thing.fresh >= NEW):
            return False
        others = [o for o in self.things if o is not thing and (o.landed or o.hits > 1)]
        if not agree and (self.special or not steady):
            return part_under(thing.quad, [o.quad for o in others if o.landed]) > _LITTLE
        if steady:
            others = [other for other in others if other.since >= thing.rest]
        if thing.since - thing.rest < _LATE:
            others = [other for other in others if other.sure >= thing.sure + _PLAINER]
        return self._part_among(thing, others) > _LITTLE

    def _throw(self, thrown: Sequence[CardThing]) -> CardsLanded:
        landings = [self._landing(thing) for thing in thrown]
        seats = {thing.seat for thing in thrown}
        return CardsLanded(
            t=thrown[-1].came,
            cards=tuple(landing.card for landing in landings),
            confidence=min(landing.confidence for landing in landings),
            seat=seats.pop() if len(seats) == 1 else None,
        )

    def _turn_up(self, thing: CardThing) -> TurnUp | None:
        """A lone card beside the stock is turned up; a deck with copies is never trumps."""
        others = any(o.landed for o in self.things if o is not thing)
        beside = thing.aside or self.backs.beside(thing.quad)
        if self.copies or others or not beside:
            return None
        thing.aside = True
        landing = self._landing(thing)
        return TurnUp(
            t=thing.came, card=landing.card, confidence=landing.confidence, seat=thing.seat
        )

    def _there(self, thing: CardThing) -> set[str]:
        """What it cannot be: what else lies there, where the deck holds each card once."""
        return {o.code for o in self.things if o.landed and o is not thing and not self.copies}

    def _landing(self, thing: CardThing) -> CardLanded:
        """What lies there already is no reading, and what has no other is not known."""
        ranked = readings(thing.chances, self._there(thing))
        sure = certainty(ranked) if ranked else 0.0
        ranked = ranked or readings(thing.chances)
        code, _ = ranked[0]
        aside = tuple((other, round(p, 3)) for other, p in ranked[1:] if p >= _ASIDE)
        return CardLanded(
            t=thing.came,
            card=code,
            confidence=sure,
            alternatives=aside,
            seat=thing.seat,
        )


def _may_follow(ready: Sequence[CardThing], look: Look) -> bool:
    """Whether another card of the same throw may still be on its way."""
    new = [thing for thing in ready if look.t - thing.came <= _TOGETHER]
    return any(look.arriving(abs(float(areas(thing.quad[None])[0]))) for thing in new)


def _may_join(thing: CardThing, ready: Sequence[CardThing]) -> bool:
    """Whether it came with one that is ready and will be ready in a moment."""
    if thing.landed or thing in ready or thing.tries >= PATIENCE or not thing.looks[-1]:
        return False
    return any(abs(thing.came - other.came) <= _TOGETHER for other in ready)
