"""A deck as German skat clubs print it: letters B, D, K for jack, queen, king, and four colours.

Spades are green and diamonds orange there. To a reader that has learned international decks it is
an odd one, which is what it is for: to measure how it learns from games that people corrected.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.compose.artwork import Deck
from datasets.deck.drawn import own_deck
from datasets.deck.pen import BLACK, RED, Colour
from datasets.deck.varied import printed, random_style, styled_faces, tight

COLOURS: dict[str, Colour] = {"c": BLACK, "s": (60, 130, 20), "h": RED, "d": (20, 130, 235)}
_GERMAN = {"J": "B", "Q": "D"}
_STYLE = 11
"""The seed of all else that the deck's style leaves open."""
_THICK = 12


def skat_deck(height: int = 256) -> Deck:
    """The deck with pictures `height` pixels high; codes are the international ones (Jh, Qd)."""
    style = random_style(np.random.default_rng(_STYLE))
    german = {
        rank: tight(printed(cv2.FONT_HERSHEY_TRIPLEX, _THICK, _GERMAN.get(rank, text)))
        for rank, text in ((rank, "10" if rank == "T" else rank) for rank in style.letters)
    }
    style = replace(style, letters=german, colours=COLOURS, corners=4, middle="pips", framed=False)
    return Deck("skat", styled_faces(style, own_deck(height), height))
