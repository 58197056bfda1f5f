"""The state of a Blackout table as people and programs are shown it."""

from __future__ import annotations

from typing import Any

from engine.games.blackout.state import State
from engine.games.blackout.turns import extra_first
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
    need = need_now(state)
    measured = state.needs[-1].compare if need == "measurement" else ()
    return {
        "direction": "left" if state.direction == 1 else "right",
        "echo": list(state.echoes),
        "needs": need,
        "open_needs": [
            {"need": one.kind, "by": one.roller, "step": one.step} for one in state.needs
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
    """The sentences that say what is next."""
    if state.over:
        return (f"The game is over: {state.winner} wins." if state.winner else "The game is over.",)
    if state.contest:
        return (f"A chugging contest decides between {listed(state.contest)}.",)
    if state.apocalypse == "on":
        return (_chugging(state),)
    if state.apocalypse == "pending":
        last = "The last beer is open: the Beerocalypse comes at the end of this turn."
        rolled = state.current is not None and not state.held and not extra_first(state)
        return (last,) if rolled else (last, _next(state))
    return (_next(state),)


def _chugging(state: State) -> str:
    """Who still chugs, or what is asked when all are done (BLK-33, BLK-35)."""
    chug = [name for name in state.chug if state.open(name) > 0 or not state.known]
    if not chug:
        return f"Who finished first, {' or '.join(state.chug)}?"
    verb = "chugs" if len(chug) == 1 else "chug"
    return f"Beerocalypse! {listed(chug)} {verb} what is open, with pauses."


def _next(state: State) -> str:
    """What has to be done now, and by whom."""
    held, due = state.held, state.order_due
    if held and held.kind == "duel":
        return f"{held.roller} names somebody to duel with, and each rolls one die."
    if held:
        return f"Measurement: whose beer has more left, {' or '.join(held.compare)}?"
    if due:
        verb = "rolls" if len(due) == 1 else "roll"
        return f"{listed(due)} {verb} {'again ' if state.order_tied else ''}for the order."
    if state.turn is None:
        return "Anybody may begin."
    extra = state.current and state.current.extra and state.current.roller == state.turn
    return f"{state.turn} rolls again." if state.reroll or extra else f"{state.turn} rolls."
