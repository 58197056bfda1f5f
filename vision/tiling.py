"""Which parts of a picture the detector looks at, and how much enlarged."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

FIRST_SIDES = (224, 320, 448)
"""Long sides in pixels of the first, coarse looks: several, since what one misses another sees."""
WHOLE_SIDE = 1280
"""Up to this long side a picture goes through the network in one piece."""
TILE_SIDE, TILE_OVERLAP = 1120, 192
MAX_TILES = 20
"""No look takes more tiles, so that the largest picture stays bounded in time and memory."""
MAX_ENLARGED_SIDE = 640
"""Small pictures are enlarged up to this side: tiny dice are seen better so."""


@dataclass(frozen=True, slots=True)
class View:
    """A part x0, y0, x1, y1 of a picture (pixels) and the factor by which it is resized."""

    x0: int
    y0: int
    x1: int
    y1: int
    scale: float


def finest_scale(width: int, height: int) -> float:
    """The largest factor that is of use for such a picture and stays within MAX_TILES."""
    scale = max(1.0, MAX_ENLARGED_SIDE / max(width, height))
    while len(views(width, height, scale)) > MAX_TILES:
        scale *= 0.95
    return scale


def views(width: int, height: int, scale: float) -> list[View]:
    """The whole picture at `scale`, as one view or as overlapping tiles."""
    if max(width, height) * scale <= WHOLE_SIDE:
        return [View(0, 0, width, height, scale)]
    across, down = _spans(width, scale), _spans(height, scale)
    return [View(x0, y0, x1, y1, scale) for y0, y1 in down for x0, x1 in across]


def _spans(length: int, scale: float) -> list[tuple[int, int]]:
    """The fewest equal spans that cover 0..length and overlap by TILE_OVERLAP network pixels."""
    overlap = TILE_OVERLAP / scale
    count = max(1, ceil((length - overlap) / (TILE_SIDE / scale - overlap)))
    step = (length - overlap) / count
    return [(int(step * i), min(length, ceil(step * (i + 1) + overlap))) for i in range(count)]
