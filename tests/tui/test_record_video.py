"""The video of a recorded game (PROTOCOL section 6): what is in it, and what it survives."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from queue import Queue

import av
import numpy as np
import pytest

from tests.tui.recorded import HEIGHT, WIDTH, image, record, shade, shots
from tui.recording import film, room
from tui.recording.film import Film
from tui.recording.mend import is_cut
from tui.recording.recorder import Wanted
from tui.recording.room import Room
from tui.recording.story import load
from tui.session import Latest
from vision.frames import Frame, Image
from vision.region import Region
from vision.sights import DieSight, Sight

PLENTY = 1e12


def latest(index: int, picture: Image | None = None, sight: Sight | None = None) -> Latest:
    frame = Frame(image(index) if picture is None else picture, index / 10, index, 0.0)
    return Latest(frame, Sight() if sight is None else sight)


def a_film(folder: Path, told: list[str], **options: bool) -> Film:
    return Film(
        folder / "video.mp4", Region(), Room(folder, PLENTY, told.append), told.append, **options
    )


def boxes(path: Path) -> list[bytes]:
    data, at, kinds = path.read_bytes(), 0, []
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        kinds.append(kind)
        at += max(8, size)
    return kinds


def test_PROTOCOL_6_the_video_plays_in_browsers_and_shows_each_moment(tmp_path: Path) -> None:
    record(tmp_path / "game")
    path = tmp_path / "game" / "video.mp4"
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        codec = stream.codec_context
        assert (codec.name, codec.pix_fmt) == ("h264", "yuv420p")
        assert (codec.width, codec.height) == (WIDTH, HEIGHT)
    # One index for the whole file: a browser can jump in it.
    assert b"moov" in boxes(path)
    assert b"moof" not in boxes(path)
    taken = list(shots(path))
    assert len(taken) == 80
    for index in (3, 25, 79):
        seconds, picture = taken[index]
        assert seconds == pytest.approx(index / 10, abs=0.002)
        assert int(picture[20, 60].mean()) == pytest.approx(shade(index), abs=8)


def test_what_is_announced_stands_in_the_picture_for_a_while(tmp_path: Path) -> None:
    record(tmp_path / "game", frames=150)
    dark = {
        round(seconds, 1) for seconds, picture in shots(tmp_path / "game" / "video.mp4")
        if picture[-3, 4:8].max() < 120
    }  # fmt: skip
    assert 2.9 not in dark
    assert {3.3, 6.0, 12.0} <= dark
    assert 14.5 not in dark


def test_what_was_seen_has_its_box(tmp_path: Path) -> None:
    square = np.array([[40, 20], [70, 20], [70, 50], [40, 50]], np.float32)
    making, told = a_film(tmp_path, [], patient=True), Sight(dice=(DieSight(square, 5, 0.9),))
    for index in range(4):
        making.look(latest(index, sight=told))
    making.close()
    *_, (_, picture) = shots(tmp_path / "video.mp4")
    # The box is bright yellow: its blue is far from its green.
    edge = picture[48:52, 45:65].astype(int)
    assert (edge[..., 1] - edge[..., 0]).max() > 60


def test_large_pictures_are_kept_smaller_and_even(tmp_path: Path) -> None:
    making = a_film(tmp_path, [], patient=True)
    making.look(latest(0, np.zeros((1083, 1921, 3), np.uint8)))
    making.close()
    ((_, picture),) = shots(tmp_path / "video.mp4")
    assert picture.shape == (722, 1280, 3)


def test_at_most_fifteen_pictures_a_second(tmp_path: Path) -> None:
    making = a_film(tmp_path, [], patient=True)
    for index in range(120):
        making.look(Latest(Frame(image(index), index / 60, index, 0.0), Sight()))
    making.close()
    assert 28 <= len(list(shots(tmp_path / "video.mp4"))) <= 31


def test_a_slow_disk_costs_pictures_and_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Film, "_work", lambda self: None)
    making = a_film(tmp_path, [])
    start = time.monotonic()
    for index in range(100):
        making.look(latest(index))
    assert time.monotonic() - start < 1
    assert making.lost == 96


def test_a_kill_leaves_a_video_that_plays(tmp_path: Path) -> None:
    path = tmp_path / "video.mp4"
    command = [sys.executable, str(film._ENCODER), str(path), str(WIDTH), str(HEIGHT), "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as program:
        assert program.stdin is not None
        planes = bytes(WIDTH * HEIGHT * 3 // 2)
        for index in range(80):
            program.stdin.write(struct.pack("=q", index * 100) + planes)
            program.stdin.flush()
        end = time.monotonic() + 30
        while time.monotonic() < end and not (path.exists() and boxes(path).count(b"moof") > 1):
            time.sleep(0.05)
        program.send_signal(signal.SIGKILL)
    assert boxes(path).count(b"moof") > 1
    assert 40 <= len(list(shots(path))) < 80


_ENDLESS = """
import sys
from pathlib import Path
from tests.tui import recorded, table
from tui.recording.recorder import Recorder, Wanted
from tui.session import Session
match = recorded.open_record(Path(sys.argv[1]), recorded.load_setup(
    "blackout", recorded.PLAYERS, {"first": "Ann"}), {}, {"source": "0", "live": True})
recorder = Recorder(match, Wanted(), True, print)
source = recorded.DrawnSource(10**9, live=True, pause=0.02)
watcher = table.FakeWatcher(table.rolls(10**4))
for line in Session(source, watcher, match, keepers=recorder.keepers).lines():
    print(line["kind"], flush=True)
"""


def test_a_killed_game_has_its_video_and_goes_on_in_a_new_one(tmp_path: Path) -> None:
    game = tmp_path / "game"
    command = [sys.executable, "-c", _ENDLESS, str(game)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        end = time.monotonic() + 60
        while time.monotonic() < end and not (game / "video.mp4").exists():
            program.stdout.readline()
        for _ in range(30):
            program.stdout.readline()
        program.send_signal(signal.SIGKILL)
    end = time.monotonic() + 30
    while time.monotonic() < end and (is_cut(game / "video.mp4") or not _plays(game)):
        time.sleep(0.1)
    before = len(list(shots(game / "video.mp4")))
    assert before > 10
    record(game, frames=20, rolls={}, entries=[], resumes=True)
    assert len(list(shots(game / "video.mp4"))) == before
    assert len(list(shots(game / "video-2.mp4"))) == 20
    assert set(load(game).videos()) == {1, 2}


def _plays(game: Path) -> bool:
    try:
        return bool(next(shots(game / "video.mp4"), None))
    except av.error.FFmpegError:
        return False


def test_the_encoder_ends_well_when_the_game_is_killed_and_ignores_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "video.mp4"
    command = [sys.executable, str(film._ENCODER), str(path), str(WIDTH), str(HEIGHT), "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as program:
        assert program.stdin is not None
        for index in range(5):
            program.stdin.write(struct.pack("=q", index * 100) + bytes(WIDTH * HEIGHT * 3 // 2))
        program.stdin.write(b"half a picture")
        program.stdin.flush()
        while not path.exists():
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        program.stdin.close()
        assert program.wait(30) == 0
    assert len(list(shots(path))) == 5


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a disk that is full")
def test_a_full_disk_ends_the_video_with_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "video.mp4").symlink_to("/dev/full")
    told: list[str] = []
    making = a_film(tmp_path, told, patient=True)
    for index in range(200):
        making.look(
            latest(index, np.random.default_rng(index).integers(0, 255, (64, 96, 3), np.uint8))
        )
    making.close()
    assert len(told) == 1
    assert "no video: No space left on device" in told[0]


def test_too_little_room_ends_the_video_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "RESERVE", 10**18)
    told: Queue[str] = Queue()
    match = record(tmp_path / "game", told=told.put)
    assert match.view()["steps"] == 4
    said = sorted(told.get() for _ in range(told.qsize()))
    assert len(said) == 2
    assert "no video" in said[0]
    assert "No more pictures" in said[1]
    assert sorted(path.name for path in (tmp_path / "game").iterdir()) == [".lock", "game.jsonl"]


def test_without_PyAV_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    told: list[str] = []
    record(tmp_path / "game", told=told.append)
    assert told == [
        "From here on there is no video: PyAV is missing (pip install av). The game goes on."
    ]


def test_no_video_and_no_frames_mean_it(tmp_path: Path) -> None:
    record(tmp_path / "game", wanted=Wanted(frames=False, video=False))
    assert sorted(path.name for path in (tmp_path / "game").iterdir()) == [".lock", "game.jsonl"]
