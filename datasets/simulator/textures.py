"""Pictures drawn by numpy for table tops, dice and cards; all are (H, W, 3) uint8 RGB."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.arrays import Bgra, resized
from datasets.simulator.scenes import DiceLook, Rgb, Scene

Picture = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.float32]

SIZE = 1024
"""Side of a table texture in pixels; it is stretched over the visible part of the table."""
CELL = 256
FACE_ORDER = (1, 2, 3, 4, 5, 6)
"""Cells of the dice atlas, row by row, three in a row."""

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


def png(picture: Picture) -> bytes:
    """The RGB picture as the bytes of a PNG file."""
    quick = [cv2.IMWRITE_PNG_COMPRESSION, 1]
    done, data = cv2.imencode(".png", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), quick)
    if not done:
        raise ValueError("the texture could not be encoded")
    return data.tobytes()


def clouds(rng: np.random.Generator, cells: float, octaves: int = 5) -> Plane:
    """Smooth noise 0..1, (SIZE, SIZE); `cells` is the number of blobs across the picture."""
    total = np.zeros((SIZE, SIZE), np.float32)
    for octave in range(octaves):
        n = max(2, int(cells * 2**octave))
        grid = rng.random((min(n, SIZE), min(n, SIZE)), np.float32)
        total += cv2.resize(grid, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC) / 2**octave
    low, high = float(total.min()), float(total.max())
    return np.asarray(((total - low) / (high - low)), np.float32)


def blend(first: Rgb, second: Rgb, weight: Plane) -> Picture:
    """`first` where weight is 0, `second` where it is 1; colours 0..1."""
    a, b = (np.asarray(colour, np.float32) for colour in (first, second))
    mixed = a + (b - a) * np.clip(weight, 0, 1)[..., None]
    return np.asarray(np.clip(mixed * 255, 0, 255), np.uint8)


def table_top(scene: Scene, rng: np.random.Generator) -> Picture:
    """The table top of the scene, (SIZE, SIZE, 3)."""
    if scene.cloth == "picture":
        return _photo(scene.picture)
    weight = _CLOTHS[scene.cloth](rng)
    return _age(blend(*scene.colours, weight), rng)


def _photo(path: str) -> Picture:
    photo = cv2.imread(path, cv2.IMREAD_COLOR)
    if photo is None:
        raise ValueError(f"the table picture {path!r} cannot be read: name a JPEG or PNG file.")
    square = cv2.resize(photo, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(square, cv2.COLOR_BGR2RGB), np.uint8)


def _age(picture: Picture, rng: np.random.Generator) -> Picture:
    """Large soft stains, so that no two places of a table look the same."""
    shade = 0.88 + 0.2 * clouds(rng, 3, 4)
    return np.asarray(np.clip(picture * shade[..., None], 0, 255), np.uint8)


def _felt(rng: np.random.Generator) -> Plane:
    fibre = rng.random((SIZE, SIZE), np.float32)
    return 0.6 * np.asarray(cv2.GaussianBlur(fibre, (0, 0), 1.1) * 2.2 - 0.6) + 0.4 * clouds(
        rng, 30
    )


def _planks(rng: np.random.Generator) -> Plane:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    board = np.floor(y * 6)
    shift = rng.random(7).astype(np.float32)[board.astype(int)]
    grain = np.sin((y * 90 + 9 * shift + 5 * clouds(rng, 4, 3) + x * 2) * 2.4)
    fine = cv2.resize(rng.random((SIZE, 24), np.float32), (SIZE, SIZE))
    weight = 0.3 + 0.22 * grain + 0.35 * fine + 0.4 * (shift - 0.5)
    seam = np.abs((y * 6) % 1 - 0.5) > 0.492
    return np.asarray(np.where(seam, 1.3, weight), np.float32)


def _varnish(rng: np.random.Generator) -> Plane:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    grain = np.sin((y * 40 + 3 * clouds(rng, 3, 3) + 0.5 * x) * 3)
    weight = 0.5 + 0.3 * grain + 0.3 * (clouds(rng, 60, 3) - 0.5)
    rings = np.zeros((SIZE, SIZE), np.float32)
    for cx, cy in rng.uniform(0.15, 0.85, (4, 2)) * SIZE:
        cv2.circle(rings, (int(cx), int(cy)), int(rng.uniform(50, 75)), 1.0, 4, cv2.LINE_AA)
    return np.asarray((weight - 0.35 * cv2.GaussianBlur(rings, (0, 0), 2)), np.float32)


def _gingham(rng: np.random.Generator) -> Plane:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    stripes = ((x * 9) % 1 < 0.5).astype(np.float32) + ((y * 9) % 1 < 0.5)
    weave = rng.random((SIZE, SIZE), np.float32) - 0.5
    return np.asarray((stripes * 0.48 + 0.12 * weave), np.float32)


def _linen(rng: np.random.Generator) -> Plane:
    warp = cv2.resize(rng.random((40, SIZE), np.float32), (SIZE, SIZE))
    weft = cv2.resize(rng.random((SIZE, 40), np.float32), (SIZE, SIZE))
    return np.asarray((0.5 * warp + 0.5 * weft + 0.3 * (clouds(rng, 4) - 0.5)), np.float32)


def _polka(rng: np.random.Generator) -> Plane:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    row = np.floor(y * 16)
    u, v = (x * 16 + 0.5 * (row % 2)) % 1 - 0.5, (y * 16) % 1 - 0.5
    dots = np.clip((0.2 - np.hypot(u, v)) * 30, 0, 1)
    return np.asarray((dots + 0.1 * (clouds(rng, 80, 2) - 0.5)), np.float32)


def _marble(rng: np.random.Generator) -> Plane:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    vein = 1 - np.abs(np.sin((x * 3 + y * 2 + 3.5 * clouds(rng, 3)) * 3.1))
    return np.asarray((vein**5 * 0.9 + 0.25 * clouds(rng, 5)), np.float32)


def _slate(rng: np.random.Generator) -> Plane:
    return np.asarray(
        (clouds(rng, 6, 6) * 0.8 + 0.5 * (rng.random((SIZE, SIZE), np.float32) - 0.3)), np.float32
    )


def _concrete(rng: np.random.Generator) -> Plane:
    pits = (clouds(rng, 120, 2) > 0.78).astype(np.float32)
    return np.asarray((clouds(rng, 5, 6) + 0.5 * cv2.GaussianBlur(pits, (0, 0), 1)), np.float32)


_CLOTHS = {
    "felt": _felt,
    "planks": _planks,
    "varnish": _varnish,
    "gingham": _gingham,
    "linen": _linen,
    "polka": _polka,
    "marble": _marble,
    "slate": _slate,
    "concrete": _concrete,
}


def dice_atlas(look: DiceLook, rng: np.random.Generator) -> Picture:
    """The six faces in a 3 x 2 atlas in FACE_ORDER, (2 * CELL, 3 * CELL, 3)."""
    cells = [_face(look, value, rng) for value in FACE_ORDER]
    return np.vstack([np.hstack(cells[:3]), np.hstack(cells[3:])])


def _face(look: DiceLook, value: int, rng: np.random.Generator) -> Picture:
    body = np.asarray(look.body, np.float32)
    cell = np.ones((CELL, CELL, 3), np.float32) * body
    cell *= 1 + 0.03 * (rng.random((CELL, CELL, 1), np.float32) - 0.5)
    for dx, dy in _PIPS[value]:
        _pip(cell, look, value, 0.5 + 0.24 * dx, 0.5 + 0.24 * dy)
    return np.asarray(np.clip(cell * 255, 0, 255), np.uint8)


def _pip(cell: Plane, look: DiceLook, value: int, x: float, y: float) -> None:
    """A drilled pip: its colour, a lighter lower lip and a darker upper one."""
    radius = CELL * (0.125 if value == 1 and look.one else 0.09)
    colour = look.one if value == 1 and look.one else look.pip
    v, u = np.mgrid[0:CELL, 0:CELL].astype(np.float32)
    distance = np.hypot(u - x * CELL, v - y * CELL)
    inside = np.clip(radius - distance + 0.5, 0, 1)[..., None]
    rim = np.exp(-(((distance - radius) / (0.12 * radius)) ** 2))[..., None]
    cell *= 1 - 0.25 * rim
    cell += inside * (np.asarray(colour, np.float32) - cell)


CARD_PIXELS = (256, 352)
"""Width and height of one side of a card in its texture."""


def card_sheet(face: Bgra, back: Bgra) -> Picture:
    """Face and back side by side, as `shapes.card_obj` wants them."""
    return np.hstack([_side(face), _side(back)])


def _side(picture: Bgra) -> Picture:
    """One side in RGB, its cut edge a little darker, so that white cards stand out in a pile."""
    side = resized(np.ascontiguousarray(picture[..., :3]), *CARD_PIXELS)
    edge = round(0.0008 / 0.063 * CARD_PIXELS[0])
    rim = np.ones(side.shape[:2], np.float32)
    rim[edge:-edge, edge:-edge] = 0
    shade = 1 - 0.5 * cv2.GaussianBlur(rim, (0, 0), edge)
    return np.asarray(cv2.cvtColor(side, cv2.COLOR_BGR2RGB) * shade[..., None], np.uint8)
