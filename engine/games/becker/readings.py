"""Which card it was that landed: readings weighed by what is possible (DESIGN decision 4)."""

from __future__ import annotations

import msgspec

from engine.games.becker.cards import DECK
from engine.games.becker.state import State
from engine.seen import CardLanded

CLEAR = 0.8
"""A reading less probable than this is asked about (RULES 0.6.4)."""
CLOSE = 0.15
"""So is one where another reading is more probable than this."""
_MOST_READINGS = 3


class Reading(msgspec.Struct, frozen=True):
    """A card that it may be, and how probably; `clear` where nothing has to be asked."""

    card: str
    weight: float
    clear: bool = False


def read_seen(state: State, seen: CardLanded) -> list[Reading]:
    """The possible readings, best first; a card that is out already cannot land again.

    Where nothing else is possible the impossible reading is left, never clear.
    """
    weights: dict[str, float] = {}
    for code, weight in ((seen.card, seen.confidence), *seen.alternatives):
        for card in _cards(code):
            weights[card] = max(weight, weights.get(card, 0.0))
    possible = {card: weight for card, weight in weights.items() if card not in state.out}
    kept = possible or weights
    ranked = sorted(kept.items(), key=lambda item: -item[1])[:_MOST_READINGS]
    scale = sum(weights.values()) / (sum(kept.values()) or 1.0)
    best = min(1.0, ranked[0][1] * scale) if ranked else 0.0
    second = min(1.0, ranked[1][1] * scale) if len(ranked) > 1 else 0.0
    clear = bool(possible) and best >= CLEAR and second <= CLOSE
    return [Reading(card, weight, clear) for card, weight in ranked]


def _cards(code: str) -> list[str]:
    """The cards that a code may stand for: one, or those of a known rank or suit."""
    if code in DECK:
        return [code]
    rank, suit = code[:1], code[1:]
    half = sum(part in ("?", "") for part in (rank, suit)) == 1
    return sorted(card for card in DECK if half and (card[0] == rank or card[1] == suit))
