"""Which card it was that landed: readings weighed by what is possible (DESIGN decision 4)."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.codes import CodeError, five_alive
from engine.games.fivealive.cards import named
from engine.games.fivealive.state import State
from engine.seen import CardLanded

CLEAR: Final = 0.8
"""A reading less probable than this is asked about (RULES 0.6.4)."""
CLOSE: Final = 0.15
"""So is one where another reading is more probable than this."""
_MOST_READINGS: Final = 3


class Landed(msgspec.Struct, frozen=True):
    """A card that landed: what it may be, best first, and the seat in the game, where seen."""

    cards: tuple[str, ...]
    clear: bool
    seat: str | None

    @property
    def said(self) -> tuple[str, ...]:
        """The readings that people are asked about: one where it is clear."""
        return self.cards[:1] if self.clear else self.cards

    def __str__(self) -> str:
        return " or ".join(map(named, self.said))


def landed(state: State, seen: CardLanded) -> Landed:
    """The readings of a card. A card of which all copies lie on the pile cannot land again, if
    the deck was counted; where nothing else is possible, that reading is left, never clear."""
    weights: dict[str, float] = {}
    for code, weight in ((seen.card, seen.confidence), *seen.alternatives):
        card = known(code)
        if card is not None:
            weights[card] = max(weight, weights.get(card, 0.0))
    possible = {card: weight for card, weight in weights.items() if not _all_out(state, card)}
    kept = possible or weights
    ranked = sorted(kept, key=lambda card: -kept[card])[:_MOST_READINGS]
    scale = sum(weights.values()) / (sum(kept.values()) or 1.0)
    chances = [min(1.0, kept[card] * scale) for card in ranked] + [0.0, 0.0]
    clear = bool(possible) and chances[0] >= CLEAR and chances[1] <= CLOSE
    seat = seen.seat if seen.seat in state.order else None
    return Landed(tuple(ranked), clear, seat)


def known(code: str) -> str | None:
    """The card of a code; None where it is no card of this game."""
    try:
        return five_alive(code)
    except CodeError:
        return None


def _all_out(state: State, card: str) -> bool:
    if not state.house.deck_confirmed:
        return False
    return state.seen.get(card, 0) >= state.house.deck.get(card, 0)
