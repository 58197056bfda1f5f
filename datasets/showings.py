"""What was seen in a recorded game, and which steps came of it, by itself or by way of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine import codes, parts
from engine.log import FILE_NAME, Line, LogError, holds_game, read_log
from engine.play import Play
from engine.record import Slot
from engine.setup import SetupError, load_setup

_SHOWN = {"card_landed": "play", "cards_landed": "plays", "turn_up": "deal", "dice": "roll"}
"""Which key of the final event holds what was seen."""

Kind = Literal["card", "die"]


@dataclass(slots=True)
class Showing:
    """Something that was seen, its picture, and the steps that came of it.

    `missed`: the steps with which people entered what had come before it and was not seen.
    """

    seen: Line
    picture: Path | None = None
    steps: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)
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
        return _pairs(read_as(self.seen), was)


def read(folder: Path) -> tuple[list[Showing], dict[int, Slot]]:
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
        self.showings: list[Showing] = []
        self._folder = folder
        self._asked: dict[int, Showing] = {}
        self._of_step: dict[int, Showing] = {}

    def note(self, line: Line) -> None:
        """Take the next line in."""
        kind = line["kind"]
        if kind == "seen" and line["what"] in _SHOWN:
            self.showings.append(Showing(line))
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
        elif isinstance(event, dict) and "insert" in event and "answers" not in line:
            if later := self._of_step.get(int(event["insert"])):
                later.missed.append(step)
        elif "answers" in line and line["answers"] in self._asked:
            picture = parts.asked_picture(self._folder, line["answers"])
            self._belongs(step, self._asked[line["answers"]], picture, told=True)
        elif "frame" in line and self.showings and self.showings[-1].seen["frame"] == line["frame"]:
            self._belongs(step, self.showings[-1], parts.picture(self._folder, step), told=False)

    def _belongs(self, step: int, showing: Showing, picture: Path, told: bool) -> None:
        showing.steps.append(step)
        showing.told |= told
        showing.picture = showing.picture or picture
        self._of_step[step] = showing


def cards_of(slots: Sequence[Slot]) -> list[str]:
    """The cards that were laid, one by one, in steps that count in the end."""
    return [value for slot in slots for value in _values(slot, "play")]


def _values(slot: Slot, key: str) -> list[str]:
    """The cards or dice of an event that counts in the end."""
    if slot.event is None or slot.ruling.error is not None:
        return []
    value: Any = msgspec.to_builtins(slot.event).get(key)
    if value is None:
        return []
    return [named(one) for one in (value if isinstance(value, list | tuple) else [value])]


def read_as(seen: Line) -> list[str]:
    """What the eyes took it for, thing by thing."""
    return [named(one) for one in seen.get("cards") or seen.get("values") or [seen["card"]]]


def named(value: object) -> str:
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
