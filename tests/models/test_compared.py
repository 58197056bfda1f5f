"""Our eyes beside others, and one backend beside another."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.photos import Photo, Thing
from models.bench import backends, beside, stills
from tests.vision.tiny_networks import save_linear
from vision.backends import load_network
from vision.detector import Region
from vision.frames import Image
from vision.sights import CardSight, DieSight, Sight

QUAD = np.array([[10, 10], [50, 10], [50, 66], [10, 66]], np.float32)
FAR = QUAD + np.float32(100)


class Seeing:
    """Eyes that see the same everywhere."""

    def __init__(self, *cards: tuple[str, np.ndarray], die: int | None = None) -> None:
        self._sight = Sight(
            tuple(CardSight(quad, "up", code, 0.9, 0.9, 0.9) for code, quad in cards),
            () if die is None else (DieSight(FAR, die, 0.9),),
        )

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        return self._sight


def test_what_is_found_and_right_stands_beside_the_time(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((200, 200, 3), np.uint8))
    things = tuple(
        Thing("card", (float(x), float(x), x + 40.0, x + 56.0), code="7d") for x in (10, 110)
    )
    photo = Photo(tmp_path / "a.png", 200, 200, "test", "some", things)
    eyes = Seeing(("7d", QUAD), ("7c", FAR), ("As", QUAD + np.array([120, 0], np.float32)))
    line = beside.row("ours", eyes, [photo], stills.as_taken).split()
    assert line[:4] == ["ours", "2", "100.0%", "50.0%"]
    assert line[4:7] == ["0", "1", "1"]
    assert float(line[7]) >= 0


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        (Seeing(("7d", QUAD + np.float32(0.5)), die=3), 2),
        (Seeing(("7d", QUAD), die=4), 1),
        (Seeing(("7d", QUAD + np.float32(30)), die=3), 1),
        (Seeing(), 0),
    ],
)
def test_backends_see_alike_what_is_read_the_same_in_the_same_place(
    other: Seeing, alike: int
) -> None:
    eyes = {"first": Seeing(("7d", QUAD), die=3), "other": other}
    rows = list(backends.eyes_rows(eyes, [np.zeros((200, 200, 3), np.uint8)]))
    assert [int(row.split()[-1]) for row in rows] == [2, alike]


def test_the_difference_between_networks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stand-ins whose second one answers a hundredth more."""
    for name, more in (("one", 0.0), ("two", 0.01)):
        (tmp_path / name).mkdir()
        matrix = np.linspace(0, 2, 21, dtype=np.float32).reshape(7, 3)
        save_linear(tmp_path / name / "die_reader.onnx", matrix, np.full(7, more, np.float32))
    monkeypatch.setattr(backends, "_SHAPES", (("detector", (2, 3, 64, 64)),))
    paths = [tmp_path / name / "die_reader.onnx" for name in ("one", "two")]
    ways = [backends.Way(name, path) for name, path in zip(("a", "b"), paths, strict=True)]
    opened = [load_network(path, "onnxruntime") for path in paths]
    monkeypatch.setattr(backends, "load_network", lambda *_, **__: opened.pop(0))
    first, second = (row.split() for row in backends.network_rows(ways))
    assert float(first[-1]) == 0
    assert 0.001 < float(second[-1]) < 0.1


def test_the_reference_comes_first_and_only_what_is_installed_follows() -> None:
    names = [way.name for way in backends.ways()]
    assert names[0] == "onnxruntime"
    assert ("openvino" in names) == bool(find_spec("openvino"))


@pytest.mark.parametrize("name", ["openvino", "ultralytics"])
def test_the_shipped_networks_answer_alike_on_every_backend(name: str) -> None:
    pytest.importorskip(name, reason="an extra: symposiarch[openvino] or [train]")
    rows = [row.split() for row in backends.network_rows(backends.ways())]
    offs = [float(row[-1]) for row in rows if row[2] == name]
    assert offs
    assert max(offs) < 1e-3
