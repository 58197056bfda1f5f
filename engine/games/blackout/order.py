"""Rolls for who begins (BLK-08)."""

from __future__ import annotations

from engine.games.blackout.state import State, going, seated
from engine.ruling import Refused
from engine.saying import Saying
from engine.words import listed


def order(state: State, rolls: dict[str, tuple[int, int]], say: Saying) -> State:
    """Takes order rolls, of all players or of some; ties roll again."""
    going(state, say.context.mode)
    if state.current is not None:
        raise Refused("already_started", "The game has begun; its order is decided.")
    state = state if state.order_due else _afresh(state)
    for name in rolls:
        seated(state, name)
        if name not in state.order_due:
            raise Refused("not_due", f"{listed(state.order_due)} roll for the order now.")
    sums = dict(state.order_sums)
    for name, pair in rolls.items():
        sums[name] = (*sums.get(name, ()), sum(pair))
    due = tuple(name for name in state.order_due if name not in rolls)
    say.rules.append("BLK-08")
    return settled(state.but(order_sums=sums, order_due=due))


def _afresh(state: State) -> State:
    return state.but(order_sums={}, order_due=state.order, order_tied=())


def settled(state: State) -> State:
    """Decides the order once everybody due has rolled, or has the tied players roll again."""
    if state.order_due:
        return state.but(turn=state.order_due[0])
    sums = {name: state.order_sums.get(name, (0,)) for name in state.order}
    groups: dict[tuple[int, ...], list[str]] = {}
    for name in state.order:
        groups.setdefault(sums[name], []).append(name)
    ranked = sorted(groups, reverse=True)
    undecided = ranked if state.house.order == "sorted" else ranked[:1]
    tied = tuple(n for key in undecided if len(groups[key]) > 1 for n in groups[key])
    if tied:
        return state.but(order_due=tied, order_tied=tied, turn=tied[0])
    sequence = tuple(groups[key][0] for key in ranked)
    sorted_play = state.house.order == "sorted"
    return state.but(
        order=sequence if sorted_play else state.order, turn=sequence[0], order_tied=()
    )
