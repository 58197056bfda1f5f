"""The Five Alive deck of our own: complete, readable from both sides, no two faces alike."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from datasets.deck.fivealive import (
    COLOURS,
    LETTERS,
    draw_face,
    draw_letter,
    draw_letter_back,
    five_alive_deck,
)
from datasets.deck.letters import draw_text, text_width
from datasets.deck.pen import LENGTH, WHITE, WIDTH, Pen
from engine.codes import NUMBERS, WILDS


def test_the_deck_has_a_face_for_every_code_of_the_game() -> None:
    deck = five_alive_deck(128)
    assert set(deck.faces) == {*NUMBERS, *WILDS}
    assert all(face.shape == (128, round(128 * WIDTH / LENGTH), 4) for face in deck.faces.values())


@pytest.mark.parametrize("code", ["0", "6", "EQ21", "DRAW2", "PASS", "BOMB"])
def test_a_face_reads_the_same_after_half_a_turn(code: str) -> None:
    image = draw_face(code).image
    assert np.array_equal(image, image[::-1, ::-1])


def test_no_two_faces_look_alike() -> None:
    faces = five_alive_deck(64).faces
    for one, other in combinations(faces, 2):
        shift = np.abs(faces[one].astype(int) - faces[other])[..., :3].max(axis=2)
        assert (shift > 60).mean() > 0.03, (one, other)


def test_a_letter_shows_its_letter_in_its_sets_colour_and_its_back_shows_none() -> None:
    shown = [draw_letter(letter, COLOURS[0]).picture(64) for letter in LETTERS]
    assert all(not np.array_equal(a, b) for a, b in combinations(shown, 2))
    back = draw_letter_back(COLOURS[0]).picture(64)
    assert (np.abs(back.astype(int) - COLOURS[0]).max(axis=2) < 8).mean() > 0.6


def test_a_text_is_as_wide_as_it_says() -> None:
    pen = Pen(WHITE)
    draw_text(pen, "10", 31.5, 20, 20, (0, 0, 0), 0.1)
    columns = np.flatnonzero((pen.image < 128).any(axis=(0, 2))) / pen.scale
    assert columns[-1] - columns[0] == pytest.approx(text_width("10", 20), abs=2.5)
    with pytest.raises(KeyError):
        draw_text(pen, "ß", 31.5, 20, 20, (0, 0, 0), 0.1)
