"""Whether confidences can be believed: how often what was read so surely was right.

From these tables the threshold is chosen below which a game asks instead of announcing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np

from datasets.photos import Thing
from models.bench.stills import Seen
from vision.sights import CardSight, DieSight

EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
"""Bins of confidence; most readings are sure, so the upper ones are narrow."""
MOST_WRONG = 0.01
"""Of what is announced no more may be wrong (the bar of the design)."""


@dataclass(slots=True)
class Readings:
    """Confidences and whether each was right, of one thing read: rank, suit, card or value."""

    sure: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)

    def add(self, sure: float, right: bool) -> None:
        self.sure.append(sure)
        self.right.append(right)


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings whose confidence lies in low..high: how many, their mean, the share right."""

    low: float
    high: float
    count: int
    sure: float
    right: float


@dataclass(slots=True)
class Reliability:
    """What `models.bench.stills.measure` tells by its `hear`: readings of found things."""

    parts: dict[str, Readings] = field(
        default_factory=lambda: {name: Readings() for name in ("rank", "suit", "card", "value")}
    )

    def hear(self, thing: Thing, seen: Seen) -> None:
        if isinstance(seen, DieSight):
            chances = seen.probabilities[:6]
            if chances:
                best = int(np.argmax(chances))
                self.parts["value"].add(chances[best], best + 1 == thing.value)
        elif seen.face == "up" and seen.candidates and thing.code:
            self._hear_card(thing.code, seen)

    def _hear_card(self, truth: str, seen: CardSight) -> None:
        # Below a half the eyes name no rank or suit; their best guess is still among these.
        rank, suit = _likeliest(seen, 0), _likeliest(seen, 1)
        self.parts["rank"].add(seen.rank_confidence, rank == truth[0])
        self.parts["suit"].add(seen.suit_confidence, suit == truth[1])
        self.parts["card"].add(seen.sure, rank + suit == truth)


def _likeliest(seen: CardSight, place: int) -> str:
    chances: dict[str, float] = {}
    for code, chance in seen.candidates:
        chances[code[place]] = chances.get(code[place], 0.0) + chance
    return max(chances, key=lambda name: chances[name])


def bins(readings: Readings, edges: Sequence[float] = EDGES) -> list[Bin]:
    """The readings by confidence; empty bins are left out."""
    sure, right = np.array(readings.sure), np.array(readings.right, dtype=float)
    at = np.clip(np.searchsorted(edges, sure, side="right") - 1, 0, len(edges) - 2)
    found = []
    for number, (low, high) in enumerate(pairwise(edges)):
        inside = at == number
        if inside.any():
            mean, share = float(sure[inside].mean()), float(right[inside].mean())
            found.append(Bin(low, high, int(inside.sum()), mean, share))
    return found


def calibration_error(found: Sequence[Bin]) -> float:
    """ECE: the gap between confidence and share right, mean over all readings."""
    total = sum(one.count for one in found)
    return sum(one.count * abs(one.right - one.sure) for one in found) / max(total, 1)


def ask_below(readings: Readings, most: float = MOST_WRONG) -> float:
    """The least threshold at and above which no more than `most` of the readings are wrong.

    1 where there is none.
    """
    order = np.argsort(readings.sure)[::-1]
    sure = np.array(readings.sure)[order]
    wrong = np.cumsum(~np.array(readings.right, dtype=bool)[order])
    # A threshold takes all that are as sure as it.
    last = np.append(sure[1:] != sure[:-1], True)[: len(sure)]
    good = np.flatnonzero(last & (wrong <= most * np.arange(1, len(sure) + 1)))
    return float(sure[good[-1]]) if len(good) else 1.0


def table(name: str, readings: Readings) -> str:
    """The bins of one thing read as lines of text, with its ECE and threshold."""
    found = bins(readings)
    lines = [f"{name:12} {'count':>6} {'sure':>7} {'right':>7}"]
    lines += [
        f"  {one.low:.2f}-{one.high:.2f}  {one.count:6} {one.sure:7.1%} {one.right:7.1%}"
        for one in found
    ]
    limit = ask_below(readings)
    above = [right for sure, right in zip(readings.sure, readings.right, strict=True)
             if sure >= limit]  # fmt: skip
    lines.append(
        f"  ECE {calibration_error(found):.3f}; announced from {limit:.2f}: {len(above)} of"
        f" {len(readings.sure)}, {sum(not right for right in above)} of them wrong"
    )
    return "\n".join(lines)


# -- the diagram ----------------------------------------------------------------------------------

_SIDE, _PAD = 220, 34


def write_diagram(path: Path, parts: dict[str, Readings]) -> None:
    """Writes an SVG: one square a thing read, share right against confidence. Raises `OSError`."""
    shown = {name: readings for name, readings in parts.items() if readings.sure}
    width = len(shown) * (_SIDE + _PAD) + _PAD
    panels = "".join(
        _panel(_PAD + number * (_SIDE + _PAD), name, bins(readings))
        for number, (name, readings) in enumerate(shown.items())
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_SIDE + 2 * _PAD}"'
        f' font-family="sans-serif" font-size="11"><rect width="100%" height="100%"'
        f' fill="white"/>{panels}</svg>\n'
    )


def _panel(left: float, name: str, found: Sequence[Bin]) -> str:
    total = sum(one.count for one in found)
    parts = [
        f'<rect x="{left}" y="{_PAD}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#999"/>',
        f'<path d="M{left} {_PAD + _SIDE}L{left + _SIDE} {_PAD}" stroke="#bbb"/>',
        f'<text x="{left}" y="{_PAD - 8}">{name}: right against sure, {total} read</text>',
        f'<text x="{left}" y="{_PAD + _SIDE + 14}">0</text>',
        f'<text x="{left + _SIDE - 8}" y="{_PAD + _SIDE + 14}">1</text>',
    ]
    for one in found:
        x, y = left + one.sure * _SIDE, _PAD + (1 - one.right) * _SIDE
        radius = 2 + 14 * (one.count / total) ** 0.5
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#2a6" fill-opacity="0.5"/>'
        )
    return "".join(parts)
