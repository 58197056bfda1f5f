"""Which sights are of which known cards: by their face, their place, or what shows of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence

import numpy as np

from vision.card_things import (
    CLEARLY,
    NEW,
    SAME_PLACE,
    CardThing,
    index_boxes,
    part_under,
)
from vision.copies import NUDGED, Copies, is_new
from vision.layers import Layers, Mask, Shown, is_whole
from vision.leaving import COVERED
from vision.look import Look
from vision.sights import CardSight, Quad
from vision.things import box_of

_OWN = 0.9
"""What is read as surely as this is a card of its own."""
_LITTLE = 0.1
"""The part of a place under others from which what lies there may be misread."""
_DEEP = 0.5
"""The part of a place under one later card from which what lies below does not show as a card."""
_OVER = 0.5
"""The part of a place inside a known card from which that card's pictures tell what was there."""
_NEWER = 0.6
"""The part of what is larger than a card that is new where one came: a new card and some of a pile
are new by less."""
_WITH = 0.3
"""Seconds between the rests of what came with one movement."""
_LAID = 0.1
"""The part of a place that is new where an equal card is laid on one that lies deep in a pile."""
_ANOTHER, _UNLIKE, _GLIMPSE, _UNTOLD = -1, 3, 4, 5
"""No kinship at all, an equal card. The least sure kinship: at the same place or of the same face,
and not both; a bad look at a card that lies under others; and what cannot be told before a hand is
gone."""


def recognise(
    things: Sequence[CardThing],
    sights: Sequence[CardSight],
    look: Look,
    copies: Mapping[str, int] | None,
) -> list[CardSight]:
    """Let known cards see what is theirs; returns the sights of none of them.

    `copies`: how often the deck holds each card, as far as that is known; None where none more than
    once.
    """
    at = Layers.of([sight.quad for sight in sights], things)
    sizes = at.sizes(np.array([thing.landed for thing in things], bool))
    seen, found = set[int](), set[int]()
    for rank, _, i, j in _kin(things, sights, at, look, copies):
        if j in seen or (i in found and rank < _GLIMPSE):
            continue
        seen.add(j)
        if rank == _UNTOLD:
            continue
        # Where a known card lies is not learned from a piece of it, nor that it is still there from
        # a piece of something elsewhere that reads the same.
        if rank < _GLIMPSE and (is_whole(sizes[j]) or not things[i].landed):
            take(things[i], sights[j], look)
        elif at.inside[j, i] <= _OVER:
            continue
        elif i not in found:
            things[i].found(look.t)
        found.add(i)
    return [
        sight
        for j, sight in enumerate(sights)
        if j not in seen
        and (is_whole(sizes[j], sight.sure) or _has_come(sight, sizes[j], sights, look))
    ]


def _has_come(sight: CardSight, size: float, sights: Sequence[CardSight], look: Look) -> bool:
    """Whether a piece, or a box that is too large, is of something that came: what it shows outside
    of other cards is new."""
    others = [other.quad for other in sights if other is not sight]
    return look.new_part(sight.quad, others) >= (NEW if size < 1 else _NEWER)


def take(thing: CardThing, sight: CardSight, look: Look) -> None:
    """One more look shows the card in full."""
    box = box_of(sight.quad)
    thing.see(sight, look.rest(box), look.now)
    if not thing.landed:
        thing.came = look.came(box)


def note_new(things: Sequence[CardThing], look: Look) -> None:
    """Note of each card that this look shows how much of it is new, but for what better read ones
    that came with it cover: pieces of a pile round a new card are not."""
    for thing in things:
        if thing.landed or thing.seen < look.t:
            continue
        before = thing.rest - _WITH
        came = (o for o in things if o.rest >= before and not (o.landed and o.since < before))
        others = [other.quad for other in came if other.sure > thing.sure]
        thing.fresh = max(thing.fresh, look.new_part(thing.quad, others))


def absorb(things: Sequence[CardThing], look: Look) -> list[CardThing]:
    """The cards without those that turn out to be a known card badly seen, now that the one on
    it is found."""
    at = Layers.of([thing.quad for thing in things], things)
    kept = np.ones(len(things), bool)
    for j, thing in enumerate(things):
        sure = thing.hits > 1 and thing.sure >= _OWN
        if (
            not (thing.landed or sure)
            and (known := _known_below(things, j, at, kept, look)) is not None
        ):
            known.found(look.t)
            kept[j] = False
    return [thing for thing, stays in zip(things, kept, strict=True) if stays]


def mark_covered(things: Sequence[CardThing], without: Container[CardThing] = ()) -> None:
    """Note of each card whether so much of it lies under ones that came later that it may not be
    found. `without`: cards that cover nothing any more."""
    at = Layers.of([thing.quad for thing in things], things)
    there = np.array([thing not in without for thing in things])
    for i, thing in enumerate(things):
        thing.covered = at.under(i, at.later[i] & there) >= COVERED


def _kin(
    things: Sequence[CardThing],
    sights: Sequence[CardSight],
    at: Layers,
    look: Look,
    most: Mapping[str, int] | None,
) -> list[tuple[int, float, int, int]]:
    """Pairs of a card and a sight that may be of it, the surest first: how surely (1 best), what
    they share (negative), the card's and the sight's number. `most`: as `copies` in `recognise`."""
    beside = Shown.of(things, sights, at)
    equals = Copies(look, beside.unexplained(sights))
    there = Counter(thing.code for thing in things if thing.landed)
    kin = []
    for i, thing in enumerate(things):
        over = [o for o in things if thing.covered and o.landed and o.lies_on(thing)]
        # Where all copies of a card lie already, what reads like it is one of them.
        spare = most is not None and there[thing.code] < most.get(thing.code, len(things) + 1)
        copies = equals if spare else None
        buried = part_under(thing.quad, [other.quad for other in over]) >= COVERED
        for j, sight in enumerate(sights):
            share = float(at.alike[j, i])
            hidden = beside.under(j, thing.since) > _LITTLE
            rank = _same_card(thing, sight, share, over, look, copies)
            if rank == _ANOTHER:
                continue
            unlike = rank == _UNLIKE and not thing.reads_as(sight)
            if unlike and buried and not hidden and _came(thing, sight, look):
                rank = 0  # What comes to lie in full over a covered card lies on it.
            if rank == _UNLIKE and at.under(j, at.later[i]) > _DEEP and _came(thing, sight, look):
                rank = _of_deep_one(thing, sight, look)
            hidden |= at.under(j, at.later[i]) > _LITTLE
            if not rank and hidden and at.may_show(i, j, sight.sure, at.later[i]):
                rank = _GLIMPSE if _shows_nothing_new(thing, sight.quad, look) else 0
            if not rank and at.inside[j, i] > _OVER and _is_unchanged(thing, sight, look):
                rank = _GLIMPSE
            if rank:
                kin.append((rank, -share, i, j))
    return sorted(kin)


def _same_card(
    thing: CardThing,
    sight: CardSight,
    share: float,
    over: Sequence[CardThing],
    look: Look,
    copies: Copies | None,
) -> int:
    """How surely the sight shows that card in full (1 best, 0 not at all, or `_ANOTHER`)."""
    reads = thing.reads_as(sight)
    if reads and copies and copies.waits(thing, sight, share, over):
        return _UNTOLD
    if reads and copies and copies.is_another(thing, sight, share, over):
        return _ANOTHER
    if reads:
        if share > NUDGED:
            touched = look.rest(box_of(sight.quad)) > thing.seen
            return 1 if share > SAME_PLACE or (touched and not over) else 2
        # What nothing touched is not elsewhere, nor where nothing came: another card was misread.
        moved = look.rest(thing.box) > thing.seen
        if moved and thing.shown is not None and is_new(sight.quad, thing.shown, look):
            return 2 if sight.sure >= CLEARLY else _UNLIKE
    if share <= SAME_PLACE:
        return 0
    return _UNLIKE if not _came(thing, sight, look) or not thing.contradicts(sight) else 0


def _of_deep_one(thing: CardThing, sight: CardSight, look: Look) -> int:
    """The kinship with a card that lies so deep that it cannot show in full."""
    if not thing.reads_as(sight):
        return _GLIMPSE
    return 0 if _is_laid(thing, sight, look) else _UNLIKE


def _is_laid(thing: CardThing, sight: CardSight, look: Look) -> bool:
    """Whether an equal card was laid on it: it shows its indices where they were not before."""
    laid = thing.shown is not None and is_new(sight.quad, thing.shown, look)
    return laid and _came(thing, sight, look) and look.new_part(sight.quad, ()) >= _LAID


def _came(thing: CardThing, sight: CardSight, look: Look) -> bool:
    """Whether something moved at the sight's place since the card was last read as what it is.

    A first look at what lies on it now may be too poor to tell, and is not to hide that it came.
    """
    return look.rest(box_of(sight.quad)) > thing.known


def _known_below(
    things: Sequence[CardThing], j: int, at: Layers, kept: Mask, look: Look
) -> CardThing | None:
    """The known card of which thing `j` is a bad look; `kept`: the things that count."""
    thing, numbers = things[j], np.arange(len(things))
    for i, known in enumerate(things):
        shows = known.landed and known.shown is look.now and thing.seen < look.t
        if shows and at.alike[j, i] > SAME_PLACE:
            return known  # It lies there alone, where another card seemed to have come.
    others = kept & (numbers != j)
    above = others & np.array([other.rest >= thing.rest for other in things])
    for i, known in enumerate(things):
        if not (known.landed and at.may_show(i, j, thing.sight.sure, at.later[i] & others)):
            continue
        covered = at.under(j, above & (numbers != i)) > _LITTLE
        if covered and _shows_nothing_new(known, thing.quad, look):
            return known
    return None


def _shows_nothing_new(thing: CardThing, quad: Quad, look: Look) -> bool:
    """Whether the picture shows the same at `quad` as when that card was last seen in full.

    A card that this very look shows in full is not shown badly by it besides.
    """
    if thing.shown is look.now:
        return False
    return thing.shown is not None and not is_new(quad, thing.shown, look)


def _is_unchanged(thing: CardThing, sight: CardSight, look: Look) -> bool:
    """Whether both index corners of a place are as they were before something last moved there:
    nothing has come, unless its middle changed too and it is read surely."""
    quad = sight.quad
    before = thing.before(look.rest(box_of(quad))) if thing.landed else None
    if before is None or not all(look.same(box, before) for box in index_boxes(quad)):
        return False
    middle = box_of(quad.mean(axis=0) + (quad - quad.mean(axis=0)) / 2)
    return sight.sure < _OWN or not look.differs(middle, before)
