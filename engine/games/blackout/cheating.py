"""Cheats at a Blackout table that the public record proves with the event itself (RULES 3.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.blackout.state import State
from engine.questions import Event


class Cheat(NamedTuple):
    """A cheat that is possible now, and the kind of proof that its event brings."""

    kind: str
    player: str
    event: Event


def opportunities(state: State, pair: list[int]) -> list[Cheat]:
    """All cheats that are possible now; `pair` are the dice that a cheat would roll."""
    if state.apocalypse != "no" or state.order_due or state.turn is None:
        return []
    return [*_rolling(state, pair), *_opening(state), *_leaving(state)]


def _rolling(state: State, pair: list[int]) -> Iterator[Cheat]:
    """BLK-P2 and BLK-P3: somebody rolls who is not in turn."""
    last = state.current.roller if state.current else None
    for name in state.order:
        if name != state.turn:
            kind = "rolled_again" if name == last else "wrong_roller"
            yield Cheat(kind, name, {"roll": pair, "by": name})


def _opening(state: State) -> Iterator[Cheat]:
    """BLK-P4 and BLK-P6: a second beer, or one that nothing was owed for."""
    if state.left < 2:
        return
    for name in state.order:
        if state.open(name) > 0:
            yield Cheat("beer_count", name, {"opened": name})
        elif state.current and name not in state.current.owes:
            yield Cheat("opened_early", name, {"opened": name})


def _leaving(state: State) -> Iterator[Cheat]:
    """BLK-P7: somebody leaves with an open beer."""
    for name in state.order if len(state.order) > 2 else ():
        if state.open(name) > 0:
            yield Cheat("left_open_beer", name, {"leave": name, "anyway": True})
