"""The state of a Jookie table as people and programs are shown it."""

from __future__ import annotations

from typing import Any

from engine.games.jookie.rounds import ranking
from engine.games.jookie.state import ROUNDS, State
from engine.words import counted, listed


def turn(state: State) -> str | None:
    """Who must act next; None when the game is over or somebody has to sit down first."""
    if state.over or needs(state) == "player":
        return None
    hand = state.hand
    return state.dealer if hand is None or hand.over else hand.turn


def needs(state: State) -> str | None:
    """The `needs` of PROTOCOL section 4: what only people can say."""
    hand = state.hand
    if state.over:
        return None
    if hand is not None and not hand.over:
        if hand.absent:
            return "player"
        return "only_trumps" if hand.pending is not None else None
    return None if len(state.seats) in ROUNDS else "player"


def phase(state: State) -> str:
    """What is going on: `deal`, `bids`, `play`, or `over`."""
    if state.over:
        return "over"
    hand = state.hand
    if hand is None or hand.over:
        return "deal"
    return "play" if hand.bidder is None else "bids"


def view(state: State) -> dict[str, Any]:
    """The keys of the state in every answer; maps name everybody who ever sat here."""
    hand = state.hand
    first = ranking(state) if state.over else ()
    return {
        "phase": phase(state),
        "round": state.round,
        "rounds": state.rounds,
        "dealer": state.dealer,
        "next_dealer": _next_dealer(state),
        "hand_size": state.size,
        "trump": hand.trump if hand else None,
        "turn_up": hand.turned if hand else None,
        "bidder": hand.bidder if hand else None,
        "bids": _named(state, hand.bids if hand else {}, None),
        "table": [{"card": one.card, "by": one.player} for one in hand.laid] if hand else [],
        "broken": hand.broken if hand else False,
        "tricks": _named(state, hand.won if hand else {}, 0),
        "score": dict(state.score),
        "needs": needs(state),
        "executions": dict(state.executions),
        "misdeals": state.misdeals,
        "execution_drink": state.drink or None,
        "game_over": state.over,
        "winner": first[0] if len(first) == 1 else None,
        "tied": list(first) if len(first) > 1 else [],
        "left_table": list(state.gone),
    }


def _named(state: State, values: dict[str, int], otherwise: int | None) -> dict[str, int | None]:
    return {name: values.get(name, otherwise) for name in state.everyone}


def _next_dealer(state: State) -> str | None:
    """Who deals the next round; None after the last (JKE-08)."""
    if not state.playing:
        return None if state.over else state.dealer
    return None if state.round >= state.rounds else state.left_of(state.dealer)


def closing(state: State) -> tuple[str, ...]:
    """The sentences that say what is next."""
    hand = state.hand
    if state.over:
        return (_result(state),)
    if hand is not None and not hand.over and hand.absent:
        return (f"{listed(hand.absent)} left: somebody takes the cards, or the round is dealt "
                "anew.",)  # fmt: skip
    if len(state.seats) not in ROUNDS:
        return ("Jookie needs four or five players.",)
    if hand is None or hand.over:
        cards = counted(state.size, "cards")
        return (f"{state.dealer} deals round {state.round}: {cards} each.",)
    if hand.bidder is not None:
        return (f"{hand.bidder} bids, 0 to {hand.size}.",)
    if hand.pending is not None:
        return (f"Has {hand.pending.player} only trumps?",)
    return (f"{hand.turn} to play." if hand.laid else f"{hand.turn} leads.",)


def _result(state: State) -> str:
    first = ranking(state)
    points = state.score.get(first[0], 0) if first else 0
    if len(first) == 1:
        return f"The game is over: {first[0]} wins with {points}."
    return f"The game is over: {listed(first)} share the win with {points}."
