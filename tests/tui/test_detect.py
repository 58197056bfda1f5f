"""`symposiarch detect`: PROTOCOL section 3."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.tiny_networks import save_eyes
from tui.cli import UserError
from tui.commands import detect
from vision.detector import Region
from vision.frames import Image
from vision.pictures import load
from vision.sight_lines import to_line
from vision.sights import CardSight, DieSight, Quad, Sight

QUAD: Quad = np.array([[10.04, 20], [60, 20], [60, 90], [10, 90]], dtype=np.float32)


class Fixed:
    """Eyes that see the same on every picture."""

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        return Sight(
            cards=(
                CardSight(QUAD, "up", "Qs", 0.98123, 0.99, 0.97, (("Qs", 0.96),)),
                CardSight(QUAD + 100, "down", "??", 0.9, 0.0, 0.0),
            ),
            dice=(DieSight(QUAD, 5, 0.93, (0.0,) * 7), DieSight(QUAD + 50, None, 0.6)),
        )


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect, "_eyes", lambda args: Fixed())


def picture(path: Path, width: int = 320, height: int = 240) -> str:
    cv2.imwrite(str(path), np.full((height, width, 3), 90, dtype=np.uint8))
    return str(path)


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    detect.register(parser.add_subparsers())
    args = parser.parse_args(["detect", *words])
    status: int = args.func(args)
    return status


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.usefixtures("fixed")
def test_a_picture_is_one_line_with_the_keys_of_the_protocol(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = picture(tmp_path / "table.png")
    assert run(path, "--json") == 0
    [line] = lines(capsys)
    assert line.pop("elapsed_ms") > 0
    corners = [[10.0, 20.0], [60.0, 20.0], [60.0, 90.0], [10.0, 90.0]]
    away = [[[x + d, y + d] for x, y in corners] for d in (50, 100)]
    assert line == {
        "image": path,
        "width": 320,
        "height": 240,
        "cards": [
            {
                "card": "Qs",
                "face": "up",
                "quad": corners,
                "confidence": 0.981,
                "rank_confidence": 0.99,
                "suit_confidence": 0.97,
            },
            {
                "card": "??",
                "face": "down",
                "quad": away[1],
                "confidence": 0.9,
                "rank_confidence": 0.0,
                "suit_confidence": 0.0,
            },
        ],
        "dice": [
            {"value": 5, "quad": corners, "confidence": 0.93},
            {"value": None, "quad": away[0], "confidence": 0.6},
        ],
    }


@pytest.mark.usefixtures("fixed")
def test_folders_globs_and_files_come_in_the_order_given_folders_sorted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("b.png", "a.png", "c.JPG"):
        picture(tmp_path / name)
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "deeper").mkdir()
    assert run(f"{tmp_path}/b.png", f"{tmp_path}/", f"{tmp_path}/*.png", "--json") == 0
    names = [Path(line["image"]).name for line in lines(capsys)]
    assert names == ["b.png", "a.png", "b.png", "c.JPG", "a.png", "b.png"]


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("given", ["album", "album/"])
def test_a_folder_s_entries_are_folder_slash_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    (tmp_path / "album").mkdir()
    picture(tmp_path / "album" / "one [2].png")
    monkeypatch.chdir(tmp_path)
    assert run(given, "album/one [2].png", "--json") == 0
    assert {line["image"] for line in lines(capsys)} == {"album/one [2].png"}


@pytest.mark.usefixtures("fixed")
def test_a_phone_s_pictures_in_a_folder_are_refused_and_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture(tmp_path / "b.png")
    (tmp_path / "a.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    assert run(str(tmp_path), "--json") == 2
    assert [line.get("error", "")[:4] for line in lines(capsys)] == ["HEIC", ""]


@pytest.mark.usefixtures("fixed")
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names there are text")
def test_a_name_that_is_no_utf8_is_told_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(picture(tmp_path / "b.png")).rename(tmp_path / "b\udcff.png")
    assert run(str(tmp_path), "--json") == 0
    assert [line["image"] for line in lines(capsys)] == [f"{tmp_path}/b\\udcff.png"]


@pytest.mark.usefixtures("fixed")
def test_what_cannot_be_read_is_an_error_line_and_the_rest_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    (tmp_path / "empty").mkdir()
    good = picture(tmp_path / "good.png")
    bad = [str(tmp_path / name) for name in ("broken.jpg", "nowhere.jpg", "empty", "*.tif")]
    assert run(*bad, good, "--json") == 2
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert "4 of 5 could not be read" in err
    assert [line["image"] for line in found] == [*bad, good]
    assert all(set(line) == {"image", "error"} for line in found[:-1])
    assert "cards" in found[-1]


@pytest.mark.usefixtures("fixed")
def test_without_json_people_read_a_line_and_errors_go_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = picture(tmp_path / "table.png")
    assert run(path, str(tmp_path / "nowhere.png")) == 2
    out, err = capsys.readouterr()
    assert out.startswith(f"{path}  cards Qs, face down · dice 5, ?  (")
    assert len(out.splitlines()) == 1
    assert "no such file" in err


def test_a_picture_without_anything_says_so() -> None:
    line = {**to_line("x.png", (4, 6, 3), Sight()), "elapsed_ms": 12.4}
    assert (line["width"], line["height"]) == (6, 4)
    assert detect.to_text(line) == "x.png  nothing seen  (12 ms)"


@pytest.mark.usefixtures("fixed")
def test_annotate_writes_one_picture_each_and_never_over_an_original(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other").mkdir()
    first, second = picture(tmp_path / "a.png"), picture(tmp_path / "other" / "a.png", 400, 300)
    out = tmp_path / "out" / "deep"
    assert run(first, second, "--annotate", str(out), "--json") == 0
    assert load(out / "a.png").shape == (240, 320, 3)
    assert load(out / "a-2.png").shape == (300, 400, 3)
    assert (load(out / "a.png") != 90).any()
    assert run(first, "--annotate", str(tmp_path), "--json") == 0
    assert (load(Path(first)) == 90).all()
    assert (tmp_path / "a-2.png").is_file()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize(
    ("count", "terminal", "shown"), [(6, True, 1), (2, True, 0), (6, False, 0)]
)
def test_a_bar_is_shown_on_long_runs_in_a_terminal_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, terminal: bool, shown: bool
) -> None:
    for index in range(count):
        picture(tmp_path / f"{index}.png", 32, 32)
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    assert run(str(tmp_path), "--json") == 0
    assert (f"{count - 1}/{count}" in stream.getvalue()) == shown


def test_networks_that_cannot_be_loaded_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYMPOSIARCH_WEIGHTS", str(tmp_path / "nowhere"))
    path = picture(tmp_path / "a.png")
    with pytest.raises(UserError, match="weights folder"):
        run(path)
    with pytest.raises(UserError, match="no detector file"):
        run(path, "--detector", str(tmp_path / "own.pt"))
    save_eyes(tmp_path, [])
    monkeypatch.setenv("SYMPOSIARCH_WEIGHTS", str(tmp_path))
    with pytest.raises(UserError, match="choose one of"):
        run(path, "--backend", "abacus")


def test_the_whole_way_with_networks_from_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save_eyes(tmp_path, [[100, 120, 60, 84, 0.9, 0.02, 0.01, 0.0]])
    monkeypatch.setenv("SYMPOSIARCH_WEIGHTS", str(tmp_path))
    assert run(picture(tmp_path / "a.png"), "--json", "--backend", "onnxruntime") == 0
    [line] = lines(capsys)
    assert "Kh" in [card["card"] for card in line["cards"]]
