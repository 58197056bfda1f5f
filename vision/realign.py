"""Finds how a camera was moved since a reference picture of the same table was taken.

Hours lie between the two pictures: other things lie about, and the light is another. What is left
of the table, its edges, grain and cloth, must agree on one shift, turn and zoom.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.bump import Affine, shift_between
from vision.frames import Image
from vision.geometry import Floats
from vision.motion import Small, shrink, without_light

_FEATURES = 1500
_UNLIKE = 0.8
"""A feature counts where its second best match is so much worse: patterns that repeat do not."""
_OFF = 2.0
"""Small pixels by which matches may disagree."""
_FEWEST, _SPREAD = 12, 0.07
"""Matches that are needed, and how far apart (standard deviation as a part of the picture)."""
_THINGS = 0.1
"""The part of the picture in which things may lie in one of the two alone."""
_STILL, _MOVED = 0.6, 0.7
"""Correlation of the two pictures from which they show the same table: as it was, or moved."""

SHIFT, TURN, ZOOM = 0.15, 15.0, 1.2
"""What is put right without a word with people: parts of the picture's width, degrees, factor."""


@dataclass(frozen=True, slots=True)
class Move:
    """`transform` (2, 3) maps places of the reference to places now, in pixels of the pictures.

    `shift`: how far the middle moved, a part of the width; `turn`: degrees clockwise; `zoom`: 1 for
    the same size.
    """

    transform: Affine
    shift: float
    turn: float
    zoom: float

    @property
    def is_small(self) -> bool:
        """Whether places can simply be moved along."""
        return self.shift <= SHIFT and abs(self.turn) <= TURN and 1 / ZOOM <= self.zoom <= ZOOM

    @property
    def is_nothing(self) -> bool:
        """Whether the camera stands where it stood, as far as anybody can see."""
        return self.shift < 0.004 and abs(self.turn) < 0.5 and abs(self.zoom - 1) < 0.01


def move_of(transform: Affine, size: tuple[int, int]) -> Move:
    """What a transform does to a picture of `size` = (width, height)."""
    middle = np.array([size[0] / 2, size[1] / 2])
    moved = transform[:, :2] @ middle + transform[:, 2]
    return Move(
        transform=transform,
        shift=float(np.linalg.norm(moved - middle)) / size[0],
        turn=math.degrees(math.atan2(transform[1, 0], transform[0, 0])),
        zoom=math.hypot(transform[0, 0], transform[1, 0]),
    )


def moved_since(reference: Image, now: Image) -> Move | None:
    """How the camera was moved between two pictures (BGR) of one size; None if that is unclear."""
    before, after = (without_light(shrink(image)[1]) for image in (reference, now))
    scale = before.shape[1] / reference.shape[1]
    still = np.eye(2, 3)
    found = [still, shift_between(before, after), _by_features(before, after)]
    known = [transform for transform in found if transform is not None]
    best = max(known, key=lambda transform: _likeness(before, after, transform))
    if _likeness(before, after, best) < (_STILL if best is still else _MOVED):
        return None
    best = best.copy()
    best[:, 2] /= scale
    return move_of(best, (now.shape[1], now.shape[0]))


def _by_features(before: Small, after: Small) -> Affine | None:
    """By corners that look alike wherever they lie."""
    finder = cv2.ORB.create(_FEATURES, fastThreshold=8)
    points, marks = finder.detectAndCompute(before, None)
    others, other_marks = finder.detectAndCompute(after, None)
    if marks is None or other_marks is None or len(others) < 2:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(marks, other_marks, k=2)
    good = [a for a, b in (p for p in pairs if len(p) == 2) if a.distance < _UNLIKE * b.distance]
    if len(good) < _FEWEST:
        return None
    source = np.array([points[match.queryIdx].pt for match in good], np.float32)
    target = np.array([others[match.trainIdx].pt for match in good], np.float32)
    matrix, inliers = cv2.estimateAffinePartial2D(source, target, ransacReprojThreshold=_OFF)
    if matrix is None or int(inliers.sum()) < _FEWEST:
        return None
    # A few things close together say little of how the rest was turned.
    spread = source[inliers.ravel() > 0].std(axis=0) / before.shape[::-1]
    if spread.min() < _SPREAD:
        return None
    return np.asarray(matrix, np.float64)


def _likeness(before: Small, after: Small, transform: Affine) -> float:
    """-1 to 1: how alike the pictures are where they overlap, laid over each other."""
    height, width = after.shape
    laid = cv2.warpAffine(before, transform, (width, height))
    there = cv2.warpAffine(np.full_like(before, 255), transform, (width, height)) == 255
    if there.mean() < 0.4:
        return -1.0
    return _correlation(laid[there].astype(np.float64), after[there].astype(np.float64))


def _correlation(one: Floats, other: Floats) -> float:
    """Without the pixels that differ most: there something lies in one picture alone."""
    off = np.abs(one - other)
    same = off <= np.quantile(off, 1 - _THINGS)
    one, other = one[same] - one[same].mean(), other[same] - other[same].mean()
    norm = math.sqrt(float((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / norm if norm > 0 else 0.0


def turned(corners: npt.ArrayLike, transform: Affine) -> Floats:
    """Corners (N, 2) in pixels after the move."""
    points = np.asarray(corners, np.float64)
    return np.asarray(points @ transform[:, :2].T + transform[:, 2])
