"""A few seconds of a source: rate, freezes, and a look when the table rests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.fakes import FakeBackend, FakeCamera
from vision.detector import Region
from vision.frames import Image
from vision.sampling import take_sample
from vision.sights import CardSight, Sight
from vision.sources import SourceError, open_source
from vision.sources.live import Patience

QUAD = np.array([[10, 20], [60, 20], [60, 90], [10, 90]], np.float32)
CARD = Sight((CardSight(QUAD, "up", "Qs", 0.98, 0.99, 0.97),))


class Eyes:
    """See a card where the picture is light in the middle; remember what they looked at."""

    def __init__(self) -> None:
        self.looked: list[Image] = []

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        self.looked.append(image)
        height, width = image.shape[:2]
        return CARD if image[height // 2, width // 2, 0] > 150 else Sight()


@pytest.mark.parametrize(("rate", "frozen"), [(60, False), (60, True)])
def test_a_live_camera_is_watched_for_three_seconds(rate: float, frozen: bool) -> None:
    camera, eyes = FakeCamera(rate=rate), Eyes()
    patience = Patience(stale=0.25, lost=60.0, open=5.0)
    with open_source("0", backend=FakeBackend([camera]), patience=patience) as source:
        if frozen:
            camera.frozen.set()
        sample = take_sample(source, eyes)
    assert sample.size == (1920, 1080)
    assert (sample.frozen >= 2.0) == frozen
    assert len(eyes.looked) == 1


def film(folder: Path, shades: Sequence[int]) -> str:
    """A film of 10 pictures a second with a square of the shade in the middle."""
    path = folder / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (320, 240))
    rng = np.random.default_rng(1)
    for shade in shades:
        image = rng.integers(60, 66, (240, 320, 3), np.uint8)
        image[80:160, 120:200] = shade
        writer.write(image)
    writer.release()
    return str(path)


def test_a_film_is_gone_on_with_until_something_lies_there(tmp_path: Path) -> None:
    eyes = Eyes()
    with open_source(film(tmp_path, [40] * 60 + [220] * 60)) as source:
        sample = take_sample(source, eyes)
    assert sample.sights == [CARD]
    assert sample.fps == pytest.approx(10)
    assert 2 <= len(eyes.looked) <= 6
    assert sample.image[120, 160, 0] > 150


def test_several_looks_are_taken_apart_from_each_other(tmp_path: Path) -> None:
    with open_source(film(tmp_path, [220] * 80)) as source:
        sample = take_sample(source, Eyes(), looks=3)
    assert sample.sights == [CARD] * 3


def test_while_something_moves_nothing_is_looked_at(tmp_path: Path) -> None:
    eyes = Eyes()
    with open_source(film(tmp_path, [40, 220] * 30 + [220] * 20)) as source:
        take_sample(source, eyes)
    assert len(eyes.looked) == 1


def test_an_empty_table_and_a_single_picture_are_samples_too(tmp_path: Path) -> None:
    with open_source(film(tmp_path, [40] * 45)) as source:
        assert take_sample(source, Eyes()).sights == [Sight()]
    cv2.imwrite(str(tmp_path / "one.png"), np.full((240, 320, 3), 220, np.uint8))
    with open_source(str(tmp_path / "one.png")) as source:
        sample = take_sample(source, Eyes())
    assert (sample.sights, sample.fps) == ([CARD], None)


def test_a_source_without_pictures_is_refused() -> None:
    camera = FakeCamera()
    with open_source("0", backend=FakeBackend([camera])) as source:
        source.close()
        with pytest.raises(SourceError, match="gives no picture"):
            take_sample(source, Eyes())
