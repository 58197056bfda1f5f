"""Which card something seen may be: readings weighed by what is possible (DESIGN decision 4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from engine import codes
from engine.codes import named
from engine.games.jookie.cards import DECK
from engine.games.jookie.state import Hand
from engine.questions import Choice
from engine.seen import CardLanded, TurnUp

CLEAR: Final = 0.8
"""A reading less probable than this is asked about (RULES 0.6.4)."""
CLOSE: Final = 0.15
"""So is one where another reading is more probable than this."""
MOST: Final = 4
"""Readings that a question offers at most; of half a card all that are possible."""
NOTHING: Final = Choice("it counts for nothing")
_DECK: Final = frozenset(DECK)


class Reading(NamedTuple):
    """The possible cards, best first, and whether the first is clear enough."""

    cards: tuple[str, ...]
    clear: bool


def of(seen: CardLanded | TurnUp, gone: Collection[str]) -> Reading:
    """The cards that the thing seen may be; `gone` cannot be it."""
    weights = _weights(seen)
    half = _half_read(seen.card)
    possible = {card: weight for card, weight in weights.items() if card not in gone}
    for card in half:
        if card not in gone:
            possible.setdefault(card, 0.0)
    total, left = sum(weights.values()), sum(possible.values())
    # What the impossible readings had of the probability goes to the possible ones.
    share = total / left if left else 0.0
    ranked = sorted(possible, key=lambda card: -possible[card])
    if not ranked:
        return Reading((), clear=False)
    first = possible[ranked[0]] * share
    second = possible[ranked[1]] * share if len(ranked) > 1 else 0.0
    clear = first >= CLEAR and second <= CLOSE
    return Reading(tuple(ranked[: len(half) or MOST]), clear)


def best(seen: CardLanded) -> str | None:
    """The most probable reading, possible or not; None where there is none."""
    weights = _weights(seen)
    return max(weights, key=weights.__getitem__) if weights else None


def gone(hand: Hand) -> frozenset[str]:
    """Cards that cannot land any more in this round."""
    waits = {hand.pending.card} if hand.pending is not None else set()
    turned = {hand.turned} if hand.turned is not None else set()
    return frozenset(hand.out) | waits | turned


def is_known(card: str) -> bool:
    """Whether both rank and suit were read."""
    return card in _DECK


def listed_cards(cards: Sequence[str]) -> str:
    """The cards as people read them: `King of spades or 9 of spades`."""
    return " or ".join(map(named, cards))


def _weights(seen: CardLanded | TurnUp) -> dict[str, float]:
    """Probability by card, of those read whole."""
    others = seen.alternatives if isinstance(seen, CardLanded) else ()
    weights = {seen.card: seen.confidence} if is_known(seen.card) else {}
    for card, weight in others:
        if is_known(card):
            weights.setdefault(card, weight)
    return weights


def _half_read(card: str) -> list[str]:
    """The cards that a reading of only the rank or only the suit may be."""
    if card == codes.FACE_DOWN or len(card) != 2 or "?" not in card:
        return []
    rank, suit = card[0], card[1]
    return [one for one in DECK if rank in ("?", one[0]) and suit in ("?", one[1])]
