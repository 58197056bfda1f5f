"""Compares what was seen in a clip with the clip's truth: rolls, cards, sweeps, tricks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

EARLY, LATE = 0.6, 2.5
"""Seconds before and after the true moment of rest in which a sighting may stand for it."""
UNSEEN = 1.5
"""The same before, where a die rolls on out of the picture: nobody sees when it comes to rest."""
NO_EVENTS = ("camera",)
SURE = 0.8
"""From this confidence on something seen is announced and not asked about."""

FOR_PEOPLE = frozenset(
    [
        "ban",
        "bid",
        "bids",
        "bomb",
        "choose",
        "chug_contest",
        "deal",
        "duel",
        "give",
        "measurement",
        "only_trumps",
        "reveal",
        "zero",
    ]
)
"""What questions are about that only people can answer, however well the eyes see."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A `seen` line, the source time of the frame that brought it, and the wall seconds between
    that frame's arrival and the line."""

    line: dict[str, Any]
    t: float
    work: float


@dataclass(slots=True)
class ClipScore:
    """Counts over one or several clips; `delays` in seconds from true rest to the line.

    `misled`: of what is wrong or extra, what was sure enough to be announced. `asked`: questions
    that people would not have been asked if all had been seen clearly.
    """

    events: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    extra: int = 0
    misled: int = 0
    asked: int = 0
    seats_right: int = 0
    frames: int = 0
    seconds: float = 0.0
    delays: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __add__(self, other: ClipScore) -> ClipScore:
        return ClipScore(
            *(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__)
        )

    def row(self, name: str) -> str:
        """One line of the table."""
        share, seats = _ratio(self.right, self.events), _ratio(self.seats_right, self.right)
        asked, rate = _ratio(100 * self.asked, self.events), _ratio(self.frames, self.seconds)
        middle, slow = delay_cuts(self.delays)
        return (
            f"{name:20} {self.events:6} {self.right:5} {share:7.1%} {self.wrong:5} {self.missed:6}"
            f" {self.extra:5} {self.misled:6} {asked:7.1f} {seats:6.1%} {rate:6.1f}"
            f" {middle:6.0f} {slow:6.0f}"
        )


HEAD = (
    f"{'clip':20} {'events':>6} {'right':>5} {'share':>7} {'wrong':>5} {'missed':>6}"
    f" {'extra':>5} {'misled':>6} {'ask/100':>7} {'seats':>6} {'fps':>6}"
    f" {'ms 50%':>6} {'ms 95%':>6}"
)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


def delay_cuts(delays: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds; NaN without delays."""
    if not delays:
        return float("nan"), float("nan")
    cuts = quantiles([*delays, delays[-1]], n=20, method="inclusive")
    return 1000 * cuts[9], 1000 * cuts[18]


def read_truth(path: Path) -> list[dict[str, Any]]:
    """The lines of a `truth.jsonl` that are events."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line["what"] not in NO_EVENTS]


def meaning(line: dict[str, Any]) -> tuple[Any, ...]:
    """What a line says, without time and place."""
    values, cards = tuple(line.get("values", ())), tuple(sorted(line.get("cards", ())))
    said = (line.get(key) for key in ("value", "reason", "card", "n"))
    return line["what"], *(part for part in (values, cards, *said) if part not in ((), None))


def compare(truth: Sequence[dict[str, Any]], heard: Sequence[Heard]) -> ClipScore:
    """Pairs each true event with the first sighting near it in time; the rest is extra."""
    score = ClipScore(events=len(truth))
    left = [one for one in heard if one.line["what"] not in NO_EVENTS]
    for true in truth:
        early = UNSEEN if true.get("reason") == "off_table" else EARLY
        near = [one for one in left if true["t"] - early <= one.line["t"] <= true["t"] + LATE]
        if not near:
            score.missed += 1
            score.faults.append(f"{true['t']:.2f} s: missed {meaning(true)}")
            continue
        one = next((one for one in near if meaning(one.line) == meaning(true)), near[0])
        left.remove(one)
        if meaning(one.line) != meaning(true):
            score.wrong += 1
            score.misled += _is_sure(one)
            score.faults.append(f"{true['t']:.2f} s: {meaning(true)} seen as {meaning(one.line)}")
            continue
        score.right += 1
        score.seats_right += one.line.get("seat") == true.get("seat")
        score.delays.append(max(0.0, one.t - true["t"]) + one.work)
    score.extra = len(left)
    score.misled += sum(map(_is_sure, left))
    score.faults += [f"{one.line['t']:.2f} s: extra {meaning(one.line)}" for one in left]
    return score


def _is_sure(one: Heard) -> bool:
    return float(one.line.get("confidence", 1.0)) >= SURE
