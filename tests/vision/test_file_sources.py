"""Files and folders give every frame, in order, with the times of their container."""

from __future__ import annotations

import os
import time
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from vision.frames import Image
from vision.sources import SourceError, open_source
from vision.sources.base import Rotation


def picture(number: int, size: tuple[int, int] = (96, 64)) -> Image:
    """Grey level `8 * number`, with a white upper left corner."""
    image = np.full((size[1], size[0], 3), number * 8, np.uint8)
    image[: size[1] // 4, : size[0] // 4] = 255
    return image


def level(image: Image) -> int:
    return round(float(image[-8:, -8:].mean()) / 8)


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """20 pictures at 25 a second."""
    path = tmp_path / "game ü.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, (96, 64))
    for number in range(20):
        writer.write(picture(number))
    writer.release()
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three pictures and what else lies about."""
    for number, name in enumerate(["a.png", "b.JPG", "c.webp"]):
        cv2.imencode(Path(name).suffix, picture(number + 1))[1].tofile(tmp_path / name)
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


def test_a_video_gives_every_frame_to_a_slow_reader(clip: Path) -> None:
    with open_source(str(clip)) as source:
        assert not source.live
        assert source.size == (96, 64)
        assert source.describe() == "game ü.avi, 96x64 at 25"
        frames = []
        for frame in source:
            frames.append(frame)
            time.sleep(0.01)
        assert source.ended
        assert source.read() is None
    assert [level(frame.image) for frame in frames] == list(range(20))
    assert [frame.index for frame in frames] == list(range(20))
    assert [frame.t for frame in frames] == pytest.approx([n / 25 for n in range(20)], abs=1e-3)


def test_a_changing_frame_rate_is_kept(tmp_path: Path) -> None:
    path, times = tmp_path / "phone.mp4", [0, 40, 73, 500, 540, 1999, 2032]
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=30)
        stream.width, stream.height, stream.time_base = 96, 64, Fraction(1, 1000)
        stream.codec_context.time_base = Fraction(1, 1000)
        for number, at in enumerate(times):
            frame = av.VideoFrame.from_ndarray(picture(number), format="bgr24")
            frame.pts, frame.time_base = at + 300, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    with open_source(str(path)) as source:
        assert [frame.t for frame in source] == pytest.approx([t / 1000 for t in times], abs=2e-3)


def test_a_video_without_times_gets_even_ones(tmp_path: Path) -> None:
    path = tmp_path / "raw.h264"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height = 96, 64
        for number in range(5):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture(number), "bgr24")))
        container.mux(stream.encode())
    with open_source(str(path)) as source:
        assert [frame.t for frame in source] == pytest.approx([0, 0.04, 0.08, 0.12, 0.16])


def test_realtime_paces_a_file_and_drops_nothing(clip: Path) -> None:
    began = time.monotonic()
    with open_source(str(clip), realtime=True) as source:
        frames = list(source)
    assert len(frames) == 20
    assert time.monotonic() - began >= 19 / 25
    assert all(frame.arrived - began >= frame.t for frame in frames)


def test_a_folder_is_read_in_the_order_of_names(folder: Path) -> None:
    with open_source(str(folder), fps=2) as source:
        frames = list(source)
    assert [level(frame.image) for frame in frames] == [1, 2, 3]
    assert [frame.t for frame in frames] == [0.0, 0.5, 1.0]


def test_a_glob_and_a_single_picture(folder: Path) -> None:
    with open_source(str(folder / "[bc].*")) as source:
        assert [level(frame.image) for frame in source] == [2, 3]
    with open_source(str(folder / "c.webp")) as source:
        assert source.describe() == "c.webp, 1 picture, 96x64"
        assert [(level(frame.image), frame.t) for frame in source] == [(3, 0.0)]


def test_a_damaged_picture_is_left_out_and_named(folder: Path) -> None:
    (folder / "b.JPG").write_bytes(b"no picture")
    with open_source(str(folder)) as source:
        assert [frame.index for frame in source] == [0, 1]
        assert source.notes == [
            f"{folder / 'b.JPG'} is not a picture that can be read and was left out."
        ]


def test_a_video_that_was_cut_short_says_so_at_its_end(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.mp4", tmp_path / "cut.mp4"
    noise = np.random.default_rng(1).integers(0, 255, (8, 64, 96, 3), np.uint8)
    with av.open(str(whole), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("mpeg4", rate=25)
        stream.width, stream.height = 96, 64
        for number in range(200):
            frame = av.VideoFrame.from_ndarray(noise[number % 8], format="bgr24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    for path, says in ((whole, []), (cut, ["cut.mp4 ends after 4 of 8 seconds"])):
        with open_source(str(path)) as source:
            assert source.notes == []
            assert list(source)
            assert [sentence.split(":")[0] for sentence in source.notes] == says


@pytest.mark.parametrize(
    ("mirror", "rotate", "corner"),
    [
        (False, 0, (0, 0)),
        (True, 0, (0, -1)),
        (False, 90, (0, -1)),
        (False, 180, (-1, -1)),
        (False, 270, (-1, 0)),
        (True, 90, (-1, -1)),  # un-mirrored first, then turned clockwise
    ],
)
def test_pictures_are_set_upright(
    mirror: bool, rotate: Rotation, corner: tuple[int, int], folder: Path
) -> None:
    spec = str(folder / "a.png")
    with open_source(spec, mirror=mirror, rotate=rotate) as source:
        size, frame = source.size, next(source)
    white = np.argwhere(frame.image[..., 0] == 255).mean(axis=0)
    assert tuple(white < np.array(frame.image.shape[:2]) / 2) == (corner[0] == 0, corner[1] == 0)
    assert size == frame.image.shape[1::-1] == ((64, 96) if rotate in (90, 270) else (96, 64))
    assert frame.image.flags.c_contiguous


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("missing.mp4", "There is no file missing.mp4: check the path."),
        ("no/such/thing", "There is no file no/such/thing: check the path."),
        ("none*.png", "No file is called like none*.png: check the path."),
        ("ftp://host/x", "ftp://host/x is no address of a stream: it starts with http:// or"),
        ("empty", "The folder empty holds no pictures"),
        ("text.mp4", "text.mp4 is not a video that can be read: copy it again if it was cut"),
        ("pipe.mp4", "pipe.mp4 is neither a file nor a folder: give a video file instead."),
        ("bad.png", "bad.png holds no picture that can be read: use JPEG, PNG or WebP."),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(
    spec: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("words")
    (tmp_path / "bad.png").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(SourceError) as refused:
        open_source(spec)
    assert str(refused.value).startswith(says)
