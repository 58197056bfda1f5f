"""A phone's stream is refereed like the file that it shows, also when it drops out in between."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.match import Match
from engine.setup import Setup, load_setup
from tests.vision.mjpeg_server import MjpegServer, as_jpegs
from tui.session import Session
from vision.eyes import Eyes
from vision.frames import Image
from vision.sources import Source, open_source
from vision.watcher import Watcher
from vision.weights import WeightsError

SECONDS = 15.0
"""Of the bundled clip: 4-6 at rest at 4.4 s, 2-6 at 9.1 s, 5-5 at 13.4 s."""
OUTAGE = (10.2, 11.2)
"""Nothing is thrown in these seconds of the clip."""


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    try:
        return Eyes.load("onnxruntime", threads=1)
    except WeightsError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def clip() -> Iterator[Path]:
    with as_file(files("datasets") / "clips" / "blackout" / "clip.mp4") as path:
        yield path


def first_seconds(clip: Path) -> tuple[list[Image], float]:
    film = cv2.VideoCapture(str(clip))
    fps = film.get(cv2.CAP_PROP_FPS)
    frames = (film.read()[1] for _ in range(round(SECONDS * fps)))
    return [np.asarray(frame, dtype=np.uint8) for frame in frames], fps


def setup() -> Setup:
    return load_setup("blackout", ["Ann", "Ben", "Cem"], {"first": "Ann"})


def referee(source: Source, eyes: Eyes, wanted: int, seconds: float) -> list[dict[str, Any]]:
    """The lines until `wanted` rolls were ruled on or the time is up."""
    rules = setup()
    session = Session(source, Watcher(eyes, rules.seats), Match(rules))
    lines: list[dict[str, Any]] = []
    late = threading.Timer(seconds, session.stop)
    late.start()
    for line in session.lines():
        lines.append(line)
        if len(rolls(lines)) >= wanted:
            session.stop()
    late.cancel()
    return lines


def rolls(lines: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """What was ruled: the roll, who drinks how much, whose turn it is."""
    return [
        (line["event"]["roll"], line["event"]["by"], line["gulps"], line["turn"])
        for line in lines
        if line["kind"] == "ruling" and "roll" in line["event"]
    ]


def test_a_stream_that_drops_out_is_refereed_like_its_file(clip: Path, eyes: Eyes) -> None:
    with open_source(str(clip)) as source:
        told = rolls(referee(source, eyes, 3, 120))
    assert [roll for roll, *_ in told] == [[4, 6], [2, 6], [5, 5]]
    images, fps = first_seconds(clip)
    with MjpegServer(as_jpegs(images), fps) as phone:
        with open_source(phone.url) as source:
            began = time.monotonic()
            down = threading.Timer(OUTAGE[0], phone.kill)
            up = threading.Timer(OUTAGE[1], phone.start)
            down.start()
            up.start()
            lines = referee(source, eyes, 3, SECONDS + 6)
        assert time.monotonic() - began > OUTAGE[1]
    assert rolls(lines) == told
    states = [line["state"] for line in lines if line.get("what") == "camera"]
    assert "ok" in states[1:], f"the stream came back and that was said, but: {states}"
