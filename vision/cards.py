"""From the detector's boxes to cards: sides moved onto the edges, faces read, repeats merged."""

from __future__ import annotations

import numpy as np

from vision import edges
from vision.backends import Network
from vision.belief import of_one_size, with_own_print
from vision.frames import Image
from vision.geometry import order_clockwise, overlaps
from vision.merge import Claim, merge
from vision.nms import BACK, CARD, Boxes, distinct, join, thin
from vision.reader import CardReading, Deck, read_cards
from vision.sights import CardSight

# Detector and reader each say whether a card is face up; neither is ever believed beyond this.
_DOUBT = 0.02
# Quads that share so much of their union are read once. A box that was moved further and still lies
# so nearly where it did that both are one card, is read at both places: on a white card the next
# strong edge may be that of the card below.
_ALIKE, _NEARLY = 0.85, 0.75
# What a box without any edge under it is worth, and a face that cannot be read at the least; a back
# says less than a face, since many things look like one.
_EDGELESS, _UNREAD, _BACK = 0.4, 0.25, 0.5
# Less than this is no card. Books, bricks and papers look like backs and like cards that cannot be
# read: a look at a whole picture asks more of both than a look at where something happened.
_LEAST, _LEAST_NAMELESS = 0.12, 0.24


def see_cards(
    network: Network, image: Image, boxes: Boxes, deck: Deck | None = None, whole: bool = False
) -> tuple[CardSight, ...]:
    """The cards of the detector's card boxes, best first; quads in pixels of the picture.

    `deck`: as in `read_cards`. `whole`: they are of a look at the whole picture.
    """
    boxes = to_read(image, boxes)
    readings = read_cards(network, image, boxes.quads, deck)
    claims = [_claim(boxes, i, reading) for i, reading in enumerate(readings)]
    nameless = _LEAST_NAMELESS if whole else _LEAST
    kept = merge([claim for claim in claims if claim.worth >= _least(claim, nameless)])
    kept = with_own_print(network, image, of_one_size(kept), deck)
    return tuple(claim.sight for claim in kept)


def to_read(image: Image, boxes: Boxes) -> Boxes:
    """The detector's card boxes as they are read: few in one place, sides on the cards' edges."""
    return distinct(_fitted(image, thin(_likely(boxes))), _ALIKE)


def _likely(boxes: Boxes) -> Boxes:
    """Those that may still be worth enough after they are read."""
    return boxes.pick(boxes.rank >= _LEAST)


def _fitted(image: Image, boxes: Boxes) -> Boxes:
    """The boxes moved onto their cards' edges, those with the clearest edges ranked up."""
    quads, rank, moved = boxes.quads.copy(), boxes.rank.copy(), np.zeros(len(boxes), bool)
    for index, quad in enumerate(boxes.quads):
        fit = edges.fit(image, quad)
        quads[index] = quad if fit is None else fit.quad
        rank[index] *= _EDGELESS + (1 - _EDGELESS) * (0.0 if fit is None else fit.support)
        moved[index] = _NEARLY < overlaps(quad, quads[index][None])[0] < _ALIKE
    as_found = boxes.pick(moved)
    as_found = Boxes(as_found.quads, as_found.scores, _EDGELESS * as_found.rank)
    return _likely(join([Boxes(quads, boxes.scores, rank), as_found]))


def _least(claim: Claim, nameless: float) -> float:
    """What it must be worth; `nameless`: a back, or a face that is not read whole."""
    return nameless if "?" in claim.sight.card else _LEAST


def _claim(boxes: Boxes, index: int, reading: CardReading) -> Claim:
    up, down = boxes.scores[index, CARD], boxes.scores[index, BACK]
    back = float(np.clip(reading.back, _DOUBT, 1 - _DOUBT))
    is_down = (down + _DOUBT) * back > (up + _DOUBT) * (1 - back)
    sight = CardSight(
        quad=order_clockwise(boxes.quads[index]),
        face="down" if is_down else "up",
        card="??" if is_down else reading.code,
        confidence=float(boxes.confidence[index]),
        rank_confidence=0.0 if is_down else reading.rank_confidence,
        suit_confidence=0.0 if is_down else reading.suit_confidence,
        candidates=() if is_down else reading.candidates,
    )
    sure = _BACK * back if is_down else reading.rank_confidence * reading.suit_confidence
    return Claim(sight, float(boxes.rank[index]) * max(sure, _UNREAD))
