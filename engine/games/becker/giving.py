"""Drinks of black cards are given out (BGD-16, BGD-18, BGD-25)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.becker.effects import land
from engine.games.becker.events import Give
from engine.games.becker.proofs import wrong_give
from engine.games.becker.state import Pool, State, seated
from engine.ruling import Context, Mode, Refused, Ruling
from engine.saying import Saying
from engine.seating import sat_here
from engine.words import counted


def give(state: State, event: Give, context: Context) -> tuple[State, Ruling]:
    """How a pool is split, or a part of it; None: all of it was given aloud."""
    seated(state, event.by)
    mine = tuple(pool for pool in state.pools if pool.by == event.by)
    if not mine:
        raise Refused("invalid_give", f"{event.by} has no drinks to give.")
    say = Saying(context)
    say.rules.append("BGD-16")
    if event.give is None:
        say.announce.append(f"{event.by} gave the drinks aloud.")
        left: tuple[Pool, ...] = ()
    else:
        _check(state, event.by, event.give, mine, context)
        left = _given(state, event.by, event.give, mine, say)
    others = tuple(pool for pool in state.pools if pool.by != event.by)
    return released(state.but(pools=(*left, *others)), say), say.ruling()


def _check(
    state: State, by: str, split: Mapping[str, int], pools: tuple[Pool, ...], context: Context
) -> None:
    """Raises `Refused` where the split cannot be; what was given already stands."""
    for name in split:
        sat_here(name, state.everyone)
    if context.mode is Mode.STANDS:
        return
    for name in (name for name, n in split.items() if n):
        _may_receive(state, by, name, context)
    total, due = sum(split.values()), sum(pool.n for pool in pools)
    if total == 0:
        raise Refused("invalid_give", f"Say who gets {by}'s {counted(due, 'drinks')}.")
    if total > due:
        message = f"{by} has {counted(due, 'drinks')} to give, not {total}."
        raise Refused("invalid_give", message, (wrong_give(pools, total, by),))


def _may_receive(state: State, by: str, name: str, context: Context) -> None:
    if name not in state.present:
        raise Refused("invalid_give", f"{name} is not in the game and gets no drinks.")
    if name == by and not state.house.give_self:
        raise Refused("invalid_give", f"{by} gives to others, not to {by}.")
    if name in context.resting:
        raise Refused("invalid_give", f"{name} is unwell and gets no drinks.")


def _given(
    state: State, by: str, split: Mapping[str, int], pools: tuple[Pool, ...], say: Saying
) -> tuple[Pool, ...]:
    """Charges who gets drinks; returns what is still to give."""
    for name, n in split.items():
        if name in state.present:
            say.charge(name, n, "given")
    total, due = sum(split.values()), sum(pool.n for pool in pools)
    if total > due:
        say.proofs.append(wrong_give(pools, total, by))
    left = []
    for pool in pools:
        part = min(pool.n, total)
        total -= part
        if pool.n > part:
            left.append(Pool(pool.by, pool.n - part, pool.step, pool.card))
    return tuple(left)


def released(state: State, say: Saying) -> State:
    """A card that lay and waited for the last drinks to be given counts now (BGD-43)."""
    held = state.held
    if state.pools or held is None:
        return state
    state = state.but(held=None)
    if state.over or held.by != state.turn or not state.allows(held.card):
        return state
    say.rules.append("BGD-43")
    return land(state, held.card, held.by, say)
