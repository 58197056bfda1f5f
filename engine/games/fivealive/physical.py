"""The cards themselves at a simulated table: who holds which, what no referee sees."""

from __future__ import annotations

import random

from engine.games.fivealive.state import State


class Cards:
    """Stock, discards and hands of a simulated table.

    `follow` deals and draws as people do who go by what the referee announced.
    """

    def __init__(self, rng: random.Random, deck: dict[str, int]) -> None:
        self._rng = rng
        self._deck = [card for card, copies in deck.items() for _ in range(copies)]
        self._hand = 0
        self.stock: list[str] = []
        self.discards: list[str] = []
        self.hands: dict[str, list[str]] = {}

    def follow(self, state: State) -> list[str]:
        """Deals a new hand, or draws what is due; returns who has got cards since."""
        if state.hand != self._hand:
            self._deal(state)
            return list(state.order)
        for name in [name for name in self.hands if name not in state.order]:
            self.discards[:0] = self.hands.pop(name)
        return [name for name in state.order if self._drew(name, state.hands[name])]

    def play(self, player: str, card: str) -> None:
        """A card goes to the discard pile."""
        self.hands[player].remove(card)
        self.discards.append(card)

    def redeal(self, state: State) -> None:
        """All hands are shuffled and dealt out again."""
        cards = [card for name in state.order for card in self.hands[name]]
        self._rng.shuffle(cards)
        for name in state.order:
            count = state.hands[name]
            self.hands[name], cards = cards[:count], cards[count:]

    def _deal(self, state: State) -> None:
        self._hand = state.hand
        self.stock, self.discards = list(self._deck), []
        self._rng.shuffle(self.stock)
        self.hands = {name: [] for name in state.order}
        for name in state.order:
            self._drew(name, state.hands[name])

    def _drew(self, name: str, count: int) -> bool:
        hand = self.hands.setdefault(name, [])
        before = len(hand)
        while len(hand) < count:
            if not self.stock:
                self.stock, self.discards = self.discards[:-1], self.discards[-1:]
                self._rng.shuffle(self.stock)
            hand.append(self.stock.pop())
        return len(hand) > before
