"""Which rule answers which event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.events import Event, Join, Leave, Set
from engine.games.blackout import beers, needs, order, rolls, setting, table, turns
from engine.games.blackout import events as ev
from engine.games.blackout.state import State, seated
from engine.ruling import Context, Refused, Ruling
from engine.saying import Saying
from engine.words import shown

Handler = Callable[[State, Any, Context], tuple[State, Ruling]]
Simple = Callable[[State, Any, Saying], State]


def _simple(rule: Simple) -> Handler:
    """A rule that changes the state and says something, as a handler of its event."""

    def handle(state: State, event: Any, context: Context) -> tuple[State, Ruling]:
        say = Saying(context, state.barred)
        return rule(state, event, say), say.ruling()

    return handle


def _toast(state: State, event: ev.Toast, say: Saying) -> State:
    seated(state, event.toast)
    if state.toast != event.toast:
        raise Refused("no_toast", f"{event.toast} has no toast to propose.")
    say.rules.append("BLK-15")
    return state.but(toast=None)


def _leave(state: State, event: Leave, context: Context) -> tuple[State, Ruling]:
    say = Saying(context, state.barred)
    state, gone = table.leave(state, event, say)
    return state, say.ruling(inert=not gone)


def _ask(state: State, event: ev.Ask, context: Context) -> tuple[State, Ruling]:
    if event.ask != "beers":
        raise Refused("unknown_ask", 'Blackout answers {"ask": "beers"}.')
    say = Saying(context)
    players = len(state.order) if event.players is None else event.players
    low, high = state.house.players
    if not low <= players <= high:
        raise Refused("player_count", f"Blackout takes {low} to {high} players.")
    say.facts["value"] = state.house.beers(players)
    say.rules.append("BLK-02")
    say.announce.append(f"{players} players need {state.house.beers(players)} beers.")
    return state, say.ruling(inert=True)


def _set(state: State, event: Set, say: Saying) -> State:
    state = setting.set_state(state, event.values, say)
    say.announce.append(f"Set: {shown(event.reason)}." if event.reason else "Set as on the table.")
    return state


HANDLERS: Mapping[type[Event], Handler] = {
    ev.Roll: rolls.roll,
    ev.BadRoll: rolls.bad_roll,
    ev.Ask: _ask,
    Leave: _leave,
    Set: _simple(_set),
    Join: _simple(table.join),
    ev.Toast: _simple(_toast),
    ev.Order: _simple(lambda s, e, say: order.order(s, e.order, say)),
    ev.Duel: _simple(lambda s, e, say: needs.duel(s, e.duel, say)),
    ev.Fuller: _simple(lambda s, e, say: needs.fuller(s, e.fuller, say)),
    ev.Ban: _simple(lambda s, e, say: needs.bar(s, e.ban, e.by, say)),
    ev.Opened: _simple(lambda s, e, say: beers.opened(s, e.opened, say)),
    ev.Finished: _simple(lambda s, e, say: beers.finished(s, e.finished, say)),
    ev.TurnDone: _simple(lambda s, e, say: turns.turn_done(s, e.turn_done, say)),
    ev.FinishOrder: _simple(lambda s, e, say: beers.finish_order(s, e.finish_order, say)),
    ev.ChugWinner: _simple(lambda s, e, say: beers.chug_winner(s, e.chug_winner, say)),
}
