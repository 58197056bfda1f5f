"""Which of the cards that were read are believed: what is no second card, no book and no box.

A box drawn too large or too far takes its print from the card beside it, and a book, a phone or a
sheet of paper has a card's shape but seldom its size.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.backends import Network
from vision.frames import Image
from vision.geometry import Floats, areas, intersections
from vision.merge import Claim
from vision.reader import Deck, read_cards
from vision.sights import Quad

# The part of a card under one that is better read from which that one may lend it its print, and
# how much better, in worth times sureness.
_LENT, _BETTER = 0.15, 0.8
# What is read so surely without the other card's print has print of its own.
_OWN = 0.2
_PAINT = (128, 128, 128)
# What of a card's surroundings is copied to be painted, in its widths: more than is read of them.
_ROOM = 0.25
# Cards read so surely tell how large cards are; tilt and reach of the table make the others, by
# the root of their area, so much smaller or larger at the most.
_SURE = 0.8
_SMALLEST, _LARGEST = 0.65, 1.4


def with_own_print(
    network: Network, image: Image, claims: Sequence[Claim], deck: Deck | None
) -> list[Claim]:
    """The claims, best first, without faces that are gone where better read cards of their colour
    that lie over or under them are painted out: no card shows nothing of its own.

    A card badly seen on top of a well seen one loses its print so too, hence the colour. Taught
    decks know no covered cards, and Five Alive no suits: their readings stay as they are.
    """
    kept: list[Claim] = []
    for claim in sorted(claims, key=_sureness, reverse=True):
        lenders = _lenders(claim, kept) if deck is None else []
        if not lenders or _reads_without(network, image, claim.sight.quad, lenders):
            kept.append(claim)
    return [claim for claim in claims if any(claim is other for other in kept)]


def of_one_size(claims: Sequence[Claim]) -> list[Claim]:
    """The claims without unsure faces larger, and without unread ones and backs larger or smaller,
    than the cards here.

    Without a surely read card nobody knows how large cards are, and all stay.
    """
    size = _sizes(claims)
    named = np.array(["?" not in claim.sight.card for claim in claims], bool)
    sure = named & np.array([claim.sight.sure >= _SURE for claim in claims], bool)
    if not sure.any():
        return list(claims)
    usual = float(np.median(size[sure]))
    fits = (named | (size > _SMALLEST * usual)) & (size < _LARGEST * usual)
    return [claim for claim, stays in zip(claims, fits | sure, strict=True) if stays]


def _sizes(claims: Sequence[Claim]) -> Floats:
    quads = np.array([claim.sight.quad for claim in claims], np.float64).reshape(-1, 4, 2)
    return np.asarray(np.sqrt(np.abs(areas(quads))))


def _sureness(claim: Claim) -> float:
    return claim.worth * claim.sight.sure


def _lenders(claim: Claim, better: Sequence[Claim]) -> list[Quad]:
    """The places of much better read cards that may have lent a claim its face."""
    least, red = _sureness(claim) / _BETTER, _is_red(claim)
    if claim.sight.face == "down" or least == 0:
        return []
    quads = [
        other.sight.quad for other in better if _sureness(other) > least and _is_red(other) == red
    ]
    shared = intersections(claim.sight.quad, np.array(quads).reshape(-1, 4, 2))
    part = shared / max(abs(float(areas(claim.sight.quad[None])[0])), 1e-9)
    return [quad for quad, lent in zip(quads, part, strict=True) if lent > _LENT]


def _is_red(claim: Claim) -> bool:
    return claim.sight.card[-1] in "dh"


def _reads_without(network: Network, image: Image, quad: Quad, lenders: Sequence[Quad]) -> bool:
    low, high = quad.min(axis=0), quad.max(axis=0)
    x0, y0 = np.maximum(low - _ROOM * (high - low), 0).astype(int)
    x1, y1 = np.ceil(high + _ROOM * (high - low)).astype(int)
    painted = image[y0:y1, x0:x1].copy()
    for lender in lenders:
        cv2.fillConvexPoly(painted, np.round(lender - (x0, y0)).astype(np.int32), _PAINT)
    [reading] = read_cards(network, painted, (quad - (x0, y0))[None].astype(np.float64))
    return reading.code != "??" or reading.rank_confidence * reading.suit_confidence >= _OWN
