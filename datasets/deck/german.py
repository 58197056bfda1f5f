"""A deck with German suits: acorns for clubs, leaves for spades, bells for diamonds, and letters
U (Unter), O (Ober), K on the court cards.

To a reader that has learned international decks it is an odd one, which is what it is for: to
measure how it learns from games that people corrected.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.compose.artwork import Deck
from datasets.deck.pen import RED, Colour, Points, path
from datasets.deck.shapes import SIGNS
from datasets.deck.varied import printed, random_style, styled_faces, tight

SUITS: dict[str, list[Points]] = {
    "c": path(  # An acorn under its cap.
        "M-.4 -.08 C-.42 -.5 .42 -.5 .4 -.08 L.34 -.02 C.34 .3 .1 .44 0 .54"
        " C-.1 .44 -.34 .3 -.34 -.02 L-.4 -.08"
    ),
    "d": [  # A bell with its slit.
        *path(
            "M0 -.5 C.6 -.5 .6 .4 .06 .42 L.06 .1 L.3 .1 L.3 .02 L-.3 .02 L-.3 .1 L-.06 .1"
            " L-.06 .42 C-.6 .4 -.6 -.5 0 -.5"
        ),
    ],
    "h": SIGNS["h"],
    "s": path(  # A leaf on its stalk.
        "M0 -.54 C.16 -.36 .46 -.22 .42 .04 C.38 .26 .16 .26 .05 .2 L.1 .52 L0 .54 L-.05 .2"
        " C-.16 .28 -.42 .26 -.42 .04 C-.44 -.2 -.14 -.36 0 -.54"
    ),
}
COLOURS: dict[str, Colour] = {"c": (30, 70, 120), "s": (60, 130, 20), "h": RED, "d": (20, 150, 225)}
_LETTERS = {"J": "U", "Q": "O", "T": "10"}
_STYLE = 11
"""The seed of all else that the deck's style leaves open."""
_THICK = 12


def german_deck(height: int = 256) -> Deck:
    """The deck with pictures `height` pixels high; codes are the international ones (Jh, Qd)."""
    style = random_style(np.random.default_rng(_STYLE))
    letters = {
        rank: tight(printed(cv2.FONT_HERSHEY_TRIPLEX, _THICK, _LETTERS.get(rank, rank)))
        for rank in style.letters
    }
    style = replace(
        style, letters=letters, colours=COLOURS, signs=SUITS, corners=2, middle="pips",
        framed=False, ornament={}, courts=False,
    )  # fmt: skip
    return Deck("german", styled_faces(style, None, height))
