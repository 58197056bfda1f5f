"""What dice lie on or lean on: coasters, chips, phones, cards, packets, drawn flat."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.arrays import Bgr, Floats, floats, log_uniform
from datasets.compose.canvas import Canvas


def lay_support(
    rng: np.random.Generator, canvas: Canvas, middle: Floats, side: float, way: float, reach: float
) -> None:
    """A round or square thing whose near edge lies `reach` pixels from `middle` (2,) along `way`.

    `side`: pixels of a die's side, from which the thing's size follows; `way`: radians from x
    towards y. A negative `reach` puts the middle on the thing.
    """
    if rng.random() < 0.5:
        outline, inner = _round(rng, middle, side, way, reach)
    else:
        outline, inner = _square(rng, middle, side, way, reach)
    thick = side * log_uniform(rng, 0.01, 0.3)
    light = floats(rng.normal(0, 0.7, 2)) * np.float32(thick)
    blur = max(0.5, float(thick * rng.uniform(0.2, 1)))
    canvas.shade(outline, (float(light[0]), float(light[1])), blur, rng.uniform(0.2, 0.75))
    _paint(rng, canvas.image, outline, inner)


def _round(
    rng: np.random.Generator, middle: Floats, side: float, way: float, reach: float
) -> tuple[Floats, Floats]:
    """The outline (N, 2) of a disc and of a ring on it."""
    radius = side * log_uniform(rng, 0.75, 4)
    centre = middle + floats([np.cos(way), np.sin(way)]) * np.float32(reach + radius)
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = floats(np.stack([np.cos(angle), np.sin(angle)], 1) * radius)
    return floats(centre + ring), floats(centre + ring * np.float32(rng.uniform(0.5, 0.95)))


def _square(
    rng: np.random.Generator, middle: Floats, side: float, way: float, reach: float
) -> tuple[Floats, Floats]:
    """The corners (4, 2) of a sheet or box and of a panel on it."""
    across, deep = (side * log_uniform(rng, 1.2, 6) for _ in range(2))
    turn = way + rng.normal(0, 0.3)
    shift = rng.uniform(-0.3, 0.3) * across
    corners = floats([[0, -0.5], [0, 0.5], [1, 0.5], [1, -0.5]]) * floats([deep, across])
    corners[:, 1] += np.float32(shift)
    c, s = np.cos(turn), np.sin(turn)
    near = middle + floats([np.cos(way), np.sin(way)]) * np.float32(reach)
    outline = near + corners @ floats([[c, s], [-s, c]])
    centre = outline.mean(0)
    return floats(outline), floats(centre + (outline - centre) * rng.uniform(0.6, 0.95))


def _paint(rng: np.random.Generator, image: Bgr, outline: Floats, inner: Floats) -> None:
    """Body, an edge that catches the light or not, and a decoration."""
    pale = rng.random() < 0.4
    tone = rng.integers(170, 256, 3) if pale else rng.integers(10, 230, 3)
    shape = np.round(outline * 16).astype(np.int32)
    cv2.fillConvexPoly(image, shape, _tone(tone), cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        panel = np.round(inner * 16).astype(np.int32)
        if rng.random() < 0.5:
            cv2.fillConvexPoly(image, panel, _tone(rng.integers(0, 256, 3)), cv2.LINE_AA, 4)
        else:
            cv2.polylines(image, [panel], True, _tone(tone * 0.6), 1, cv2.LINE_AA, 4)
    edge = np.clip(tone * rng.uniform(0.4, 1.4), 0, 255)
    cv2.polylines(image, [shape], True, _tone(edge), 1, cv2.LINE_AA, 4)


def _tone(values: npt.ArrayLike) -> tuple[int, int, int]:
    blue, green, red = (int(v) for v in np.asarray(values))
    return blue, green, red
