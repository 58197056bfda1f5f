"""The state of a Five Alive table as people and programs are shown it."""

from __future__ import annotations

from typing import Any

from engine.games.fivealive.cards import coded, named
from engine.games.fivealive.state import State
from engine.words import listed


def need_now(state: State) -> str | None:
    """The `needs` of PROTOCOL section 4: what only people can say."""
    if state.unrevealed:
        return "reveal"
    if state.over:
        return None
    if state.bomb is not None:
        return "bomb"
    return "choose" if state.several else None


def waits_for(state: State) -> tuple[str, ...]:
    """Whose word `needs` waits for."""
    needs = need_now(state)
    if needs == "bomb" and state.bomb is not None:
        return state.bomb.due
    return {"reveal": state.unrevealed, "choose": (state.turn,)}.get(needs or "", ())


def turn(state: State) -> str | None:
    """Who must act next: while a Bomb is answered, who plays after it; None at the end."""
    return None if state.over else state.turn


def view(state: State) -> dict[str, Any]:
    """The keys of the state in every answer; `hands` names those in the game."""
    return {
        "total": state.total,
        "direction": state.direction,
        "lives": dict(state.lives),
        "hands": {name: state.hands[name] for name in state.order},
        "needs": need_now(state),
        "from": list(waits_for(state)),
        "open_needs": [
            {"need": "bomb", "by": one.by, "step": one.step, "from": list(one.due)}
            for one in state.open
        ],
        "choices": [coded(card) for card in state.several],
        "top": coded(state.top.card) if state.top is not None else None,
        "dealer": state.dealer,
        "stock": state.stock,
        "game_over": state.over,
        "winner": state.winner,
        "tied": list(state.tied),
        "hand_values": dict(state.values),
        "teams": {team: list(state.members(team)) for team in state.house.teams},
        "left_table": list(state.gone),
    }


def closing(state: State) -> tuple[str, ...]:
    """The sentence that says what is next (RULES 0.7)."""
    if state.over:
        return (_end(state),)
    if state.bomb is not None:
        return (f"Bomb: a 0 or a letter from {listed(state.bomb.due)}.",)
    if state.several:
        return (f"{state.turn} plays one: {' or '.join(map(named, state.several))}.",)
    return (f"Total {state.total}. {state.turn} to play.",)


def _end(state: State) -> str:
    if state.unrevealed:
        return f"{listed(state.tied)} are tied: the numbers in hand of {listed(state.unrevealed)}?"
    if state.tied:
        return f"{listed(state.tied)} share the win."
    return f"The game is over: {state.winner} wins." if state.winner else "The game is over."
