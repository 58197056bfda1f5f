"""Outlines as a detector draws them, and the straightened crops that readers get from them."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.arrays import Bgr, Floats, Quad, floats, resized
from datasets.compose.canvas import Canvas, part_inside

CROP_H, CROP_W = 112, 80
MARGIN = 0.04  # of the card's sides, all round


def found_outline(rng: np.random.Generator, canvas: Canvas, quad: Quad) -> Quad:
    """What a detector finds of the card under `quad` (4, 2), owner 0 of the canvas.

    It sees no further than the picture; of a covered card it means all and now and then only
    the part in sight; now and then a neighbour's edge is taken for the card's own.
    """
    h, w = canvas.image.shape[:2]
    whole = abs(float(cv2.contourArea(quad)))
    part = part_inside(quad, h, w)
    if part is not None and cv2.contourArea(part) < 0.985 * whole:
        quad = box_round(part, quad[0])
    if canvas.visible(0, whole) < 0.9 and rng.random() < 0.3:
        return _towards_visible(rng, canvas, quad)
    return _one_side_off(rng, quad) if rng.random() < 0.07 else quad


def _towards_visible(rng: np.random.Generator, canvas: Canvas, quad: Quad) -> Quad:
    """Between the whole card and the box of what can be seen of it."""
    seen = cv2.findNonZero((canvas.owner == 0).astype(np.uint8))
    if seen is None or len(seen) < 40:
        return quad
    box = box_round(floats(seen.reshape(-1, 2)), quad[0])
    start = int(np.argmin([np.linalg.norm(np.roll(box, -k, 0) - quad) for k in range(4)]))
    return floats(quad + np.float32(rng.uniform(0.2, 1)) * (np.roll(box, -start, 0) - quad))


def _one_side_off(rng: np.random.Generator, quad: Quad) -> Quad:
    """One side too far out or too far in."""
    side = int(rng.integers(4))
    a, b = side, (side + 1) % 4
    inner_a, inner_b = (side + 3) % 4, (side + 2) % 4
    far = np.float32(rng.uniform(0.06, 0.3) * (1 if rng.random() < 0.65 else -0.6))
    moved = quad.copy()
    moved[a] += far * (quad[a] - quad[inner_a])
    moved[b] += far * (quad[b] - quad[inner_b])
    return moved


def straightened(rng: np.random.Generator, image: Bgr, quad: Quad) -> Bgr:
    """The crop of a card (112, 80, 3) whose detected outline is a little off, either end up."""
    if rng.random() < 0.55:
        quad = box_round(quad, quad[0])
    quad = _upright(rng, quad)
    length = max(float(np.linalg.norm(quad[0] - quad[3])), 8.0)
    middle = quad.mean(axis=0)
    scale = (1 + 2 * MARGIN) * rng.uniform(0.93, 1.07)
    noise = rng.normal(0, rng.uniform(0, 0.016), (4, 2)) + rng.normal(0, 0.010, 2)
    found = (quad - middle) * scale + middle + noise * length
    if rng.random() < 0.5:
        found = np.roll(found, 2, axis=0)
    shrink = min(1.0, 1.3 * CROP_H / length) if rng.random() < 0.5 else 1.0
    if shrink < 1:
        h, w = image.shape[:2]
        image = resized(image, max(1, round(w * shrink)), max(1, round(h * shrink)))
        found = found * shrink
    target = np.array([[0, 0], [CROP_W, 0], [CROP_W, CROP_H], [0, CROP_H]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(found.astype(np.float32), target.astype(np.float32))
    border = cv2.BORDER_REPLICATE if rng.random() < 0.8 else cv2.BORDER_CONSTANT
    crop = cv2.warpPerspective(image, matrix, (CROP_W, CROP_H), borderMode=border)
    return np.asarray(crop, np.uint8)


def box_round(points: Floats, first: Floats) -> Quad:
    """The smallest turned rectangle (4, 2) round points (N, 2), as a detector of oriented boxes
    finds it, its longer side upright; it begins near the point `first` (2,)."""
    box = cv2.boxPoints(cv2.minAreaRect(points))
    start = int(np.argmin(np.linalg.norm(box - first, axis=1)))
    return floats(_longer_upright(np.roll(box, -start, axis=0)))


def _longer_upright(box: Quad) -> Quad:
    lying = np.linalg.norm(box[0] - box[1]) > np.linalg.norm(box[1] - box[2])
    return np.roll(box, 1, axis=0) if lying else box


def _upright(rng: np.random.Generator, quad: Quad) -> Quad:
    """The longer side upright; either where they are about as long, as the eyes try both."""
    across = float(np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[2] - quad[3]))
    down = float(np.linalg.norm(quad[1] - quad[2]) + np.linalg.norm(quad[3] - quad[0]))
    if max(across, down) < 1.15 * min(across, down):
        return np.roll(quad, int(rng.integers(2)), axis=0)
    return np.roll(quad, 1, axis=0) if across > down else quad
