"""Who drank how much and why: sums over rulings (SAF-04)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.ruling import Cost, Ruling


class Ledger:
    """Tallies by player and cause, kept by adding rulings and taking them off again."""

    def __init__(self) -> None:
        self._units: dict[tuple[str, str], int] = {}
        self._charged: dict[tuple[str, str], int] = {}
        self._beside: dict[tuple[str, str], int] = {}
        self._taken: dict[str, int] = {}
        self._waived: dict[str, int] = {}

    def add(self, ruling: Ruling, sign: int = 1) -> None:
        """Counts a ruling in; `sign` -1 takes it off."""
        _count(self._units, ruling.costs, sign)
        _count(self._charged, ruling.drunk, sign)
        if ruling.beside:
            _count(self._beside, ruling.beside, sign)
        for cost in ruling.taken:
            self._taken[cost.player] = self._taken.get(cost.player, 0) + sign * cost.amount
        for cost in ruling.waived:
            self._waived[cost.player] = self._waived.get(cost.player, 0) + sign * cost.amount

    def charged(self, player: str) -> int:
        """Units to drink by the rules."""
        return sum(self.causes(player).values())

    def causes(self, player: str) -> dict[str, int]:
        """Units to drink, by cause."""
        return {cause: n for (name, cause), n in self._charged.items() if name == player and n}

    def beside(self, player: str) -> int:
        """Large amounts outside the unit map (whole beers), in the unit's equivalent."""
        return sum(n for (name, _), n in self._beside.items() if name == player)

    def taken(self, player: str) -> int:
        """Units that people reported as drunk."""
        return self._taken.get(player, 0)

    def waived(self, player: str) -> int:
        """Units that people waived."""
        return self._waived.get(player, 0)

    def owed(self, player: str) -> int:
        """To drink less taken and waived; below zero is a credit."""
        return self.charged(player) - self.taken(player) - self.waived(player)

    def totals(self, players: Iterable[str]) -> dict[str, int]:
        """Units charged to each of `players`, zeros too, whether they are drunk or not."""
        sums = dict.fromkeys(players, 0)
        for (name, _), amount in self._units.items():
            if amount:
                sums[name] = sums.get(name, 0) + amount
        return sums


def _count(tally: dict[tuple[str, str], int], costs: Iterable[Cost], sign: int) -> None:
    for cost in costs:
        key = (cost.player, cost.cause)
        tally[key] = tally.get(key, 0) + sign * cost.amount
