"""A played-out game as a list: each event with the referee's answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.playout import Playout
from engine.referee import Referee

Event = dict[str, Any]
Beat = tuple[Event, dict[str, Any]]
"""An event of PROTOCOL section 4 and the referee's answer."""

LONGEST = 600
"""Events after which a game is cut off."""


def played(referee: Referee, people: Playout) -> list[Beat]:
    """The game to its end, or LONGEST events of it.

    Left out is what no table shows: a card played that is out already, which changes nothing.
    """
    beats = islice(_beats(referee, people), LONGEST)
    return [beat for beat in beats if not _is_double(beat[1])]


def _is_double(answer: dict[str, Any]) -> bool:
    return any(proof["kind"] == "duplicate_card" for proof in answer.get("proofs") or ())


def _beats(referee: Referee, people: Playout) -> Iterator[Beat]:
    while (event := people.next(referee.state)) is not None:
        yield event, referee.submit(event)
