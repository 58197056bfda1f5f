"""Simulated people who play a game, with the hands and dice that no referee sees.

A playout gives one event after the other, as a table of people would. Tests, `odds` and the
table simulator play with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from engine.questions import Event


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How the people play.

    `sense`: `random` takes any legal event, `sensible` what a person would who wants to drink
    little. `cheating`: the chance (0..1) with which an opportunity to cheat is taken.
    """

    sense: Literal["random", "sensible"] = "random"
    cheating: float = 0.0


class Planted(msgspec.Struct, frozen=True, kw_only=True):
    """A cheat that was played: the kind of proof that shows it, and by whom.

    `event` counts the playout's events from 1; `shown` is the event with which the public record
    can prove it, None as long as it cannot.
    """

    kind: str
    player: str
    event: int
    shown: int | None = None


class Playout(Protocol):
    """One simulated game of a table."""

    @property
    def planted(self) -> Sequence[Planted]:
        """The cheats so far."""

    def next(self, state: Any) -> Event | None:
        """The next event of PROTOCOL section 4; None when the game is over.

        `state`: the game's state after the event before (the referee's `state`).
        """
