"""Whose turn it is, passing, sweeps and how the game ends (RULES 1.2, 1.6, 1.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.becker.events import Pass, Passes
from engine.games.becker.proofs import counted_pass, group_pass, known_passes
from engine.games.becker.state import Ending, Passed, State, not_over, seated
from engine.ruling import Context, Mode, Refused, Ruling
from engine.saying import Saying


def next_turn(state: State, player: str, say: Saying) -> State:
    """Who acts after `player`: the next seat with cards, unless play has come round before."""
    for name in state.seats_after(player):
        if name == state.first_out:
            say.rules += ["BGD-36"] if state.anchor != name else ["BGD-34", "BGD-36"]
            return end(state, "B")
        if name == state.anchor:
            return _come_round(state, say)
        if state.active(name):
            return state.but(turn=name)
    return end(state, "B")


def _come_round(state: State, say: Saying) -> State:
    """Everybody else has passed: the last thrower leads, or the seat to the left (BGD-33, -52)."""
    assert state.anchor is not None
    seats = (state.anchor, *state.seats_after(state.anchor))
    leader = next((name for name in seats if state.active(name)), None)
    if leader is None:
        return end(state, "B")
    if state.top is None:
        return state.but(swept=None, turn=leader, anchor=leader, idle=())
    say.rules.append("BGD-33")
    say.proofs += group_pass(state)
    return sweep(state, leader, say)


def sweep(state: State, leader: str, say: Saying) -> State:
    """The pile is swept off and `leader` restarts (BGD-24, BGD-29, BGD-33)."""
    say.facts["sweep"] = True
    say.rules.append("BGD-29")
    say.announce.append(f"Sweep: {state.sweeper}.")
    follow = state.top if state.house.restart == "same_suit" else None
    across = state.house.social_across_sweep
    return state.but(
        top=None,
        thrower=None,
        anchor=leader,
        turn=leader,
        swept=follow,
        idle=(),
        run=state.run if across else 0,
    )


def end(state: State, ending: Ending) -> State:
    """The game is over (BGD-35, BGD-36, BGD-55)."""
    return state.but(over=ending, turn=None, pick=None, held=None)


def resumed(state: State, player: str) -> State:
    """What a move finds that stands whatever the corrected record would have had: the table
    took it as `player`'s turn, and the game as going on."""
    return state.but(over=None, pick=None, turn=player)


def pass_(state: State, event: Pass, context: Context) -> tuple[State, Ruling]:
    """A player cannot throw (BGD-08)."""
    return _passed(state, (event.player,), context)


def passes(state: State, event: Passes, context: Context) -> tuple[State, Ruling]:
    """Players passed one after the other, and nobody said so."""
    return _passed(state, event.passes, context)


def _passed(state: State, names: Sequence[str], context: Context) -> tuple[State, Ruling]:
    say = Saying(context)
    for name in names:
        seated(state, name)
        if context.mode is Mode.LIVE:
            _may_pass(state, name)
        else:
            state = resumed(state, name)
        state = _one_pass(state, name, say)
    return state, say.ruling()


def _may_pass(state: State, player: str) -> None:
    not_over(state, Mode.LIVE)
    if state.turn is not None and state.turn != player:
        raise Refused("out_of_turn", f"It is {state.turn}'s turn, not {player}'s.")
    if state.pick:
        raise Refused("needs_choice", f"First {state.pick.by} chooses the card that stays.")
    if state.pools:
        raise Refused("give_open", f"First {state.pools[0].by} gives the drinks.")


def _one_pass(state: State, player: str, say: Saying) -> State:
    top = state.top or state.swept
    if top is None:
        raise Refused("must_lead", f"Nothing lies there: {player} leads and cannot pass.")
    passed = Passed(say.context.step, top, restart=state.top is None)
    say.charge(player, 1, "pass")
    say.rules.append("BGD-08")
    say.proofs += known_passes(state, player, passed) or counted_pass(state, player, passed)
    earlier = state.passes.get(player, ())
    state = state.but(
        passes={**state.passes, player: (*earlier, passed)},
        idle=(*state.idle, (player, passed.step)),
        run=state.run if state.house.social_across_pass else 0,
    )
    return next_turn(state, player, say)
