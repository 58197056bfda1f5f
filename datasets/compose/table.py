"""The table of a composed picture while things are put on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from datasets.arrays import Bgra, Matrix, Quad
from datasets.compose.artwork import Deck
from datasets.compose.assets import Assets
from datasets.compose.canvas import Canvas
from datasets.compose.finish import Stock

Kind = Literal["card", "back", "die"]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a detector shall find.

    `quad`: (4, 2) float32, clockwise corners of the whole thing in pixels, also where it is
    covered or outside; a card's begin at the top left of its artwork, a die's box at its top
    left. `code`: "Qs" or "Jk" for a face; `value`: 1..6 for a die that lies flat. `visible`:
    0..1, the share of the whole thing that is inside the picture and not covered. `index`: the
    same of the better one of a card's two indices, 0 where it has none.
    """

    kind: Kind
    quad: Quad
    code: str | None
    value: int | None
    visible: float
    index: float = 0.0


@dataclass(slots=True)
class Table:
    """The state while a scene is composed. `length`: of a card in the picture's middle."""

    rng: np.random.Generator
    assets: Assets
    canvas: Canvas
    view: Matrix
    length: float
    deck: Deck
    stock: Stock
    back: Bgra
    light: tuple[float, float]
    shadow: tuple[float, float]
    items: list[Item] = field(default_factory=list)
    areas: list[float] = field(default_factory=list)
    undrawn: list[str] = field(default_factory=list)

    def shade(self, quad: Quad, reach: float) -> None:
        """The shadow of a flat thing that is `reach` pixels long."""
        shift = (self.light[0] * reach, self.light[1] * reach)
        self.canvas.shade(quad, shift, self.shadow[0] * reach, self.shadow[1])
