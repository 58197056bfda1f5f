"""The state that a set-up describes (PROTOCOL section 4: `round`, `hand_size`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.jookie.state import DECK_SIZE, ROUNDS, State, hand_size
from engine.games.jookie.switches import house_of
from engine.house import HouseError
from engine.words import shown

if TYPE_CHECKING:
    from engine.setup import Setup


def start(setup: Setup) -> State:
    """The table to begin with; raises `HouseError` where the set-up contradicts itself."""
    names, given = setup.players, setup.start
    players = len(names)
    number = _whole("round", given.get("round", 1), ROUNDS[players])
    size = given.get("hand_size")
    if size is not None:
        size = _whole("hand_size", size, DECK_SIZE // players)
    return State(
        house=house_of(setup.house),
        everyone=names,
        seats=names,
        dealer=setup.dealer or names[-1],
        round=number,
        size_due=size if size != hand_size(number) else None,
        score=dict.fromkeys(names, 0),
        executions=dict.fromkeys(names, 0),
    )


def _whole(key: str, raw: Any, most: int) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool) and 1 <= raw <= most:
        return raw
    raise HouseError(f"`{key}` is a whole number from 1 to {most}, not {shown(raw)}.")
