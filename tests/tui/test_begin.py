"""Between the command line and the game: what is remembered, and how the camera is turned."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from tests.tui.table import FakeSource
from tui import begin, cli, houses, memory, setups, shell
from tui.wishes import CameraChoice, Wishes

CAMERAS = [CameraChoice("HD Webcam", "HD Webcam"), CameraChoice("Laptop", "Laptop")]
CHOSEN = Wishes("jookie", ("Ann", "Ben", "Cem", "Dee"), "Laptop", {"jookie.execution_shots": 2})


def parsed(*words: str) -> argparse.Namespace:
    parser, _ = cli.build_parser(("play",))
    return parser.parse_args(["play", *words])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Wishes]:
    """What the start screen began with; people choose the same every time."""
    known: list[Wishes] = []

    def answer(wishes: Wishes, *_: object) -> shell.Begun:
        known.append(wishes)
        return shell.Begun(CHOSEN, FakeSource(1, live=True))

    monkeypatch.setattr(begin, "_cameras", lambda: CAMERAS)
    monkeypatch.setattr(shell, "ask", answer)
    return known


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["blackuot"], "no game `blackuot`. Did you mean blackout?"),
        (["becker", "--deck", "granny"], "no deck 'granny'"),
        (["--house", "friday"], "no house rules called friday"),
    ],
)
def test_what_cannot_be_had_is_said_before_anybody_is_asked(words: list[str], said: str) -> None:
    with pytest.raises(cli.UserError, match=said):
        begin.check_told(parsed(*words))


def test_the_second_evening_begins_with_what_the_first_one_chose(asked: list[Wishes]) -> None:
    found = begin.prepare(parsed())
    assert found is not None
    assert found[0] is not None
    assert found[0].switch("jookie.execution_shots") == 2
    begin.prepare(parsed())
    assert asked == [Wishes("", (), ""), CHOSEN]
    assert memory.recall().names == ["Ann", "Ben", "Cem", "Dee"]


def test_options_come_before_what_is_remembered(asked: list[Wishes]) -> None:
    begin.prepare(parsed())
    houses.save("friday", {"jookie.execution_shots": 3, "blackout.repeat": "sum"})
    begin.prepare(parsed("blackout", "--house", "friday"))
    assert asked[1].game == "blackout"
    assert asked[1].house == {"jookie.execution_shots": 3, "blackout.repeat": "sum"}


def test_a_camera_that_is_not_plugged_in_is_not_begun_with(
    asked: list[Wishes], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin.prepare(parsed())
    monkeypatch.setattr(begin, "_cameras", lambda: CAMERAS[:1])
    begin.prepare(parsed())
    assert asked[1].camera == ""


def test_a_table_that_was_calibrated_turned_turns_the_camera(
    asked: list[Wishes], monkeypatch: pytest.MonkeyPatch
) -> None:
    setups.save(
        setups.place_of("den"),
        {"players": list(CHOSEN.players), "table": {"rotate": 180, "mirror": True}},
    )
    first = FakeSource(1, live=True)
    chosen = Wishes(CHOSEN.game, CHOSEN.players, CHOSEN.camera, {}, "den")
    monkeypatch.setattr(shell, "ask", lambda *_: shell.Begun(chosen, first))
    opened: list[Any] = []

    def opens(args: argparse.Namespace, spec: str) -> FakeSource:
        opened.append((spec, args.mirror, args.rotate))
        return FakeSource(1, live=True)

    monkeypatch.setattr(begin, "_open", opens)
    found = begin.prepare(parsed())
    assert found is not None
    assert opened == [("Laptop", True, 180)]
    assert first.closed
    assert found[2] is not first


def test_cameras_are_called_by_name_unless_two_share_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.sources.backends import OpenCvBackend
    from vision.sources.devices import Device

    devices = [Device("Cam", 0), Device("Cam", 2), Device("Phone", 4), Device("Phone", 9, 1)]
    monkeypatch.setattr(OpenCvBackend, "devices", lambda self: devices)
    assert begin._cameras() == [
        CameraChoice("Cam", "0"),
        CameraChoice("Cam", "2"),
        CameraChoice("Phone", "Phone"),
    ]
