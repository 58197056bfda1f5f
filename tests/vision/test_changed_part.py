"""What of a card's old place is compared: nothing under other cards, arms, or their shadows."""

from __future__ import annotations

import numpy as np

from vision.newcomers import changed_part

PLACE = np.array([[10, 10], [50, 10], [50, 70], [10, 70]], float)


def test_an_arm_over_a_card_does_not_say_that_the_card_left() -> None:
    changes, arms = np.zeros((2, 80, 80), np.uint8)
    changes[:, 30:] = 255
    arms[:, 30:] = 255
    assert (changed_part(changes, PLACE, [], np.zeros_like(arms)) or 0.0) > 0.4
    assert changed_part(changes, PLACE, [], arms) == 0.0


def test_what_an_arm_hides_nearly_whole_says_nothing() -> None:
    arms = np.full((80, 80), 255, np.uint8)
    assert changed_part(np.zeros_like(arms), PLACE, [], arms) is None
