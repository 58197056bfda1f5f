"""From the detector's boxes to dice: values read, and no value where nobody could be sure."""

from __future__ import annotations

from vision.backends import Network
from vision.frames import Image
from vision.geometry import Floats, order_clockwise
from vision.nms import Boxes
from vision.reader import DIE_UNREAD, read_dice
from vision.sights import DieSight
from vision.upright import in_camera

# A value counts from this much of the reader's share times the detector's confidence:
# that parts pips from the numerals of other dice better than either alone.
_NAMED = 0.44
# What cannot be read is a cocked die only where the detector is this sure of it.
_SURELY_A_DIE = 0.8


def see_dice(network: Network, image: Image, boxes: Boxes) -> tuple[DieSight, ...]:
    """The dice of the detector's die boxes, best first; quads in pixels of the picture."""
    readings, ways = read_dice(network, image, boxes.quads)
    ways = in_camera(ways, boxes.quads, (image.shape[1], image.shape[0]))
    dice = [
        _die(boxes, index, reading, way)
        for index, (reading, way) in enumerate(zip(readings, ways, strict=True))
    ]
    return tuple(die for die in dice if die.value is not None or die.confidence >= _SURELY_A_DIE)


def ways_of(network: Network, image: Image, quads: Floats) -> Floats:
    """(N, 3) where the upper faces of the dice under quads (N, 4, 2) point, `upright.Way`."""
    _, ways = read_dice(network, image, quads)
    return in_camera(ways, quads, (image.shape[1], image.shape[0]))


def _die(boxes: Boxes, index: int, probabilities: Floats, way: Floats) -> DieSight:
    best, confidence = int(probabilities.argmax()), float(boxes.confidence[index])
    named = best != DIE_UNREAD and probabilities[best] * confidence >= _NAMED
    return DieSight(
        quad=order_clockwise(boxes.quads[index]),
        value=best + 1 if named else None,
        confidence=confidence,
        probabilities=tuple(float(p) for p in probabilities),
        way=(float(way[0]), float(way[1]), float(way[2])),
    )
