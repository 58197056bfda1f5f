"""What people can dispute: every ruling of the game, with what the camera saw of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.log import Line
from engine.play import is_correction
from engine.questions import Event
from tui.asks import Played
from tui.history import History, said


@dataclass(frozen=True, slots=True)
class Case:
    """A step: its event as it counts now and in words, the `line` that announced it, what was
    `seen` of it (None where people entered it), and whether it counts.
    """

    step: int
    event: Event
    said: str
    line: Line
    seen: Line | None
    counts: bool


class Docket:
    """`take` every line of a game once; `cases` are its rulings in the order of the table."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.lines: list[Line] = []
        self._history = History()
        self._rulings: dict[int, Line] = {}
        self._evidence: dict[int, Line] = {}
        self._refused: list[int] = []
        self._asked: dict[int, Line] = {}
        self._seen: Line | None = None
        for line in lines:
            self.take(line)

    def take(self, line: Line) -> None:
        """A line of the game, as the record or the session gives it."""
        self.lines.append(line)
        if line["kind"] == "seen" and line["what"] != "camera":
            self._seen = line
        elif line["kind"] == "question" and self._seen is not None:
            self._asked[line["id"]] = self._seen
        elif line["kind"] in ("ruling", "correction"):
            self._ruled(line)

    @property
    def played(self) -> tuple[Played, ...]:
        """What counts, oldest first."""
        return self._history.played

    @property
    def cases(self) -> tuple[Case, ...]:
        """Oldest first; what was struck out is not among them."""
        rulings, evidence = self._rulings, self._evidence
        return tuple(
            Case(one.step, one.event, one.said, rulings[one.step], evidence.get(one.step), counts)
            for one, counts in self._in_order()
        )

    def _ruled(self, line: Line) -> None:
        step = line["step"]
        self._history.take(line)
        self._rulings[step] = line
        seen = self._seen_for(line)
        if seen is not None:
            self._evidence[step] = seen
        refused = line.get("error") is not None and isinstance(line["event"], dict)
        if refused and not is_correction(line["event"]):
            self._refused.append(step)

    def _seen_for(self, line: Line) -> Line | None:
        """What the ruling is about: what was just seen, or what was asked about."""
        for key in ("unanswered", "answers"):
            if key in line:
                return self._asked.get(line[key])
        return self._seen if "frame" in line else None

    def _in_order(self) -> list[tuple[Played, bool]]:
        """What counts, and between it what was refused, each with whether it counts."""
        found = [(one, True) for one in self._history.played]
        counted = {one.step for one, _ in found}
        for step in self._refused:
            if step in counted:
                continue  # People have corrected it since.
            at = len(found)
            while at and found[at - 1][0].step > step:
                at -= 1
            line = self._rulings[step]
            found.insert(at, (Played(step, line["event"], said(line)), False))
        return found
