"""A whole evening: four games through the app, a dispute in each, a crash, a camera that is lost.

Every record is checked at its end: the tally is what the record folds to, the report is written,
the video plays.
"""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.tui.evening import Film, Phone, Seat, at_a_table, played
from tests.vision.mjpeg_server import as_jpegs
from tui import folders
from tui.cli import main
from tui.recording.story import load
from vision import weights
from vision.frames import Image
from vision.sources import open_source

CLIPS = Path(str(files("datasets"))) / "clips"
FPS = 15


@pytest.fixture(autouse=True)
def seated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal, with eyes."""
    try:
        weights.find("detector.onnx")
    except weights.WeightsError as error:
        pytest.skip(str(error))
    at_a_table(tmp_path, monkeypatch)


def of(game: str) -> list[str]:
    """The words that name a filmed game's players."""
    return [game, "--setup", str(CLIPS / game / "setup.json"), "--camera", clip(game)]


def clip(game: str) -> str:
    return str(CLIPS / game / "clip.mp4")


def newest() -> Path:
    """The game that was recorded last."""
    return max(folders.games().glob("*/game.jsonl"), key=lambda log: log.stat().st_mtime).parent


def checked(capsys: pytest.CaptureFixture[str], folder: Path, videos: int = 1) -> dict[str, int]:
    """The totals of a record that holds what it should."""
    capsys.readouterr()
    story = load(folder)
    assert story.notes == [], "it is ruled again as it was announced"
    assert main(["export", str(folder), "--csv"]) == 0
    totals = dict.fromkeys(story.players, 0)
    for row in csv.DictReader(io.StringIO(capsys.readouterr().out)):
        totals[row["player"]] += int(row["amount"] or 0)
    assert totals == story.view["totals"]
    assert main(["report", str(folder)]) == 0
    page = (folder / "report.html").read_text("utf-8")
    assert all(name in page for name in story.players)
    assert "data:image/jpeg" in page
    assert len(story.videos()) == videos
    for video in story.videos().values():
        assert plays(video)
    return totals


def plays(video: Path) -> bool:
    import av

    with av.open(str(video)) as container:
        stream = container.streams.video[0]
        assert stream.codec_context.name == "h264"
        return sum(1 for _ in container.decode(stream)) > 0


def rulings(folder: Path) -> list[dict[str, Any]]:
    lines = map(json.loads, (folder / "game.jsonl").read_text("utf-8").splitlines())
    return [line for line in lines if line["kind"] in ("ruling", "correction")]


def test_becker_goes_on_after_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folders.games() / "becker"
    watch_until_killed(folder, 2)
    before = [(line["step"], line["event"]) for line in rulings(folder)]
    assert before[:2] == [(1, throw("2d", "Ann")), (2, throw("4d", "Ben"))]

    async def drive(seat: Seat) -> None:
        assert seat.events[:2] == [throw("2d", "Ann"), throw("4d", "Ben")]
        await seat.ruled(throw("4c", "Cem"))
        await seat.dispute()
        await seat.press("c", "1")
        await seat.until(lambda: isinstance(seat.events[-1], dict) and "amend" in seat.events[-1])
        headline = seat.app.banner.headline
        assert headline is not None

    offers = played(
        monkeypatch, lambda: Film(Path(clip("becker")), 9.9), drive, "--camera", clip("becker")
    )
    assert len(offers) == 1
    assert "Becker" in offers[0]
    assert newest() == folder
    steps = [line["step"] for line in rulings(folder)]
    assert steps == list(range(1, len(steps) + 1)), "nothing was ruled twice"
    assert checked(capsys, folder, videos=2)


def throw(card: str, by: str) -> dict[str, Any]:
    return {"play": card, "by": by}


def watch_until_killed(folder: Path, wanted: int) -> None:
    """`watch` in a process of its own, killed after so many rulings were announced."""
    words = ["watch", clip("becker"), "--setup", str(CLIPS / "becker" / "setup.json")]
    command = [sys.executable, "-m", "tui", *words, "--record", str(folder), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        assert child.stdout is not None
        for row in child.stdout:
            wanted -= json.loads(row)["kind"] == "ruling"
            if not wanted:
                os.kill(child.pid, signal.SIGKILL)
                break
    assert child.returncode == -signal.SIGKILL


def test_jookie_with_bids_by_key_and_a_ruling_that_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    film = Film(Path(clip("jookie")), 5.5)

    async def drive(seat: Seat) -> None:
        await seat.until(lambda: bool(seat.events))
        for bid in "0010":
            many = len(seat.events)
            await seat.choose(bid)
            await seat.until(lambda many=many: len(seat.events) > many)  # type: ignore[misc]  # bound now
        film.until = 14.9
        await seat.ruled(throw("6c", "Ann"), throw("9c", "Ben"))
        await seat.dispute()
        await seat.press("enter")
        assert "stands" in str(seat.app.banner.border_subtitle)

    played(monkeypatch, lambda: film, drive, *of("jookie"))
    bids = [line["event"]["bid"] for line in rulings(newest()) if "bid" in line["event"]]
    assert bids == [0, 0, 1, 0]
    checked(capsys, newest())


def test_blackout_goes_on_after_the_camera_was_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = {"roll": [4, 6], "by": "Ann"}, {"roll": [2, 6], "by": "Ben"}
    with Phone(as_jpegs(pictures(clip("blackout"), 11.0)), FPS) as phone:

        async def drive(seat: Seat) -> None:
            await seat.looks(5)
            phone.until = round(5.9 * FPS)
            await seat.ruled(first)
            phone.kill()
            await seat.until(lambda: "CAMERA LOST" in str(seat.app.status.render()))
            phone.start()
            await seat.until(lambda: seat.app.table.camera_state == "ok")
            phone.until = round(10.7 * FPS)
            await seat.ruled(second)
            await seat.dispute()
            await seat.press("v", "1")
            await seat.ruled({"void": 2})

        words = [*of("blackout")[:-1], phone.url]
        played(monkeypatch, lambda: open_source(phone.url), drive, *words)
    folder = newest()
    assert [line["event"] for line in rulings(folder)] == [first, second, {"void": 2}]
    lines = map(json.loads, (folder / "game.jsonl").read_text("utf-8").splitlines())
    states = [line["state"] for line in lines if line.get("what") == "camera"]
    assert "lost" in states
    assert states[-1] == "ok"
    assert checked(capsys, folder) == {"Ann": 6, "Ben": 4, "Cem": 0}


def pictures(path: str, seconds: float) -> list[Image]:
    film = cv2.VideoCapture(path)
    taken = (film.read()[1] for _ in range(round(seconds * FPS)))
    return [np.asarray(picture, np.uint8) for picture in taken]


def test_five_alive_seen_and_by_key(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def drive(seat: Seat) -> None:
        await seat.until(lambda: played_cards(seat) == ["REDEAL", "4"])
        await seat.press("k")
        await seat.choose("7")
        await seat.until(lambda: played_cards(seat) == ["REDEAL", "4", "7"])
        await seat.dispute()
        await seat.press("c", "1")
        await seat.until(lambda: "amend" in str(seat.events[-1]))

    words = of("fivealive")
    played(monkeypatch, lambda: Film(Path(clip("fivealive")), 6.5), drive, *words)
    checked(capsys, newest())


def played_cards(seat: Seat) -> list[str]:
    return [str(one["play"]) for one in seat.events if isinstance(one, dict) and "play" in one]
