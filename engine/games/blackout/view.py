"""The state of a Blackout table as people and programs are shown it."""

from __future__ import annotations

from typing import Any

from engine.games.blackout.state import State
from engine.words import listed


def need_now(state: State) -> str | None:
    """The `needs` of PROTOCOL section 4: what only people can say, the most urgent first."""
    if state.held:
        return state.held.kind
    if state.reroll or state.order_tied:
        return "reroll"
    if state.barring:
        return "ban"
    if state.toast:
        return "toast"
    return state.needs[-1].kind if state.needs else None


def turn(state: State) -> str | None:
    """Who must act next; None when the game is over or anybody may begin."""
    return None if state.over or state.apocalypse == "on" else state.turn


def view(state: State) -> dict[str, Any]:
    """The keys of the state in every answer; maps name everybody who ever sat here."""
    measured = state.needs[-1].compare if need_now(state) == "measurement" else ()
    return {
        "direction": "left" if state.direction == 1 else "right",
        "echo": list(state.echoes),
        "needs": need_now(state),
        "open_needs": [
            {"need": need.kind, "by": need.roller, "step": need.step} for need in state.needs
        ],
        "compare": list(measured),
        "left": state.left,
        "open": {name: state.open(name) for name in state.everyone},
        "empties": {name: state.finished[name] for name in state.everyone},
        "beerocalypse": {"no": False, "pending": "pending", "on": True}[state.apocalypse],
        "chug": list(state.chug),
        "chug_contest": list(state.contest),
        "tied": list(state.order_tied or state.contest),
        "winner": state.winner,
        "left_table": list(state.gone),
        "beers": state.beers,
    }


def closing(state: State) -> tuple[str, ...]:
    """What is next, in one sentence."""
    if state.over:
        return ("The game is over.",)
    if state.contest:
        return (f"A chugging contest decides between {listed(state.contest)}.",)
    if state.apocalypse == "on":
        return (f"Beerocalypse! {listed(state.chug)} chug what they have open, with pauses.",)
    if state.held and state.held.kind == "duel":
        return (f"Duel: {state.held.roller} names somebody, and each rolls one die.",)
    if state.held:
        return (f"Measurement: whose beer has more left, {' or '.join(state.held.compare)}?",)
    if state.apocalypse == "pending":
        return ("The last beer is open: the Beerocalypse comes at the end of this turn.",)
    if state.order_tied:
        return (f"{listed(state.order_due)} roll again for the order.",)
    if state.order_due:
        return (f"{listed(state.order_due)} roll for the order.",)
    if state.turn is None:
        return ("Anybody may begin.",)
    extra = state.reroll or (
        state.current and state.current.extra and state.current.roller == state.turn
    )
    return (f"{state.turn} rolls again." if extra else f"{state.turn} rolls.",)
