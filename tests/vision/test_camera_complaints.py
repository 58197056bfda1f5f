"""What people complain about in cameras (FIELD_NOTES, numbers 1 to 9): survived, and said."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from tests.vision.fakes import FakeBackend, FakeCamera, number_of
from vision.sources import Source, SourceError, State, open_source
from vision.sources.backends import Fault
from vision.sources.devices import Device
from vision.sources.live import Patience
from vision.sources.pump import Newest, Shot
from vision.sources.routes import ways_to

QUICK = Patience(stale=0.25, lost=0.5, open=2.0, first_retry=0.05, longest_retry=0.1)


def opened(backend: FakeBackend, spec: str = "0", patience: Patience = QUICK) -> Source:
    return open_source(spec, backend=backend, patience=patience)


def until(reached: Callable[[], bool], seconds: float = 4.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if reached():
            return True
        time.sleep(0.01)
    return False


def gives(camera: FakeCamera, pictures: int) -> bool:
    """Wait until the camera has given so many more."""
    before = camera.given
    return until(lambda: camera.given >= before + pictures)


def states_until(source: Source, last: State, seconds: float = 4.0) -> list[State]:
    """States as a reader sees them, without repeats, up to `last`."""
    seen: list[State] = [source.state]
    end = time.monotonic() + seconds
    while seen[-1] != last and time.monotonic() < end:
        source.read(0.02)
        if source.state != seen[-1]:
            seen.append(source.state)
    return seen


def test_people_wait_one_second_for_stale_and_five_for_lost() -> None:
    assert (Patience().stale, Patience().lost) == (1.0, 5.0)


def test_1_slow_opening_says_how_long_it_takes() -> None:
    said: list[str] = []
    backend = FakeBackend([FakeCamera(slow_open=1.05)])
    with open_source("0", backend=backend, patience=QUICK, progress=said.append):
        assert said == ["opening USB Cam… 0 s", "opening USB Cam… 1 s"]


def test_1_opening_for_ever_ends_with_advice() -> None:
    backend = FakeBackend([FakeCamera(slow_open=2.0)])
    with pytest.raises(SourceError, match=r"USB Cam gave no picture within .* unplug it"):
        opened(backend, patience=Patience(open=0.3))


@pytest.mark.parametrize(
    ("slower", "opened_times", "rate"),
    [
        ({700: 60, 1400: 60}, 1, 60),  # the first way will do
        ({700: 12, 1400: 60}, 2, 60),
        ({700: 0, 1400: 60}, 2, 60),  # 0: does not open
        ({700: 14, 1400: 9}, 3, 14),  # neither is quick: the better one is opened again
    ],
)
def test_1_the_quicker_of_two_ways_is_found_and_remembered(
    slower: dict[int, float], opened_times: int, rate: float
) -> None:
    camera = FakeCamera()
    backend = FakeBackend([camera], slower=slower)
    with opened(backend, patience=Patience(0.3, 0.4, 8, 0.05)) as source:
        assert len(camera.opened_in) == opened_times
        assert until(lambda: source.fps > 0)
        assert source.fps == pytest.approx(rate, rel=0.3)
        camera.frozen.set()
        assert until(lambda: len(camera.opened_in) > opened_times)
        camera.frozen.clear()
        assert until(lambda: source.state == "ok")
        assert len(camera.opened_in) == opened_times + 1


def test_1_twins_are_not_mixed_up_between_two_ways() -> None:
    def device(backend: int, index: int, port: str) -> Device:
        path = rf"\\?\usb#vid_1&pid_2#{port}#{{{backend}}}"
        return Device("Cam", index, backend, vid=1, pid=2, path=path)

    devices = [device(700, 0, "a"), device(700, 1, "b"), device(1400, 0, "B"), device(1400, 1, "A")]
    assert ways_to(devices[0], devices) == [devices[0], devices[3]]


def test_2_a_late_reader_gets_the_newest_picture_not_the_queue() -> None:
    camera = FakeCamera(queue=1000)
    with opened(FakeBackend([camera])) as source:
        first = source.read(1.0)
        assert first is not None
        assert gives(camera, 30)
        newest = camera.given
        late = source.read(1.0)
    assert late is not None
    # The very last picture may still be on its way from the driver to the reader.
    assert number_of(late.image) >= newest - 1
    assert late.t - first.t == pytest.approx(late.arrived - first.arrived)


def test_2_lag_is_measured_by_the_stamps_of_the_driver() -> None:
    camera = FakeCamera()
    with opened(FakeBackend([camera])) as source:
        assert until(lambda: source.fps > 0)
        assert source.lag < 0.2
        camera.late = 0.4
        assert until(lambda: source.lag > 0.3)
        camera.late = 0.0
        assert until(lambda: source.lag < 0.2)


def test_2_lag_is_what_a_picture_is_later_than_the_quickest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 50.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    newest = Newest()
    # The driver's clock begins elsewhere; pictures take 30, 20, 420 and 25 ms.
    for number, (taken, late) in enumerate([(7.0, 0.03), (7.1, 0.02), (7.2, 0.42), (7.7, 0.025)]):
        now = 50.0 + taken + late
        newest.put(Shot(number, lambda: None, stamp=taken))
        assert newest.lag == pytest.approx((0.0, 0.0, 0.4, 0.005)[number])


def test_2_pictures_are_given_once_and_their_gaps_show_in_the_index() -> None:
    camera = FakeCamera(queue=1000)
    with opened(FakeBackend([camera])) as source:
        indices = []
        for _ in range(5):
            assert gives(camera, 3)
            frame = source.read(1.0)
            assert frame is not None
            indices.append(frame.index)
    assert indices == sorted(set(indices))
    assert indices[-1] >= 8


def test_3_a_read_that_blocks_holds_nobody_up_and_is_recovered_from() -> None:
    camera = FakeCamera()
    with opened(FakeBackend([camera])) as source:
        camera.blocked.set()
        assert states_until(source, "lost") == ["ok", "stale", "lost"]
        began = time.monotonic()
        assert source.read(0.05) is None
        assert time.monotonic() - began < 0.5
        camera.blocked.clear()
        assert states_until(source, "ok")[-1] == "ok"


def test_3_readers_that_hang_do_not_pile_up() -> None:
    camera = FakeCamera()
    with opened(FakeBackend([camera]), patience=Patience(0.05, 0.1, 0.2, 0.01, 0.02)) as source:
        camera.blocked.set()
        time.sleep(1.0)
        assert source.state == "lost"
        assert camera.held <= 5
        camera.blocked.clear()
        assert until(lambda: source.state == "ok")
    assert until(lambda: camera.held == 0)


def test_4_success_with_the_same_picture_for_ever_is_stale() -> None:
    camera = FakeCamera()
    with opened(FakeBackend([camera])) as source:
        camera.frozen.set()
        assert states_until(source, "lost") == ["ok", "stale", "lost"]
        assert len(camera.opened_in) >= 1
        camera.frozen.clear()
        assert states_until(source, "ok")[-1] == "ok"


def test_4_a_still_digital_picture_is_stale_but_a_still_table_is_not() -> None:
    patience = Patience(stale=0.5, lost=5.0)
    with (
        opened(FakeBackend([FakeCamera(static=True)]), patience=patience) as digital,
        opened(FakeBackend([FakeCamera()]), patience=patience) as sensor,
    ):
        assert until(lambda: digital.state == "stale")
        assert sensor.state == "ok"


def test_4_unplugged_and_plugged_in_again_time_goes_on() -> None:
    camera = FakeCamera()
    backend = FakeBackend([camera])
    with opened(backend) as source:
        before = source.read(1.0)
        backend.unplug(camera)
        assert states_until(source, "lost")[-1] == "lost"
        assert source.read(0.2) is None
        backend.plug_in(camera)
        assert states_until(source, "ok")[-1] == "ok"
        after = source.read(1.0)
    assert before is not None
    assert after is not None
    assert after.t - before.t == pytest.approx(after.arrived - before.arrived)
    assert after.index > before.index


def test_6_the_same_camera_is_found_again_at_another_index_and_port() -> None:
    mine, other = FakeCamera(colour=40), FakeCamera("HDMI Capture", 1, 2, "/dev/x", colour=200)
    backend = FakeBackend([mine, other])
    with opened(backend, "usb") as source:
        backend.unplug(mine)  # the other one now is index 0
        assert states_until(source, "lost")[-1] == "lost"
        assert other.opened_in == []
        backend.plug_in(mine, path="/dev/usb-port-9")
        assert states_until(source, "ok")[-1] == "ok"
        frame = source.read(1.0)
    assert frame is not None
    assert frame.image[100, 100, 0] < 60
    assert other.opened_in == []


def test_6_a_name_chooses_whatever_the_index() -> None:
    wanted = FakeCamera("HD Pro Webcam C920", colour=200)
    with opened(FakeBackend([FakeCamera(), wanted]), "c920") as source:
        assert source.name == "HD Pro Webcam C920"
        assert next(source).image[100, 100, 0] >= 200


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        (
            "cam",
            "“cam” fits several cameras (0 “USB Cam A”, 1 “USB Cam B”): give more of the name.",
        ),
        (
            "logi",
            "No camera or file is “logi”; cameras: 0 “USB Cam A”, 1 “USB Cam B”.",
        ),
        ("7", "There is no camera 7; cameras: 0 “USB Cam A”, 1 “USB Cam B”."),
    ],
)
def test_6_a_name_that_does_not_decide_lists_the_cameras(spec: str, says: str) -> None:
    with pytest.raises(SourceError) as refused:
        opened(FakeBackend([FakeCamera("USB Cam A"), FakeCamera("USB Cam B")]), spec)
    assert str(refused.value) == says


def test_6_no_camera_at_all_points_to_the_phone() -> None:
    with pytest.raises(
        SourceError,
        match="no other camera can be seen: plug one in, or give the",
    ):
        opened(FakeBackend([]))


@pytest.mark.parametrize("order", ["first", "last"])
def test_7_compressed_pictures_are_asked_in_whichever_order_the_driver_takes(order: str) -> None:
    with opened(FakeBackend([FakeCamera(mjpg=order, rate=30)])) as source:
        assert source.describe() == "USB Cam, 1920x1080 at 30, MJPG granted"
        assert source.size == (1920, 1080)
        assert source.notes == []


def test_7_without_compression_a_smaller_picture_keeps_the_rate() -> None:
    with opened(FakeBackend([FakeCamera(mjpg="never")])) as source:
        assert source.describe() == "USB Cam, 640x480 at 30, YUYV granted; asked 1920x1080"


def test_7_a_size_that_was_asked_for_stays_and_its_low_rate_is_said() -> None:
    backend = FakeBackend([FakeCamera(mjpg="never")])
    with open_source("0", width=1280, height=720, backend=backend, patience=QUICK) as source:
        assert source.size == (1280, 720)
        assert source.notes == [
            "USB Cam gives only 10 frames a second because it sends YUYV, not MJPG:"
            " choose a smaller picture."
        ]


def test_7_the_measured_rate_is_said_where_the_camera_claims_more() -> None:
    backend = FakeBackend([FakeCamera(rate=8)])
    with opened(backend, patience=Patience(open=3)) as source:
        assert until(lambda: source.fps > 0)
        assert source.fps == pytest.approx(8, rel=0.2)
        assert source.notes == [
            "USB Cam gives only 8 frames a second: give it more light or a smaller picture."
        ]


def test_8_settings_that_are_ignored_are_read_back() -> None:
    with opened(FakeBackend([FakeCamera(obeys=False)])) as source:
        assert source.describe() == "USB Cam, 640x480 at 30, YUYV granted; asked 1920x1080"
        assert source.size == (640, 480)


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("permission", "The system does not let this program use USB Cam: "),
        ("busy", "USB Cam is busy: close the other program that uses it, or plug it in again."),
        ("missing", "USB Cam is not there any more: plug it in again."),
        ("unknown", "USB Cam does not open: close other programs that use it, and "),
    ],
)
def test_9_a_camera_that_is_refused_says_what_to_do(fault: Fault, says: str) -> None:
    camera = FakeCamera()
    camera.refused = fault
    with pytest.raises(SourceError) as refused:
        opened(FakeBackend([camera]))
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


def test_9_macos_is_asked_for_permission_on_the_main_thread_only_at_first() -> None:
    camera = FakeCamera()
    backend = FakeBackend([camera], opens_on_main_thread=True)
    said: list[str] = []
    with open_source("0", backend=backend, patience=QUICK, progress=said.append) as source:
        assert said[0] == "opening USB Cam…"  # nothing can be said while that thread waits
        assert camera.opened_in == [threading.main_thread()]
        camera.frozen.set()
        assert until(lambda: len(camera.opened_in) > 1)
        assert camera.opened_in[1] is not threading.main_thread()
        camera.frozen.clear()
        assert until(lambda: source.state == "ok")


def test_closing_lets_go_of_the_camera_and_wakes_a_waiting_reader() -> None:
    camera = FakeCamera(static=True)
    source = opened(FakeBackend([camera]))
    source.read(1.0)
    threading.Timer(0.2, source.close).start()
    began = time.monotonic()
    assert list(source) == []
    assert time.monotonic() - began < 1.5
    assert source.ended
    assert until(lambda: camera.held == 0)
