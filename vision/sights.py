"""What one picture shows: cards and dice with their corners and readings (one currency)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Quad = npt.NDArray[np.float32]
"""(4, 2) corners x, y in pixels of the original picture, clockwise as seen, of the whole thing."""


@dataclass(frozen=True, slots=True)
class CardSight:
    """A card in one picture.

    `card` is a code of PROTOCOL section 1 (`??` where unread). `confidence` is the detector's,
    0..1; `rank_confidence` and `suit_confidence` are the reader's. `candidates` are readings
    (code, probability), best first, for questions.
    """

    quad: Quad
    face: Literal["up", "down"]
    card: str
    confidence: float
    rank_confidence: float
    suit_confidence: float
    candidates: tuple[tuple[str, float], ...] = ()

    @property
    def sure(self) -> float:
        """How surely (0..1) the whole face is read."""
        return self.rank_confidence * self.suit_confidence


@dataclass(frozen=True, slots=True)
class DieSight:
    """A die in one picture; `value` is None where it is cocked or unreadable.

    `probabilities` has 7 entries: values 1..6, then cocked/unreadable. `way`: where the upper
    face points, `vision.upright.Way`.
    """

    quad: Quad
    value: int | None
    confidence: float
    probabilities: tuple[float, ...] = ()
    way: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Sight:
    """All that one picture shows."""

    cards: tuple[CardSight, ...] = ()
    dice: tuple[DieSight, ...] = ()
