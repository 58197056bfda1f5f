"""One picture of the table, as every source gives it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""(height, width, 3) BGR, 8 bits, as OpenCV keeps pictures."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`t`: seconds of the source since its first frame. `index`: the source's frame number from 0.

    `arrived`: `time.monotonic()` at which the frame reached the program.
    """

    image: Image
    t: float
    index: int
    arrived: float
