"""A deck of our own design, drawn by code: faces, two jokers and a back."""

from datasets.deck.drawn import OWN_DECK, own_deck

__all__ = ["OWN_DECK", "own_deck"]
