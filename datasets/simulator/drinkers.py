"""What the simulated people decide: duel opponents, beers opened and emptied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

GULPS = 14
"""Gulps in a beer (BLK-32)."""


@dataclass(slots=True)
class Drinkers:
    """Keeps every player's can; `gulps` is None where no beer is open, else gulps drunk of it."""

    players: Sequence[str]
    rng: np.random.Generator
    gulps: dict[str, int | None] = field(init=False)

    def __post_init__(self) -> None:
        self.gulps = dict.fromkeys(self.players)

    def opponent(self, roller: str) -> str:
        """Whom the roller challenges (BLK-28)."""
        others = [name for name in self.players if name != roller]
        return str(others[int(self.rng.integers(len(others)))])

    def fuller(self, pair: Sequence[str]) -> str:
        """Whose can holds more (BLK-19); a player without an open beer holds nothing."""
        return max(pair, key=lambda name: self._left(name))

    def _left(self, name: str) -> int:
        drunk = self.gulps[name]
        return -1 if drunk is None else GULPS - drunk

    def drink(self, ruling: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The `opened` and `finished` events that follow from a ruling, in order."""
        events: list[dict[str, Any]] = []
        for name in ruling.get("whole_beer") or ():
            events += [{"opened": name}, {"finished": name}]
        for name, n in (ruling.get("gulps") or {}).items():
            events += self._swallow(name, int(n))
        for name in ruling.get("finish_beer") or ():
            if self.gulps[name] is not None:
                self.gulps[name] = None
                events.append({"finished": name})
        return events

    def _swallow(self, name: str, n: int) -> list[dict[str, Any]]:
        """Gulp by gulp; a beer is opened only when it has to be drunk from (BLK-03)."""
        events: list[dict[str, Any]] = []
        for _ in range(n):
            drunk = self.gulps[name]
            if drunk is None:
                events.append({"opened": name})
            drunk = (drunk or 0) + 1
            self.gulps[name] = drunk if drunk < GULPS else None
            if drunk == GULPS:
                events.append({"finished": name})
        return events
