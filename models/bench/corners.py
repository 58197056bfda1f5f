"""How far the corners that were found lie from a card's true ones, on composed tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.bench.composed import FREE, Asked
from vision.geometry import Floats
from vision.sights import CardSight

NEAR = 0.03
"""Of a card's length: corners that are off by less give straight crops."""


class Corners:
    """Errors of the cards that were heard of, by cover."""

    def __init__(self) -> None:
        self.errors: dict[str, list[float]] = {"free": [], "covered": []}

    def hear(self, asked: Asked, sight: CardSight) -> None:
        """A card was found."""
        cover = "free" if asked.item.visible > FREE else "covered"
        quads = np.asarray(sight.quad, np.float64), np.asarray(asked.item.quad, np.float64)
        self.errors[cover].append(corner_error(*quads))

    def table(self) -> str:
        """The errors as lines of text."""
        head = (
            f"{'corners off, of the length':28} {'cards':>6} {'median':>7} {'mean':>7} {'95 %':>7}"
        )
        rows = [_row(cover, errors) for cover, errors in self.errors.items() if errors]
        return "\n".join([f"{head}   off by less than {NEAR:.0%}", *rows])


def corner_error(found: Floats, true: Floats) -> float:
    """The mean distance of four corners (4, 2) from the true ones, as a share of the longer side.

    Both run clockwise; which one comes first does not matter.
    """
    length = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).max()
    turns = (np.roll(found, turn, axis=0) for turn in range(4))
    return float(min(np.linalg.norm(one - true, axis=1).mean() for one in turns) / length)


def _row(cover: str, errors: Sequence[float]) -> str:
    middle, far = np.quantile(errors, [0.5, 0.95])
    near = np.mean(np.array(errors) < NEAR)
    return (
        f"{cover:28} {len(errors):6} {middle:7.1%} {np.mean(errors):7.1%} {far:7.1%}   {near:.1%}"
    )
