"""What is believed of the cards that were read: own print, and a card's size."""

from __future__ import annotations

import numpy as np
import pytest

from vision.backends import Tensor
from vision.belief import of_one_size, with_own_print
from vision.frames import Image
from vision.geometry import boxes_to_quads, order_clockwise
from vision.merge import Claim
from vision.reader import CARD_CODES, FIVE_ALIVE, UNREAD, TrainedDeck
from vision.sights import CardSight

RED, BLUE = (0, 0, 255), (255, 0, 0)


class ColourReader:
    """Reads a red pip anywhere on the crop as the nine of hearts, a blue one as the king of
    diamonds, and a card without either as nothing."""

    def run(self, batch: Tensor) -> Tensor:
        return np.stack([self._read(crop) for crop in batch])

    def run_all(self, batch: Tensor) -> list[Tensor]:
        return [self.run(batch)]

    @staticmethod
    def _read(crop: Tensor) -> Tensor:
        red = ((crop[0] > 0.8) & (crop[2] < 0.2)).any()
        blue = ((crop[2] > 0.8) & (crop[0] < 0.2)).any()
        logits = np.zeros(len(CARD_CODES), np.float32)
        logits[CARD_CODES.index("9h") if red else CARD_CODES.index("Kd") if blue else UNREAD] = 12
        return logits


def claim(code: str, x: float, worth: float = 0.5, sure: float = 0.95, size: float = 1.0) -> Claim:
    """A card of 60 by 84 pixels; `back`: one that lies face down."""
    box = np.array([[x, 100.0, 60 * size, 84 * size, 0.0]])
    quad, down = order_clockwise(boxes_to_quads(box)[0]), code == "back"
    part = 0.0 if down else float(np.sqrt(sure))
    sight = CardSight(quad, "down" if down else "up", "??" if down else code, 0.9, part, part)
    return Claim(sight, worth)


def table(*pips: tuple[int, tuple[int, int, int]]) -> Image:
    """White cards' ground with a pip at each x."""
    picture: Image = np.full((200, 400, 3), 240, np.uint8)
    for x, colour in pips:
        picture[96:104, x - 4 : x + 4] = colour
    return picture


def codes(claims: list[Claim]) -> list[str]:
    return [one.sight.card for one in claims]


def test_a_box_whose_only_print_is_the_next_card_s_is_no_card() -> None:
    """A sheet of paper under a nine: the larger box shows the nine's pips."""
    paper, nine = claim("Th", 100, 0.3, 0.9, 1.6), claim("9h", 120, 0.6)
    assert codes(with_own_print(ColourReader(), table((120, RED)), [nine, paper], None)) == ["9h"]


def test_a_covered_card_with_print_of_its_own_stays() -> None:
    under, over = claim("Kd", 100, 0.3, 0.9), claim("9h", 130, 0.6)
    image = table((80, BLUE), (130, RED))
    assert codes(with_own_print(ColourReader(), image, [over, under], None)) == ["9h", "Kd"]


@pytest.mark.parametrize("worth", [0.55, 0.9])
def test_of_two_that_are_about_as_sure_neither_is_doubted(worth: float) -> None:
    one, other = claim("9h", 100, 0.6), claim("Kd", 110, worth)
    kept = with_own_print(ColourReader(), table((104, RED)), [one, other], None)
    assert ("9h" in codes(kept), "Kd" in codes(kept)) == (worth < 0.6, True)


@pytest.mark.parametrize(("code", "deck"), [("Ts", None), ("7", FIVE_ALIVE)])
def test_what_print_of_another_colour_cannot_have_lent_stays(
    code: str, deck: TrainedDeck | None
) -> None:
    """It may lie on top, badly seen, so that painting out the card below takes its own print."""
    top, below = claim(code, 100, 0.3, 0.9), claim("9h" if deck is None else "8", 120, 0.6)
    kept = with_own_print(ColourReader(), table((120, RED)), [below, top], deck)
    assert code in codes(kept)


def test_books_and_boxes_are_too_large_for_backs_and_for_unsure_faces() -> None:
    cards = [claim("9h", 60), claim("Kd", 140), claim("back", 220, size=1.2)]
    books = [claim("back", 300, size=1.5), claim("Jk", 300, sure=0.7, size=1.5)]
    tiny = [claim("back", 350, size=0.5), claim("??", 350, sure=0.1, size=0.5)]
    assert of_one_size([*cards, *books, *tiny]) == cards


def test_where_no_card_is_surely_read_any_size_may_be_a_card_s() -> None:
    claims = [claim("back", 60), claim("back", 200, size=2.0), claim("9h", 300, sure=0.6)]
    assert of_one_size(claims) == claims
    assert of_one_size([]) == []
