"""Recorded games as teachers: what lay where on their pictures, and what it was in the end.

A picture of things at rest notes where they lay and what they were read as (`vision.sight_lines`);
the record, folded with all of people's corrections, says what they really were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from engine import codes, parts
from engine.log import FILE_NAME, Line, LogError, holds_game, read_log
from engine.play import Play
from engine.record import Slot
from engine.setup import SetupError, load_setup
from vision.geometry import overlaps
from vision.sight_lines import noted
from vision.sights import Quad, Sight

_SAME_PLACE = 0.6
"""Intersection over union from which what lay there before is the same thing."""
_SHOWN = {"card_landed": "play", "cards_landed": "plays", "turn_up": "deal", "dice": "roll"}
"""Which key of the final event holds what was seen."""

Kind = Literal["card", "die"]


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
    showings, final = _read(folder)
    lessons, before, none = Lessons(), Sight(), list[Quad]()
    for showing in showings:
        pairs = showing.pairs(final)
        lessons.unsure += len(_read_as(showing.seen)) if showing.is_open else 0
        sight = _sight(showing.picture)
        things = _placed(showing, pairs, sight, before) if sight else []
        lessons.lost += len(pairs) - len(things)
        if sight is not None and showing.was_none(final):
            for read in _read_as(showing.seen):
                none += _fresh(_quads(sight, showing.kind, read), _quads(before, "card", read))
        if sight is not None and things and showing.picture is not None:
            doubtful = any(len(_fresh([card.quad], none)) == 0 for card in sight.cards)
            lessons.found.append(Lesson(showing.picture, tuple(things), sight, doubtful))
        before = sight or before
    return lessons


@dataclass(slots=True)
class _Showing:
    """Something that was seen, its picture, and the steps that came of it."""

    seen: Line
    picture: Path | None = None
    steps: list[int] = field(default_factory=list)
    asked: bool = False
    told: bool = False

    @property
    def is_open(self) -> bool:
        """Whether people were asked about it and nobody said anything."""
        return self.asked and not self.steps

    def was_none(self, final: Mapping[int, Slot]) -> bool:
        """Whether people said that it did not happen."""
        return bool(self.steps) and not any(step in final for step in self.steps)

    @property
    def kind(self) -> Kind:
        """What it showed."""
        return "die" if self.seen["what"] == "dice" else "card"

    def pairs(self, final: Mapping[int, Slot]) -> list[tuple[str, str]]:
        """(what was read, what it was) of every thing of which that is certain."""
        key, slots = _SHOWN[self.seen["what"]], [final[s] for s in self.steps if s in final]
        was = [value for slot in slots for value in _values(slot, key)]
        return _pairs(_read_as(self.seen), was)


def _read(folder: Path) -> tuple[list[_Showing], dict[int, Slot]]:
    """All that was seen and led to something, and the steps as they stand in the end."""
    if not holds_game(folder):
        raise LogError(f"{folder} holds no recorded game ({FILE_NAME} is missing).")
    header, lines = read_log(folder)
    try:
        play = Play(load_setup(None, None, header.get("setup")))
    except SetupError as error:
        raise LogError(f"{folder}: the recorded game cannot be read: {error}") from error
    book = _Book(folder)
    for number, line in enumerate(lines, start=2):
        try:
            play.fold(line)
            book.note(line)
        except (ValueError, LookupError, TypeError, msgspec.MsgspecError) as error:
            raise LogError(f"{folder}: line {number} does not fit the game: {error}") from error
    return book.showings, {slot.step: slot for slot in play.referee.record.slots}


class _Book:
    """Which steps came of what was seen, by itself or by way of a question."""

    def __init__(self, folder: Path) -> None:
        self.showings: list[_Showing] = []
        self._folder = folder
        self._asked: dict[int, _Showing] = {}
        self._of_step: dict[int, _Showing] = {}

    def note(self, line: Line) -> None:
        """Take the next line in."""
        kind = line["kind"]
        if kind == "seen" and line["what"] in _SHOWN:
            self.showings.append(_Showing(line))
        elif kind == "question" and self.showings:
            self._asked[line["id"]] = self.showings[-1]
            self.showings[-1].asked = True
        elif kind in ("ruling", "correction"):
            self._rule(line)

    def _rule(self, line: Line) -> None:
        step, event = line["step"], line["event"]
        if isinstance(event, dict) and "amend" in event and not line.get("error"):
            if amended := self._of_step.get(int(event["amend"])):
                amended.told = True
        elif "answers" in line and line["answers"] in self._asked:
            picture = parts.asked_picture(self._folder, line["answers"])
            self._belongs(step, self._asked[line["answers"]], picture, told=True)
        elif "frame" in line and self.showings and self.showings[-1].seen["frame"] == line["frame"]:
            self._belongs(step, self.showings[-1], parts.picture(self._folder, step), told=False)

    def _belongs(self, step: int, showing: _Showing, picture: Path, told: bool) -> None:
        showing.steps.append(step)
        showing.told |= told
        showing.picture = showing.picture or picture
        self._of_step[step] = showing


def _sight(picture: Path | None) -> Sight | None:
    try:
        return noted(picture.read_bytes()) if picture else None
    except OSError:
        return None


def _values(slot: Slot, key: str) -> list[str]:
    """The cards or dice of an event that counts in the end."""
    if slot.event is None or slot.ruling.error is not None:
        return []
    value: Any = msgspec.to_builtins(slot.event).get(key)
    if value is None:
        return []
    return [_named(one) for one in (value if isinstance(value, list | tuple) else [value])]


def _read_as(seen: Line) -> list[str]:
    return [_named(one) for one in seen.get("cards") or seen.get("values") or [seen["card"]]]


def _named(value: object) -> str:
    """A card's code as the readers write it, a number as it is."""
    try:
        return codes.card(str(value))
    except codes.CodeError:
        return str(value).strip().upper()


def _pairs(read: Sequence[str], was: Sequence[str]) -> list[tuple[str, str]]:
    """(read, was) of what was read right, and of the one that was not; of more than one it is not
    clear which was which, nor of two that were read alike and were not."""
    if len(read) != len(was):
        return []
    right = list((Counter(read) & Counter(was)).elements())
    wrong = list((Counter(read) - Counter(was)).elements())
    true = list((Counter(was) - Counter(read)).elements())
    pairs = [(one, one) for one in right]
    if len(wrong) == 1:
        pairs.append((wrong[0], true[0]))
    return [] if wrong and wrong[0] in right else pairs


def _placed(
    showing: _Showing, pairs: Sequence[tuple[str, str]], sight: Sight, before: Sight
) -> list[Taught]:
    """Where the things lie on the picture; what cannot be told from others is left out."""
    wanted = Counter(read for read, _ in pairs)
    things: list[Taught] = []
    for read, label in dict(pairs).items():
        quads = _quads(sight, showing.kind, read)
        if showing.kind == "card":
            quads = _fresh(quads, _quads(before, "card", read))
        if len(quads) == wanted[read]:
            things += [Taught(showing.kind, quad, read, label, showing.told) for quad in quads]
    return things


def _quads(sight: Sight, kind: Kind, read: str) -> list[Quad]:
    if kind == "die":
        return [die.quad for die in sight.dice if str(die.value) == read]
    return [one.quad for one in sight.cards if one.face == "up" and _named(one.card) == read]


def _fresh(quads: list[Quad], before: list[Quad]) -> list[Quad]:
    """Those that did not lie there before."""
    if not before:
        return quads
    return [quad for quad in quads if overlaps(quad, np.stack(before)).max() < _SAME_PLACE]
