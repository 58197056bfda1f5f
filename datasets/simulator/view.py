"""The camera over the table: where it stands and where things appear in its picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from datasets.simulator.scenes import DIE_SIDE, Lens

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera; metres, table top z = 0, picture's right = x, picture's up = y.

    `right`, `up`, `back` are the camera's unit axes (it looks along -back).
    """

    pos: Array
    right: Array
    up: Array
    back: Array
    fovy: float
    width: int
    height: int

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return float(self.height / 2 / np.tan(np.radians(self.fovy) / 2))

    def project(self, point: Array) -> tuple[float, float]:
        """Pixels x, y (from the upper left corner) of a point in front of the camera."""
        ray = point - self.pos
        depth = -float(ray @ self.back)
        x = self.width / 2 + self.focal * float(ray @ self.right) / depth
        y = self.height / 2 - self.focal * float(ray @ self.up) / depth
        return x, y

    def shows(self, point: Array, margin: float) -> bool:
        """Whether the point lies in the picture, `margin` (part of the height) from its edge."""
        x, y = self.project(point)
        edge = margin * self.height
        return edge < x < self.width - edge and edge < y < self.height - edge

    def half_size(self) -> tuple[float, float]:
        """Half the visible width and depth of the table in metres, across the middle."""
        distance = float(np.linalg.norm(self.pos))
        half_height = self.height / 2 * distance / self.focal
        tilt = float(np.arccos(self.back[2]))
        return half_height * self.width / self.height, half_height / max(0.6, np.cos(tilt))


def view_of(lens: Lens, width: int, height: int) -> View:
    """The camera that looks at the middle of the table and shows a die `lens.die_px` large."""
    tilt, roll = np.radians(lens.tilt), np.radians(lens.roll)
    back = np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    right, up = np.array([1.0, 0, 0]), np.array([0.0, np.cos(tilt), np.sin(tilt)])
    right, up = (
        np.cos(roll) * right + np.sin(roll) * up,
        np.cos(roll) * up - np.sin(roll) * right,
    )
    focal = 360 / np.tan(np.radians(lens.fovy) / 2)
    distance = focal * DIE_SIDE / lens.die_px
    return View(back * distance, right, up, back, lens.fovy, width, height)
