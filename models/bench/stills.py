"""Accuracy on labelled photos: what is found, what is read right, what is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from datasets.photos import Photo, Thing
from models.bench.matching import Box, lies_free, pair_parts, quad_box
from vision.eyes import Looks
from vision.frames import Image
from vision.sights import CardSight, DieSight, Sight

SIZES = (40, 60, 80, 120, 180, 260, 400, 640, 1000, 4000)
"""Edges of the classes by size: the longer side of the labelled box in pixels."""


STEP = 20
"""Pixels; width of a class of the curve by size."""

UNREAD = "unread"

Seen = CardSight | DieSight
Hear = Callable[[Thing, Seen], None]
"""Is told every labelled thing that was found, and how it was seen."""


def nobody(thing: Thing, seen: Seen) -> None:
    """Nobody wants to hear it."""


@dataclass(slots=True)
class Score:
    """Counts of one group of labelled things."""

    labelled: int = 0
    found: int = 0
    right: int = 0

    def add(self, found: bool, right: bool) -> None:
        self.labelled += 1
        self.found += found
        self.right += right

    @property
    def found_share(self) -> float:
        return self.found / self.labelled if self.labelled else float("nan")

    @property
    def right_share(self) -> float:
        """Right of those found."""
        return self.right / self.found if self.found else float("nan")


@dataclass(slots=True)
class Report:
    """Scores by group, false things, confusions and the photos with faults.

    `extra`: things with a face or value that are not there; `nameless`: those without.
    `lengths`: scores of cards and of dice that lie free, by the longer side of their labelled
    boxes in steps of `STEP` pixels (the lower end).
    """

    groups: dict[tuple[str, str], Score] = field(default_factory=dict)
    lengths: dict[tuple[str, int], Score] = field(default_factory=dict)
    photos: int = 0
    extra: int = 0
    nameless: int = 0
    readings: dict[tuple[str, str], int] = field(default_factory=dict)
    faults: dict[Path, int] = field(default_factory=dict)

    def add(self, keys: Iterable[tuple[str, str]], found: bool, right: bool) -> None:
        for key in keys:
            self.groups.setdefault(key, Score()).add(found, right)

    def add_length(self, kind: str, box: Box, found: bool, right: bool) -> None:
        low = STEP * int(longer_side(box) // STEP)
        self.lengths.setdefault((kind, low), Score()).add(found, right)

    def fault(self, path: Path) -> None:
        self.faults[path] = self.faults.get(path, 0) + 1

    def worst(self, count: int) -> list[Path]:
        """The photos with the most faults."""
        return sorted(self.faults, key=lambda path: -self.faults[path])[:count]


def longer_side(box: Box) -> float:
    """Pixels."""
    return max(box[2] - box[0], box[3] - box[1])


def size_class(box: Box) -> str:
    """The class by size that a box belongs to, such as `80-120`."""
    side = longer_side(box)
    at = int(np.searchsorted(SIZES, side, side="right"))
    low = SIZES[at - 1] if at else 0
    return f"{low}-{SIZES[min(at, len(SIZES) - 1)]}"


def scaled(image: Image, things: Sequence[Thing], factor: float) -> tuple[Image, list[Thing]]:
    """The photo and its labels made smaller or larger."""
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=method)
    moved = [
        Thing(t.kind, (t.box[0] * factor, t.box[1] * factor, t.box[2] * factor, t.box[3] * factor),
              t.code, t.value)
        for t in things
    ]  # fmt: skip
    return np.asarray(small, dtype=np.uint8), moved


Views = Callable[[Photo, Image], Iterator[tuple[Image, list[Thing]]]]


def as_taken(photo: Photo, image: Image) -> Iterator[tuple[Image, list[Thing]]]:
    """The photo as it is."""
    yield image, list(photo.things)


def rescaled(sizes: Sequence[float]) -> Views:
    """Views in which the largest labelled thing is so many pixels long."""

    def views(photo: Photo, image: Image) -> Iterator[tuple[Image, list[Thing]]]:
        longest = max(max(t.box[2] - t.box[0], t.box[3] - t.box[1]) for t in photo.things)
        for size in sizes:
            if size <= 1.05 * longest:
                yield scaled(image, photo.things, size / longest)

    return views


def measure(
    eyes: Looks, photos: Sequence[Photo], views: Views = as_taken, report: Report | None = None,
    hear: Hear = nobody,
) -> Report:  # fmt: skip
    """Looks at every view of every photo and compares with the labels."""
    report = report or Report()
    for photo in photos:
        image = cv2.imread(str(photo.path))
        if image is None:
            raise OSError(f"{photo.path} cannot be read as a picture")
        for view, things in views(photo, np.asarray(image, dtype=np.uint8)):
            _compare(report, photo, things, eyes.look(view), view.shape[1::-1], hear)
    return report


def _compare(
    report: Report,
    photo: Photo,
    things: list[Thing],
    sight: Sight,
    size: tuple[int, int],
    hear: Hear,
) -> None:
    width, height = size
    report.photos += 1
    labelled_kinds = {thing.kind for thing in things} or {"card", "die"}
    for kind in sorted(labelled_kinds):
        own = [thing for thing in things if thing.kind == kind]
        seen: Sequence[Seen] = sight.cards if kind == "card" else sight.dice
        boxes = [quad_box(one.quad, width, height) for one in seen]
        pairing = pair_parts([thing.box for thing in own], boxes, kind)
        partner = dict(pairing.pairs)
        for index, thing in enumerate(own):
            free = lies_free(index, [other.box for other in own], width, height)
            one = seen[partner[index]] if index in partner else None
            _score(report, photo, thing, free, one)
            if one is not None:
                hear(thing, one)
        for index in pairing.extra:
            if _reading(seen[index]) is None:
                report.nameless += 1
            else:
                report.extra += 1
                report.fault(photo.path)


def _score(report: Report, photo: Photo, thing: Thing, free: bool, seen: Seen | None) -> None:
    truth = thing.code if thing.kind == "card" else str(thing.value)
    reading = None if seen is None else _reading(seen)
    found, right = seen is not None, reading == truth
    keys = [("source", f"{photo.source} {'free' if free else 'crowded'}")]
    keys += [("size", f"{thing.kind} {size_class(thing.box)}")] if free else []
    report.add(keys, found, right)
    if free:
        report.add_length(thing.kind, thing.box, found, right)
    if not right:
        report.fault(photo.path)
    if found:
        key = (str(truth), reading or UNREAD)
        report.readings[key] = report.readings.get(key, 0) + 1


def _reading(one: Seen) -> str | None:
    """What is announced: a face, a value, or None."""
    if isinstance(one, CardSight):
        return one.card if one.face == "up" and "?" not in one.card else None
    return None if one.value is None else str(one.value)


def confusions(report: Report, most: int = 12) -> str:
    """The commonest wrong readings, as text."""
    wrong = [(pair, n) for pair, n in report.readings.items() if pair[0] != pair[1]]
    ranked = sorted(wrong, key=lambda item: -item[1])[:most]
    return ", ".join(f"{truth} as {reading} {n}x" for (truth, reading), n in ranked) or "none"


def dice_matrix(report: Report) -> str:
    """Rows: the true value; columns: what was read, the last one unread."""
    values = [str(value) for value in range(1, 7)]
    lines = ["true " + "".join(f"{column:>7}" for column in [*values, UNREAD])]
    for true in values:
        counts = (report.readings.get((true, column), 0) for column in [*values, UNREAD])
        lines.append(f"{true:>4} " + "".join(f"{count:7}" for count in counts))
    return "\n".join(lines)


def table(report: Report) -> str:
    """The scores as lines of text."""
    lines = [f"{'':28} {'labelled':>8} {'found':>7} {'right':>7}"]
    order = {name: rank for rank, name in enumerate(map(_edge, SIZES))}
    for key in sorted(report.groups, key=lambda k: (k[0], order.get(_low(k[1]), 0), k[1])):
        score = report.groups[key]
        lines.append(
            f"{key[1]:28} {score.labelled:8} {score.found_share:7.1%} {score.right_share:7.1%}"
        )
    lines.append(
        f"false things: {report.extra} in {report.photos} pictures, and {report.nameless} backs, "
        "cards without a face and dice without a value"
    )
    return "\n".join(lines)


def curve(report: Report, kind: str = "card") -> str:
    """Found, and right of those found, against size: one line a step, with a bar."""
    lines = [f"{'pixels':>9} {'labelled':>9} {'found':>7} {'right':>7}"]
    for name, low in sorted(report.lengths):
        if name == kind:
            score = report.lengths[name, low]
            bar = "#" * round(40 * score.right / score.labelled)
            bar += "." * (round(40 * score.found_share) - len(bar))
            lines.append(
                f"{low:4}-{low + STEP:<4} {score.labelled:9} {score.found_share:7.1%}"
                f" {score.right_share:7.1%}  {bar}"
            )
    return "\n".join([*lines, "# found and right  . found"])


def _edge(size: int) -> str:
    return str(size)


def _low(name: str) -> str:
    return name.rpartition(" ")[2].partition("-")[0]
