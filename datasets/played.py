"""Recorded games as teachers: what lay where on their pictures, and what it was in the end.

A picture of things at rest notes where they lay and what they were read as (`vision.sight_lines`);
the record, folded with all of people's corrections, says what they really were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from datasets.showings import Kind, Showing, cards_of, named, read, read_as
from engine.record import Slot
from vision.geometry import overlaps
from vision.sight_lines import noted
from vision.sights import Quad, Sight

_SAME_PLACE = 0.6
"""Intersection over union from which what lay there before is the same thing."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A card (`label`: its code) or a die (`label`: its value) that lay under `quad` (4, 2).

    `read`: what the eyes took it for. `told`: whether people said what it was.
    """

    kind: Kind
    quad: Quad
    read: str
    label: str
    told: bool


@dataclass(frozen=True, slots=True)
class Lesson:
    """A picture, what of it came last and is known for certain, and all that was seen on it.

    `doubtful`: people said of something that lies there that it was none.
    """

    picture: Path
    things: tuple[Taught, ...]
    sight: Sight
    doubtful: bool


@dataclass(slots=True)
class Lessons:
    """What a game teaches. `unsure`: things left out since they were asked about and nobody said
    what they were; `lost`: since no picture says where they lay, or not clearly which it was."""

    found: list[Lesson] = field(default_factory=list)
    unsure: int = 0
    lost: int = 0

    @property
    def things(self) -> list[Taught]:
        """All that is taught, in the order of the game."""
        return [thing for lesson in self.found for thing in lesson.things]


def lessons_of(folder: Path) -> Lessons:
    """What the recorded game in `folder` teaches; it may be being recorded.

    Raises `engine.log.LogError` with one sentence where there is no whole record.
    """
    showings, final = read(folder)
    teacher = _Teacher(final)
    for showing in showings:
        teacher.take(showing)
    return teacher.lessons


class _Teacher:
    """Goes through a game once, with all that is known about the things on the table so far.

    `final`: the steps as they stand in the end.
    """

    def __init__(self, final: Mapping[int, Slot]) -> None:
        self.lessons = Lessons()
        self._final = final
        self._before = Sight()
        self._none: list[Quad] = []
        self._known: list[Quad] = []
        self._names: set[str] = set()

    def take(self, showing: Showing) -> None:
        """Learn from the next thing that was seen."""
        pairs = showing.pairs(self._final)
        self.lessons.unsure += len(read_as(showing.seen)) if showing.is_open else 0
        sight = _sight(showing.picture)
        if sight is None or showing.picture is None:
            self.lessons.lost += len(pairs)
            return
        things = _placed(showing, pairs, sight, self._before)
        self.lessons.lost += len(pairs) - len(things)
        self._note(showing, things, sight)
        things += self._missed(showing, sight)
        if things:
            doubtful = any(not _fresh([card.quad], self._none) for card in sight.cards)
            lesson = Lesson(showing.picture, tuple(things), sight, doubtful)
            self.lessons.found.append(lesson)
        self._before = sight

    def _note(self, showing: Showing, things: Sequence[Taught], sight: Sight) -> None:
        """What is known now about what lies there."""
        fresh = [
            quad
            for one in read_as(showing.seen)
            for quad in _fresh(_quads(sight, showing.kind, one), _quads(self._before, "card", one))
        ]
        self._known += fresh
        self._names |= {*read_as(showing.seen), *(thing.label for thing in things)}
        if showing.was_none(self._final):
            self._none += fresh

    def _missed(self, showing: Showing, sight: Sight) -> list[Taught]:
        """The card that people entered, where exactly one lies there of which nothing was said."""
        slots = [self._final[step] for step in showing.missed if step in self._final]
        labels = cards_of(slots)
        strange = [
            card
            for card in sight.cards
            if card.face == "up"
            and named(card.card) not in self._names
            and _fresh([card.quad], self._known)
        ]
        if len(labels) != 1 or len(strange) != 1:
            self.lessons.lost += len(labels)
            return []
        (card,), (label,) = strange, labels
        self._known.append(card.quad)
        self._names |= {named(card.card), label}
        return [Taught("card", card.quad, named(card.card), label, told=True)]


def _sight(picture: Path | None) -> Sight | None:
    try:
        return noted(picture.read_bytes()) if picture else None
    except OSError:
        return None


def _placed(
    showing: Showing, pairs: Sequence[tuple[str, str]], sight: Sight, before: Sight
) -> list[Taught]:
    """Where the things lie on the picture; what cannot be told from others is left out."""
    wanted = Counter(one for one, _ in pairs)
    things: list[Taught] = []
    for one, label in dict(pairs).items():
        quads = _quads(sight, showing.kind, one)
        if showing.kind == "card":
            quads = _fresh(quads, _quads(before, "card", one))
        if len(quads) == wanted[one]:
            things += [Taught(showing.kind, quad, one, label, showing.told) for quad in quads]
    return things


def _quads(sight: Sight, kind: Kind, read: str) -> list[Quad]:
    if kind == "die":
        return [die.quad for die in sight.dice if str(die.value) == read]
    return [one.quad for one in sight.cards if one.face == "up" and named(one.card) == read]


def _fresh(quads: list[Quad], before: list[Quad]) -> list[Quad]:
    """Those that did not lie there before."""
    if not before:
        return quads
    return [quad for quad in quads if overlaps(quad, np.stack(before)).max() < _SAME_PLACE]
