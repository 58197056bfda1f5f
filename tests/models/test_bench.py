"""Pairing of what was found with what is labelled, and of sightings with true rolls."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.compose.backgrounds import Backgrounds
from datasets.photos import Photo, Thing
from models.bench import mounted, patches, readers, stills
from models.bench.clips import HEAD, ClipScore, Heard, compare
from models.bench.matching import lies_free, overlap, pair, pair_parts
from vision.backends import Tensor
from vision.frames import Image
from vision.sights import DieSight, Sight

TRUE = [
    {"t": 2.0, "what": "dice", "values": [1, 4], "seat": "Ann"},
    {"t": 6.0, "what": "dice", "values": [3, 3], "seat": "Ben"},
    {"t": 10.0, "what": "dice_bad", "reason": "cocked", "seat": "Ben"},
]


def heard(*lines: dict[str, object]) -> list[Heard]:
    return [Heard(dict(line), float(str(line["t"])) + 0.2, 0.05) for line in lines]


@pytest.mark.parametrize(
    ("lines", "right", "wrong", "missed", "extra"),
    [
        (TRUE, 3, 0, 0, 0),
        (TRUE[:2], 2, 0, 1, 0),
        ([TRUE[0], {**TRUE[1], "values": [3, 4]}, TRUE[2]], 2, 1, 0, 0),
        # The same roll reported twice: the second one is extra.
        ([TRUE[0], {**TRUE[0], "t": 2.4}, *TRUE[1:]], 3, 0, 0, 1),
        # A sighting far from any true roll is extra, and the roll is missed.
        ([{**TRUE[0], "t": 5.0}, *TRUE[1:]], 2, 0, 1, 1),
        ([*TRUE, {"t": 8.0, "what": "camera", "state": "moved"}], 3, 0, 0, 0),
    ],
)
def test_rolls_are_compared_one_by_one(
    lines: list[dict[str, object]], right: int, wrong: int, missed: int, extra: int
) -> None:
    score = compare(TRUE, heard(*lines))
    assert (score.right, score.wrong, score.missed, score.extra) == (right, wrong, missed, extra)


def test_delay_counts_from_true_rest_to_the_line_and_scores_add() -> None:
    score = compare(TRUE, heard(*TRUE)) + compare(TRUE, heard(*TRUE))
    assert score.events == 6
    assert score.delays == pytest.approx([0.25] * 6)
    assert score.seats_right == 6
    assert score.row("all").count("100.0%") == 2
    assert ClipScore().row("none")


def test_questions_are_counted_by_the_hundred_events() -> None:
    score = compare(TRUE, heard(*TRUE))
    score.asked = 1
    assert score.row("all").split()[HEAD.split().index("ask/100")] == "33.3"


COVERED, COVERING, WHOLE = (0, 0, 30, 100), (30, 0, 100, 100), (0, 0, 90, 100)


@pytest.mark.parametrize(
    ("found", "pairs", "extra"),
    [
        ([COVERING, WHOLE], ((0, 1), (1, 0)), ()),
        ([COVERING], ((1, 0),), ()),
        # Not the card that lies there, however well it holds the label: it is far too large.
        ([COVERING, (0, 0, 300, 300)], ((1, 0),), (1,)),
        ([COVERING, (20, 0, 90, 100)], ((1, 0),), (1,)),
    ],
)
def test_a_covered_cards_label_is_the_visible_part_of_what_is_found(
    found: list[tuple[float, float, float, float]],
    pairs: tuple[tuple[int, int], ...],
    extra: tuple[int, ...],
) -> None:
    pairing = pair_parts([COVERED, COVERING], found, "card")
    assert (pairing.pairs, pairing.extra) == (pairs, extra)


def test_the_label_of_a_die_s_upper_face_is_that_of_the_whole_die() -> None:
    face, die, heap = (10.0, 10.0, 70.0, 50.0), (5.0, 5.0, 85.0, 95.0), (0.0, 0.0, 120.0, 100.0)
    assert pair([face], [die]).missed == (0,)
    assert pair_parts([face], [die], "die").pairs == ((0, 0),)
    assert pair_parts([face], [heap], "die").extra == (0,)


def test_pairs_are_one_to_one_and_best_first() -> None:
    boxes = [(0.0, 0.0, 10.0, 10.0), (20.0, 0.0, 30.0, 10.0)]
    found = [(1.0, 0.0, 11.0, 10.0), (0.0, 0.0, 10.0, 10.0), (50.0, 50.0, 60.0, 60.0)]
    pairing = pair(boxes, found)
    assert pairing.pairs == ((0, 1),)
    assert pairing.missed == (1,)
    assert pairing.extra == (0, 2)
    assert overlap(boxes[0], found[0]) == pytest.approx(90 / 110)


@pytest.mark.parametrize(
    ("others", "free"),
    [
        ([], True),
        ([(150.0, 20.0, 180.0, 60.0)], True),
        ([(40.0, 40.0, 80.0, 90.0)], False),
        # The box of a covered card ends where the covering one begins.
        ([(60.0, 20.0, 100.0, 60.0)], False),
    ],
)
def test_free_is_what_has_a_gap_round_it(
    others: list[tuple[float, float, float, float]], free: bool
) -> None:
    own = (20.0, 20.0, 60.0, 60.0)
    assert lies_free(0, [own, *others], 200, 200) is free
    assert not lies_free(0, [own, *others], 61, 200)


class OneDie:
    """Eyes that see one die, always a five, at a place of the picture."""

    def look(self, image: Image, regions: object = None) -> Sight:
        quad = np.array([[10, 10], [50, 10], [50, 50], [10, 50]], dtype=np.float32)
        return Sight(dice=(DieSight(quad * image.shape[1] / 100, 5, 0.9),))


def test_photos_are_scored_by_source_and_size(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((100, 100, 3), np.uint8))
    things = (
        Thing("die", (10, 10, 50, 50), value=5),
        Thing("die", (60, 60, 90, 90), value=2),
    )
    photos = [Photo(tmp_path / "a.png", 100, 100, "test", "own", things)]
    report = stills.measure(OneDie(), photos)
    score = report.groups[("source", "own free")]
    assert (score.labelled, score.found, score.right) == (2, 1, 1)
    assert report.worst(3) == [tmp_path / "a.png"]
    wrong = [Photo(tmp_path / "a.png", 100, 100, "test", "own", (things[1],))]
    other = stills.measure(OneDie(), wrong)
    assert other.extra == 1
    half = stills.measure(OneDie(), photos, stills.rescaled([20.0]))
    assert ("size", "die 0-40") in half.groups
    assert "own free" in stills.table(half)


@pytest.mark.parametrize("size", [60.0, 300.0, 600.0])
def test_a_mounted_card_lies_where_its_label_says(size: float) -> None:
    card = np.full((352, 228, 3), (0, 0, 255), np.uint8)
    image, (thing,) = mounted.lay(np.random.default_rng(1), card, "As", size, Backgrounds(None))
    x0, y0, x1, y1 = (int(v) for v in thing.box)
    centre = image[(y0 + y1) // 2, (x0 + x1) // 2].astype(int)
    assert centre[2] > 200
    assert centre[:2].max() < 60
    assert 0 <= x0 < x1 <= mounted.CANVAS
    assert max(x1 - x0, y1 - y0) >= min(0.9 * size, 0.9 * mounted.CANVAS)


class ByBrightness:
    """A die reader that takes bright crops for a five and cannot read the others."""

    def run(self, batch: Tensor) -> Tensor:
        bright = batch.mean(axis=(1, 2, 3)) > 0.5
        logits = np.zeros((len(batch), 7), dtype=np.float32)
        logits[np.arange(len(batch)), np.where(bright, 4, 6)] = 9.0
        return logits

    def run_all(self, batch: Tensor) -> list[Tensor]:
        return [self.run(batch)]


def test_the_die_reader_alone_is_scored_along_the_labels(tmp_path: Path) -> None:
    image = np.zeros((80, 240, 3), np.uint8)
    image[:, 80:] = 255
    path = tmp_path / "dice.png"
    cv2.imwrite(str(path), image)
    boxes = [(20.0, 20.0, 50.0, 50.0), (100.0, 20.0, 130.0, 50.0), (180.0, 20.0, 210.0, 50.0)]
    things = tuple(Thing("die", box, value=v) for box, v in zip(boxes, (2, 5, 6), strict=True))
    photo = Photo(path, 240, 80, "test", "own", things)
    counts = readers.labelled_dice(ByBrightness(), [photo])
    assert counts == {(2, 0): 1, (5, 5): 1, (6, 5): 1}
    assert readers.summary(counts) == "3 dice: right 33.3%, unread 33.3%, wrong 33.3%"


def test_dice_on_a_patch_lie_where_their_labels_say_and_are_so_small(tmp_path: Path) -> None:
    image = np.full((240, 320, 3), (200, 60, 40), np.uint8)
    things = [Thing("die", (0, 0, 60, 60), value=3), Thing("die", (150, 100, 210, 160), value=4)]
    for thing in things:
        x0, y0, x1, y1 = (int(v) for v in thing.box)
        image[y0:y1, x0:x1] = 255
    photo = Photo(tmp_path / "a.png", 320, 240, "test", "own", tuple(things))
    views = patches.patched(Backgrounds(None), [20.0, 30.0])
    seen = list(views(photo, image))
    for (table, laid), size in zip(seen, (20, 30), strict=True):
        assert table.shape == (patches.HEIGHT, patches.WIDTH, 3)
        assert [thing.value for thing in laid] == [3, 4]
        for thing in laid:
            x0, y0, x1, y1 = (round(v) for v in thing.box)
            assert (x1 - x0, y1 - y0) == pytest.approx((size, size), abs=1)
            assert table[y0 + 3 : y1 - 3, x0 + 3 : x1 - 3].mean() > 245
            assert table[y0 : y0 + size, x1 + 3 : x1 + 6, 2].mean() < 120
    assert list(views(Photo(photo.path, 320, 240, "test", "own"), image)) == []
