"""Cut-out things (dice, other objects) that the compositor pastes onto a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Sprite:
    """A rendered thing with its own soft shadow.

    `bgra`: (H, W, 4) uint8, BGR with straight alpha, tight around the thing and its shadow.
    `shadow`: (H, W) uint8, 0 no shadow .. 255 black, lies under the thing.
    `box`: (x0, y0, x1, y1) of the thing itself without its shadow, in the sprite's pixels;
    where it is a die with pips that is what the detector learns.
    `value`: 1..6 for a pip die lying flat; None for a cocked die and for everything else.
    `kind`: "die" (a d6 with pips, also cocked) or the name of a distractor ("d20", "chip", ...).
    `up`: what a die's upper face is turned to, as the camera sees it: a unit vector to the right,
    downwards and towards the camera, along the ray through the die's middle.
    `lean`: where a cocked die's raised side points to in the picture, radians from x towards y.
    """

    bgra: npt.NDArray[np.uint8]
    shadow: npt.NDArray[np.uint8]
    box: tuple[float, float, float, float]
    value: int | None
    kind: str
    lean: float | None = None
    up: tuple[float, float, float] | None = None
