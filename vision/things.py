"""Dice at rest as things with an identity: place, size and votes for the value over frames."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.look import Look
from vision.motion import NEVER, Box
from vision.sights import DieSight, Quad
from vision.upright import Way

Votes = npt.NDArray[np.float64]
"""(7,): values 1..6, then cocked/unreadable."""

LOOKS = 5
HITS = 3
PATIENCE = 12
"""Looks after which a thing that flickers is given up."""
SAME_PLACE = 0.35
"""In sides of the die: detections this close are the same die at rest."""
OVERLAP = 0.6
"""In sides of the die: two dice this close lie on each other."""
_QUICK_REST = 0.17
_QUICK_SURE = 0.9
_COCKED = 0.7
_SLIGHT = 1e-3


def moved_quad(quad: Quad, transform: npt.NDArray[np.float64]) -> Quad:
    """The quad under a (2, 3) transform of the picture."""
    return np.asarray(quad @ transform[:, :2].T + transform[:, 2], np.float32)


def box_of(quad: Quad, margin: float = 0.0) -> Box:
    """The upright box round a quad, widened on each side by `margin` of its longer side."""
    (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
    more = margin * max(x1 - x0, y1 - y0)
    return float(x0 - more), float(y0 - more), float(x1 + more), float(y1 + more)


def votes_of(sight: DieSight) -> Votes:
    """The reader's probabilities; made from value and confidence where it gave none."""
    if len(sight.probabilities) == 7:
        chances = np.asarray(sight.probabilities, np.float64)
    else:
        chances = np.full(7, (1.0 - sight.confidence) / 6)
        chances[6 if sight.value is None else sight.value - 1] = max(sight.confidence, 0.5)
    chances = np.maximum(chances, _SLIGHT)
    return np.asarray(chances / chances.sum(), np.float64)


@dataclass(eq=False)
class Thing:
    """Something that lies still, and what the looks at its place have found.

    `rest`: since when it has (`NEVER`: it was never seen moving). `seen`: when a look last found
    it. `hits`: looks that showed it in full, `tries`: all looks since something moved there.
    `moved`: something has moved there since. `looks`: whether each of the last ones found it.
    """

    rest: float
    seen: float
    hits: int = field(default=0, kw_only=True)
    tries: int = field(default=0, kw_only=True)
    moved: bool = field(default=False, kw_only=True)
    looks: deque[bool] = field(default_factory=lambda: deque(maxlen=PATIENCE), kw_only=True)

    @property
    def is_found(self) -> bool:
        """Whether enough of the last looks found it."""
        return sum(list(self.looks)[-LOOKS:]) >= HITS

    @property
    def missed(self) -> int:
        """How many looks have not found it since the last that did."""
        found = [number for number, look in enumerate(reversed(self.looks)) if look]
        return found[0] if found else len(self.looks)

    @property
    def is_firm(self) -> bool:
        """Whether so many looks found it that one without it is the eyes' failure."""
        return self.hits >= HITS and self.is_found

    def found(self, t: float) -> None:
        """One more look shows at least some of it: it is still there, wherever it was."""
        self.seen = t
        self.tries += 1
        self.looks.append(True)

    def miss(self, moved: bool) -> None:
        """One more look should show it and does not. `moved`: something moved there since.

        Where nothing moved, a thing found often enough still lies there: the eyes failed.
        """
        self.tries += 1
        self.moved = moved
        if moved or not self.is_firm:
            self.looks.append(False)


@dataclass(eq=False)
class DieThing(Thing):
    """A die that lies still.

    `lay_there`: it is unreadable and was on the table before anything moved there. `is_new`:
    something is there that was not, so that even eyes that often fail are to be believed.
    """

    sight: DieSight
    votes: Votes = field(default_factory=lambda: np.zeros(7))
    ways: Way = field(default_factory=lambda: np.zeros(3))
    lay_there: bool = False
    is_new: bool = False

    @property
    def box(self) -> Box:
        """The box in picture pixels."""
        return box_of(self.sight.quad)

    @property
    def centre(self) -> npt.NDArray[np.float64]:
        """(2,) x, y in picture pixels."""
        x0, y0, x1, y1 = self.box
        return np.array([(x0 + x1) / 2, (y0 + y1) / 2])

    @property
    def side(self) -> float:
        """Mean of the box's width and height in pixels."""
        x0, y0, x1, y1 = self.box
        return max((x1 - x0 + y1 - y0) / 2, 1.0)

    @property
    def aspect(self) -> float:
        """Longer by shorter side of the box."""
        x0, y0, x1, y1 = self.box
        return max(x1 - x0, y1 - y0) / max(min(x1 - x0, y1 - y0), 1.0)

    @property
    def chances(self) -> Votes:
        """Probability of each reading. Frames of a thing at rest err alike: they count little."""
        if not self.hits:
            return np.full(7, 1 / 7)
        strength = min(1.0 + 0.5 * (self.hits - 1), 2.0)
        weighted = np.exp(self.votes / self.hits * strength)
        return np.asarray(weighted / weighted.sum(), np.float64)

    @property
    def way(self) -> Way:
        """Where the upper face points, by all looks."""
        return self.ways / max(self.hits, 1)

    @property
    def value(self) -> int | None:
        """The best reading; None where it is surely cocked or unreadable: in doubt people say."""
        chances = self.chances
        return None if chances[6] >= _COCKED else int(np.argmax(chances[:6])) + 1

    def is_stable(self, t: float) -> bool:
        """Whether enough frames agree that it lies there (k of n)."""
        if self.is_found:
            return True
        sure = float(self.chances.max()) >= _QUICK_SURE and self.value is not None
        quiet = t - self.rest >= _QUICK_REST
        return sure and quiet and self.hits >= 2 and all(self.looks)

    @property
    def is_found(self) -> bool:
        """Whether enough of the last looks found it; of more of them where something is new."""
        count = PATIENCE if self.is_new else LOOKS
        return sum(list(self.looks)[-count:]) >= HITS

    @property
    def is_clear(self) -> bool:
        """Whether more frames would hardly change the reading."""
        tired = self.hits >= LOOKS or self.tries >= PATIENCE
        return tired or float(self.chances.max()) >= _QUICK_SURE

    def see(self, sight: DieSight, rest: float, t: float) -> None:
        """One more frame shows it."""
        if rest > self.seen:
            self.disturb()
        self.lay_there = self.lay_there and sight.value is None
        self.sight, self.rest = sight, NEVER if self.lay_there else rest
        self.votes = self.votes + np.log(votes_of(sight))
        self.ways = self.ways + sight.way
        self.hits += 1
        self.moved = False
        self.found(t)

    def disturb(self) -> None:
        """Something moved there: what was read before says nothing about now."""
        self.votes, self.ways, self.hits, self.tries = np.zeros(7), np.zeros(3), 0, 0
        self.looks.clear()


class DiceOnTable:
    """All dice that lie still in view, seen over frames."""

    def __init__(self) -> None:
        self.things: list[DieThing] = []

    def update(self, sights: Sequence[DieSight], look: Look) -> None:
        """Take in one look; things whose place was looked at without success fade."""
        visible = [sight for sight in sights if not look.blocked(box_of(sight.quad))]
        for thing, sight in self._pair(visible):
            thing.see(sight, look.rest(box_of(sight.quad)), look.t)
            visible = [other for other in visible if other is not sight]
        for thing in self.things:
            if thing.seen < look.t and look.judges(thing.box):
                thing.miss(moved=look.rest(thing.box) > thing.seen)
        self.things = [thing for thing in self.things if not _is_gone(thing)]
        self.things += [_new_thing(sight, look) for sight in visible]
        self._drop_doubles(look)

    def _drop_doubles(self, look: Look) -> None:
        """A die found a little beside where it was is one die: the place now seen holds."""
        seen = [thing for thing in self.things if thing.seen == look.t]
        self.things = [
            thing
            for thing in self.things
            if thing.seen == look.t
            or not any(
                float(np.linalg.norm(thing.centre - other.centre)) < OVERLAP * other.side
                for other in seen
            )
            or not look.covers(thing.box)
        ]

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        for thing in self.things:
            quad = moved_quad(thing.sight.quad, transform)
            thing.sight = replace(thing.sight, quad=quad)
            thing.rest = NEVER

    def _pair(self, sights: Sequence[DieSight]) -> list[tuple[DieThing, DieSight]]:
        """Nearest things and sights at the same place, each used once."""
        gaps = []
        for i, thing in enumerate(self.things):
            for j, sight in enumerate(sights):
                x0, y0, x1, y1 = box_of(sight.quad)
                middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
                gap = float(np.linalg.norm(middle - thing.centre)) / thing.side
                if gap <= SAME_PLACE:
                    gaps.append((gap, i, j))
        pairs: dict[int, int] = {}
        for _, i, j in sorted(gaps):
            if i not in pairs and j not in pairs.values():
                pairs[i] = j
        return [(self.things[i], sights[j]) for i, j in pairs.items()]


def _new_thing(sight: DieSight, look: Look) -> DieThing:
    box = box_of(sight.quad)
    # What cannot be read and was there before is a chip or a pattern, not a die thrown now.
    old = sight.value is None and not look.is_new(box)
    rest = NEVER if old else look.rest(box)
    thing = DieThing(rest, look.t, sight, lay_there=old, is_new=look.is_new(box))
    thing.see(sight, thing.rest, look.t)
    return thing


def _is_gone(thing: DieThing) -> bool:
    """Absent frames count against: three where it moved, a few where it was hardly ever seen."""
    if thing.moved and thing.missed >= 3:
        return True
    if thing.is_firm:
        return False
    hardly = 4 if thing.is_new and not thing.moved else 2
    return thing.tries >= PATIENCE or (thing.hits < 2 and thing.missed >= hardly)
