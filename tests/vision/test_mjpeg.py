"""Phone cameras over HTTP (FIELD_NOTES, complaints 3 and 5)."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from tests.vision.fakes import FakeBackend, FakeCamera
from tests.vision.mjpeg_server import Habit, MjpegServer, as_jpegs
from vision.frames import Image
from vision.sources import Source, SourceError, State, open_source
from vision.sources.jpegs import JpegCutter
from vision.sources.live import Patience
from vision.sources.mjpeg import stamp_of

QUICK = Patience(stale=0.25, lost=0.5, open=4.0, first_retry=0.05, longest_retry=0.1)


def picture(number: int) -> Image:
    """One of 32: its number is its grey level divided by 8."""
    return np.full((120, 160, 3), number % 32 * 8 + 4, np.uint8)


def number_of(image: Image) -> int:
    return int(image.mean() // 8)


CLIP = as_jpegs(picture(number) for number in range(32))


@pytest.fixture
def phone() -> Iterator[MjpegServer]:
    with MjpegServer(CLIP) as server:
        yield server


def opened(url: str, patience: Patience = QUICK) -> Source:
    return open_source(url, patience=patience)


def wait_for(source: Source, state: State, seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while source.state != state and time.monotonic() < end:
        source.read(0.02)
    return source.state == state


@pytest.mark.parametrize(
    "habit", ["plain", "no length", "odd boundary", "huge headers", "chunked", "half", "garbage"]
)
def test_5_pictures_come_whatever_is_around_them(habit: Habit) -> None:
    with MjpegServer(CLIP, habit=habit, fps=60) as phone, opened(phone.url) as source:
        numbers = [number_of(next(source).image) for _ in range(8)]
        frame = source.read(1.0)
    steps = {(later - number) % 32 for number, later in pairwise(numbers)}
    whole = 2 if habit in ("half", "garbage") else 1
    # A busy machine may leave pictures out, but none that are whole and in time.
    assert min(steps) == whole
    assert {step % whole for step in steps} == {0}
    assert frame is not None
    assert frame.image.shape == (120, 160, 3)


def test_5_lag_does_not_grow_under_a_slow_reader() -> None:
    big = as_jpegs(np.random.default_rng(1).integers(0, 255, (8, 720, 1280, 3), np.uint8))
    with MjpegServer(big, fps=40) as phone, opened(phone.url) as source:
        behind = []
        for _ in range(12):  # an unread stream would be a second behind and more
            time.sleep(0.1)
            frame = source.read(1.0)
            assert frame is not None
            behind.append(time.monotonic() - frame.arrived)
            newest = phone.served
            assert newest - frame.index <= 12
    assert max(behind) < 0.2


def test_5_the_newest_of_several_waiting_pictures_is_given(phone: MjpegServer) -> None:
    with opened(phone.url) as source:
        source.read(1.0)
        time.sleep(0.5)
        frame = source.read(1.0)
        assert frame is not None
        assert (phone.served % 32 - number_of(frame.image)) % 32 <= 2


def test_5_of_several_pictures_in_one_packet_the_last_is_given() -> None:
    def serve(server: socket.socket) -> None:
        server.accept()[0].close()  # somebody looks whether anybody is there
        client, _ = server.accept()
        client.recv(4096)
        head = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=x\r\n\r\n"
        client.sendall(head + b"--x\r\n\r\n".join(CLIP[3:6]))
        time.sleep(1.0)
        client.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=(server,), daemon=True).start()
        with opened(f"http://127.0.0.1:{server.getsockname()[1]}/video") as source:
            assert number_of(next(source).image) == 5


def test_3_the_app_is_killed_and_started_again_and_frames_go_on(phone: MjpegServer) -> None:
    with opened(phone.url) as source:
        before = next(source)
        phone.kill()
        assert wait_for(source, "stale")
        assert wait_for(source, "lost")
        phone.start()
        assert wait_for(source, "ok")
        after = next(source)
    assert after.t - before.t == pytest.approx(after.arrived - before.arrived)
    assert after.index > before.index


def test_3_a_stream_that_breaks_off_and_is_back_at_once_was_away_for_a_moment(
    phone: MjpegServer,
) -> None:
    with opened(phone.url, Patience(stale=60.0, lost=120.0, first_retry=0.2)) as source:
        before = next(source)
        assert source.state == "ok"
        phone.kill()
        phone.start()
        assert wait_for(source, "stale")
        assert wait_for(source, "ok")
        assert next(source).index > before.index
    assert source.state == "ok"


def test_4_a_frozen_phone_is_stale_though_bytes_come(phone: MjpegServer) -> None:
    with opened(phone.url) as source:
        next(source)
        phone.frozen.set()
        assert wait_for(source, "stale")
        phone.frozen.clear()
        assert wait_for(source, "ok")


def test_4_broken_pictures_alone_are_no_sign_of_life(phone: MjpegServer) -> None:
    with opened(phone.url) as source:
        next(source)
        head = CLIP[0][:2] + b"\xff\xfe\x00\x06"  # a comment keeps them different
        phone.jpegs = [head + bytes([number, 0, 0, 0]) + b"\xff\xd9" for number in range(32)]
        assert wait_for(source, "stale")
        phone.jpegs = CLIP
        assert wait_for(source, "ok")


def test_5_a_bare_host_is_tried_at_the_usual_paths() -> None:
    with MjpegServer(CLIP, path="/videofeed") as phone, opened(phone.host) as source:
        assert source.describe() == f"{phone.host}/videofeed, MJPEG"
        assert next(source).image.shape == (120, 160, 3)


def test_5_an_address_needs_no_scheme(phone: MjpegServer) -> None:
    with opened(f"127.0.0.1:{phone.port}") as source:
        assert source.live
        assert next(source).t >= 0


def test_5_an_address_of_single_pictures_is_asked_again_and_again() -> None:
    with MjpegServer(CLIP, habit="snapshot") as phone, opened(phone.url) as source:
        numbers = [number_of(next(source).image) for _ in range(5)]
    assert numbers == [(numbers[0] + i) % 32 for i in range(5)]


def test_an_address_of_a_video_format_is_left_to_ffmpeg() -> None:
    with MjpegServer(CLIP, habit="film") as phone:
        backend = FakeBackend([], streams={phone.url: FakeCamera()})
        with open_source(phone.url, backend=backend, patience=QUICK) as source:
            assert next(source).image.shape == (480, 640, 3)


def test_5_a_page_without_pictures_says_so(phone: MjpegServer) -> None:
    with pytest.raises(SourceError, match="answers, but gives no video there: start the camera"):
        opened(phone.host + "/index.html")


def test_5_name_and_password_are_used_and_not_shown() -> None:
    with MjpegServer(CLIP, login="ann:s3cret") as phone:
        with opened(phone.url.replace("//", "//ann:s3cret@")) as source:
            assert next(source).image.shape == (120, 160, 3)
            assert "s3cret" not in source.describe() + source.name
        with pytest.raises(SourceError, match="asks for a name and password: give them as in "):
            opened(phone.url)


def test_5_a_slow_header_is_waited_for() -> None:
    said: list[str] = []
    with (
        MjpegServer(CLIP, slow_header=1.05) as phone,
        open_source(phone.url, patience=QUICK, progress=said.append) as source,
    ):
        assert next(source).image.shape == (120, 160, 3)
    assert said[-1] == f"opening {phone.url}… 1 s"


def test_3_a_server_that_accepts_and_says_nothing_does_not_block_for_ever() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/video"
        began = time.monotonic()
        with pytest.raises(SourceError, match="gave no picture within"):
            open_source(url, patience=Patience(open=0.6))
        assert time.monotonic() - began < 3


def test_3_nobody_at_the_address_is_said_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    for scheme in ("http", "rtsp"):
        with pytest.raises(
            SourceError, match=f"Nobody answers at 127.0.0.1:{port} .* same network"
        ):
            opened(f"{scheme}://127.0.0.1:{port}/video")


def test_two_readers_of_one_phone(phone: MjpegServer) -> None:
    with opened(phone.url) as one, opened(phone.url) as two:
        assert next(one).image.shape == next(two).image.shape


def test_threads_end_with_the_source(phone: MjpegServer) -> None:
    def cameras() -> int:
        return sum(thread.name.startswith("camera") for thread in threading.enumerate())

    before = cameras()
    for _ in range(3):
        with opened(phone.url) as source:
            next(source)
    end = time.monotonic() + 3
    while cameras() > before and time.monotonic() < end:
        time.sleep(0.02)
    assert cameras() <= before


@pytest.mark.parametrize("size", [5, 10_000])
def test_2_the_time_stamp_of_a_part_is_read(size: int) -> None:
    head = b"--x\r\nContent-Type: image/jpeg\r\nX-Timestamp: %s\r\n\r\n"
    stream = b"".join(head % at + CLIP[0] for at in (b"12.25", b"12.50")) + head % b"99"
    cutter = JpegCutter()
    for at in range(0, len(stream), size):
        cutter.feed(stream[at : at + size])
    assert stamp_of(cutter.heading) == 12.5
    assert stamp_of(b"--x\r\n\r\n") is None


def test_whole_pictures_are_cut_out_of_any_pieces() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (3, 90, 70, 3), np.uint8)
    jpegs = as_jpegs(noise)
    stream = b"junk\xff\xd8 " + b"\r\n--x\r\n\r\n".join(jpegs) + b"\r\n--x"
    for size in (1, 7, 1000, len(stream)):
        cutter = JpegCutter()
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [jpeg for piece in pieces for jpeg in cutter.feed(piece)] == jpegs
        assert cutter.damaged == 0


def test_a_thumbnail_inside_a_picture_is_not_taken_for_one() -> None:
    thumbnail, outer = as_jpegs([picture(3), picture(9)])
    segment = b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    whole = outer[:2] + segment + outer[2:]
    assert JpegCutter().feed(whole) == [whole]


@pytest.mark.parametrize("cut", [3, 30, 300, 0.5, -1])
def test_a_picture_that_breaks_off_costs_itself_only(cut: float) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (4, 90, 70, 3), np.uint8)
    jpegs = as_jpegs(noise)
    end = int(len(jpegs[1]) * cut) if isinstance(cut, float) else int(cut)
    cutter = JpegCutter()
    found = cutter.feed(jpegs[0] + jpegs[1][:end] + b"\r\n--x\r\n" + jpegs[2] + jpegs[3])
    assert jpegs[0] in found
    assert jpegs[3] in found
    assert jpegs[1] not in found
    assert cutter.damaged >= 1


def test_random_bytes_neither_crash_nor_pile_up() -> None:
    rng = np.random.default_rng(4)
    cutter = JpegCutter()
    for _ in range(200):
        cutter.feed(rng.integers(0, 256, 1000, np.uint8).tobytes())
    assert cutter.feed(b"\x00" * 70_000 + CLIP[0] + CLIP[1] + CLIP[2])[-1] == CLIP[2]
