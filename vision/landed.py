"""Cards that came to rest or left, by identity: a code lands once while it stays on the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from engine.seen import CardLanded, CardRemoved, Seen
from vision.motion import NEVER
from vision.sights import CardSight, DieSight, Sight
from vision.things import PATIENCE, Look, box_of, moved_quad

_LOOKS = 5
_HITS = 3
_ASIDE = 0.05
_CARD_TO_DIE = 2.5
"""A card's length in sides of a die lying on it, at the least."""


@dataclass
class _Card:
    sight: CardSight
    rest: float
    seen: float
    looks: deque[bool] = field(default_factory=lambda: deque(maxlen=_LOOKS))
    tries: int = 0
    landed: bool = False

    def see(self) -> None:
        """One more look showed it."""
        self.looks.append(True)
        self.tries += 1

    def miss(self, there: bool) -> None:
        """One more look did not show it; `there`: for another reason than that it is gone."""
        self.tries += 1
        if not there:
            self.looks.append(False)


class CardsOnTable:
    """Face-up cards with a reading; a moved card keeps its identity."""

    def __init__(self) -> None:
        self._cards: dict[str, _Card] = {}

    @property
    def sights(self) -> list[CardSight]:
        """The cards known to lie there."""
        return [card.sight for card in self._cards.values()]

    @property
    def unsettled(self) -> list[CardSight]:
        """Cards that need more looks."""
        return [card.sight for card in self._cards.values() if not _is_settled(card)]

    def update(self, sights: Sequence[CardSight], look: Look) -> list[Seen]:
        """Take in one look and say which cards landed or left; `rest` NEVER means it lay there."""
        for sight in sights:
            if sight.face == "up" and "?" not in sight.card and not look.blocked(_box(sight)):
                self._see(sight, look)
        for card in self._cards.values():
            if card.seen < look.t and look.judges(_box(card.sight)):
                # Where nothing moved, a card that landed still lies there: the eyes failed.
                still = card.landed and look.rest(_box(card.sight)) <= card.seen
                card.miss(there=still or _is_covered(card, sights))
        return self._landed() + self._removed(look.t)

    def move(self, transform: npt.NDArray[np.float64]) -> None:
        """The camera was moved: shift all places by the (2, 3) transform."""
        for card in self._cards.values():
            card.sight = replace(card.sight, quad=moved_quad(card.sight.quad, transform))

    def _see(self, sight: CardSight, look: Look) -> None:
        rest = look.rest(_box(sight))
        card = self._cards.setdefault(sight.card, _Card(sight, rest, look.t))
        if rest > card.seen:
            card.tries = 0
            if not card.landed:
                card.looks.clear()
        card.sight, card.rest, card.seen = sight, rest, look.t
        card.see()

    def _landed(self) -> list[Seen]:
        seen: list[Seen] = []
        for code, card in self._cards.items():
            if card.landed or sum(card.looks) < _HITS:
                continue
            card.landed = True
            if card.rest > NEVER:
                aside = tuple(c for c in card.sight.candidates if c[0] != code and c[1] >= _ASIDE)
                sure = min(card.sight.rank_confidence, card.sight.suit_confidence)
                seen.append(CardLanded(t=card.rest, card=code, confidence=sure, alternatives=aside))
        return seen

    def _removed(self, t: float) -> list[Seen]:
        gone = [code for code, card in self._cards.items() if _is_gone(card)]
        cards = [self._cards.pop(code) for code in gone]
        return [CardRemoved(t=t, card=card.sight.card) for card in cards if card.landed]


def _is_covered(card: _Card, sights: Sequence[CardSight]) -> bool:
    """Whether another card lies on its middle."""
    x, y = card.sight.quad.mean(axis=0)
    boxes = [_box(sight) for sight in sights if sight.card != card.sight.card]
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in boxes)


def without_dice(sight: Sight) -> list[CardSight]:
    """The cards, but not those that are really a die read as a card."""
    return [card for card in sight.cards if not any(_is_die(card, die) for die in sight.dice)]


def _is_die(card: CardSight, die: DieSight) -> bool:
    """Whether the card is no larger than about two dice and holds the die's middle."""
    x0, y0, x1, y1 = _box(card)
    left, top, right, bottom = box_of(die.quad)
    small = max(x1 - x0, y1 - y0) < _CARD_TO_DIE * max(right - left, bottom - top)
    return small and x0 <= (left + right) / 2 <= x1 and y0 <= (top + bottom) / 2 <= y1


def _box(sight: CardSight) -> tuple[float, float, float, float]:
    return box_of(sight.quad)


def _is_settled(card: _Card) -> bool:
    return card.tries >= PATIENCE or (card.landed and card.looks[-1])


def _is_gone(card: _Card) -> bool:
    last = list(card.looks)[-_HITS:]
    return (len(last) == _HITS and not any(last)) or (not card.landed and last[-2:] == [False] * 2)
