"""What a clip shows, frame by frame, before anything is rendered; and what is true in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from datasets.simulator.stage import AWAY

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame. Poses are position and quaternion (w, x, y, z) in metres.

    `things`: (n, 7), dice or cards. `hand`: (3, 7) arm, near, far; None where no arm is in.
    `drink`: (3,). `seat`: index of the player whose arm it is. `blur`: the things at moments of
    the shutter's time before, (m, n, 7), where they fly. `gain`: the exposure. `bump`: pixels (at
    720 lines) by which the camera was pushed, x and y.
    """

    things: Array
    hand: Array | None = None
    drink: Array = field(default_factory=AWAY.copy)
    seat: int = 0
    blur: Array | None = None
    gain: float = 1.0
    bump: tuple[float, float] = (0.0, 0.0)

    def key(self) -> bytes:
        """Equal for two frames that show the same things (exposure and bump aside)."""
        hand = b"" if self.hand is None else self.hand.tobytes()
        blur = b"" if self.blur is None else self.blur.tobytes()
        return self.things.tobytes() + hand + self.drink.tobytes() + bytes([self.seat]) + blur


@dataclass(slots=True)
class Reel:
    """The frames, the truth (`seen` lines) and the script (events with `at`) of one clip.

    `events`: all events of the game with `at`, those that a camera sees among them.
    """

    fps: float
    shots: list[Shot] = field(default_factory=list)
    truth: list[dict[str, Any]] = field(default_factory=list)
    script: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def now(self) -> float:
        """Seconds at which the next frame stands."""
        return len(self.shots) / self.fps

    def frame_at(self, seconds: float) -> int:
        """The first frame that is not before this moment."""
        return int(np.ceil(seconds * self.fps - 1e-6))

    def see(self, seconds: float, what: str, seat: str | None, **more: Any) -> float:
        """Notes something seen; returns the time of the first frame that shows it at rest."""
        frame = self.frame_at(seconds)
        t = round(frame / self.fps, 3)
        line = {"kind": "seen", "t": t, "what": what, "frame": frame, "seat": seat}
        self.truth.append({**line, "confidence": 1.0, **more})
        return t

    def tell(self, event: dict[str, Any], seconds: float) -> None:
        """Notes an event that no camera sees."""
        self.script.append({**event, "at": round(seconds, 3)})

    def happen(self, event: dict[str, Any], seconds: float) -> None:
        """Notes an event of the game, whether a camera sees it or not."""
        self.events.append({**event, "at": round(seconds, 3)})
