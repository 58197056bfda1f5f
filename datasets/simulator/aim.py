"""Where players put cards: into the pile or before their seat, never quite where they should."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.simulator.lying import Spot
from datasets.simulator.places import Places

_SLOPPY = 0.2
"""How often a card lands far from where it should, half on others."""
_AWAY = 0.07
"""Metres from the middle of the table to where a player's card of a trick lies."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Places by chance; `tricks`: everybody plays to a place of his own."""

    rng: np.random.Generator
    places: Places
    tricks: bool

    def at(self, player: str, k: int) -> Spot:
        """Where the `k`-th of a player's cards shall end: in the pile, or before his seat."""
        rng, inward = self.rng, self.places.inward(player)
        away = _AWAY if self.tricks else 0.0
        spread = 0.04 if rng.random() < _SLOPPY else 0.014
        x, y = -inward[:2] * away + rng.normal(0, spread, 2) + np.array([0.035, 0.012]) * k
        turn = self.places.facing(player) + rng.choice([0, np.pi]) + rng.normal(0, 0.25)
        return Spot(float(x), float(y), float(turn))

    def about(self, spot: Spot, shift: float, turn: float) -> Spot:
        """Somewhere near a spot; `shift` in metres, `turn` in radians, both as spreads."""
        x, y = spot.xy + self.rng.normal(0, shift, 2)
        return Spot(float(x), float(y), spot.turn + float(self.rng.normal(0, turn)), spot.up)

    def tidy(self, player: str, old: Spot) -> Spot:
        """Where the player pushes a card that lies at a spot: nearer to its place, and straight."""
        facing = self.places.facing(player)
        turn = facing + round((old.turn - facing) / np.pi) * np.pi
        if self.tricks:
            x, y = old.xy + self.rng.normal(0, 0.01, 2)
        else:
            x, y = old.xy * self.rng.uniform(0.3, 0.7)
        return Spot(float(x), float(y), turn)
