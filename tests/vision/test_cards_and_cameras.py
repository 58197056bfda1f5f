"""A card is one event whatever camera and room do meanwhile: rates, gaps, light, focus, people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from engine.seen import CardLanded, Seen
from tests.vision.card_table import CardEyes, toss
from tests.vision.drawing import DrawnArm
from tests.vision.table import Table, watch, without_camera
from vision.detector import Region
from vision.frames import Image
from vision.sights import Sight

CODES = ["2d", "9s", "Kh"]
RESTS = [1.3, 3.3, 6.6]
PILE = [(300.0, 180.0), (330.0, 195.0), (285.0, 170.0)]
END = 9.5


@dataclass
class Cameraed(Table):
    """A pile of three cards; the camera repeats one picture between `frozen`'s two times."""

    frozen: tuple[float, float] = (99.0, 99.0)

    def __post_init__(self) -> None:
        for i, (code, rest, place) in enumerate(zip(CODES, RESTS, PILE, strict=True)):
            toss(self, code, rest, place, side=0.5 if i % 2 else -0.5)

    def shown(self, t: float) -> float:
        """The time whose picture the camera gives at `t`."""
        begin, end = self.frozen
        return begin if begin <= t < end else t

    def draw(self, t: float) -> Image:
        """The picture at `t`."""
        return super().draw(self.shown(t))


class Eyes(CardEyes):
    """Sees what the camera gives."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What shows in that picture."""
        table, now = self.table, self.now
        assert isinstance(table, Cameraed)
        self.now = table.shown(now)
        dark = table.gain(self.now) < 0.1
        sight = Sight() if dark else super().look(image, regions)
        self.now = now
        return sight


def steady(table: Cameraed) -> None:
    """Nothing happens besides."""


def exposure_jumps(table: Cameraed) -> None:
    table.lights = [(0, 1.0), (1.1, 0.7), (1.6, 1.25), (3.2, 0.8), (6.5, 1.2), (6.8, 0.9)]


def lights_switched(table: Cameraed) -> None:
    table.lights = [(0, 1.0), (2.2, 0.02), (2.7, 0.5), (4.4, 0.02), (4.8, 1.0)]


def focus_hunts(table: Cameraed) -> None:
    table.blurs = [(0, 0), (1.9, 0), (2.1, 3), (2.4, 0.4), (3.2, 0.4), (3.5, 3), (3.8, 0)]


def somebody_leans_in(table: Cameraed) -> None:
    way = [(3.9, 0.0, 60.0), (4.3, 190.0, 80.0), (4.9, 200.0, 90.0), (5.3, 0.0, 60.0)]
    table.arms.append(DrawnArm((-60, 40), way, width=190))


def freezes_over_a_card(table: Cameraed) -> None:
    table.frozen = (2.0, 5.0)


def is_bumped(table: Cameraed) -> None:
    table.shifts = [(0, 0, 0, 0), (4.2, 0, 0, 0), (4.3, 14, -9, 1), (4.4, 8, -5, 0.6)]


TRUTHS: dict[str, tuple[Callable[[Cameraed], None], float, float]] = {
    "15 frames a second": (steady, 15, 0.0),
    "25 frames a second": (steady, 25, 0.0),
    "60 frames a second": (steady, 60, 0.0),
    "a fifth of the frames is dropped": (steady, 30, 0.2),
    "the exposure jumps": (exposure_jumps, 30, 0.0),
    "lights are switched": (lights_switched, 15, 0.0),
    "the autofocus hunts": (focus_hunts, 15, 0.0),
    "a person leans in": (somebody_leans_in, 15, 0.0),
    "the picture freezes for three seconds": (freezes_over_a_card, 15, 0.0),
    "the camera is bumped": (is_bumped, 15, 0.0),
}


@pytest.mark.parametrize("name", TRUTHS)
def test_each_card_is_one_event(name: str) -> None:
    happens, fps, drop = TRUTHS[name]
    table = Cameraed()
    happens(table)
    eyes = Eyes(table, misses=0.05)
    landed: list[Seen] = without_camera(watch(table, END, fps, drop, eyes=eyes)[0])
    assert [one.card for one in landed if isinstance(one, CardLanded)] == CODES
    assert len(landed) == len(CODES)


def test_what_a_person_covers_is_judged_when_he_is_gone() -> None:
    table = Cameraed()
    somebody_leans_in(table)
    table.cards.append(("7c", [(4.4, 120.0, 90.0)], 4.4, 99))
    landed = without_camera(watch(table, END, 15, eyes=Eyes(table))[0])
    (late,) = [one for one in landed if isinstance(one, CardLanded) and one.card == "7c"]
    assert late.t > 4.8
