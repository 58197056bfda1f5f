"""Who sits at the table: joining, leaving and being removed (BGD-52, BGD-55, SAF-08)."""

from __future__ import annotations

from engine.events import Join, Leave
from engine.games.becker.giving import released
from engine.games.becker.start import dealt
from engine.games.becker.state import State, seated
from engine.games.becker.turns import end, next_turn
from engine.saying import Saying
from engine.seating import newcomer, room


def join(state: State, event: Join, say: Saying) -> State:
    """Somebody sits down to the left of `after`, and gets cards in the next round."""
    name = newcomer(event, state.present)
    if event.after is not None:
        seated(state, event.after)
    room(state.present, state.house.players[1], say.context.mode)
    say.announce.append(
        f"{name} sits down and gets cards {'in the next round' if state.opened else 'now'}."
    )
    everyone = state.everyone
    if name not in everyone:
        at = len(everyone) if event.after is None else everyone.index(event.after) + 1
        everyone = (*everyone[:at], name, *everyone[at:])
    here = {*state.present, name}
    state = state.but(
        everyone=everyone,
        present=tuple(seat for seat in everyone if seat in here),
        removed=tuple(seat for seat in state.removed if seat != name),
        dealt={**state.dealt, name: 0},
        hands={**state.hands, name: 0},
    )
    return _dealt_again(state, say)


def _dealt_again(state: State, say: Saying) -> State:
    """Before the first card the deal is made again for who is there now (BGD-01)."""
    if state.opened or state.over:
        return state
    dealer = state.dealer if state.dealer in state.present else state.sweeper
    counts = dealt(state.house, state.present, dealer)
    counts = {name: counts.get(name, 0) for name in state.everyone}
    say.announce.append(f"Nothing is thrown yet: {dealer} deals again.")
    return state.but(
        dealer=dealer, dealt=counts, hands=counts, known={}, pick=None, turn=None, first_out=None
    )


def leave(state: State, event: Leave, say: Saying) -> State:
    """Somebody goes; the hand is set aside unseen."""
    seated(state, event.leave)
    say.rules.append("SAF-08")
    say.announce.append(f"{event.leave} leaves the table, the hand is set aside.")
    return out_of_game(state, event.leave, say)


def out_of_game(state: State, player: str, say: Saying) -> State:
    """The state without a player: drinks to give lapse, and play goes on (BGD-52)."""
    pick, held = state.pick, state.held
    state = state.but(
        present=tuple(name for name in state.present if name != player),
        pools=tuple(pool for pool in state.pools if pool.by != player),
        pick=None if pick and pick.by == player else pick,
        held=None if held and held.by == player else held,
    )
    if len(state.present) < 2:
        state = state.but(pools=())
    if state.over:
        return state
    if len(state.present) < 2:
        say.rules.append("BGD-55")
        say.announce.append("Fewer than two players: the game ends.")
        return end(state, "B")
    if not state.opened:
        return _dealt_again(state, say)
    state = next_turn(state, player, say) if state.turn == player else state
    return released(state, say)
