"""A classical reader of cards, to compare with: contours, straightening, template matching.

As it is usually done without learning: bright quadrangles of a card's proportions are cards, the
ink in an upper corner of the straightened card is its index, and the index is compared with
templates, which are those of our own drawn deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.arrays import resized
from datasets.compose.artwork import RANKS, SUITS
from datasets.deck import own_deck
from datasets.deck.varied import varied_deck
from vision.detector import Region
from vision.frames import Image
from vision.geometry import portrait, sides, straighten
from vision.sights import CardSight, Quad, Sight

Mask = npt.NDArray[np.uint8]
Shape = npt.NDArray[np.float32]

CARD = (200, 280)
"""Width and height of a straightened card in pixels."""
CORNER = (42, 92)
"""Width and height of its part that holds an index."""
ASPECTS = (1.12, 2.0)
"""Length by width of a card, seen at a slant too."""
LEAST_AREA, MOST_AREA = 0.002, 0.95
"""Of the picture."""
SAME = 0.5
"""The share of a smaller outline inside a larger one from which it is a part of that card."""
ALIKE = 0.4
"""Correlation from which a sign counts as the template's."""
_RANK, _SUIT = (24, 36), (28, 32)
_RED = 24.0  # how much redder than the paper the ink of hearts and diamonds is
_MARGIN = 0.015  # of the sides: an index at the very edge is not cut
_SPECK = 14  # pixels
_DECKS, _SEED = 8, 1  # invented decks among the templates


@dataclass(frozen=True, slots=True)
class _Index:
    """The two signs of a corner, each of mean 0 and length 1, and whether they are red."""

    rank: Shape
    suit: Shape
    red: bool


class ClassicalCards:
    """Looks at pictures as `vision.eyes.Eyes` does, and sees cards only."""

    def __init__(self) -> None:
        _templates()  # drawn before the first look, so that it takes no longer than others

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """All cards on the picture; regions are not heeded."""
        return Sight(tuple(_read(image, quad) for quad in card_quads(image)))


def card_quads(image: Image) -> list[Quad]:
    """Outlines (4, 2) of what may be a card, the largest first, none twice."""
    found: list[Quad] = []
    every = (quad for mask in _bright(image) for quad in _quads(mask))
    for quad in sorted(every, key=lambda quad: -float(cv2.contourArea(quad))):
        if all(_shared(quad, other) < SAME for other in found):
            found.append(quad)
    return found


def _shared(smaller: Quad, larger: Quad) -> float:
    shared, _ = cv2.intersectConvexConvex(smaller, larger)
    return float(shared) / float(cv2.contourArea(smaller))


def _bright(image: Image) -> Iterator[Mask]:
    """What is brighter than the picture's, and than the neighbourhood's, usual."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    yield np.asarray(cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8)
    reach = max(image.shape[:2]) // 4 | 1
    mean, binary = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY
    yield np.asarray(cv2.adaptiveThreshold(grey, 255, mean, binary, reach, -10), np.uint8)


def _quads(mask: Mask) -> Iterator[Quad]:
    for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
        hull = cv2.convexHull(contour)
        if not LEAST_AREA * mask.size < cv2.contourArea(hull) < MOST_AREA * mask.size:
            continue
        corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
        if len(corners) == 4:
            quad = corners.reshape(4, 2).astype(np.float32)
            short, long = sorted(sides(quad[None].astype(np.float64))[0])
            if ASPECTS[0] * short < long < ASPECTS[1] * short:
                yield quad


def _read(image: Image, quad: Quad) -> CardSight:
    card = straighten(image, portrait(quad.astype(np.float64)), CARD, _MARGIN)
    scores = [_match(index) for end in (card, card[::-1, ::-1]) if (index := _index(end))]
    code, rank, suit = max(scores, key=lambda one: one[1] + one[2], default=("??", 0.0, 0.0))
    code = (code[0] if rank >= ALIKE else "?") + (code[1] if suit >= ALIKE else "?")
    return CardSight(quad, "up", code, 1.0, rank, suit)


def _match(index: _Index) -> tuple[str, float, float]:
    """The most alike code, and how alike rank and suit are."""
    ranks, suits = _templates()
    rank, rank_score = _most_alike(index.rank, {name: ranks[name] for name in RANKS})
    names = "dh" if index.red else "cs"
    suit, suit_score = _most_alike(index.suit, {name: suits[name] for name in names})
    return rank + suit, rank_score, suit_score


def _most_alike(sign: Shape, templates: Mapping[str, Sequence[Shape]]) -> tuple[str, float]:
    scores = {
        name: max(float((one * sign).sum()) for one in every) for name, every in templates.items()
    }
    best = max(scores, key=lambda name: scores[name])
    return best, scores[best]


@lru_cache(maxsize=1)
def _templates() -> tuple[dict[str, list[Shape]], dict[str, list[Shape]]]:
    """Ranks and suits as our own deck and some invented ones draw them."""
    rng = np.random.default_rng(_SEED)
    own = own_deck(CARD[1])
    ranks: dict[str, list[Shape]] = {rank: [] for rank in RANKS}
    suits: dict[str, list[Shape]] = {suit: [] for suit in SUITS}
    for deck in (own, *(varied_deck(rng, CARD[1], [own]) for _ in range(_DECKS))):
        for code, face in deck.faces.items():
            index = _index(resized(face[..., :3], *CARD))
            if index is not None:
                if code[1] == "s":
                    ranks[code[0]].append(index.rank)
                if code[0] == "7":
                    suits[code[1]].append(index.suit)
    return ranks, suits


def _index(card: Image) -> _Index | None:
    """The two topmost signs in the upper left corner; None where there are not two."""
    corner = card[: CORNER[1], : CORNER[0]]
    grey = cv2.cvtColor(np.ascontiguousarray(corner), cv2.COLOR_BGR2GRAY)
    ink = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)[1]
    signs = _signs(np.asarray(ink, np.uint8))
    if len(signs) < 2:
        return None
    inked, paper = corner[ink > 0].mean(axis=0), corner[ink == 0].mean(axis=0)
    red = _redness(inked) - _redness(paper) > _RED
    return _Index(_normal(signs[0], _RANK), _normal(signs[1], _SUIT), red)


def _redness(bgr: npt.NDArray[np.floating]) -> float:
    return float(bgr[2] - (bgr[0] + bgr[1]) / 2)


def _signs(ink: Mask) -> list[Mask]:
    """Patches of ink from above to below; what stands side by side, as 1 and 0, is one sign."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    height, width = ink.shape
    rows: list[tuple[int, int, set[int]]] = []
    for label, (x, y, w, h, area) in enumerate(stats[1:], start=1):
        if area < _SPECK or x == 0 or y == 0 or x + w == width or y + h == height:
            continue
        beside = next((row for row in rows if min(row[1], y + h) - max(row[0], y) > h / 2), None)
        if beside:
            beside[2].add(label)
        else:
            rows.append((y, y + h, {label}))
    return [_patch(labels, parts) for _, _, parts in sorted(rows, key=lambda row: row[0])]


def _patch(labels: npt.NDArray[Any], parts: set[int]) -> Mask:
    mask = np.isin(labels, list(parts)).astype(np.uint8)
    x, y, w, h = cv2.boundingRect(mask)
    return mask[y : y + h, x : x + w] * np.uint8(255)


def _normal(sign: Mask, size: tuple[int, int]) -> Shape:
    patch = cv2.resize(sign, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    patch -= patch.mean()
    return np.asarray(patch / (np.linalg.norm(patch) + 1e-6), np.float32)
