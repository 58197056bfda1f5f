"""Notices that the camera itself was moved, and by how much."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.motion import Contrast, Motion, Small

Affine = npt.NDArray[np.float64]
"""(2, 3): maps x, y before to x, y after, both in pixels of the original picture."""

_TEXTURE = 44
_SPREAD = 4
_A_LITTLE, _MANY = 0.06, 7
"""The least part of the structure in each ninth of the picture that a short push moves, and from
how many ninths with structure on one may seem to lie still: what is there may lie along the push.
"""
_CALM = 0.12
_MIN_SHIFT = 1.2
"""Small pixels; less is a tremble."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The camera was moved; `transform` is None where the two pictures have nothing in common."""

    transform: Affine | None


class BumpGuard:
    """Watches for the whole picture moving at once."""

    def __init__(self) -> None:
        self._anchor: Contrast | None = None
        self._shaking = False
        self._last_motion = -1e9

    @property
    def shaking(self) -> bool:
        """True from the first shift of the whole picture until it is calm again."""
        return self._shaking

    def update(self, motion: Motion, now: Contrast, scale: float) -> Moved | None:
        """Call with every frame; answers once, when the picture is calm after it moved."""
        if self._anchor is None or self._anchor.picture.shape != now.picture.shape:
            self._anchor = now
        if motion.share > 0:
            self._last_motion = motion.t
            self._shaking = self._shaking or _whole_picture_moves(motion, self._anchor)
            return None
        if motion.t - self._last_motion < _CALM:
            return None
        before, self._anchor = self._anchor, now
        if not self._shaking:
            return None
        self._shaking = False
        return _moved(before.picture, now, before, scale)


def _whole_picture_moves(motion: Motion, anchor: Contrast) -> bool:
    if motion.share < 0.004:
        return False
    edges = _edges(anchor)
    grid = cv2.resize(cv2.bitwise_and(edges, motion.mask), (3, 3), interpolation=cv2.INTER_AREA)
    there = cv2.resize(edges, (3, 3), interpolation=cv2.INTER_AREA).astype(np.float64)
    cells = there > 1.5
    if int(cells.sum()) < _SPREAD:
        return False
    shares = grid[cells] / there[cells]
    much = float(np.median(shares)) > 0.3 and float((shares > 0.15).mean()) >= 0.75
    # A short push moves little of it, but everywhere; no arm does that.
    least = np.sort(shares)[int(len(shares) >= _MANY)]
    everywhere = len(shares) > _SPREAD and float(least) > _A_LITTLE
    return much or everywhere


def _edges(picture: Contrast) -> Small:
    """255 where the picture has structure that shows a shift of two pixels."""
    spread = cv2.subtract(picture.high, picture.low)
    return np.asarray(cv2.inRange(spread, np.array([_TEXTURE]), np.array([255])), np.uint8)


def _moved(before: Small, now: Contrast, anchor: Contrast, scale: float) -> Moved | None:
    transform = shift_between(before, now.picture)
    if transform is None:
        changed = cv2.bitwise_not(cv2.inRange(now.picture, anchor.low, anchor.high))
        edges = _edges(anchor)
        share = cv2.countNonZero(cv2.bitwise_and(changed, edges)) / max(cv2.countNonZero(edges), 1)
        return Moved(None) if share > 0.6 else None
    height, width = before.shape
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float64)
    shift = np.linalg.norm(corners @ transform.T - corners[:, :2], axis=1).max()
    if shift < _MIN_SHIFT:
        return None
    transform[:, 2] /= scale
    return Moved(transform)


def shift_between(before: Small, after: Small) -> Affine | None:
    """The shift, turn and zoom between two small pictures, in small pixels; None if unclear."""
    points = cv2.goodFeaturesToTrack(before, 200, 0.01, 7)
    if points is None or len(points) < 12:
        return None
    hann = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(before.astype(np.float32), after.astype(np.float32), hann)
    for guess in ((dx, dy), (0.0, 0.0)):
        transform = _follow(before, after, np.asarray(points, np.float32), guess)
        if transform is not None:
            return transform
    return None


def _follow(
    before: Small, after: Small, points: npt.NDArray[np.float32], guess: tuple[float, float]
) -> Affine | None:
    there, found = _flow(before, after, points, points + np.asarray(guess, np.float32))
    back, again = _flow(after, before, there, points.copy())
    good = found & again & (np.linalg.norm(back - points, axis=2).ravel() < 1.0)
    if good.sum() < 10:
        return None
    matrix, inliers = cv2.estimateAffinePartial2D(
        points[good], there[good], ransacReprojThreshold=1.5
    )
    if matrix is None or int(inliers.sum()) < max(10, 0.4 * len(points)):
        return None
    return np.asarray(matrix, np.float64)


def _flow(
    before: Small, after: Small, points: npt.NDArray[np.float32], start: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    there, found, _ = cv2.calcOpticalFlowPyrLK(
        before,
        after,
        points,
        start,
        winSize=(15, 15),
        maxLevel=3,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    return np.asarray(there, np.float32), found.ravel() > 0
