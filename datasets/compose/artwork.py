"""Decks as pictures: 52 faces, jokers and backs, read from a folder of artwork.

Folder layout: `<root>/cards/faces/<deck>/<code>.webp`, jokers `Jk1` and
`Jk2`, backs in `backs/<n>.webp`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from datasets.arrays import Bgr, Bgra, resized, rounded_mask

RANKS = "A23456789TJQK"
SUITS = "cdhs"
CODES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)

# Share of the height that is cut off all round: the drawn outline, which no printed card has.
OUTLINE = 0.012
CORNER = 0.055  # radius of a poker card's corner over its width (3.5 mm of 63 mm)


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck's artwork. Every picture is (H, W, 4) uint8 BGRA, upright, with round corners.

    `two_ended`: the index stands at both opposite corners, so that either is enough to read.
    `one_sign`: a face has no index but one large sign, as a letter of Five Alive does.
    """

    name: str
    faces: dict[str, Bgra]
    backs: list[Bgra] = field(default_factory=list)
    jokers: list[Bgra] = field(default_factory=list)
    two_ended: bool = True
    one_sign: bool = False


def list_decks(data_root: Path | str) -> list[Path]:
    """The deck folders under `<data_root>/cards/faces` that hold all 52 faces, by name."""
    root = Path(data_root) / "cards" / "faces"
    if not root.is_dir():
        return []
    return sorted(folder for folder in root.iterdir() if _is_deck(folder))


def load_deck(folder: Path | str, height: int = 256) -> Deck:
    """The deck in `folder` with pictures `height` pixels high.

    Raises `FileNotFoundError` where one of the 52 faces is missing.
    """
    folder = Path(folder)
    faces = {code: _load_card(_face_path(folder, code), height) for code in CODES}
    jokers = [_load_card(path, height) for path in sorted(folder.glob("Jk*.webp"))]
    backs = [_load_card(path, height) for path in sorted((folder / "backs").glob("*.webp"))]
    return Deck(folder.name, faces, backs, jokers, _is_two_ended(faces))


def as_card(image: Bgr, height: int, corner: float = CORNER) -> Bgra:
    """A flat picture of a card as BGRA of `height` pixels with round corners."""
    width = round(image.shape[1] * height / image.shape[0])
    small = resized(image, width, height)
    return np.dstack([small, rounded_mask(height, width, corner * width)])


def _is_deck(folder: Path) -> bool:
    return folder.is_dir() and all((folder / f"{code}.webp").exists() for code in CODES)


def _face_path(folder: Path, code: str) -> Path:
    for suffix in (".webp", ".png", ".jpg"):
        if (path := folder / f"{code}{suffix}").exists():
            return path
    raise FileNotFoundError(f"{folder} has no face {code}")


def _load_card(path: Path, height: int) -> Bgra:
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(f"cannot read the picture {path}")
    flat = _on_own_paper(np.asarray(image, np.uint8))
    cut = max(1, round(flat.shape[0] * OUTLINE))
    return as_card(flat[cut:-cut, cut:-cut], height)


def _on_own_paper(image: Bgra) -> Bgr:
    """Fills what is transparent with the card's own paper, so that no dark fringe remains."""
    if image.shape[2] == 3:
        return image
    edge = max(2, round(image.shape[0] * 0.025))
    ring = np.concatenate([image[edge, edge * 3 : -edge * 3], image[-edge, edge * 3 : -edge * 3]])
    paper = np.median(ring[:, :3], axis=0)
    alpha = image[..., 3:].astype(np.float32) / 255
    return np.asarray(image[..., :3] * alpha + paper * (1 - alpha) + 0.5, np.uint8)


def _is_two_ended(faces: dict[str, Bgra]) -> bool:
    """Whether there is an index in the corner and the same one after half a turn of the card."""
    return all(_same_corners(faces[code]) for code in ("7s", "Qh", "Kc"))


def _same_corners(face: Bgra) -> bool:
    soft = cv2.GaussianBlur(face[..., :3], (0, 0), face.shape[0] / 50).astype(np.int16)
    h, w = soft.shape[:2]
    corner = np.s_[round(0.03 * h) : round(0.28 * h), round(0.04 * w) : round(0.24 * w)]
    here, there = soft[corner], soft[::-1, ::-1][corner]
    printed = float(here.max(axis=(0, 1)).mean() - here.min(axis=(0, 1)).mean())
    return printed > 40 and float(np.abs(here - there).mean()) < 18
