"""Which rule answers which event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.events import Event, Join, Leave, Set
from engine.games.fivealive import bombs, ends, plays, setting, table
from engine.games.fivealive import events as ev
from engine.games.fivealive.state import State
from engine.games.fivealive.telling import Telling
from engine.ruling import Context, Ruling

RULES: Mapping[type[Event], Callable[[State, Any, Telling], State]] = {
    ev.Play: plays.play,
    ev.Plays: plays.several,
    ev.Choose: plays.choose,
    ev.Flip: plays.flip,
    ev.Left: plays.left,
    ev.Answers: lambda state, event, say: bombs.answers(state, event.bomb, say),
    ev.Reveal: ends.reveal,
    ev.LastCard: ends.last_card,
    ev.Letters: ends.count_letters,
    ev.Drew: ends.drew,
    Join: table.join,
    Leave: table.leave,
    Set: setting.set_state,
}


def apply(state: State, event: Event, context: Context) -> tuple[State, Ruling]:
    """The next state and the ruling; the first one also says what is amiss with the seats."""
    say = Telling(context)
    after = RULES[type(event)](state, event, say)
    if after.unsaid:
        say.announce += after.unsaid
        after = after.but(unsaid=())
    return after, say.told(after)
