"""A cloth with cards of our own deck as a camera with known place and lens would photograph it."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.deck.drawn import own_deck
from datasets.simulator.scenes import DIE_SIDE, Lens
from datasets.simulator.view import View, view_of
from vision.frames import Image
from vision.geometry import Floats
from vision.scale import CARD_MM
from vision.sights import CardSight, Quad, Sight

SIZE = (1280, 720)
PLACES = ((-0.25, 0.1, 0.3), (0.05, -0.08, 1.9), (0.22, 0.12, -0.7), (-0.1, -0.15, 2.8))
"""Where four cards lie apart: x and y in metres (y up in the picture), turn in radians."""
CODES = ("7h", "Ks", "4c", "Qd")
_ON_PAPER = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) / 2


@dataclass
class Photo:
    """Cards at `places` under a camera tilted by `tilt` degrees; `pixel` is mm in the middle."""

    tilt: float = 15.0
    pixel: float = 0.7
    fovy: float = 42.0
    roll: float = 0.0
    places: tuple[tuple[float, float, float], ...] = PLACES
    codes: tuple[str, ...] = CODES
    cloth: tuple[int, int, int] = (70, 110, 60)
    view: View = field(init=False)

    def __post_init__(self) -> None:
        die = DIE_SIDE * 1000 / self.pixel
        lens = Lens(tilt=self.tilt, roll=self.roll, fovy=self.fovy, die_px=die)
        self.view = view_of(lens, *SIZE)

    @property
    def quads(self) -> list[Quad]:
        """The corners of the cards in the picture, upper left of the artwork first."""
        return [self._quad(*place) for place in self.places]

    @property
    def sight(self) -> Sight:
        """What perfect eyes see."""
        pairs = zip(self.codes, self.quads, strict=False)
        return Sight(tuple(CardSight(quad, "up", code, 0.95, 0.98, 0.98) for code, quad in pairs))

    def picture(self, noise: float = 2.0) -> Image:
        """The photo, BGR, with a sensor's noise."""
        rng = np.random.default_rng(3)
        weave = rng.normal(0, 6, (SIZE[1], SIZE[0], 1))
        table = np.asarray(np.clip(np.array(self.cloth) + weave, 0, 255), np.float32)
        for code, quad in zip(self.codes, self.quads, strict=False):
            table = _laid(table, own_deck().faces[code], quad)
        table = np.asarray(cv2.GaussianBlur(table, (0, 0), 0.6), np.float32)
        grain = rng.normal(0, noise, table.shape)
        return np.asarray(np.clip(table + grain, 0, 255), np.uint8)

    def _quad(self, x: float, y: float, turn: float) -> Quad:
        cos, sin = np.cos(turn), np.sin(turn)
        corners = _ON_PAPER * np.array(CARD_MM) / 1000 @ np.array([[cos, sin], [-sin, cos]])
        points = [self.view.project(np.array([x + a, y + b, 0.0])) for a, b in corners]
        return np.array(points, np.float32)


def _laid(table: Floats, face: Image, quad: Quad) -> Floats:
    height, width = face.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, quad)
    warped = cv2.warpPerspective(face, matrix, SIZE, flags=cv2.INTER_AREA)
    alpha = warped[..., 3:].astype(np.float32) / 255
    # The artwork's colours may be multiplied by its alpha already: white cards hardly tell.
    return np.asarray(table * (1 - alpha) + warped[..., :3].astype(np.float32) * alpha)
