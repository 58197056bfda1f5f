"""Places of a calibrated table move with the camera, and are given up where that is unsure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.test_realign import furnished, pushed, seen
from vision.frames import Frame
from vision.pictures import PictureError, save
from vision.places import Places, PlacesError, blackened, places_of, table_data
from vision.seats import Reaches
from vision.sights import Sight
from vision.watcher import Watcher

TRAY = ((0.25, 0.25), (0.5, 0.25), (0.5, 0.5), (0.25, 0.5))
IN_TRAY, OUT = (480.0, 270.0), (900.0, 500.0)


class Told(list[str]):
    def __call__(self, sentence: str) -> None:
        self.append(sentence)


def test_dice_count_in_the_tray_alone_whatever_the_pictures_size() -> None:
    places = Places(TRAY)
    assert places.begin(furnished(1)) == 0
    assert places(*IN_TRAY)
    assert not places(*OUT)
    places.begin(np.ascontiguousarray(furnished(1)[::2, ::2]))
    assert places(240, 135)
    assert not places(*IN_TRAY)


def test_without_places_everything_counts() -> None:
    places = Places()
    places.begin(furnished(1))
    assert places(*OUT)


def test_a_camera_that_stands_where_it_stood_is_not_spoken_of() -> None:
    told = Told()
    Places(TRAY, furnished(1), told).begin(furnished(2))
    assert told == []


def test_a_small_push_since_the_calibration_moves_places_and_seats_along() -> None:
    told, push = Told(), pushed(90, 8, 1)
    places = Places(TRAY, furnished(1), told)
    assert places.begin(seen(push)) == pytest.approx(8, abs=0.7)
    x, y = push[:, :2] @ np.array([330.0, 190.0]) + push[:, 2]
    assert places(float(x), float(y))
    assert not places(325, 185)
    assert told == [
        "The camera was moved a little since it was calibrated: places and seats are moved along."
    ]


def test_a_large_push_asks_to_calibrate_again_and_throws_no_dice_out() -> None:
    told = Told()
    places = Places(TRAY, furnished(1), told)
    assert places.begin(seen(pushed(420, 30, 1))) == 0
    assert places(*OUT)
    assert told == [
        "The camera was moved far since it was calibrated: calibrate again"
        " (`symposiarch calibrate`), or seats may be mixed up."
    ]


def test_a_push_during_the_game_is_followed_too() -> None:
    told = Told()
    places = Places(TRAY, furnished(1), told)
    places.begin(furnished(2))
    assert places.move(pushed(80, 0, 1)) == pytest.approx(0, abs=0.1)
    assert not places(325, 185)
    assert places.move(None) == 0
    assert places(325, 185)
    assert [sentence[:32] for sentence in told] == [
        "The camera was moved a little: p", "The camera was moved far: calibr",
    ]  # fmt: skip


def test_a_table_that_was_never_calibrated_is_not_spoken_of() -> None:
    told = Told()
    places = Places(TRAY, None, told)
    places.begin(furnished(1))
    places.move(None)
    assert told == []


class Blind:
    def look(self, image: object, regions: object = None) -> Sight:
        return Sight()


def test_the_watcher_finds_the_places_on_its_first_picture() -> None:
    told = Told()
    places = Places(TRAY, furnished(1), told)
    watcher = Watcher(Blind(), {"Ann": 0.0, "Ben": 180.0}, places)
    watcher.feed(Frame(seen(pushed(90, 8, 1)), 0.0, 0, 0.0))
    assert len(told) == 1
    assert not places(325, 185)


def test_seats_turn_with_the_picture() -> None:
    reaches = Reaches({"Ann": 0.0, "Ben": 90.0, "Cem": 180.0, "Dee": 270.0})
    assert reaches.at(0, 100) == "Ann"
    reaches.turn(90)
    assert reaches.at(0, 100) == "Dee"
    assert reaches.at(-100, 0) == "Ann"


def test_a_set_ups_table_is_checked() -> None:
    table = table_data({"camera": "C920", "mm_per_px": 0.7, "tray": TRAY, "rotate": 90})
    assert (table.camera, table.tray, table.rotate) == ("C920", TRAY, 90)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"camera": 3}, "`table` in the set-up is wrong: Expected `str`"),
        ({"tary": TRAY}, "`table` in the set-up is wrong: Object contains unknown field `tary`"),
        ({"tray": TRAY[:2]}, "a place in the set-up's `table` has three or more corners"),
        ({"stock": [[0, 0], [2, 0], [1, 1]]}, "a place in the set-up's `table` has three or"),
        ({"letters": {"Ann": [[0, 0]]}}, "a place in the set-up's `table` has three or more"),
    ],
)
def test_a_wrong_table_is_refused_with_a_sentence(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(PlacesError) as refused:
        table_data(wrong)
    assert str(refused.value).startswith(says)


def test_the_region_is_the_tray_where_there_is_none_and_a_lost_reference_is_none(
    tmp_path: Path,
) -> None:
    region = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))
    gone = table_data({"reference": str(tmp_path / "gone.jpg")})
    places = places_of(gone, region, print)
    places.begin(furnished(1))
    assert places(300, 600)
    assert not places(900, 600)


def test_nothing_outside_the_zone_is_kept() -> None:
    image = furnished(1)
    kept = blackened(image, TRAY)
    assert (kept[200:340, 340:600] == image[200:340, 340:600]).all()
    assert not kept[:170].any()
    assert not kept[:, 660:].any()
    assert blackened(image, None) is image


def test_a_pictures_name_says_its_format(tmp_path: Path) -> None:
    save(tmp_path / "one.png", furnished(1))
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(PictureError, match=r"end it in \.jpg or \.png"):
        save(tmp_path / "one.txt", furnished(1))
