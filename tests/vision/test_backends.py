"""Backends and the weights that they run."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.vision.tiny_networks import save_detector, save_linear, save_manifest
from vision import backends, weights
from vision.backends import BackendError, load_network


@pytest.fixture
def network(tmp_path: Path) -> Path:
    path = tmp_path / "reader.onnx"
    matrix = np.linspace(0, 2, 21, dtype=np.float32).reshape(7, 3)
    save_linear(path, matrix, np.linspace(-1, 1, 7).astype(np.float32))
    return path


def answers(path: Path, backend: str, count: int) -> np.ndarray:
    batch = np.random.default_rng(5).random((count, 3, 64, 64), dtype=np.float32)
    return load_network(path, backend, threads=1).run(batch)


@pytest.mark.parametrize("count", [1, 3])
def test_onnxruntime_runs_batches_of_any_size(network: Path, count: int) -> None:
    batch = np.random.default_rng(5).random((count, 3, 64, 64), dtype=np.float32)
    matrix = np.linspace(0, 2, 21).reshape(7, 3)
    wanted = batch.mean(axis=(2, 3)) @ matrix.T + np.linspace(-1, 1, 7)
    assert answers(network, "onnxruntime", count) == pytest.approx(wanted, abs=1e-4)


def test_openvino_gives_the_same_answers(network: Path) -> None:
    pytest.importorskip("openvino", reason="an extra: symposiarch[openvino]")
    ours, theirs = answers(network, "onnxruntime", 3), answers(network, "openvino", 3)
    assert theirs == pytest.approx(ours, abs=1e-3)


def test_a_pt_file_gives_the_same_answers_as_its_export(tmp_path: Path) -> None:
    ultralytics = pytest.importorskip("ultralytics", reason="an extra: symposiarch[train]")
    (tmp_path / "tiny-obb.yaml").write_text(TINY_OBB)
    model = ultralytics.YOLO(str(tmp_path / "tiny-obb.yaml"), task="obb")
    model.save(str(tmp_path / "own.pt"))
    exported = Path(ultralytics.YOLO(str(tmp_path / "own.pt")).export(format="onnx", dynamic=True))
    batch = np.random.default_rng(5).random((1, 3, 96, 64), dtype=np.float32)
    theirs = load_network(tmp_path / "own.pt").run(batch)
    ours = load_network(exported, "onnxruntime").run(batch)
    assert theirs.shape == ours.shape == (1, 8, 96 * 64 // 1024)
    assert theirs == pytest.approx(ours, abs=1e-2)


def test_a_pt_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    ultralytics = pytest.importorskip("ultralytics", reason="an extra: symposiarch[train]")
    (tmp_path / "tiny-obb.yaml").write_text(TINY_OBB.replace("nc: 3", "nc: 5"))
    ultralytics.YOLO(str(tmp_path / "tiny-obb.yaml"), task="obb").save(str(tmp_path / "own.pt"))
    with pytest.raises(BackendError, match="three classes"):
        load_network(tmp_path / "own.pt")


TINY_OBB = """
nc: 3
backbone:
  - [-1, 1, Conv, [8, 3, 4]]
  - [-1, 1, Conv, [16, 3, 4]]
  - [-1, 1, Conv, [16, 3, 2]]
head:
  - [[2], 1, OBB, [nc, 1]]
"""


@pytest.mark.parametrize(
    ("name", "backend", "missing"),
    [("own.pt", "auto", "ultralytics"), ("own.onnx", "openvino", "openvino")],
)
def test_what_is_not_installed_is_named_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, backend: str, missing: str
) -> None:
    monkeypatch.setattr(backends, "find_spec", without(missing))
    with pytest.raises(BackendError, match="not installed: pip install"):
        load_network(tmp_path / name, backend)


def without(missing: str) -> Callable[[str], object]:
    return lambda name: None if name == missing else find_spec(name)


def test_auto_does_without_openvino(network: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "find_spec", without("openvino"))
    assert answers(network, "auto", 2).shape == (2, 7)


def test_bad_files_and_bad_names_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.onnx").write_bytes(b"not a network")
    with pytest.raises(BackendError, match="cannot open the network"):
        load_network(tmp_path / "bad.onnx", "onnxruntime")
    with pytest.raises(BackendError, match="choose one of auto, onnxruntime"):
        load_network(tmp_path / "bad.onnx", "tensorflow")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user's own with one network and its manifest."""
    save_detector(tmp_path / "detector.onnx", [])
    save_manifest(tmp_path)
    monkeypatch.setenv(weights.FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def test_weights_are_found_and_verified(own: Path) -> None:
    assert weights.find("detector.onnx") == own / "detector.onnx"


def test_damaged_weights_are_refused(own: Path) -> None:
    with (own / "detector.onnx").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(weights.WeightsError, match="damaged"):
        weights.find("detector.onnx")


def test_missing_weights_are_refused(own: Path) -> None:
    with pytest.raises(weights.WeightsError, match="missing"):
        weights.find("card_reader.onnx")


def test_decks_are_taught_to_the_reader_of_usual_decks_where_there_is_no_other(own: Path) -> None:
    assert weights.deck_reader() == "card_reader.onnx"
    (own / "deck_reader.onnx").write_bytes(b"kept")
    assert weights.deck_reader() == "deck_reader.onnx"


def test_a_folder_of_one_s_own_needs_no_manifest_but_an_unlisted_file_is_refused(own: Path) -> None:
    (own / "manifest.json").write_text(json.dumps({}))
    with pytest.raises(weights.WeightsError, match="does not name the checksum"):
        weights.find("detector.onnx")
    (own / "manifest.json").unlink()
    assert weights.find("detector.onnx").is_file()


def test_a_missing_folder_is_refused(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(weights.FOLDER_VARIABLE, str(own / "nowhere"))
    with pytest.raises(weights.WeightsError, match="set SYMPOSIARCH_WEIGHTS to one that exists"):
        weights.find("detector.onnx")


def test_without_the_variable_the_packaged_folder_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(weights.FOLDER_VARIABLE, raising=False)
    assert weights.folder().parts[-2:] == ("models", "weights")
