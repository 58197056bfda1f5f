"""The pictures of a recorded game: before and after each event, and of the table only (SAF-11)."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.tui.recorded import HEIGHT, WIDTH, record, roll, shade, shots
from tui.recording.recorder import Recorder, Wanted
from tui.script import Entry
from vision.frames import Image
from vision.region import Region, scaled
from vision.sights import DieSight, Sight

ONLY_FRAMES = Wanted(video=False)


def read(path: Path) -> Image:
    image = cv2.imread(str(path))
    assert image is not None, path
    return np.asarray(image, np.uint8)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "frames").iterdir())


def test_PROTOCOL_6_the_pictures_before_and_after_each_event(tmp_path: Path) -> None:
    record(tmp_path, wanted=ONLY_FRAMES)
    assert names(tmp_path) == [
        "step-0001-before.jpg", "step-0001.jpg", "step-0002-before.jpg", "step-0002.jpg",
        "step-0004-before.jpg", "step-0004.jpg",
    ]  # fmt: skip
    # Step 3 corrects step 1.
    for step, rest in ((1, 28), (2, 48), (4, 68)):
        after = read(tmp_path / "frames" / f"step-{step:04d}.jpg")
        before = read(tmp_path / "frames" / f"step-{step:04d}-before.jpg")
        assert int(after[30, 60].mean()) == pytest.approx(shade(rest), abs=3)
        # Within two seconds of it, and from before it was thrown.
        assert shade(rest - 21) <= int(before[30, 60].mean()) <= shade(rest - 14)


def test_two_events_in_quick_succession_do_not_share_a_before(tmp_path: Path) -> None:
    rolls = {30: roll(28, 4, 6), 38: roll(36, 1, 3)}
    record(tmp_path, frames=50, rolls=rolls, wanted=ONLY_FRAMES)
    before = read(tmp_path / "frames" / "step-0002-before.jpg")
    assert int(before[30, 60].mean()) == pytest.approx(shade(30), abs=5)


def test_what_people_enter_has_a_picture_of_its_moment_and_corrections_have_none(
    tmp_path: Path,
) -> None:
    entries = [
        Entry({"roll": [1, 3], "by": "Ann"}, at=1.0),
        Entry({"nonsense": 1}, at=1.0),
        Entry({"undo": 1}, at=2.0),
    ]
    record(tmp_path, frames=60, rolls={}, entries=entries, wanted=ONLY_FRAMES)
    assert names(tmp_path) == ["step-0001.jpg"]


def test_SAF_11_only_the_table_is_kept(tmp_path: Path) -> None:
    corners = [[0.5, 0.0], [1.0, 0.0], [1.0, 0.5], [0.5, 0.5]]
    record(tmp_path, region=corners)
    picture = read(tmp_path / "frames" / "step-0002.jpg")
    assert picture.shape == (HEIGHT // 2, WIDTH // 2, 3)
    assert int(picture.max()) == pytest.approx(shade(48), abs=3)
    _, first = next(shots(tmp_path / "video.mp4"))
    assert first.shape == (HEIGHT // 2, WIDTH // 2, 3)


def test_SAF_11_outside_a_slanted_region_everything_is_black() -> None:
    region = Region([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)])
    image = np.full((80, 100, 3), 200, np.uint8)
    kept = region.cut(image)
    assert kept.shape == (80, 100, 3)
    assert (kept[40, 50] == 200).all()
    for y, x in ((2, 2), (2, 97), (77, 2), (77, 97)):
        assert (kept[y, x] == 0).all()
    assert (image == 200).all()


@pytest.mark.parametrize("shape", [(10, 10, 3), (1080, 1920, 3)])
def test_a_region_without_corners_is_the_whole_picture(shape: tuple[int, int, int]) -> None:
    image = np.zeros(shape, np.uint8)
    assert Region().cut(image).shape == shape


def test_a_region_is_never_empty() -> None:
    region = Region([(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)])
    assert region.cut(np.zeros((9, 9, 3), np.uint8)).shape[:2] == (1, 1)


def test_boxes_move_with_the_region() -> None:
    quad = np.array([[60, 50], [70, 50], [70, 60], [60, 60]], np.float32)
    sight = Sight(dice=(DieSight(quad, 5, 0.9),))
    region = Region([(0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0)])
    moved = region.moved(sight, (80, 100, 3))
    assert moved.dice[0].quad[0].tolist() == [10, 10]
    assert scaled(moved, 0.5).dice[0].quad[2].tolist() == [10, 10]


def test_SAF_11_recording_is_announced(tmp_path: Path) -> None:
    match = record(tmp_path, frames=1, rolls={}, entries=[], wanted=Wanted(False, False))
    said = Recorder(match, Wanted(True, False), True, print).announcement
    assert str(tmp_path) in said
    assert "pictures" in said
    assert "all that the camera sees" in said
    assert "video" not in said.split("--")[0]
