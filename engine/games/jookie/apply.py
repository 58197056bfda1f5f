"""Which rule answers which event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.events import Event, Join, Leave, Set
from engine.games.jookie import bids, deal, info, leads, play, setting, table, takeback
from engine.games.jookie import events as ev
from engine.games.jookie.state import State
from engine.ruling import Context, Ruling
from engine.saying import Saying
from engine.words import shown

Handler = Callable[[State, Any, Context], tuple[State, Ruling]]
Simple = Callable[[State, Any, Saying], State]


def _simple(rule: Simple) -> Handler:
    """A rule that changes the state and says something, as a handler of its event."""

    def handle(state: State, event: Any, context: Context) -> tuple[State, Ruling]:
        say = Saying(context, state.gone)
        return rule(state, event, say), say.ruling()

    return handle


def _set(state: State, event: Set, say: Saying) -> State:
    state = setting.set_state(state, event.values, say)
    say.announce.append(f"Set: {shown(event.reason)}." if event.reason else "Set as on the table.")
    return state


HANDLERS: Mapping[type[Event], Handler] = {
    ev.Deal: deal.deal,
    ev.Misdeal: deal.misdeal,
    ev.Bid: _simple(bids.bid),
    ev.Play: play.play,
    ev.TakeBack: _simple(takeback.take_back),
    ev.OnlyTrumps: leads.only_trumps,
    ev.TrickTaken: takeback.trick_taken,
    ev.Execution: info.execution,
    ev.Ask: info.ask,
    ev.Configure: info.configure,
    Join: _simple(table.join),
    Leave: _simple(table.leave),
    Set: _simple(_set),
}
