"""What the part `lean` of the bench counts, on made-up eyes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.bench.lean import KNOWN, Lain, Leans, measure
from vision.detector import Region
from vision.frames import Image
from vision.sights import DieSight, Sight

LEANING = 35.0


class KnowingEyes:
    """Sees a die in the middle of every region; the pixel there says how far it leans."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        ((x0, y0, x1, y1),) = regions or ()
        middle = np.array([x0 + x1, y0 + y1]) / 2
        lean = np.radians(image[int(middle[1]), int(middle[0]), 0])
        corners = middle + 12.0 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        way = (float(np.sin(lean)), 0.0, float(np.cos(lean)))
        return Sight((), (DieSight(corners.astype(np.float32), 3, 0.9, (), way),))


def table(*leans: float) -> tuple[Image, list[Lain]]:
    picture = np.zeros((720, 1280, 3), np.uint8)
    lain = [Lain((200.0 + 120 * place, 300.0), lean) for place, lean in enumerate(leans)]
    for die in lain:
        picture[int(die.at[1]), int(die.at[0])] = die.lean
    return picture, lain


def test_a_leaning_die_is_told_by_the_flat_ones_and_no_flat_one_is_taken_for_it() -> None:
    leans = Leans()
    measure(KnowingEyes(), iter([table(*[0.0] * 5), table(*[0.0] * (KNOWN - 2), LEANING)]), leans)
    assert (leans.leaning, leans.unread, leans.missed) == (1, 0, 0)
    shares = {line.split("  ")[0]: line.split()[-2:] for line in leans.table().splitlines()[1:5]}
    assert shares[f"flat, after {KNOWN} flat dice"] == ["0.0%", "0.0%"]
    assert shares[f"leaning, after {KNOWN} flat dice"] == ["100.0%", "0.0%"]


def test_too_few_flat_dice_say_nothing_about_the_leaning_one() -> None:
    leans = Leans()
    measure(KnowingEyes(), iter([table(0.0, LEANING)]), leans)
    assert leans.leaning == 1
    assert not leans.strays
