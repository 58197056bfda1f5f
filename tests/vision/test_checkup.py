"""What the doctor says of a picture: well, or one sentence that says what to change."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.photographed import SIZE, Photo
from tests.vision.test_mirrored import mirrored
from vision import checkup
from vision.checkup import Finding
from vision.frames import Image
from vision.light import Steadiness, blur_of, light_of
from vision.scale import plane_of
from vision.sights import DieSight, Quad, Sight

PHOTO = Photo(15)


def found(image: Image, sight: Sight = PHOTO.sight) -> dict[str, Finding]:
    plane = plane_of([sight], SIZE)
    findings = checkup.of_picture(image, sight, light_of(image), blur_of(image), plane)
    return {finding.check: finding for finding in findings}


def test_a_good_picture_is_well_throughout() -> None:
    findings = found(PHOTO.picture())
    assert list(findings) == ["light", "focus", "size", "tilt", "mirror"]
    assert all(finding.ok for finding in findings.values())
    assert findings["tilt"].says == "about 15° from straight down; a pixel is 0.70 mm."


def blotched(image: Image) -> Image:
    burnt = image.copy()
    cv2.ellipse(burnt, (640, 120), (160, 70), 0, 0, 360, (255, 255, 255), -1)
    return burnt


@pytest.mark.parametrize(
    ("check", "image", "says"),
    [
        ("light", np.zeros((720, 1280, 3), np.uint8), "the picture is black: take the cap off"),
        ("light", np.asarray(PHOTO.picture() // 6, np.uint8), "it is dark (6 % bright): bring"),
        ("light", np.asarray(255 - PHOTO.picture() // 8, np.uint8), "it is too bright (95 %)"),
        ("light", blotched(PHOTO.picture()), "4 % of the picture is burnt out: move the lamp"),
        ("light", np.full((720, 1280, 3), 120, np.uint8), "there is hardly any contrast"),
        ("focus", np.asarray(cv2.GaussianBlur(PHOTO.picture(), (0, 0), 3), np.uint8), "edges are"),
        ("focus", np.full((720, 1280, 3), 120, np.uint8), "there is nothing sharp to judge by"),
    ],
)
def test_a_bad_picture_says_what_to_change(check: str, image: Image, says: str) -> None:
    finding = found(image)[check]
    assert not finding.ok
    assert finding.says.startswith(says)


def test_a_mirrored_picture_names_the_switch() -> None:
    finding = found(*mirrored(PHOTO.picture(), PHOTO.sight))["mirror"]
    assert (finding.ok, finding.says) == (False, "the picture is mirrored: use --mirror.")


def die(side: float) -> DieSight:
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    quad: Quad = corners * np.float32(side)
    return DieSight(quad, 3, 0.9)


@pytest.mark.parametrize(
    ("sight", "ok", "says"),
    [
        (Sight(), False, "no card and no die is in sight: lay some on the table and look again."),
        (Sight(dice=(die(14),)), False, "a die is 14 px wide, 20 are needed: come closer, or"),
        (Sight(dice=(die(33), die(35))), True, "a die is 34 px wide."),
        (Photo(0, pixel=1.5).sight, False, "a card is 59 px long, 80 are needed: come closer"),
        (Photo(0, pixel=0.18).sight, False, "a card is 489 px long: so near there is no room"),
    ],
)
def test_things_must_be_large_enough(sight: Sight, ok: bool, says: str) -> None:
    [finding] = checkup.sizes(sight, 720)
    assert finding.ok == ok
    assert finding.says.startswith(says)


def test_a_camera_far_from_overhead_is_asked_higher() -> None:
    finding = checkup.tilt(plane_of([Photo(48).sight], SIZE))
    assert finding is not None
    assert not finding.ok
    assert finding.says == "about 48° from straight down: hang the camera more over the middle," \
        " 35° at most."  # fmt: skip
    assert checkup.tilt(None) is None


@pytest.mark.parametrize(
    ("size", "fps", "frozen", "ok", "says"),
    [
        ((1920, 1080), 30.0, 0.1, True, "1920x1080, 30 frames a second."),
        ((1920, 1080), None, 0.0, True, "1920x1080."),
        ((1920, 1080), 30.0, 2.0, False, "1920x1080, 30 frames a second, but it stood still for 2"),
        ((1920, 1080), 12.0, 0.1, False, "1920x1080, 12 frames a second: more light"),
        ((1920, 1080), 5.0, 0.1, False, "1920x1080, only 5 frames a second: more light"),
        ((640, 480), 30.0, 0.1, False, "640x480, 30 frames a second. Choose a larger picture"),
    ],
)
def test_size_rate_and_life(
    size: tuple[int, int], fps: float | None, frozen: float, ok: bool, says: str
) -> None:
    finding = checkup.picture(size, fps, frozen)
    assert finding.ok == ok
    assert finding.says.startswith(says)


def test_light_that_flickers_or_jumps() -> None:
    assert checkup.steadiness(Steadiness(0.005, 0.01)).ok
    assert checkup.steadiness(Steadiness(0.03, 0.01)).says.startswith("the light flickers (3.0 %)")
    assert checkup.steadiness(Steadiness(0.005, 0.2)).says.startswith("the brightness jumps (20 %)")


def test_the_card_decides_how_sharp_is_sharp_enough() -> None:
    assert checkup.focus(1.8, None).ok
    assert not checkup.focus(1.8, 90).ok
    assert checkup.focus(3.0, 250).ok


def test_a_finding_can_be_written_as_json() -> None:
    import msgspec

    for finding in found(PHOTO.picture(), replace(PHOTO.sight, dice=(die(30),))).values():
        assert msgspec.json.decode(msgspec.json.encode(finding.measured)) == finding.measured
