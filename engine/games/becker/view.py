"""The state of a Becker table as people and programs are shown it."""

from __future__ import annotations

from typing import Any

from engine.codes import named
from engine.games.becker.effects import gives_line
from engine.games.becker.state import State
from engine.words import listed


def leader(state: State) -> str | None:
    """Who has to lead now; None while a card lies there, and before the first one."""
    empty = state.top is None and state.opened and state.over is None
    return state.turn if empty else None


def view(state: State) -> dict[str, Any]:
    """The keys of the state in every answer; maps name everybody who ever sat here."""
    return {
        "may_play": state.may_play,
        "over": state.over,
        "needs": "choose" if state.pick else None,
        "choices": list(state.pick.cards) if state.pick else [],
        "lead": leader(state),
        "dealer": state.dealer,
        "sweeper": state.sweeper,
        "round": state.round,
        "direction": "clockwise" if state.direction == 1 else "anticlockwise",
        "top": state.top,
        "hands": {name: state.hands[name] for name in state.everyone},
        "gives": [{"by": pool.by, "n": pool.n} for pool in state.pools],
        "first_out": state.first_out,
        "out_of_game": [name for name in state.everyone if name not in state.present],
    }


def closing(state: State) -> tuple[str, ...]:
    """The sentences that say what is next."""
    gives = tuple(map(gives_line, state.pools))
    if state.over:
        return (*gives, _last(state))
    if state.pick:
        cards = listed([f"the {named(card)}" for card in state.pick.cards])
        return (f"{state.pick.by} chooses which card stays: {cards}.",)
    return (*gives, _next(state))


def _last(state: State) -> str:
    if all(name in state.revealed for name in state.present):
        return f"The game is over: {state.sweeper} deals the next round."
    return "The game is over: show your hands, black faces cost what they give."


def _next(state: State) -> str:
    if not state.opened:
        return "Whoever holds the 2 of diamonds opens."
    if state.turn is None:
        return "Who acts next is not known."
    if state.top is None:
        return f"{state.turn} waits, then leads." if state.pools else f"{state.turn} leads."
    return f"{state.turn} waits." if state.pools else f"{state.turn} to act."
