"""Light, sharpness and steadiness of pictures, measured against what was done to them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.photographed import Photo
from vision.frames import Image
from vision.light import BlackWatch, LightMeter, blur_of, light_of, noise_of

PHOTO = Photo(15).picture(noise=2.0)
SMALL = np.ascontiguousarray(PHOTO[::4, ::4])


def times(image: Image, gain: float) -> Image:
    return np.asarray(np.clip(np.rint(image * gain), 0, 255), np.uint8)


@pytest.mark.parametrize("gain", [0.1, 0.4, 0.8])
def test_brightness_follows_the_light(gain: float) -> None:
    before, after = light_of(PHOTO).brightness, light_of(times(PHOTO, gain)).brightness
    assert after == pytest.approx(gain * before, rel=0.05)


@pytest.mark.parametrize("radius", [40, 90])
def test_glare_is_the_share_that_is_burnt_out(radius: int) -> None:
    image = PHOTO.copy()
    cv2.circle(image, (900, 150), radius, (255, 255, 255), -1)
    share = np.pi * radius**2 / (image.shape[0] * image.shape[1])
    assert light_of(image).glare == pytest.approx(share, rel=0.1)


def test_a_black_picture_is_black_and_has_no_contrast() -> None:
    light = light_of(np.full((720, 1280, 3), 3, np.uint8))
    assert (light.black, light.contrast) == (1.0, 0.0)
    assert light.brightness < 0.02


@pytest.mark.parametrize("sigma", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("noise", [0.0, 2.0, 6.0])
def test_blur_is_measured_in_pixels_whatever_the_noise(sigma: float, noise: float) -> None:
    sharp = Photo(15).picture(noise=0.0)
    grain = np.random.default_rng(0).normal(0, noise, sharp.shape)
    own, smeared = blur_of(sharp), cv2.GaussianBlur(sharp, (0, 0), sigma).astype(float)
    blur = blur_of(np.asarray(np.clip(smeared + grain, 0, 255), np.uint8))
    assert own is not None
    assert blur is not None
    assert blur == pytest.approx(np.hypot(own, sigma), rel=0.2)


def test_blur_needs_edges() -> None:
    grain = np.random.default_rng(0).normal(100, 4, (360, 640, 3))
    assert blur_of(np.asarray(grain, np.uint8)) is None


@pytest.mark.parametrize("noise", [1.0, 3.0, 8.0])
def test_noise_is_measured_between_the_edges(noise: float) -> None:
    grain = np.random.default_rng(0).normal(0, noise, PHOTO.shape[:2])
    scene = cv2.GaussianBlur(cv2.cvtColor(PHOTO, cv2.COLOR_BGR2GRAY), (0, 0), 3) + grain
    assert noise_of(np.asarray(np.clip(scene, 0, 255), np.uint8)) == pytest.approx(noise, rel=0.2)


def metered(gains: np.typing.NDArray[np.float64]) -> LightMeter:
    meter = LightMeter()
    for gain in gains:
        meter.note(times(SMALL, float(gain)))
    return meter


def test_steady_light_is_steady_and_lamps_that_fade_slowly_are_no_flicker() -> None:
    assert metered(np.ones(20)).steadiness.flicker < 0.003
    assert metered(np.linspace(0.8, 1.0, 30)).steadiness.flicker < 0.006


@pytest.mark.parametrize("swing", [0.03, 0.08])
def test_flicker_is_the_swing_of_the_lamp(swing: float) -> None:
    course = 0.8 * (1 + swing * np.cos(2.1 * np.arange(40)))
    measured = metered(course).steadiness.flicker
    # What swings from picture to picture by a wave of this pace, as a standard deviation.
    assert measured == pytest.approx(swing * (1 - np.cos(2.1)) / np.sqrt(2), rel=0.25)


def test_a_lamp_switched_on_is_a_jump() -> None:
    course = np.where(np.arange(30) < 15, 0.6, 0.9)
    assert metered(course).steadiness.jump == pytest.approx(0.3 / 0.75, rel=0.15)


def test_a_picture_that_stays_black_is_said_once_each_time() -> None:
    watch, black = BlackWatch(), np.zeros((90, 160, 3), np.uint8)
    pictures = [black] * 40 + [black + 90] * 3 + [black] * 30
    said = [
        t for t, image in enumerate(pictures) if watch.note(np.asarray(image, np.uint8), t / 10)
    ]
    assert said == [20, 63]
