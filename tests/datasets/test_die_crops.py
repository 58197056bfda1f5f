"""The sprite library and the die reader's training crops."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.compose.backgrounds import Backgrounds
from datasets.compose.canvas import Canvas
from datasets.compose.die_crops import REACH, UNKNOWN, UNREADABLE, cut, die_crop
from datasets.compose.real_dice import (
    load_other_dice,
    load_real_dice,
    real_die_crop,
    real_die_crops,
)
from datasets.compose.supports import lay_support
from datasets.things.library import COCKED, SpriteLibrary
from vision.frames import Image
from vision.nms import Boxes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sprites")
    SpriteLibrary.build(path, seed=5, dice=60, negatives=12, workers=1)
    return path


@pytest.fixture(scope="module")
def library(folder: Path) -> SpriteLibrary:
    return SpriteLibrary.load(folder)


def test_a_library_is_a_function_of_its_seed(folder: Path, tmp_path: Path) -> None:
    SpriteLibrary.build(tmp_path, seed=5, dice=2, negatives=1, workers=1)
    few, many = SpriteLibrary.load(tmp_path), SpriteLibrary.load(folder)
    assert np.array_equal(few.blobs[0], many.blobs[0][: len(few.blobs[0])])


@pytest.mark.parametrize("px", [10, 33, 64, 90, 180])
def test_sprites_come_in_the_size_asked_for(library: SpriteLibrary, px: int) -> None:
    rng = np.random.default_rng(px)
    for sprite in (library.die(rng, px), library.negative(rng, px)):
        x0, y0, x1, y1 = sprite.box
        assert max(x1 - x0, y1 - y0) == pytest.approx(px, abs=max(2, 0.05 * px))
        assert sprite.shadow.shape == sprite.bgra.shape[:2]
        assert (sprite.kind == "die") or sprite.value is None


@pytest.mark.parametrize("top", [1, 2, 3, 4, 5, 6])
def test_a_wanted_upper_face_is_given(library: SpriteLibrary, top: int) -> None:
    assert library.die(np.random.default_rng(0), 30, top).value == top


def test_a_cocked_die_can_be_asked_for_and_says_where_it_leans(library: SpriteLibrary) -> None:
    for seed in range(6):
        sprite = library.die(np.random.default_rng(seed), 30, COCKED)
        assert (sprite.kind, sprite.value) == ("die", None)
        assert sprite.lean is not None
    assert library.die(np.random.default_rng(0), 30, 4).lean is None


@pytest.mark.parametrize("way", [0.0, 1.0, 2.5, 4.0])
@pytest.mark.parametrize("reach", [-12.0, 6.0, 15.0])
def test_a_support_begins_where_it_is_asked_to(way: float, reach: float) -> None:
    """Painted from its edge on, for a good die's side, and nothing before it."""
    step = np.array([np.cos(way), np.sin(way)])
    for seed in range(8):
        canvas = Canvas(np.zeros((101, 101, 3), np.uint8))
        middle = np.array([50, 50], np.float32)
        lay_support(np.random.default_rng(seed), canvas, middle, 24.0, way, reach)
        painted = canvas.image.max(axis=2) > 0
        inside = (middle + step * (reach + 5)).round().astype(int)
        before = (middle + step * (reach - 5)).round().astype(int)
        assert painted[inside[1], inside[0]]
        assert not painted[before[1], before[0]]


def test_a_missing_library_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no sprite library"):
        SpriteLibrary.load(tmp_path)


def test_crops_have_even_values_and_four_tenths_unreadable(library: SpriteLibrary) -> None:
    rng, tables = np.random.default_rng(2), Backgrounds(None)
    made = [die_crop(rng, library, tables) for _ in range(200)]
    assert all(crop.shape == (64, 64, 3) and crop.dtype == np.uint8 for crop, _, _ in made)
    counts = Counter(label for _, label, _ in made)
    assert 58 <= counts[UNREADABLE] <= 102
    assert all(8 <= counts[value] <= 40 for value in range(6))
    lengths = [float(np.linalg.norm(up)) for _, label, up in made if label != UNREADABLE]
    assert lengths == pytest.approx([1.0] * len(lengths))
    leaning = [up for _, label, up in made if label == UNREADABLE and up != UNKNOWN]
    assert 15 <= len(leaning) <= 45


def test_the_same_seed_gives_the_same_crop(library: SpriteLibrary) -> None:
    tables = Backgrounds(None)
    first, again = (die_crop(np.random.default_rng(9), library, tables) for _ in range(2))
    assert np.array_equal(first[0], again[0])
    assert first[1:] == again[1:]


def test_the_cut_holds_the_box_with_its_surroundings() -> None:
    image = np.zeros((120, 120, 3), np.uint8)
    image[40:80, 40:80] = 255
    shares = [
        (cut(np.random.default_rng(seed), image, (40, 40, 80, 80)) > 127).mean()
        for seed in range(20)
    ]
    # Boxes are off by up to 20 %.
    assert np.mean(shares) == pytest.approx(1 / REACH**2, abs=0.08)
    assert np.std(shares) > 0.01


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """One photo with a bright five at the edge and a dark two in the middle."""
    source = tmp_path / "dice" / "photos" / "byler"
    (source / "images").mkdir(parents=True)
    image = np.full((200, 300, 3), 120, np.uint8)
    image[0:40, 0:40], image[60:160, 100:200] = 250, 5
    cv2.imwrite(str(source / "images" / "a.png"), image)
    rows = [
        "image,split,width,height,value,xmin,ymin,xmax,ymax",
        "images/a.png,train,300,200,5,0,0,40,40",
        "images/a.png,valid,300,200,2,100,60,200,160",
    ]
    (source / "labels.csv").write_text("\n".join(rows) + "\n")
    return tmp_path


def test_real_dice_are_cut_where_their_label_says(photos: Path) -> None:
    five, two = load_real_dice(photos, ["byler"])
    assert (five.value, two.value, five.split, two.split) == (5, 2, "train", "valid")
    rng = np.random.default_rng(0)
    bright = np.mean([real_die_crop(rng, five)[0][24:40, 24:40].mean() for _ in range(10)])
    dark = np.mean([real_die_crop(rng, two)[0][24:40, 24:40].mean() for _ in range(10)])
    assert bright > 150 > 90 > dark
    assert [real_die_crop(rng, die)[1] for die in (five, two)] == [4, 1]


def test_real_crops_can_leave_a_split_out_and_balance_values(photos: Path) -> None:
    assert [die.value for die in load_real_dice(photos, ["byler"], ["valid"])] == [2]
    stream = real_die_crops(load_real_dice(photos, ["byler"]), np.random.default_rng(1))
    counts = Counter(next(stream)[1] for _ in range(100))
    assert set(counts) == {1, 4}
    assert min(counts.values()) > 30


class OneDie:
    """A detector that takes the picture's upper left for a die and its lower right for a card."""

    def detect(self, image: Image) -> Boxes:
        square = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float64)
        scores = np.array([[0.1, 0.1, 0.8], [0.9, 0.1, 0.1]])
        return Boxes(np.stack([square, square + 50]), scores, np.array([0.8, 0.9]))


def test_other_dice_are_what_the_detector_takes_for_dice_and_have_no_value(tmp_path: Path) -> None:
    folder = tmp_path / "negatives" / "numeral_dice"
    folder.mkdir(parents=True)
    image = np.zeros((100, 100, 3), np.uint8)
    image[:40, :40] = 250
    for name in ("d6_red001", "d20_red001"):
        cv2.imwrite(str(folder / f"{name}.png"), image)
    assert len(load_other_dice(tmp_path, OneDie())) == 2
    (die,) = load_other_dice(tmp_path, OneDie(), without=["d6"])
    crop, label, up = real_die_crop(np.random.default_rng(0), die)
    assert (label, up) == (UNREADABLE, UNKNOWN)
    assert crop[24:40, 24:40].mean() > 100


def test_no_records_is_an_error() -> None:
    with pytest.raises(ValueError, match="no labelled dice"):
        next(real_die_crops([], np.random.default_rng(0)))
