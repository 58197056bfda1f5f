"""Loaders of labelled photos: made-up folders always, the shared data where it is there."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.photos import SOURCES, PhotoError, load_photos

HERE = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("SYMPOSIARCH_SHARED", HERE.parent / "shared")) / "data"
CARDS = "image,split,width,height,class,rank,suit,code,xmin,ymin,xmax,ymax\n"
DICE = "image,split,width,height,value,xmin,ymin,xmax,ymax\n"


def write_source(root: Path, source: str, table: str, *names: str) -> Path:
    folder = root / SOURCES[source][0]
    (folder / "images").mkdir(parents=True)
    for name in names:
        cv2.imwrite(str(folder / name), np.zeros((30, 40, 3), np.uint8))
    (folder / "labels.csv").write_text(table)
    return folder


def test_cards_of_one_photo_stand_together(tmp_path: Path) -> None:
    start = "images/a.jpg,train,40,30,"
    rows = f"{start}queen,Q,s,Qs,1,2,11,22\n{start}ten,T,d,Td,5,6,9,9\n"
    write_source(tmp_path, "edje", CARDS + rows, "images/a.jpg")
    (photo,) = load_photos(tmp_path, "edje")
    assert (photo.width, photo.height, photo.split, photo.source) == (40, 30, "train", "edje")
    assert [thing.code for thing in photo.things] == ["Qs", "Td"]
    assert {thing.kind for thing in photo.things} == {"card"}
    assert list(photo.things[0].box) == [1, 2, 11, 22]


def test_dice_carry_their_value(tmp_path: Path) -> None:
    rows = "images/b.jpg,val,40,30,6,0,0,20,20\n"
    write_source(tmp_path, "byler", DICE + rows, "images/b.jpg")
    (photo,) = load_photos(tmp_path, "byler")
    assert photo.split == "valid"
    assert (photo.things[0].kind, photo.things[0].value) == ("die", 6)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("images/b.jpg,train,40,30,7,0,0,20,20\n", "value 7"),
        ("images/b.jpg,train,40,30,3,20,0,20,20\n", "box 20,0,20,20"),
        ("images/b.jpg,train,40,30,three,0,0,20,20\n", "three"),
        ("images/gone.jpg,train,40,30,3,0,0,20,20\n", "gone.jpg is labelled but not there"),
    ],
)
def test_bad_labels_are_refused(tmp_path: Path, row: str, complaint: str) -> None:
    write_source(tmp_path, "byler", DICE + row, "images/b.jpg")
    with pytest.raises(PhotoError, match=complaint):
        load_photos(tmp_path, "byler")


def test_unknown_cards_are_refused(tmp_path: Path) -> None:
    rows = "images/a.jpg,train,40,30,one,1,s,1s,1,2,11,22\n"
    write_source(tmp_path, "edje", CARDS + rows, "images/a.jpg")
    with pytest.raises(PhotoError, match="'1s'"):
        load_photos(tmp_path, "edje")


def test_a_missing_folder_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="point to a folder of shared data"):
        load_photos(tmp_path, "edje")


def test_cutouts_are_one_whole_card_each(tmp_path: Path) -> None:
    folder = tmp_path / SOURCES["bidly_cutouts"][0]
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "9h.jpg"), np.zeros((30, 20, 3), np.uint8))
    (photo,) = load_photos(tmp_path, "bidly_cutouts")
    assert photo.things[0].code == "9h"
    assert list(photo.things[0].box) == [0, 0, 20, 30]


def test_negatives_show_nothing(tmp_path: Path) -> None:
    folder = tmp_path / SOURCES["numeral_dice"][0]
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "d20_1.jpg"), np.zeros((30, 20, 3), np.uint8))
    (folder / "LICENSE.txt").write_text("free")
    (photo,) = load_photos(tmp_path, "numeral_dice")
    assert photo.things == ()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not on this machine")
@pytest.mark.parametrize(
    ("source", "photos", "things"),
    [
        ("edje", 363, 670), ("bidly_cutouts", 52, 52), ("matteop65", 396, 1205),
        ("byler", 250, 1795), ("epanemu", 420, 1781), ("chaseelliott_crops", 277, 277),
        ("numeral_dice", 410, 0), ("clutter", 89, 0),
    ],
)  # fmt: skip
def test_the_shared_data_is_whole(source: str, photos: int, things: int) -> None:
    found = load_photos(SHARED, source)
    assert len(found) == photos
    assert sum(len(photo.things) for photo in found) == things
