"""A look at a whole picture asks more of what has no whole name than a look at a part of it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_eyes import CARD_ON_TABLE, Fixed, code, logits
from vision.cards import see_cards
from vision.geometry import boxes_to_quads
from vision.nms import Boxes
from vision.reader import BACK, UNREAD

QUADS = boxes_to_quads(np.array([[100.0, 100, 70, 100, 0]]))


def seen(shares: dict[int, float], rank: float, whole: bool) -> list[str]:
    """The cards seen where the detector finds one that the reader reads so, as `face code`."""
    down = BACK in shares
    boxes = Boxes(QUADS, np.array([[1 - down, down, 0]]) * rank, np.array([rank]))
    sights = see_cards(Fixed(logits(shares)), CARD_ON_TABLE, boxes, None, whole)
    return [f"{one.face} {one.card}" for one in sights]


@pytest.mark.parametrize(
    ("shares", "rank", "card", "nameless"),
    [
        ({UNREAD: 0.95}, 0.6, "up ??", True),
        ({BACK: 0.9}, 0.45, "down ??", True),
        ({BACK: 0.9}, 0.7, "down ??", False),
        ({code("Kh"): 0.35, code("Ks"): 0.35, UNREAD: 0.25}, 0.6, "up K?", True),
        ({code("Kh"): 0.5, UNREAD: 0.4}, 0.6, "up Kh", False),
    ],
)
def test_a_look_at_a_whole_picture_asks_more_of_what_has_no_whole_name(
    shares: dict[int, float], rank: float, card: str, nameless: bool
) -> None:
    assert seen(shares, rank, whole=False) == [card]
    assert seen(shares, rank, whole=True) == ([] if nameless else [card])
