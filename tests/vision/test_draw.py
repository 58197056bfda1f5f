"""What was seen, drawn onto the picture."""

from __future__ import annotations

import numpy as np
import pytest

from vision.draw import DIE, FACE_DOWN, FACE_UP, UNCLEAR, card_label, die_label, draw
from vision.frames import Image
from vision.sights import CardSight, DieSight, Quad, Sight


def square(x: float, y: float, side: float) -> Quad:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def card(code: str, face: str = "up", at: float = 60) -> CardSight:
    return CardSight(square(at, at, 80), "down" if face == "down" else "up", code, 0.9, 0.97, 0.88)


def has(image: Image, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(image.astype(int) - colour) <= 3).all(axis=2).any())


@pytest.mark.parametrize(
    ("sight", "colour"),
    [
        (Sight(cards=(card("Qs"),)), FACE_UP),
        (Sight(cards=(card("??", "down"),)), FACE_DOWN),
        (Sight(cards=(card("K?"),)), UNCLEAR),
        (Sight(dice=(DieSight(square(60, 60, 40), 5, 0.9),)), DIE),
        (Sight(dice=(DieSight(square(60, 60, 40), None, 0.9),)), UNCLEAR),
    ],
)
def test_everything_is_outlined_in_its_colour(sight: Sight, colour: tuple[int, int, int]) -> None:
    image = np.full((240, 320, 3), 100, dtype=np.uint8)
    drawn = draw(image, sight)
    assert has(drawn, colour)
    assert (image == 100).all()


def test_labels_name_code_and_the_weaker_of_the_two_confidences() -> None:
    assert card_label(card("Qs")) == "Qs 88%"
    assert card_label(card("??", "down")) == "down 90%"
    assert die_label(DieSight(square(0, 0, 9), 5, 0.7, (0, 0, 0, 0, 0.96, 0, 0.04))) == "5 96%"
    assert die_label(DieSight(square(0, 0, 9), None, 0.7)) == "? 70%"


@pytest.mark.parametrize("at", [-70.0, 0.0, 235.0, 310.0])
def test_labels_stay_inside_the_picture(at: float) -> None:
    image = np.full((240, 320, 3), 100, dtype=np.uint8)
    outlined = draw(image, Sight(cards=(card("Qs", at=at),)))
    assert int((outlined != 100).any(axis=2).sum()) > 300
