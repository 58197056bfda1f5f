"""The cards of a game as they are printed: which deck, and how many of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from datasets.arrays import Bgra
from datasets.compose.artwork import CODES, Deck, as_card, list_decks, load_deck
from datasets.compose.backs import procedural_back
from datasets.deck import own_deck
from datasets.deck.fivealive import (
    COLOURS,
    LETTERS,
    draw_letter,
    draw_letter_back,
    five_alive_deck,
)  # fmt: skip
from datasets.deck.german import german_deck
from datasets.deck.varied import varied_deck
from datasets.simulator.loose import Print
from datasets.simulator.textures import CARD_PIXELS

BACK = "??"
"""The code of a card whose face is never seen (the stock)."""
DECKS: Mapping[str, Callable[[int], Deck]] = {"own": own_deck, "german": german_deck}
"""Decks of 52 that can be asked for by name, by the height of their pictures."""


def standard_prints(
    rng: np.random.Generator, data: Path | None, named: str = ""
) -> dict[str, Print]:
    """A deck of 52, the `named` one or one by chance, and BACK."""
    height = CARD_PIXELS[1]
    deck = DECKS[named](height) if named else _any_deck(rng, data, height)
    back = _back(deck, rng, height)
    prints = {code: Print(deck.faces[code], back) for code in CODES}
    return {**prints, BACK: Print(back, back)}


def _any_deck(rng: np.random.Generator, data: Path | None, height: int) -> Deck:
    """Ours, an invented one, or artwork found under `data`."""
    folders = list_decks(data) if data is not None else []
    kind = rng.random()
    if folders and kind < 0.6:
        return load_deck(folders[int(rng.integers(len(folders)))], height)
    if kind < 0.75:
        return own_deck(height)
    return varied_deck(rng, height, [own_deck(height)])


def five_alive_prints(players: int) -> dict[str, Print]:
    """Our Five Alive deck, BACK, and the letters (`A1`: the A of the second set)."""
    height = CARD_PIXELS[1]
    deck = five_alive_deck(height)
    prints = {code: Print(face, deck.backs[0]) for code, face in deck.faces.items()}
    prints[BACK] = Print(deck.backs[0], deck.backs[0])
    for n, colour in enumerate(COLOURS[:players]):
        back = as_card(draw_letter_back(colour).picture(height), height)
        for letter in LETTERS:
            face = as_card(draw_letter(letter, colour).picture(height), height)
            prints[f"{letter}{n}"] = Print(face, back)
    return prints


def _back(deck: Deck, rng: np.random.Generator, height: int) -> Bgra:
    if deck.backs and rng.random() < 0.7:
        return deck.backs[int(rng.integers(len(deck.backs)))]
    return procedural_back(rng, height)
