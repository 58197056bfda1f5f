"""`symposiarch cameras` lists what is there, and says when nothing is."""

from __future__ import annotations

import json

import pytest

from tui.commands.cameras import show
from vision.sources.devices import Device

WEBCAM = Device("HD Webcam ✓", 0, 200, "V4L2", 0x046D, 0x082D, "/dev/video0")
BUILT_IN = Device("FaceTime", 1)


def test_people_see_index_and_name_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert show([WEBCAM, BUILT_IN], as_json=False) == 0
    assert capsys.readouterr().out.splitlines() == [
        "0  HD Webcam ✓  (V4L2, USB 046d:082d, /dev/video0)",
        "1  FaceTime",
    ]


def test_programs_get_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show([WEBCAM, BUILT_IN], as_json=True)
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "name": "HD Webcam ✓",
        "index": 0,
        "backend": "V4L2",
        "usb": "046d:082d",
        "path": "/dev/video0",
    }
    assert second["usb"] is None


@pytest.mark.parametrize("as_json", [True, False])
def test_no_camera_is_said_to_people_only(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert show([], as_json=as_json) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("No camera can be seen: plug one in, or use a phone camera app")
