"""Tells a mirrored picture: cards carry their index at the upper left, never at the upper right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.detector import Region
from vision.eyes import Looks
from vision.frames import Image
from vision.geometry import portrait, sides
from vision.reader import CARD_MARGIN, card_crop
from vision.sights import CardSight, Sight

_SURE = 0.8
_CLEAR = 0.12
"""How much more of one pair of corners must be printed on than of the other."""
_UPRIGHT = 1.2
"""Length by width from which it is plain which side of a card is its upper edge."""
_INK, _AROUND = 0.4, 17
_ACROSS, _DOWN = (0.025, 0.155), (0.03, 0.29)
"""Where an index stands: shares of the card's width and length."""
MIRRORED = (
    "The picture is mirrored, as three cards show: it is put right from here on. With --mirror it"
    " is right from the start."
)
ENOUGH = 3
"""Different cards that must speak for a mirrored picture before it is believed."""
_AGAINST = 4
"""And for each that speaks against it, so many more."""


def handedness(image: Image, card: CardSight) -> float:
    """Above 0: the card's indices stand where they belong; below: where a mirror puts them.

    -1 to 1; near 0 for decks with an index in every corner, and for what is no clear card.
    """
    short, long = sorted(sides(card.quad[None])[0])
    sure = card.rank_confidence * card.suit_confidence
    if card.face != "up" or sure < _SURE or long < _UPRIGHT * short:
        return 0.0
    return _corners(card_crop(image, portrait(card.quad)))


def _corners(crop: Image) -> float:
    """The share of the corners printed on: upper left and lower right less the other two."""
    grey = crop.min(axis=2).astype(np.float32)
    # Paper is the lightest around: light falls on a card unevenly.
    paper = cv2.dilate(grey, np.ones((_AROUND, _AROUND), np.uint8))
    ink = (paper - grey) / np.maximum(paper - grey.min(), 30.0) > _INK
    # Turned by half a turn the card looks the same, so that two corners tell all there is.
    left, right = (_share(one) for one in (ink, ink[:, ::-1]))
    left_low, right_low = (_share(one) for one in (ink[::-1, ::-1], ink[::-1]))
    return (left + left_low - right - right_low) / 2


def _share(ink: npt.NDArray[np.bool_]) -> float:
    height, width = ink.shape
    x0, x1 = (round((x + CARD_MARGIN) / (1 + 2 * CARD_MARGIN) * width) for x in _ACROSS)
    y0, y1 = (round((y + CARD_MARGIN) / (1 + 2 * CARD_MARGIN) * height) for y in _DOWN)
    return float(ink[y0:y1, x0:x1].mean())


class MirrorWatch:
    """Gathers what cards say, over pictures; a card speaks once each way."""

    def __init__(self) -> None:
        self._right: set[str] = set()
        self._wrong: set[str] = set()

    def note(self, image: Image, cards: Iterable[CardSight]) -> None:
        """Take in the cards of one picture (BGR)."""
        for card in cards:
            hand = handedness(image, card)
            if abs(hand) >= _CLEAR:
                (self._right if hand > 0 else self._wrong).add(card.card)

    @property
    def is_mirrored(self) -> bool:
        """Whether three different cards say so, and hardly any the contrary."""
        return len(self._wrong) >= max(ENOUGH, _AGAINST * len(self._right))

    @property
    def looks_mirrored(self) -> bool:
        """Whether what was seen speaks for it, be it little: one card alone may be half covered."""
        return len(self._wrong) > max(1, len(self._right))

    @property
    def is_certain(self) -> bool:
        """Whether so many cards say that the picture is right that no more need be asked."""
        return len(self._right) >= 2 * max(ENOUGH, _AGAINST * len(self._wrong))

    @property
    def looks_right(self) -> bool:
        """Whether what was seen speaks against it, be it little."""
        return len(self._right) > len(self._wrong)


class Noticing:
    """Eyes that notice by what they see that the picture is mirrored; then `told` is called once.

    From then on the picture is taken to be right.
    """

    def __init__(self, eyes: Looks, told: Callable[[], None]) -> None:
        self._eyes = eyes
        self._told = told
        self._watch = MirrorWatch()
        self._is_over = False

    def look(self, image: Image, regions: Sequence[Region] | None = None) -> Sight:
        """What the eyes see."""
        sight = self._eyes.look(image, regions)
        if not self._is_over:
            self._watch.note(image, sight.cards)
            if self._watch.is_mirrored:
                self._told()
            self._is_over = self._watch.is_mirrored or self._watch.is_certain
        return sight
