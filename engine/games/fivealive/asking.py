"""What a ruling of Five Alive leaves for people to say, as questions (RULES 0.5)."""

from __future__ import annotations

from engine.games.fivealive.cards import coded, named
from engine.games.fivealive.state import State
from engine.questions import Choice, Question


def question(state: State) -> Question | None:
    """The question that is open now. Hands that decide a tie are many cards: they are shown to
    the camera or entered, not asked about."""
    if state.over:
        return None
    if state.bomb is not None and state.bomb.due:
        return _bomb(state.bomb.due[0])
    return _several(state) if state.several else None


def _bomb(name: str) -> Question:
    """FAL-24: one player after the other, since each answer is one key."""
    answers = (
        Choice(f"{name} discards a 0", {"bomb": {name: "zero"}}),
        Choice(f"{name} has none and flips a letter", {"bomb": {name: "none"}}),
    )
    return Question("bomb", f"Bomb: has {name} a 0?", answers)


def _several(state: State) -> Question:
    """FAL-33: which of several cards stays."""
    answers = tuple(
        Choice(f"{named(card)} stays", {"choose": coded(card), "by": state.turn})
        for card in dict.fromkeys(state.several)
    )
    return Question("choose", f"Which card does {state.turn} play?", answers)
