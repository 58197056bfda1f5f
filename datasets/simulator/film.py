"""Renders a tale and writes the clip with its truth, script and set-up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.simulator.layout import layout_line
from datasets.simulator.lens import Sensor
from datasets.simulator.plan import Tale
from datasets.simulator.studio import Studio

Image = npt.NDArray[np.uint8]


def frames(
    tale: Tale,
    progress: Callable[[int, int], None] | None = None,
    layout: list[dict[str, Any]] | None = None,
) -> Iterator[Image]:
    """The BGR frames of the tale, in order.

    `layout` receives a line for every frame in which something had come to rest, and for every
    frame with which the table is still and free of hands.
    """
    plan, shots = tale.plan, tale.reel.shots
    sensor = Sensor(plan.scene.lens, plan.size, np.random.default_rng([plan.seed, 3]))
    rests = {line["frame"] for line in tale.reel.truth}
    key, developed = b"", np.zeros((1, 1, 3), np.uint8)
    with Studio(tale.stage) as studio:
        for i, shot in enumerate(shots):
            changed = shot.key() != key
            if changed:
                key, developed = shot.key(), sensor.develop(studio.picture(shot))
            still = changed and shots[min(i + 1, len(shots) - 1)].key() == key
            if layout is not None and (i in rests or still):
                layout.append(layout_line(studio, tale.codes, shot, i, plan.fps))
            if progress:
                progress(i + 1, len(shots))
            yield sensor.expose(developed, shot.gain, shot.bump)


def write_tale(
    tale: Tale, folder: Path, progress: Callable[[int, int], None] | None = None
) -> None:
    """Writes the clip, truth, script, events, layout and set-up into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    plan, layout = tale.plan, list[dict[str, Any]]()
    pictures = frames(tale, progress, layout)
    write_clip(folder / "clip.mp4", pictures, plan.size, plan.fps, plan.scene.lens.crf)
    _write_lines(folder / "layout.jsonl", layout)
    _write_lines(folder / "truth.jsonl", tale.reel.truth)
    _write_lines(folder / "script.jsonl", tale.reel.script)
    _write_lines(folder / "events.jsonl", tale.reel.events)
    (folder / "setup.json").write_text(json.dumps(tale.setup, indent=1) + "\n", "utf-8")


def _write_lines(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text, "utf-8")


def write_clip(
    path: Path, pictures: Iterable[Image], size: tuple[int, int], fps: float, crf: int
) -> None:
    """An H.264 MP4 of BGR pictures; raises OSError."""
    # Only here: its FFmpeg and OpenCV's share a process as rarely as can be.
    import av

    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001))
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        # One thread: the same clip byte for byte on the same machine.
        stream.options = {"crf": str(crf), "preset": "veryfast", "threads": "1"}
        for picture in pictures:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode(None))
    check = cv2.VideoCapture(str(path))
    readable, _ = check.read()
    check.release()
    if not readable:
        raise OSError(f"{path} was written but cannot be read back")
