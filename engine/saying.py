"""Gathers what one event brings before it becomes a ruling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.proofs import Proof
from engine.ruling import Context, Cost, Ruling


class Saying:
    """Costs, facts, sentences and proofs of one event.

    `barred` are charged nothing (such as by BLK-39); `spared` are they and the unwell, who are
    given no large amount to finish either (SAF-06).
    """

    def __init__(self, context: Context, barred: Iterable[str] = (), opening: str = "") -> None:
        self.context = context
        self.opening = opening
        self.barred = frozenset(barred)
        self.spared = self.barred | context.resting
        self.costs: list[Cost] = []
        self.beside: list[Cost] = []
        self.facts: dict[str, Any] = {}
        self.rules: list[str] = []
        self.announce: list[str] = []
        self.proofs: list[Proof] = []

    def charge(self, player: str, amount: int, cause: str) -> None:
        """`player` drinks so many of the game's units for `cause`."""
        if amount and player not in self.barred:
            self.costs.append(Cost(player, amount, cause))

    def owed(self, player: str) -> int:
        """The units that `player` is charged so far."""
        return sum(cost.amount for cost in self.costs if cost.player == player)

    def fact(self, key: str, player: str) -> None:
        """Adds a player to a list of names in the answer."""
        self.facts.setdefault(key, []).append(player)

    def owes(self) -> dict[str, int]:
        """Everybody whom this event makes drink, with the units beside large amounts."""
        names = dict.fromkeys(cost.player for cost in (*self.costs, *self.beside))
        return {name: self.owed(name) for name in names}

    def ruling(self, *, inert: bool = False, stance: str = "") -> Ruling:
        """The ruling."""
        return Ruling(
            costs=tuple(self.costs),
            beside=tuple(self.beside),
            facts=self.facts,
            opening=self.opening,
            announce=tuple(self.announce),
            rules=tuple(dict.fromkeys(self.rules)),
            proofs=tuple(self.proofs),
            inert=inert,
            stance=stance,
        )
