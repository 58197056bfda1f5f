"""What cards on the table mean in a game of Five Alive (RULES 0.4, 0.5 and 4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.fivealive.state import State
from engine.questions import Interpretation
from engine.seen import Seen


def interpret(state: State, seen: Seen, before: Sequence[Seen] = ()) -> Interpretation:
    """Nothing yet."""
    return None
