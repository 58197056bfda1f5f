"""Making training pictures from the command line, without any foreign picture."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tui.cli import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork()")


@pytest.fixture(scope="module")
def sprites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pools") / "sprites"
    assert main(["dataset", "sprites", str(folder), "--count", "8", "--workers", "1"]) == 0
    return folder


def made(kind: str, out: Path, sprites: Path, *words: str) -> int:
    return main(["dataset", kind, str(out), "--sprites", str(sprites), "--workers", "1", *words])


def test_scenes_hold_pictures_with_labels_and_are_kept(sprites: Path, tmp_path: Path) -> None:
    words = ("--count", "3", "--size", "128")
    assert made("scenes", tmp_path, sprites, *words) == 0
    for split in ("train", "val"):
        images = sorted(path.stem for path in (tmp_path / "images" / split).glob("*.jpg"))
        labels = sorted(path.stem for path in (tmp_path / "labels" / split).glob("*.txt"))
        assert len(images) == 3
        assert images == labels
    assert "names:" in (tmp_path / "data.yaml").read_text()
    picture = next(tmp_path.glob("images/train/*.jpg"))
    picture.unlink()
    assert made("scenes", tmp_path, sprites, *words) == 0
    assert not picture.exists()  # its part was finished before


def test_crops_of_cards_are_what_the_reader_takes(sprites: Path, tmp_path: Path) -> None:
    assert made("cards", tmp_path, sprites, "--count", "3") == 0
    assert np.load(next(tmp_path.glob("*.images.npy"))).shape == (3, 112, 80, 3)
    assert np.load(next(tmp_path.glob("*.labels.npy"))).shape == (3,)


def test_too_small_a_library_is_said(
    sprites: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made("dice", tmp_path, sprites, "--count", "60") == 2
    assert "no such sprite" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["dice"], "--sprites"),
        (["real-dice"], "--data"),
        (["photos", "--data", "nowhere"], "There is no folder nowhere"),
        (["scenes", "--data", "nowhere"], "There is no folder nowhere"),
        (["photos", "--data", ".", "--sources", "mine"], "There are no photos called 'mine'"),
        (["real-dice", "--data", ".", "--sources", "mine"], "labels.csv: No such file"),
        (["found-cards", "--detector", "none.onnx"], "There is no network none.onnx"),
    ],
)
def test_what_is_missing_is_named_in_one_sentence(
    words: list[str], hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dataset", words[0], str(tmp_path), *words[1:]]) == 2
    said = capsys.readouterr().err
    assert hint in said
    assert said.count("\n") == 1


def test_where_nothing_can_be_written_nothing_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["dataset", "cards", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.endswith("file: File exists; choose another name.\n")


def test_a_misspelt_deck_is_not_trained_on_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "datasets.compose.assets.list_decks", lambda root: [Path("letele"), Path("kde-jolly")]
    )
    words = ["--data", str(tmp_path), "--without", "letelle"]
    assert main(["dataset", "cards", str(tmp_path / "out"), *words]) == 2
    assert "no deck to leave out is called letelle: there are letele and" in capsys.readouterr().err


def test_our_five_alive_deck_is_named_by_code(tmp_path: Path) -> None:
    assert main(["dataset", "fivealive", str(tmp_path)]) == 0
    names = {path.stem for path in tmp_path.glob("*.png")}
    assert {"0", "7", "DRAW2", "BOMB", "back", "A-0", "E-5"} <= names
    assert len(names) == 18 + 30 + 1
