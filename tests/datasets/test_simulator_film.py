"""A short clip is rendered where software OpenGL is there; else these tests are skipped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest

if find_spec("mujoco") is None:
    pytest.skip("needs MuJoCo (extra `sim`)", allow_module_level=True)

from datasets.simulator.film import frames, write_clip, write_tale
from datasets.simulator.reel import Shot
from datasets.simulator.scenes import SCENES
from datasets.simulator.stage import SimulatorMissing, build_stage
from datasets.simulator.story import Plan, Tale, play
from datasets.simulator.studio import Studio
from tui.cli import main
from tui.commands import simulate

SIZE = (320, 180)


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    try:
        with Studio(build_stage(SCENES["marble"], 1, SIZE)) as studio:
            yield studio
    except SimulatorMissing as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def tale() -> Tale:
    return play(Plan(("Ann", "Ben"), 1, 1, SCENES["marble"], SIZE))


def test_a_window_of_the_picture_is_what_the_whole_picture_shows(
    studio: Studio, tale: Tale
) -> None:
    shot = next(s for s in tale.reel.shots if s.hand is not None and s.blur is None)
    whole = studio._render(shot, shot.things, (0, 0, *SIZE))
    differing = (np.abs(studio.picture(shot).astype(int) - whole).max(axis=2) > 16).mean()
    assert differing < 0.002


def test_dice_appear_where_the_camera_projects_them(studio: Studio, tale: Tale) -> None:
    shot = tale.reel.shots[-1]
    view = build_stage(SCENES["marble"], 1, SIZE).view
    bare = studio.picture(Shot(np.array([[0, 0, -4, 1, 0, 0, 0]] * 2, float)))
    changed = np.abs(studio.picture(shot).astype(int) - bare).max(axis=2) > 40
    for die in shot.things:
        x, y = (int(part) for part in view.project(die[:3]))
        # A white pip on white marble is no change: most of the die must be one.
        assert changed[y - 4 : y + 5, x - 4 : x + 5].mean() > 0.6
    assert changed.mean() < 0.05


def test_a_still_table_is_noisy_yet_the_same_for_the_same_seed(studio: Studio, tale: Tale) -> None:
    first = [picture for picture, _ in zip(frames(tale), range(3), strict=False)]
    again = [picture for picture, _ in zip(frames(tale), range(3), strict=False)]
    assert np.array_equal(first, again)
    assert not np.array_equal(first[0], first[1])
    assert np.abs(first[0].astype(int) - first[1]).mean() < 6


def test_the_clip_opens_and_holds_every_frame(studio: Studio, tale: Tale, tmp_path: Path) -> None:
    write_tale(tale, tmp_path)
    clip = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    count = 0
    while clip.read()[0]:
        count += 1
    assert count == len(tale.reel.shots)
    assert clip.get(cv2.CAP_PROP_FPS) == pytest.approx(15)
    truth = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert truth == tale.reel.truth
    assert json.loads((tmp_path / "setup.json").read_text())["players"] == ["Ann", "Ben"]


def test_a_clip_is_h264_which_every_player_and_browser_shows(tmp_path: Path) -> None:
    pictures = (np.full((180, 320, 3), shade, np.uint8) for shade in (0, 80, 160))
    write_clip(tmp_path / "clip.mp4", pictures, SIZE, 30.0, 23)
    clip = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    codec = int(clip.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little")
    assert (codec, clip.get(cv2.CAP_PROP_FRAME_COUNT)) in ((b"h264", 3), (b"avc1", 3))
    clip.release()


def test_simulate_writes_the_four_files(studio: Studio, tmp_path: Path) -> None:
    words = "simulate blackout --players A,B --seed 2 --rolls 1 --size 320x180 --scene felt --out"
    assert main([*words.split(), str(tmp_path / "game")]) == 0
    names = {path.name for path in (tmp_path / "game").iterdir()}
    assert names == simulate._FILMED


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("--players A,B --scene moon", "felt"),
        ("--players A", "player"),
        ("--players A,B --size 99", "1280x720"),
        ("--players A,B --background nowhere.jpg", "nowhere.jpg"),
        ("--players A,B --data nowhere", "artwork"),
        ("--players A,B --offences 2", "0 to 1"),
    ],
)
def test_wrong_usage_is_one_clear_sentence(
    words: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "blackout", "--out", str(tmp_path), *words.split()]) == 2
    assert hint in capsys.readouterr().err


def test_without_opengl_simulate_says_what_to_install(tmp_path: Path) -> None:
    words = ["simulate", "blackout", "--players", "A,B", "--rolls", "1", "--size", "160x120"]
    done = subprocess.run(
        [sys.executable, "-m", "tui", *words, "--out", str(tmp_path)],
        env={**os.environ, "MUJOCO_GL": "disable"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "libosmesa6" in done.stderr
