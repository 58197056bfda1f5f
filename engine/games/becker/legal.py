"""What may be done at a table of Becker's game now, for people who want a ruling explained."""

from __future__ import annotations

from collections.abc import Iterator

from engine.codes import named_rank, named_suit
from engine.games.becker.effects import gives_line
from engine.games.becker.state import State


def legal(state: State) -> tuple[str, ...]:
    """One short sentence for each thing that may be done now."""
    return (*_play(state), "Anybody may call a D'oh, a vote, an accusation, or leave.")


def _play(state: State) -> Iterator[str]:
    for pool in state.pools:
        yield f"{gives_line(pool)} Nobody throws or passes before (BGD-16, BGD-18)."
    if state.over:
        yield "Hands are shown, black faces cost what they give (BGD-38)."
        yield f"{state.sweeper} deals the next round (BGD-39)."
    elif state.pick:
        yield f"{state.pick.by} chooses which of the cards stays (BGD-44)."
    elif not state.opened:
        any_card = state.house.open_any
        what = "with any card" if any_card else "with it"
        yield f"The holder of the 2 of diamonds opens {what} (BGD-03)."
    elif not state.pools:
        yield from _throw(state)


def _throw(state: State) -> Iterator[str]:
    player = state.turn or "Whoever is in turn"
    if state.top is not None:
        rank, suit = named_rank(state.top[0]), named_suit(state.top[1])
        yield f"{player} throws {suit} or any {rank} (BGD-06)."
        yield f"{player} passes with neither, and drinks 1 (BGD-08)."
    elif state.swept is not None:
        yield f"{player} leads {named_suit(state.swept[1])}, or passes without any (BGD-07)."
    else:
        yield f"{player} leads any card (BGD-07)."
