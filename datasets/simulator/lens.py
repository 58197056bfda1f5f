"""What a camera makes of a rendered picture: blur, vignette, colour cast, exposure, noise."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.simulator.scenes import Lens

Image = npt.NDArray[np.uint8]

_SPARE = 64
"""Pixels by which the noise field is larger than a frame, so that it never repeats in place."""


def shifted(
    point: tuple[float, float], bump: tuple[float, float], height: int
) -> tuple[float, float]:
    """Where a pixel of the rendered picture is after the camera was pushed by `bump`."""
    scale = height / 720
    return round(point[0] + bump[0] * scale, 2), round(point[1] + bump[1] * scale, 2)


class Sensor:
    """Turns rendered RGB pictures (H, W, 3) into the BGR frames of the scene's camera."""

    def __init__(self, lens: Lens, size: tuple[int, int], rng: np.random.Generator) -> None:
        width, height = size
        self._scale = height / 720
        self._lens, self._rng = lens, rng
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        shade = 1 - lens.vignette * (x * x + y * y) / 2
        self._gains = shade[..., None] * np.asarray(lens.cast[::-1], np.float32) * lens.gain
        self._noise = self._make_noise(width + _SPARE, height + _SPARE)

    def _make_noise(self, width: int, height: int) -> npt.NDArray[np.int16]:
        """Mostly brightness noise, some colour noise, slightly clumped as cameras leave it."""
        grey = self._rng.normal(0, self._lens.noise, (height, width, 1)).astype(np.float32)
        colour = self._rng.normal(0, self._lens.noise, (height, width, 3)).astype(np.float32)
        colour = np.asarray(cv2.GaussianBlur(colour, (0, 0), 0.8), np.float32)
        return np.asarray(np.rint(grey + colour), np.int16)

    def develop(self, rgb: Image) -> Image:
        """The part that is the same for every frame of a still scene."""
        picture = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)
        sigma = self._lens.blur * self._scale
        if sigma > 0.2:
            picture = cv2.GaussianBlur(picture, (0, 0), sigma)
        return np.asarray(cv2.multiply(picture, self._gains, dtype=cv2.CV_8U), np.uint8)

    def expose(self, developed: Image, gain: float, bump: tuple[float, float]) -> Image:
        """One frame with its own noise; `bump` in pixels at 720 lines."""
        height, width = developed.shape[:2]
        if bump != (0.0, 0.0):
            shift = np.array([[1, 0, bump[0]], [0, 1, bump[1]]]) * [[1, 1, self._scale]]
            border = cv2.BORDER_REFLECT
            moved = cv2.warpAffine(developed, shift, (width, height), borderMode=border)
            developed = np.asarray(moved, np.uint8)
        if abs(gain - 1) > 0.004:
            developed = np.asarray(cv2.convertScaleAbs(developed, alpha=gain), np.uint8)
        x, y = self._rng.integers(0, _SPARE, 2)
        noise = self._noise[y : y + height, x : x + width]
        return np.asarray(cv2.add(developed, noise, dtype=cv2.CV_8U), np.uint8)
