"""What is to be filmed, and the game played out for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from datasets.simulator.reel import Reel
from datasets.simulator.scenes import Scene
from datasets.simulator.stage import Stage


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be filmed. `size` is (width, height) in pixels.

    `rolls`: good rolls, or cards played. `offences`: how often (0..1, before each card) somebody
    breaks the order of the game. `data`: a folder of artwork, whose decks are used besides ours.
    `deck`: which deck of 52 is played with (a key of `deck_of.DECKS`); by chance where empty.
    """

    players: tuple[str, ...]
    seed: int
    rolls: int
    scene: Scene
    size: tuple[int, int] = (1280, 720)
    fps: float = 15.0
    seats: Mapping[str, float] = field(default_factory=dict)
    game: str = "blackout"
    offences: float = 0.08
    data: Path | None = None
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Tale:
    """A game played out: the frames to render, the truth and script in the reel, the set-up.

    `codes`: of the stage's loose things, in order; `die` for dice, `??` for a card without face.
    """

    plan: Plan
    stage: Stage
    codes: tuple[str, ...]
    reel: Reel
    setup: dict[str, Any]
