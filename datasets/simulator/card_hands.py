"""What all hands that move cards have in common: how they reach, hold, let go and are filmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from datasets.simulator.actor import SHUTTER, Actor, Array, parked
from datasets.simulator.glide import Glide
from datasets.simulator.hand import Path
from datasets.simulator.held import GRIP, PALM, Hold, Track, taken, then
from datasets.simulator.loose import CARD_THICKNESS
from datasets.simulator.lying import Spot, Tabletop
from datasets.simulator.reel import Shot

_BLURS = 4
"""Moments of the shutter's time that are mixed where a card flies."""
_SHARP = 0.002
"""Metres that a card may move in the shutter's time without being smeared."""


@dataclass(slots=True)
class CardHands(Actor):
    """Knows what lies where; numbers of cards are those of the stage's loose things."""

    top: Tabletop = field(default_factory=Tabletop)

    def _way(self, path: Path) -> Array:
        """(3,) the direction in which the arm reaches in."""
        way = (path.keys[0][1] - path.shoulder) * [1, 1, 0]
        return np.asarray(way / np.linalg.norm(way))

    def _ground(self, spot: Spot) -> float:
        """The height of what lies at a spot."""
        return float(self.top.plane_under(spot).height(spot.xy[None])[0])

    def _over(self, path: Path, card: int) -> Array:
        """The hand's place when its fingertips lie on a card that lies."""
        pose = self.things[card]
        reach = (pose[:3] - path.shoulder) * [1, 1, 0]
        return np.asarray(pose[:3] - reach / np.linalg.norm(reach) * GRIP + [0, 0, PALM])

    def _at(self, path: Path, spot: Spot, cards: int) -> Array:
        """The hand's place when it lays a pack at a spot."""
        middle = np.array([spot.x, spot.y, self._ground(spot)])
        reach = (middle - path.shoulder) * [1, 1, 0]
        return np.asarray(
            middle - reach / np.linalg.norm(reach) * GRIP + [0, 0, PALM + cards * CARD_THICKNESS]
        )

    def _turn_in(self, path: Path, card: int, moment: float) -> float:
        """The turn of a card that lies, against the hand that takes it."""
        return self.top.lying[card][0].turn + np.pi / 2 - path.at(moment).yaw

    def _lifted(self, path: Path, card: int, grab: float, hold: Hold) -> dict[int, Track]:
        """Tracks of a card that is taken and of those that sink because of it."""
        lying, up = self.things[card].copy(), self.top.lying[card][0].up
        sinking = self.top.lift(card)
        tracks = {i: self._still_then(i, new, grab) for i, new in sinking.items()}
        return {**tracks, card: taken(path, replace(hold, up=up), lying, grab)}

    @staticmethod
    def _held(path: Path, hold: Hold) -> Track:
        return lambda t: hold.pose(path.at(t), t)

    def _gliding(self, glide: Glide, moment: float, without: frozenset[int]) -> Track:
        return lambda t: glide.pose(t - moment, self.top, without)

    def _still_then(self, card: int, later: Array, moment: float) -> Track:
        return then(still(self.things[card].copy()), moment, still(later))

    def _park(self, cards: Sequence[int]) -> None:
        """Takes cards off the stage."""
        for card in cards:
            if card in self.top.lying:
                for i, pose in self.top.lift(card).items():
                    self.things[i] = pose
        self.things = self.things.copy()
        self.things[list(cards)] = parked(len(self.things))[list(cards)]

    def _gone(self, tracks: dict[int, Track], begin: float, end: float) -> float:
        """The first moment from which on none of the cards is in the picture."""
        for t in np.arange(end, begin, -0.5 / self.reel.fps):
            if any(self.stage.view.shows(track(t)[:3], -0.06) for track in tracks.values()):
                return float(t + 0.5 / self.reel.fps)
        return begin

    def _act(self, player: str, path: Path, tracks: dict[int, Track], seconds: float) -> None:
        """Films the hand and the cards that move; they stay where they are at the end."""
        base = self.things

        def things(t: float) -> Array:
            poses = base.copy()
            for card, track in tracks.items():
                poses[card] = track(t)
            return poses

        def shot(t: float) -> Shot:
            now, before = things(t), things(max(0.0, t - SHUTTER))
            moved = float(np.abs(now[:, :3] - before[:, :3]).max())
            blur = None
            if moved > _SHARP and t > SHUTTER:
                parts = np.arange(_BLURS, 0, -1) / _BLURS
                blur = np.array([things(t - part * SHUTTER) for part in parts])
            return Shot(now, path.at(t).bodies(), blur=blur)

        self._film(seconds, self._leaving(shot, path), player)
        self.things = things(seconds + 1)


def still(pose: Array) -> Track:
    """A card that does not move."""
    return lambda _: pose
