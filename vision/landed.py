"""Which cards came to the table, left it, or were gathered: by identity, not by detection.

One card, one event, however often it is hidden, nudged, straightened or read again. Cards in a
pile stay known while others lie on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from engine.seen import Seen
from vision.arrivals import UNTOUCHED, Arrivals
from vision.card_things import CardThing, middle_of, part_under
from vision.deck_watch import DeckWatch
from vision.kinship import absorb, mark_covered, note_new, recognise, take
from vision.leaving import COVERED, Around, Backs, Leaving, Who
from vision.look import Look
from vision.motion import NEVER, Box
from vision.sights import CardSight
from vision.things import box_of, moved_quad

_WIDER = (0.0, 0.3, 0.6, 0.15)
"""Surroundings, in card lengths, taken in besides by the looks after the last that showed a card:
the eyes do not fail the same way at every size."""
_NEAR, _LONGEST = 0.35, 5.0
"""Surroundings of a card, in its lengths, and seconds since something last moved there, in which it
is looked at: what shows in some looks only, and is another thing each time, would be for ever."""


class CardsOnTable:
    """All cards in view that lie still, followed over looks.

    `copies`: how often the deck holds each card, as far as that is known; None where none more than
    once. `in_stock`: whether a point of the picture is in the stock's place. `deck`: notices that
    the cards are of another deck; then nothing is said of them. `special`: a deck other than the
    usual 52.
    """

    def __init__(
        self,
        copies: Mapping[str, int] | None = None,
        in_stock: Callable[[float, float], bool] = lambda x, y: False,
        deck: DeckWatch | None = None,
        special: bool = False,
    ) -> None:
        self._copies, self._in_stock, self._deck = copies, in_stock, deck
        self._special = special
        self._things: list[CardThing] = []
        self._backs, self._leaving = Backs(), Leaving()
        self._began = NEVER

    @property
    def sights(self) -> list[CardSight]:
        """The cards known to lie there."""
        return [replace(thing.sight, card=thing.code) for thing in self._things]

    def unsettled(self, t: float, rest: Callable[[Box], float]) -> list[Box]:
        """Boxes of cards that need another look: unclear, or something moved there since.

        `rest(box)`: since when it has been at rest.
        """
        return [
            box_of(thing.quad, _WIDER[thing.missed % len(_WIDER)]) for thing in self._open(t, rest)
        ]

    def is_settled(self, t: float, rest: Callable[[Box], float]) -> bool:
        """Whether no look will tell more of what came or left: what is hardly new did not come."""
        return not any(thing.landed or thing.fresh >= UNTOUCHED for thing in self._open(t, rest))

    def _open(self, t: float, rest: Callable[[Box], float]) -> list[CardThing]:
        return [
            thing
            for thing in self._things
            if not (thing.landed and thing.covered)
            and (not thing.is_settled or rest(thing.box) > thing.seen)
            and t - max(rest(box_of(thing.quad, _NEAR)), self._began) < _LONGEST
        ]

    @property
    def missing(self) -> list[Box]:
        """Boxes of cards that left, as long as it is not settled what that was."""
        return [thing.box for thing in self._leaving.cards]

    def update(self, sights: Sequence[CardSight], look: Look, who: Who) -> list[Seen]:
        """Take in one look and say which cards landed; `who(t)`: the seat that reached in."""
        self._began = look.t if self._began == NEVER else self._began
        clear = [sight for sight in sights if not look.blocked(box_of(sight.quad))]
        faces = [sight for sight in clear if sight.face == "up"]
        known = [*self._things, *self._leaving.cards]
        fresh = recognise(known, faces, look, self._copies)
        self._things += self._leaving.found_again(look.t)
        self._things = absorb(self._things, look)
        self._miss(look)
        self._things += [_new(sight, look) for sight in fresh]
        self._backs.update([sight.quad for sight in clear if sight.face == "down"], look)
        self._drop_gone(look)
        self._things += self._leaving.covered_after_all(self._things)
        mark_covered(self._things)
        note_new(self._things, look)
        for thing in self._things:
            rest = look.rest(thing.box)
            if rest <= thing.seen and not look.blocked(thing.box):
                thing.lies(rest, look.now)
        arrivals = Arrivals(
            self._things,
            self._backs,
            self._copies is not None,
            self._in_stock,
            special=self._special,
        )
        return self._of_the_deck(arrivals.tell(who, look))

    def conclude(self, t: float, calm: float, around: Around) -> list[Seen]:
        """What the cards that left were: taken back, a sweep, or a trick; call with every frame.

        `calm`: seconds for which nothing has moved and no arm was over the table.
        """
        self._things += self._leaving.covered_after_all(self._things)
        left = self._leaving.conclude(t, calm, self._things, self._backs, around)
        return self._of_the_deck(left)

    def _of_the_deck(self, seen: list[Seen]) -> list[Seen]:
        """What was seen, where the cards are of the deck that is played with."""
        return seen if self._deck is None else self._deck.let_pass(seen, self._things)

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        for thing in self._things:
            quad = moved_quad(thing.quad, transform)
            thing.sight, thing.rest = replace(thing.sight, quad=quad), NEVER
            thing.lying = thing.earlier = None
        self._backs.move(transform)
        self._began = NEVER

    def _miss(self, look: Look) -> None:
        """Count against cards that this look should have found."""
        # What was recognised may have been nudged, and what was absorbed covers nothing; nor does
        # what seems to have gone, so that a swept pile need not be missed card by card.
        gone = set[CardThing]()
        for thing in sorted(self._things, key=lambda thing: -thing.since):
            over = [o.quad for o in self._things if o.since > thing.since and o not in gone]
            if _seems_gone(thing, look) and part_under(thing.quad, over) < COVERED:
                gone.add(thing)
        mark_covered(self._things, gone)
        for thing in self._things:
            if thing.seen < look.t and look.judges(thing.box):
                if not thing.covered:
                    thing.miss(moved=look.rest(thing.box) > thing.seen)
                elif not thing.landed:
                    thing.tries += 1

    def _drop_gone(self, look: Look) -> None:
        gone = [thing for thing in self._things if thing.is_gone]
        self._things = [thing for thing in self._things if not thing.is_gone]
        for thing in gone:
            if thing.landed and not self._in_stock(*middle_of(thing.quad)):
                self._leaving.note(thing, look)


def _new(sight: CardSight, look: Look) -> CardThing:
    thing = CardThing(look.rest(box_of(sight.quad)), look.t, sight)
    take(thing, sight, look)
    return thing


def _seems_gone(thing: CardThing, look: Look) -> bool:
    """Whether this look does not show it and something moved there since it was last seen."""
    missed = thing.seen < look.t and look.judges(thing.box)
    return missed and look.rest(thing.box) > thing.seen
