"""What cards that left the table were: taken back, swept away, or gathered as a trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from engine.seen import CardRemoved, Seen, Swept, TrickTaken
from vision.card_things import SAME_PLACE, CardThing, overlap, part_under
from vision.geometry import areas
from vision.look import Look
from vision.motion import NEVER
from vision.newcomers import Newcomer
from vision.sights import Quad
from vision.things import HITS, box_of, moved_quad

Who = Callable[[float], str | None]
"""The seat that reached in before a time."""
SeatAt = Callable[[float, float], str | None]
"""The seat at whose side a point of the picture lies."""

COVERED = 0.25
"""The part of a card under others from which it need not be found any more."""
_CALM, _ALL_GONE = 0.4, 0.2
"""Seconds of calm after which cards that left are counted up: where others lie, and where none."""
_LONG = 3.0
"""The longest wait for it in seconds."""
_PACKET = 1.0
"""Seconds before the cards left in which the packet made of them may have come to rest."""
_LEAST, _MOST = 0.4, 2.5
"""Areas of a packet in areas of a card."""
_HIDDEN = 1.0
"""Seconds after cards seem to have left in which what hides them comes to rest: hands move on."""
_READ = 0.8
"""How surely a card is read that may lie over one that seems gone: pieces of a pile are not."""
_BESIDE = 1.7
"""Card lengths between the middles of the stock and the card turned up beside it."""


@dataclass(frozen=True, slots=True)
class _Back:
    """`since`: when a look first found it there. `new`: something was there then that was not
    before."""

    quad: Quad
    rest: float
    since: float
    new: bool
    misses: int = 0


@dataclass
class Backs:
    """Face-down cards and packets as last seen."""

    seen: list[_Back] = field(default_factory=list)

    def update(self, quads: Sequence[Quad], look: Look) -> None:
        """Take in the face-down cards of one look."""
        new = [self._seen(quad, look) for quad in quads]
        kept = [back for back in self.seen if not any(_same(back, other) for other in new)]
        kept = [replace(back, misses=back.misses + look.judges(box_of(back.quad))) for back in kept]
        self.seen = new + [back for back in kept if back.misses < HITS]

    def _seen(self, quad: Quad, look: Look) -> _Back:
        box = box_of(quad)
        back = _Back(quad, look.rest(box), look.t, look.is_new(box))
        known = next((old for old in self.seen if _same(old, back)), None)
        return back if known is None else replace(back, since=known.since, new=known.new)

    def newest(self, since: float) -> _Back | None:
        """The one that came last, after `since`; what an arm passed over did not come."""
        new = [back for back in self.seen if back.new and min(back.rest, back.since) > since]
        return max(new, key=lambda back: back.rest, default=None)

    def beside(self, quad: Quad) -> bool:
        """Whether one lies right beside a card."""
        length = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
        gaps = (back.quad.mean(axis=0) - quad.mean(axis=0) for back in self.seen)
        return any(float(np.linalg.norm(gap)) < _BESIDE * length for gap in gaps)

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        self.seen = [replace(b, quad=moved_quad(b.quad, transform)) for b in self.seen]


@dataclass(frozen=True, slots=True)
class Around:
    """What else can be asked about the table at a moment."""

    who: Who
    seat_at: SeatAt
    newcomers: Callable[[], Sequence[Newcomer]]


@dataclass(frozen=True, slots=True)
class _Packet:
    """Where it lies, and since when it has been at rest."""

    x: float
    y: float
    rest: float


def _same(one: _Back, other: _Back) -> bool:
    return overlap(one.quad, other.quad) > SAME_PLACE


class Leaving:
    """Cards that are gone, until it is settled what that was."""

    def __init__(self) -> None:
        self._gone: list[tuple[CardThing, float]] = []

    @property
    def cards(self) -> list[CardThing]:
        """Those of which it is not settled yet that they left."""
        return [thing for thing, _ in self._gone]

    def found_again(self, t: float) -> list[CardThing]:
        """Those that the look at `t` shows after all; they count as lying there again."""
        found = [thing for thing in self.cards if thing.seen >= t]
        self._gone = [(thing, since) for thing, since in self._gone if thing.seen < t]
        return found

    def note(self, thing: CardThing, look: Look) -> None:
        """A card is not where it was any more."""
        thing.rest = look.rest(thing.box)
        self._gone.append((thing, look.t))

    def covered_after_all(self, things: Sequence[CardThing]) -> list[CardThing]:
        """Those that seemed to have left and lie under a card that was found only now."""
        found = []
        for thing, t in [*self._gone]:
            later = (o for o in things if o.since > thing.since)
            # What came long after its place was seen without it did not hide it then.
            later = (
                o for o in later if max(o.rest, o.seen) >= thing.rest and o.came - t <= _HIDDEN
            )
            over = [other.quad for other in later if other.landed or other.sure >= _READ]
            if part_under(thing.quad, over) >= COVERED:
                self._gone.remove((thing, t))
                thing.found(t)
                found.append(thing)
        return found

    def conclude(
        self, t: float, calm: float, left: Sequence[CardThing], backs: Backs, around: Around
    ) -> list[Seen]:
        """What it was, as soon as it is settled; `left` are the cards that still lie there."""
        if not self._gone:
            return []
        since = t - self._gone[-1][1]
        others = [thing for thing in left if thing.landed and not thing.aside]
        alone = len(self._gone) > 1 and all(map(self._is_apart, others))
        packet = self._packet(backs, around) if alone else None
        done = packet is not None and not others and min(since, t - packet.rest) >= _ALL_GONE
        done |= min(calm, since) >= (_CALM if others else _ALL_GONE)
        if not done and t - self._gone[0][1] < _LONG:
            return []
        gone, self._gone = [thing for thing, _ in self._gone], []
        if packet is not None:
            return [_taken(gone, packet, around)]
        rest = max(thing.rest for thing in gone)
        rest = rest if rest > NEVER else t
        seat = around.who(rest)
        if (others and not alone) or _is_back(gone, seat):
            return [CardRemoved(t=rest, card=thing.code, seat=seat) for thing in gone]
        return [Swept(t=rest, seat=seat)]

    def _is_apart(self, thing: CardThing) -> bool:
        """Whether it lay there before all that left, and off them: a card turned up for trumps."""
        gone = [other for other, _ in self._gone]
        older = all(thing.since < other.since for other in gone)
        return older and part_under(thing.quad, [other.quad for other in gone]) == 0.0

    def _packet(self, backs: Backs, around: Around) -> _Packet | None:
        """The face-down packet made of the cards that left: a back, or a new thing of that size."""
        gone = [thing for thing, _ in self._gone]
        back = backs.newest(max(thing.rest for thing in gone) - _PACKET)
        if back is not None:
            x, y = back.quad.mean(axis=0)
            return _Packet(float(x), float(y), back.rest)
        card = float(np.median(areas(np.stack([thing.quad for thing in gone]))))
        fitting = [
            _Packet(new.x, new.y, new.rest)
            for new in around.newcomers()
            if _LEAST * card < new.area < _MOST * card
            and not any(_holds(thing.quad, new.x, new.y) for thing in gone)
        ]
        return fitting[0] if len(fitting) == 1 else None


def _taken(gone: Sequence[CardThing], packet: _Packet, around: Around) -> TrickTaken:
    """The trick that lies there now; where it lies and whose arm it was must not disagree."""
    rest = max(packet.rest, *(thing.rest for thing in gone))
    codes = tuple(thing.code for thing in gone if not thing.aside)
    seats = {around.seat_at(packet.x, packet.y), around.who(rest)} - {None}
    return TrickTaken(t=rest, cards=codes, seat=seats.pop() if len(seats) == 1 else None)


def _is_back(gone: Sequence[CardThing], seat: str | None) -> bool:
    """Whether the one card that lay there went with whoever laid it; others sweep."""
    return len(gone) == 1 and (seat is None or gone[0].seat in (None, seat))


def _holds(quad: Quad, x: float, y: float) -> bool:
    """Whether a point lies in a quad."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (x, y), False) >= 0
