"""What a ruling of Blackout leaves for people to say, as questions (RULES 0.5)."""

from __future__ import annotations

from engine.games.blackout.state import Need, State
from engine.questions import Choice, Question


def question(state: State) -> Question | None:
    """The question that is open now; None where there is none, or dice have to be seen first.

    A duel is asked about when its dice lie there, so that one answer says all of it.
    """
    if state.held is not None and state.held.kind == "measurement":
        return _measurement(state.held)
    if state.barring is not None:
        return _ban(state, state.barring)
    return _contest(state.contest) if state.contest and not state.over else None


def _measurement(need: Need) -> Question:
    """BLK-19: whose beer has more left in it."""
    answers = tuple(Choice(f"{name}'s is fuller", {"fuller": name}) for name in need.compare)
    return Question("measurement", "Whose beer has more left in it?", answers)


def _ban(state: State, by: str) -> Question:
    """BLK-39: whom the roller of an eight bars from drinking."""
    answers = tuple(
        Choice(f"{name} must not drink", {"ban": name, "by": by})
        for name in state.order
        if name != by
    )
    return Question("ban", f"Whom does {by} bar from drinking?", answers)


def _contest(names: tuple[str, ...]) -> Question:
    """BLK-35: who won the chugging contest."""
    answers = tuple(Choice(f"{name} won", {"chug_winner": name}) for name in names)
    return Question("chug_contest", "Who won the chugging contest?", answers)
