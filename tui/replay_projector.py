"""Which picture of a clip is shown: playing, slowly, or picture by picture."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from tui.replay import Clip, Shot

SLOWLY = 0.25


class Projector:
    """Shows a clip from its beginning; it stands still at its end."""

    def __init__(self, clip: Clip) -> None:
        self.clip = clip
        self.playing = True
        self.slow = False
        self._t = clip.shots[0].t

    @property
    def index(self) -> int:
        """The number of the picture, from 0."""
        return max(0, bisect_right(self.clip.shots, self._t, key=_second) - 1)

    @property
    def from_rest(self) -> float:
        """Seconds after the moment in which the thing lay still, negative before it."""
        return self.clip.shots[self.index].t - self.clip.shots[self.clip.rest].t

    @property
    def shares(self) -> tuple[float, float]:
        """Where the picture is, and the one of the rest, from 0 at the beginning to 1."""
        last = max(1, len(self.clip.shots) - 1)
        return self.index / last, self.clip.rest / last

    def advance(self, seconds: float) -> None:
        """So much time has passed."""
        if self.playing:
            self._t += seconds * (SLOWLY if self.slow else 1.0)
            self.playing = self._t < self.clip.shots[-1].t

    def play(self) -> None:
        """Play or stand still; at the end it begins again."""
        if not self.playing and self.index == len(self.clip.shots) - 1:
            self._t = self.clip.shots[0].t
        self.playing = not self.playing

    def turn_slow(self) -> None:
        """Slowly or as it was; whoever wants it slow wants to see it."""
        self.slow = not self.slow
        if self.slow and not self.playing:
            self.play()

    def move(self, by: int) -> None:
        """To another picture, and stand still there."""
        self.put(self.index + by)

    def seek(self, share: float) -> None:
        """To the picture at this share of all, and stand still there."""
        self.put(round(share * (len(self.clip.shots) - 1)))

    def put(self, index: int) -> None:
        """To the picture with this number or the nearest that there is, and stand still there."""
        self.playing = False
        self._t = self.clip.shots[min(max(0, index), len(self.clip.shots) - 1)].t


def _second(shot: Shot) -> Any:
    return shot.t
