"""The die reader alone, apart from what the detector finds and from thresholds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from datasets.photos import Photo
from vision.backends import Network
from vision.detector import Detector
from vision.frames import Image
from vision.geometry import Floats
from vision.nms import DIE
from vision.reader import DIE_UNREAD, read_dice

SURE = 0.7
"""The share from which a reading of what is no pip die counts as a value given to it."""

Readings = Counter[tuple[int, int]]
"""How often (true value, value read) occurred; 0 is unread."""


def labelled_dice(network: Network, photos: Sequence[Photo]) -> Readings:
    """The likeliest class of every labelled die, on crops cut along the labels."""
    counts: Readings = Counter()
    for photo, image in _opened(photos):
        dice = [thing for thing in photo.things if thing.kind == "die" and thing.value]
        quads = [_corners(thing.box) for thing in dice]
        shares, _ = read_dice(network, image, np.array(quads).reshape(-1, 4, 2))
        for thing, share in zip(dice, shares, strict=True):
            best = int(share.argmax())
            counts[int(thing.value or 0), 0 if best == DIE_UNREAD else best + 1] += 1
    return counts


def values_given(network: Network, detector: Detector, photos: Sequence[Photo]) -> tuple[int, int]:
    """On photos without pip dice: boxes that look like a die, and how many are given a value."""
    boxes = given = 0
    for _, image in _opened(photos):
        found = detector.detect(image)
        shares, _ = read_dice(network, image, found.pick(found.kinds == DIE).quads)
        boxes += len(shares)
        given += int((shares[:, :DIE_UNREAD].max(axis=1, initial=0) >= SURE).sum())
    return boxes, given


def summary(counts: Readings) -> str:
    """Shares right, unread and wrong, as text."""
    total = sum(counts.values())
    right = sum(n for (true, read), n in counts.items() if true == read)
    unread = sum(n for (_, read), n in counts.items() if read == 0)
    parts = {"right": right, "unread": unread, "wrong": total - right - unread}
    shares = ", ".join(f"{name} {n / max(1, total):.1%}" for name, n in parts.items())
    return f"{total} dice: {shares}"


def _opened(photos: Sequence[Photo]) -> Iterator[tuple[Photo, Image]]:
    for photo in photos:
        image = cv2.imread(str(photo.path))
        if image is None:
            raise OSError(f"{photo.path} cannot be read as a picture")
        yield photo, np.asarray(image, dtype=np.uint8)


def _corners(box: tuple[float, float, float, float]) -> Floats:
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
