"""Our eyes beside classical ones on the same pictures: what is found, read right, and the time."""

from __future__ import annotations

import time
from collections.abc import Sequence

from datasets.photos import Photo
from models.bench.stills import Report, Score, Views, measure
from vision.detector import Region
from vision.eyes import Looks
from vision.frames import Image
from vision.sights import Sight

HEAD = (
    f"{'':44} {'free':>5} {'found':>7} {'right':>7} {'crowded':>7} {'found':>7} {'right':>7}"
    f" {'false':>6} {'pictures':>8} {'ms':>6}"
)
"""`right`: of those found; `false`: things reported that are not there; `ms`: of processor time for
a picture, whatever else the machine does."""


class Timed:
    """Eyes that count the processor seconds of their looks."""

    def __init__(self, eyes: Looks) -> None:
        self._eyes = eyes
        self.seconds = 0.0

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What the eyes see."""
        began = time.process_time()
        sight = self._eyes.look(image, regions)
        self.seconds += time.process_time() - began
        return sight


def row(name: str, eyes: Looks, photos: Sequence[Photo], views: Views) -> str:
    """One line under `HEAD`, of all views of the photos, which come from one source."""
    timed = Timed(eyes)
    report = measure(timed, photos, views)
    free, crowded = (_score(report, place) for place in ("free", "crowded"))
    return (
        f"{name:44} {free.labelled:5} {_shares(free)} {crowded.labelled:7} {_shares(crowded)}"
        f" {report.extra:6} {report.photos:8} {1000 * timed.seconds / max(1, report.photos):6.1f}"
    )


def _shares(score: Score) -> str:
    return f"{score.found_share:7.1%} {score.right_share:7.1%}" if score.labelled else " " * 15


def _score(report: Report, place: str) -> Score:
    found = (score for (kind, name), score in report.groups.items()
             if kind == "source" and name.endswith(f" {place}"))  # fmt: skip
    return next(found, Score())
