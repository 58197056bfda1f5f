"""The deck of German suits: every face its own, and played with where it is asked for."""

from __future__ import annotations

import itertools

import numpy as np

from datasets.compose.artwork import CODES
from datasets.deck import own_deck
from datasets.deck.german import german_deck
from datasets.simulator.deck_of import DECKS, standard_prints


def test_every_face_is_like_no_other_and_like_none_of_our_deck() -> None:
    deck, ours = german_deck(112), own_deck(112)
    assert tuple(deck.faces) == CODES
    soft = {code: face[::4, ::4, :3].astype(int) for code, face in deck.faces.items()}
    for one, other in itertools.combinations(CODES, 2):
        assert np.abs(soft[one] - soft[other]).max() > 60, (one, other)
    for code in CODES:
        assert np.abs(soft[code] - ours.faces[code][::4, ::4, :3]).max() > 60, code


def test_a_deck_that_is_asked_for_is_played_with_whatever_the_seed() -> None:
    for name, draw in DECKS.items():
        for seed in (1, 2):
            prints = standard_prints(np.random.default_rng(seed), None, name)
            height = prints["As"].face.shape[0]
            assert np.array_equal(prints["Qd"].face, draw(height).faces["Qd"])
