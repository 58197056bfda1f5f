"""What lies under the cards: table tops, cloths, pages and rooms, from pictures and by chance."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from datasets.arrays import Bgr, Matrix, log_uniform, resized
from datasets.compose.surfaces import procedural_surface


class Backgrounds:
    """A source of backgrounds. `root` is the folder of shared data, or None for drawn ones only.

    `photos` are pictures without cards and dice (clutter), `tiles` seamless textures.
    """

    def __init__(self, root: Path | str | None) -> None:
        self.tiles: list[Bgr] = []
        self.photos: list[Bgr] = []
        if root is not None:
            base = Path(root)
            self.tiles = _read_all(base / "backgrounds" / "ambientcg_tiles")
            self.photos = _read_all(base / "clutter" / "bottles_cups", 640)

    def sample(self, rng: np.random.Generator, h: int, w: int, view: Matrix | None = None) -> Bgr:
        """A background (h, w, 3), seen through `view` (table to picture) where one is given."""
        image = self._one(rng, h, w, view)
        if rng.random() < 0.3:
            self._second_surface(rng, image, view)
        return image

    def _one(self, rng: np.random.Generator, h: int, w: int, view: Matrix | None) -> Bgr:
        kind = rng.random()
        if self.photos and kind < 0.08:
            return _photo(rng, self.photos[rng.integers(len(self.photos))], h, w)
        if self.tiles and kind < 0.68:
            return _tiled(rng, self.tiles[rng.integers(len(self.tiles))], h, w, view)
        return procedural_surface(rng, h, w)

    def _second_surface(self, rng: np.random.Generator, image: Bgr, view: Matrix | None) -> None:
        """A mat, or the edge of the table with the floor beyond it."""
        h, w = image.shape[:2]
        other = self._one(rng, h, w, view)
        mask = np.zeros((h, w), np.uint8)
        if rng.random() < 0.5:
            corner = rng.uniform(0, 0.4, 2) * (w, h)
            size = rng.uniform(0.4, 1.2, 2) * (w, h)
            box = cv2.boxPoints((tuple(corner + size / 2), tuple(size), float(rng.uniform(0, 90))))
            cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
        else:
            angle = rng.uniform(0, 2 * np.pi)
            normal = np.array([np.cos(angle), np.sin(angle)])
            along = np.array([-normal[1], normal[0]])
            middle = np.array([w, h]) / 2 + normal * rng.uniform(0.15, 0.6) * max(h, w)
            far = 3 * max(h, w)
            near, beyond = middle, middle + normal * far
            shape = [near + along * far, near - along * far, beyond - along * far]
            shape.append(beyond + along * far)
            cv2.fillConvexPoly(mask, np.array(shape, np.int32), 255, cv2.LINE_AA)
        _shadowed_edge(rng, image, mask)
        cv2.copyTo(other, mask, image)


def _shadowed_edge(rng: np.random.Generator, image: Bgr, mask: Bgr) -> None:
    size = 2 * int(rng.integers(1, 12)) + 1
    soft = cv2.blur(mask, (size, size))
    keep = cv2.cvtColor(
        np.asarray(255 - soft * rng.uniform(0.1, 0.7), np.uint8), cv2.COLOR_GRAY2BGR
    )
    cv2.multiply(image, keep, dst=image, scale=1 / 255)


def _photo(rng: np.random.Generator, photo: Bgr, h: int, w: int) -> Bgr:
    ph, pw = photo.shape[:2]
    share = rng.uniform(0.35, 1.0)
    ch = min(ph * share, pw * share * h / w)
    cw = ch * w / h
    x, y = int(rng.uniform(0, pw - cw)), int(rng.uniform(0, ph - ch))
    part = resized(photo[y : y + int(ch), x : x + int(cw)], w, h)
    return np.ascontiguousarray(part[:, ::-1] if rng.random() < 0.5 else part)


def _tiled(rng: np.random.Generator, tile: Bgr, h: int, w: int, view: Matrix | None) -> Bgr:
    """Repeats a tile over the table at any scale and angle."""
    scale = log_uniform(rng, 0.5, 5.0) * max(h, w) / 448
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle) / scale, np.sin(angle) / scale
    shift = rng.uniform(0, 128, 2)
    from_table = np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]])
    onto_table = np.linalg.inv(view) if view is not None else np.eye(3)
    image = cv2.warpPerspective(
        tile, from_table @ onto_table, (w, h),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_WRAP,
    )  # fmt: skip
    out = np.asarray(image, np.uint8)
    if rng.random() < 0.5:
        out = _recoloured(rng, out)
    return out


def _recoloured(rng: np.random.Generator, image: Bgr) -> Bgr:
    """Other colours and contrast, so that a few tiles stand for many table tops."""
    gain = rng.uniform(0.5, 1.3, 3) if rng.random() < 0.4 else np.full(3, rng.uniform(0.35, 1.35))
    lift = rng.uniform(-20, 40)
    table = np.clip(np.arange(256)[:, None] * gain + lift, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table[None]), np.uint8)


def _read_all(folder: Path, most: int = 0) -> list[Bgr]:
    images = []
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.suffix.lower() not in (".jpg", ".jpeg", ".png", ".webp"):
            continue
        if (image := cv2.imread(str(path))) is not None:
            images.append(_at_most(np.asarray(image, np.uint8), most))
    return images


def _at_most(image: Bgr, most: int) -> Bgr:
    h, w = image.shape[:2]
    if not most or max(h, w) <= most:
        return image
    scale = most / max(h, w)
    return resized(image, round(w * scale), round(h * scale))
