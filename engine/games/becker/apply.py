"""Which rule answers which event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.events import Event, Join, Leave, Set
from engine.games.becker import events as ev
from engine.games.becker import giving, rounds, seats, setting, throws, turns, votes
from engine.games.becker.state import State
from engine.ruling import Context, Ruling
from engine.saying import Saying

Handler = Callable[[State, Any, Context], tuple[State, Ruling]]
Simple = Callable[[State, Any, Saying], State]


def _simple(rule: Simple) -> Handler:
    """A rule that changes the state and says something, as a handler of its event."""

    def handle(state: State, event: Any, context: Context) -> tuple[State, Ruling]:
        say = Saying(context)
        return rule(state, event, say), say.ruling()

    return handle


HANDLERS: Mapping[type[Event], Handler] = {
    ev.Play: throws.play,
    ev.Plays: throws.plays,
    ev.Choose: throws.choose,
    ev.TakeBack: throws.take_back,
    ev.Pass: turns.pass_,
    ev.Passes: turns.passes,
    ev.Give: giving.give,
    ev.Doh: _simple(votes.doh),
    ev.Vote: _simple(votes.vote),
    ev.Accuse: _simple(votes.accuse),
    ev.Reveal: rounds.reveal,
    ev.NextRound: _simple(rounds.next_round),
    Join: _simple(seats.join),
    Leave: _simple(seats.leave),
    Set: _simple(lambda s, e, say: setting.set_state(s, e.values, e.reason, say)),
}
