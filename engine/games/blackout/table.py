"""Who sits at the table, and what people set by hand (BLK-06, BLK-37, SAF-08)."""

from __future__ import annotations

import msgspec

from engine.events import Join, Leave
from engine.games.blackout import beers, order, turns
from engine.games.blackout.proofs import left_open
from engine.games.blackout.state import State, seated
from engine.ruling import Mode
from engine.saying import Saying
from engine.seating import newcomer, room


def join(state: State, event: Join, say: Saying) -> State:
    """Somebody sits down, to the left of `after`; the number of beers stays (BLK-02)."""
    name = newcomer(event, state.order)
    if event.after is not None:
        seated(state, event.after)
    room(state.order, state.house.players[1], say.context.mode)
    say.announce.append(f"{name} sits down.")
    order_of_play = _inserted(state.order, name, event.after)
    state = _with_place(state, name, event.after)
    if state.order_due and not state.order_tied:
        state = state.but(order_due=(*state.order_due, name))
    state = state.but(order=order_of_play, gone=tuple(n for n in state.gone if n != name))
    return _resumed(state) if state.over and state.apocalypse != "on" else state


def _with_place(state: State, name: str, after: str | None) -> State:
    """Everybody's names and counts with those of somebody new; who comes back keeps theirs."""
    if name in state.everyone:
        return state
    return state.but(
        everyone=_inserted(state.everyone, name, after),
        opened={**state.opened, name: 0},
        finished={**state.finished, name: 0},
        poured={**state.poured, name: 0},
    )


def _resumed(state: State) -> State:
    """A game that ended because too few were left goes on with two."""
    if len(state.order) < 2:
        return state
    turn = state.turn if state.turn in state.order else state.order[0]
    return state.but(over=False, winner=None, turn=turn)


def _inserted(names: tuple[str, ...], name: str, after: str | None) -> tuple[str, ...]:
    at = len(names) if after is None else names.index(after) + 1
    return (*names[:at], name, *names[at:])


def leave(state: State, event: Leave, say: Saying) -> tuple[State, bool]:
    """Somebody goes. Returns the state and whether the seat is given up (BLK-37)."""
    player = event.leave
    seated(state, player)
    say.rules += ["BLK-06", "BLK-37", "SAF-08"]
    open_beers = state.open(player)
    if open_beers > 0 and not event.anyway and say.context.mode is not Mode.STANDS:
        say.facts["must_finish_first"] = True
        say.announce.append(
            f"{player}'s open beer is to be finished first. It may be poured away: leave anyway."
        )
        return state, False
    if open_beers > 0:
        say.proofs.append(left_open(player, open_beers))
    say.announce.append(f"{player} leaves the table.")
    return _seat_given_up(state, player, say), True


def _without(state: State, player: str) -> State:
    """The state without a player's part in what is going on; the turn is still as it was."""

    def rest(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if name != player)

    return state.but(
        poured={**state.poured, player: state.poured[player] + state.open(player)},
        gulps={name: gulps for name, gulps in state.gulps.items() if name != player},
        echo=rest(state.echo),
        needs=tuple(need for need in state.needs if player not in need.compare),
        toast=None if state.toast == player else state.toast,
        barring=None if state.barring == player else state.barring,
        barred={name: rolled for name, rolled in state.barred.items() if name != player},
        gone=(*state.gone, player),
        order_due=rest(state.order_due),
        order_tied=rest(state.order_tied),
        chug=rest(state.chug),
        contest=rest(state.contest),
    )


def _seat_given_up(before: State, player: str, say: Saying) -> State:
    """Takes the seat off and finds who acts next."""
    state, follower = _without(before, player), before.next(player)
    state = state.but(order=tuple(name for name in state.order if name != player))
    turn = state.current
    if turn and turn.roller == player:
        turn = msgspec.structs.replace(turn, roller=follower, extra=False, held=False)
        state = state.but(current=turn)
    if state.turn == player:
        state = state.but(turn=follower, reroll=False)
    if state.over:
        return state
    if len(state.order) < 2:
        return _deserted(state, say)
    if state.apocalypse == "on":
        return _chug_without(state, say)
    if player in before.order_due:
        return _order_without(state)
    return _turn_without(before, state, player, say)


def _turn_without(before: State, state: State, player: str, say: Saying) -> State:
    """Ends the running turn where its roller left, or who the roller was measured with."""
    turn = before.current
    if turn is None:
        return state
    if turn.roller == player:
        return beers.begin_apocalypse(state, say) if state.apocalypse == "pending" else state
    return turns.end_turn(state, say) if before.held and not state.held else state


def _order_without(state: State) -> State:
    """Rolls for who begins go on without who left."""
    alone = len(state.order_tied) == 1
    return order.settled(state.but(order_due=() if alone else state.order_due))


def _chug_without(state: State, say: Saying) -> State:
    if len(state.contest) == 1:
        return state.but(winner=state.contest[0], over=True, contest=())
    return state if state.chug or state.contest else beers.decide(state, {}, say)


def _deserted(state: State, say: Saying) -> State:
    """One player is left: the game ends, and who has most empties has won (BLK-07)."""
    say.announce.append("Fewer than two players: the game ends.")
    winner = beers.decide(state, {}, say).winner
    return state.but(over=True, winner=winner, contest=(), chug=())
