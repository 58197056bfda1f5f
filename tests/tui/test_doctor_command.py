"""`symposiarch doctor`: one line a check, JSON for programs, 2 where the source does not open."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import pytest

from tests.vision.fakes import FakeBackend, FakeCamera
from tests.vision.photographed import Photo
from tests.vision.test_sampling import Eyes
from tui import health
from tui.cli import main
from vision.checkup import Finding
from vision.sources import backends

NETWORKS = Finding("networks", True, "3 networks whole, run by test", {"backend": "test"})


@pytest.fixture(autouse=True)
def _quick_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "eyes_of", lambda backend, deck: (Eyes(), NETWORKS))


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), Photo(15).picture())
    return str(path)


def test_people_get_a_line_a_check(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--camera", photo]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ok  picture     table.png: 1280x720."
    assert lines[1].startswith("ok  light       ")
    assert any(line.startswith("→   size        no card and no die is in sight") for line in lines)
    assert any(line.startswith("ok  video       H.264") for line in lines)
    assert lines[-1] == "What stands after → is worth changing; the rest is well."


def test_programs_get_an_object_a_check(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--camera", photo, "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["check"] for one in found] == [
        "picture", "light", "focus", "size", "steadiness", "networks", "terminal", "disk", "video",
    ]  # fmt: skip
    assert all({"check", "ok", "says", "measured"} <= set(one) for one in found)
    assert found[0]["camera"] == "table.png"
    assert found[0]["measured"]["width"] == 1280
    assert found[5]["measured"]["look_ms"] >= 0


def test_a_source_that_does_not_open_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--camera", "/nowhere/at/all.mp4"]) == 2
    assert capsys.readouterr().err == (
        "symposiarch: There is no file /nowhere/at/all.mp4: check the path.\n"
    )


@pytest.mark.parametrize("count", [0, 2])
def test_without_a_name_every_camera_is_checked(
    count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cameras = [FakeCamera(f"Cam {i}", path=f"/dev/{i}") for i in range(count)]
    backend = FakeBackend(cameras)
    monkeypatch.setattr(backends, "OpenCvBackend", lambda: backend)
    assert main(["doctor", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (found[0]["check"], found[0]["ok"]) == ("cameras", count > 0)
    named = [one["camera"] for one in found if one["check"] == "picture"]
    assert named == [f"Cam {i}" for i in range(count)]


def test_networks_are_counted_and_named() -> None:
    slow = health.with_speed(NETWORKS, 3.0)
    assert not slow.ok
    assert "3000 ms for a whole picture: slow" in slow.says
    assert health.with_speed(NETWORKS, 0.2).says.endswith("200 ms for a whole picture.")
    assert health.with_speed(NETWORKS, None).says == "3 networks whole, run by test."


def test_a_disk_without_room_and_one_without_rights(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert health.disk().ok
    monkeypatch.setattr(health, "_ROOM", 1 << 60)
    assert "free some room" in health.disk().says
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "cannot be written" in health.disk().says


@pytest.mark.parametrize(
    ("size", "term", "coding", "ok", "says"),
    [
        ((120, 40), "truecolor", "utf-8", True, "120x40, 16777216 colours."),
        ((70, 40), "truecolor", "utf-8", False, "make the window larger, 80x24 at least"),
        ((120, 40), "", "utf-8", False, "use a terminal with true colours"),
        ((120, 40), "truecolor", "latin-1", False, "it cannot write all letters"),
    ],
)
def test_the_terminal(
    size: tuple[int, int],
    term: str,
    coding: str,
    ok: bool,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Screen:
        encoding = coding

    monkeypatch.setattr("tui.terminal.is_terminal", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size(size))
    monkeypatch.setattr("sys.stdout", Screen())
    monkeypatch.setenv("COLORTERM", term)
    monkeypatch.setenv("TERM", "xterm")
    finding = health.terminal()
    assert finding.ok == ok
    assert says in finding.says
