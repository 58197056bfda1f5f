"""What a ruling of Becker's game leaves for people to say, as questions (RULES 0.5)."""

from __future__ import annotations

from engine.codes import named
from engine.games.becker.state import Pick, Pool, State
from engine.questions import Choice, Question
from engine.words import counted


def question(state: State) -> Question | None:
    """The question that is open now; None where there is none."""
    if state.pick is not None:
        return _choice(state.pick)
    return _give(state, state.pools[0]) if state.pools else None


def _choice(pick: Pick) -> Question:
    """BGD-44: which of several cards stays."""
    answers = tuple(
        Choice(f"the {named(card)}", {"choose": card, "by": pick.by}) for card in pick.cards
    )
    return Question("choose", f"Which card does {pick.by} throw?", answers)


def _give(state: State, pool: Pool) -> Question:
    """BGD-16: who gets the drinks; people often give them aloud."""
    others = [name for name in state.present if name != pool.by or state.house.give_self]
    answers = (
        *(Choice(f"all to {name}", {"give": {name: pool.n}, "by": pool.by}) for name in others),
        Choice("they were given aloud", {"give": None, "by": pool.by}),
    )
    return Question("give", f"Who gets {pool.by}'s {counted(pool.n, 'drinks')}?", answers)
