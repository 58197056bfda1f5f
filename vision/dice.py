"""From the detector's boxes to dice: values read, and no value where nobody could be sure."""

from __future__ import annotations

from vision.backends import Network
from vision.frames import Image
from vision.geometry import Floats, order_clockwise
from vision.nms import Boxes
from vision.reader import DIE_UNREAD, read_dice
from vision.sights import DieSight

# A value counts from this much of the reader's share times the detector's confidence:
# that parts pips from the numerals of other dice better than either alone.
_NAMED = 0.44
# What cannot be read is a cocked die only where the detector is this sure of it.
_SURELY_A_DIE = 0.7


def see_dice(network: Network, image: Image, boxes: Boxes) -> tuple[DieSight, ...]:
    """The dice of the detector's die boxes, best first; quads in pixels of the picture."""
    readings = read_dice(network, image, boxes.quads)
    dice = [_die(boxes, index, reading) for index, reading in enumerate(readings)]
    return tuple(die for die in dice if die.value is not None or die.confidence >= _SURELY_A_DIE)


def _die(boxes: Boxes, index: int, probabilities: Floats) -> DieSight:
    best, confidence = int(probabilities.argmax()), float(boxes.confidence[index])
    named = best != DIE_UNREAD and probabilities[best] * confidence >= _NAMED
    return DieSight(
        quad=order_clockwise(boxes.quads[index]),
        value=best + 1 if named else None,
        confidence=confidence,
        probabilities=tuple(float(p) for p in probabilities),
    )
