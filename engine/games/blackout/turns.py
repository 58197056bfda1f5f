"""Whose turn it is, how a turn ends, and when the direction reverses (BLK-10 to BLK-12)."""

from __future__ import annotations

import msgspec

from engine.games.blackout import beers
from engine.games.blackout.proofs import wrong_roller
from engine.games.blackout.state import State, going, not_over, seated
from engine.ruling import Context, Mode, Refused
from engine.saying import Saying


def may_roll(state: State, player: str, context: Context) -> None:
    """Raises `Refused` where `player` must not roll now; what was rolled already stands."""
    seated(state, player)
    if context.mode is not Mode.LIVE:
        return
    going(state, context.mode)
    if state.order_due:
        waits = ", ".join(state.order_due)
        raise Refused("order_open", f"Who begins is still open: {waits} to roll for it.")
    if state.turn not in (None, player):
        if state.apocalypse == "pending":
            raise Refused("out_of_turn", f"The last beer is open: first {state.turn}'s turn ends.")
        message = f"It is {state.turn}'s turn, not {player}'s."
        raise Refused("out_of_turn", message, (wrong_roller(state, player),))
    if state.held:
        raise Refused(f"needs_{state.held.kind}", f"First the {state.held.kind} of this turn.")
    if state.apocalypse == "pending" and state.current and not extra_first(state):
        raise Refused("beerocalypse", "The last beer is open: this turn ends, then all chug.")


def extra_first(state: State) -> bool:
    """BLK-34: whether an extra turn that is due comes before the Beerocalypse."""
    return bool(state.current and state.current.extra) and not state.house.beerocalypse_first


def resumed(state: State, context: Context) -> State:
    """What a roll finds when it stands although the corrected record would not have had it.

    The table played on: an open need stays open, an order not decided is dropped, and a game
    that had ended goes on to the end of this turn.
    """
    if state.held:
        state = end_turn(state.but(apocalypse="no"), Saying(context)).but(
            apocalypse=state.apocalypse
        )
    if state.order_due:
        state = state.but(order_due=(), order_tied=())
    if state.apocalypse == "on" or state.over:
        waits = "pending" if state.apocalypse == "on" else state.apocalypse
        state = state.but(apocalypse=waits, over=False, winner=None, chug=(), contest=())
    return state


def repeats(state: State, pair: tuple[int, int]) -> tuple[bool, bool]:
    """Whether a roll reverses the direction, and whether it belongs to a run of equal rolls."""
    same = state.last is not None and _key(state, pair) == _key(state, state.last)
    return same and (state.house.repeat_chain or not state.chained), same


def _key(state: State, pair: tuple[int, int]) -> object:
    if state.house.repeat == "ordered":
        return pair
    return sum(pair) if state.house.repeat == "sum" else sorted(pair)


def end_turn(state: State, say: Saying) -> State:
    """Ends the running turn: Beerocalypse, or reversal and the next turn (BLK-33, BLK-34)."""
    turn = state.current
    assert turn is not None
    state = state.but(current=msgspec.structs.replace(turn, held=False))
    if state.apocalypse == "pending" and not extra_first(state):
        return beers.begin_apocalypse(state, say)
    if turn.repeats:
        state = state.but(direction=-state.direction)
        say.facts["reversed"] = True
        say.rules.append("BLK-10")
        say.announce.append("Direction reverses.")
    if turn.extra:
        say.facts["extra_turn"] = True
        return state.but(turn=turn.roller)
    return state.but(turn=state.next(turn.roller))


def turn_done(state: State, player: str, say: Saying) -> State:
    """The drinks of a turn are drunk. A need that nobody answered stays open in the record.

    Of a turn that has ended already, with the Beerocalypse too, it says nothing new.
    """
    seated(state, player)
    not_over(state, say.context.mode)
    if state.current is None:
        raise Refused("not_rolled", f"{player} has not rolled yet.")
    if state.current.roller != player:
        code = "not_rolled" if player == state.turn else "out_of_turn"
        raise Refused(code, f"The turn that runs is {state.current.roller}'s.")
    state = state.but(toast=None)
    if state.held:
        return end_turn(state, say)
    if state.apocalypse == "pending" and not extra_first(state):
        return beers.begin_apocalypse(state, say)
    return state
