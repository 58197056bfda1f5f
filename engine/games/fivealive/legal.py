"""What may be done now, in words (for `explain`)."""

from __future__ import annotations

from engine.games.fivealive.cards import LIMIT, named
from engine.games.fivealive.state import State
from engine.games.fivealive.view import need_now, waits_for
from engine.words import listed


def legal(state: State) -> tuple[str, ...]:
    """One short sentence for each thing that is in order."""
    needs, names = need_now(state), waits_for(state)
    if needs == "bomb":
        return tuple(f"{name} discards a 0 or flips a letter (FAL-23)." for name in names)
    if needs == "reveal":
        return (f"{listed(names)} show their hands (FAL-35).",)
    if state.over:
        return ("Nothing: the game is over.",)
    if needs == "choose":
        cards = " or ".join(map(named, state.several))
        return (f"{state.turn} plays one of them: {cards} (FAL-33).",)
    most = min(7, LIMIT - state.total)
    numbers = f"a number up to {most}" if most else "a 0"
    return (
        f"{state.turn} plays {numbers} (FAL-07) or any wild card (FAL-11).",
        f"{state.turn} flips a letter (FAL-10).",
    )
