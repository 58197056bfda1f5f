"""Gathers what one event of Five Alive brings before it becomes a ruling."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.games.fivealive.events import PLAYED
from engine.games.fivealive.state import State
from engine.ruling import Context, Cost, Mode, Ruling
from engine.saying import Saying

MISPLAY: Final = "misplay"
OVER: Final = "over"
LAST: Final = "last"
ANSWER: Final = "answer"


class Telling(Saying):
    """Flips, facts, sentences and proofs of one event.

    `stance` is how the event was taken: MISPLAY and OVER where its card went back, LAST where
    it ended the hand, ANSWER where a 0 answered a Bomb.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.stance = ""

    @property
    def live(self) -> bool:
        """Whether the event happens now."""
        return self.context.mode is Mode.LIVE

    @property
    def covered(self) -> bool:
        """Whether play went on over the event: what the table did then cannot be undone."""
        return any(isinstance(event, PLAYED) for event in self.context.later())

    @property
    def stood(self) -> bool:
        """Whether the table heard of the event then, and play went on over it."""
        return not self.live and self.covered

    def took(self, stance: str) -> bool:
        """Whether the table took the event so, and play went on over it."""
        return self.context.came == stance and self.stood

    def told(self, state: State) -> Ruling:
        """The ruling; with `fivealive.drinks_per_flip` the members of a side drink for it."""
        each = state.house.drinks_per_flip
        drinks = tuple(
            Cost(player, cost.amount * each, cost.cause)
            for cost in (self.costs if each else ())
            for player in state.members(cost.player)
        )
        return msgspec.structs.replace(self.ruling(), drinks=drinks, stance=self.stance)
