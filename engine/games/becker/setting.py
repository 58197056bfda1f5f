"""What people set by hand holds, whatever the rules would say (PROTOCOL section 4, `set`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from engine.events import Name, in_words
from engine.games.becker import effects
from engine.games.becker.cards import read
from engine.games.becker.events import Card, Cards
from engine.games.becker.state import Pool, State, seated
from engine.games.becker.turns import end
from engine.ruling import Refused
from engine.saying import Saying
from engine.seating import sat_here
from engine.words import shown

Count = Annotated[int, msgspec.Meta(ge=0, le=52)]
_Unset = msgspec.UnsetType
_UNSET = msgspec.UNSET


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `set` can set in Becker's game.

    `top` is the card that lies there now (null: nothing does); `thrower` who threw it, if known.
    `out` are cards that are out without the referee having seen it. `gives`: what some have still
    to give; null: nothing is left to give. `needs` null: nothing is left to choose.
    """

    dealer: Name | _Unset = _UNSET
    direction: Literal["clockwise", "anticlockwise"] | _Unset = _UNSET
    hands: dict[Name, Count] | _Unset = _UNSET
    out: Cards | _Unset = _UNSET
    gives: dict[Name, Count] | _Unset | None = _UNSET
    needs: _Unset | None = _UNSET
    first_out: Name | _Unset | None = _UNSET
    over: Literal["A", "B"] | _Unset | None = _UNSET
    top: Card | _Unset | None = _UNSET
    turn: Name | _Unset | None = _UNSET
    thrower: Name | _Unset | None = _UNSET


def set_state(state: State, raw: dict[str, Any], reason: str, say: Saying) -> State:
    """The state with what people set. Raises `Refused` for what cannot be."""
    try:
        values = msgspec.convert(raw, Values, strict=False)
    except (msgspec.ValidationError, OverflowError) as error:
        raise Refused("invalid_set", f"{shown(in_words(error), 120)} (in `set`).") from None
    for key, setter in _SETTERS.items():
        value = getattr(values, key)
        if value is not _UNSET:
            state = setter(state, value, say.context.step)
    if isinstance(values.top, str):
        state = _thrown(state, read(values.top), values, say)
    say.announce.append(f"Set: {shown(reason)}." if reason else "Set as on the table.")
    return state


def _thrown(state: State, card: str, values: Values, say: Saying) -> State:
    """A card lies on top; where nobody is named its thrower is not known, and nobody pays."""
    by = values.thrower if isinstance(values.thrower, str) else None
    if card == state.top and by in (None, state.thrower):
        return state
    if card[0] == "A" and card in state.out:
        return state
    if by is not None:
        sat_here(by, state.everyone)
        if card not in state.out:
            return _from_hand(state, card, by, say.context.step)
    anchor = by or _before(state)
    out = state.out if card in state.out else {**state.out, card: say.context.step}
    known = {name: _without(hand, card) for name, hand in state.known.items()}
    top = None if card[0] == "A" else card
    return state.but(
        opened=True, top=top, thrower=by, anchor=anchor, swept=None, idle=(),
        run=1, run_rank=card[0], out=out, known=known,
    )  # fmt: skip


def _without(hand: dict[str, int], card: str) -> dict[str, int]:
    return {other: step for other, step in hand.items() if other != card}


def _from_hand(state: State, card: str, by: str, step: int) -> State:
    """The card is one more that `by` threw; an Ace is swept off at once (BGD-28)."""
    turn = state.turn
    known = {name: _without(hand, card) for name, hand in state.known.items()}
    state = effects.counted_out(state.but(known=known), card, by, step).but(turn=turn)
    if card[0] == "A":
        state = state.but(top=None, thrower=None, run=0)
    if state.hands[by] == 0 and state.first_out is None:
        state = state.but(first_out=by)
    return state


def _before(state: State) -> str | None:
    """The seat before the one in turn: there play has come round if all pass."""
    return state.seats_after(state.turn)[-2] if state.turn else None


def _turn(state: State, player: str | None, _: int) -> State:
    if player is not None:
        seated(state, player)
    anchor = state.anchor if state.top else player
    return state.but(turn=player, over=None, pick=None, held=None, anchor=anchor)


def _top(state: State, card: str | None, _: int) -> State:
    """Nothing lies there: who is in turn leads. A card is put there last, after all else."""
    if card is not None:
        read(card)
        return state
    return state.but(
        opened=True, top=None, thrower=None, anchor=state.turn, swept=None, idle=(), run=0
    )


def _thrower(state: State, player: str | None, _: int) -> State:
    if player is not None:
        sat_here(player, state.everyone)
    return state.but(thrower=player, anchor=player or state.anchor) if state.top else state


def _dealer(state: State, player: str, _: int) -> State:
    seated(state, player)
    return state.but(dealer=player)


def _direction(state: State, direction: str, _: int) -> State:
    return state.but(direction=1 if direction == "clockwise" else -1)


def _hands(state: State, counts: dict[str, int], _: int) -> State:
    """Counts of cards in hand; what was dealt is put right with them (BGD-P7)."""
    for name in counts:
        sat_here(name, state.everyone)
    hands = {**state.hands, **counts}
    dealt = {name: state.dealt[name] + hands[name] - state.hands[name] for name in hands}
    first = state.first_out
    if first is not None and hands[first] > 0:
        first = None
    empty = [name for name in state.present if name in counts and counts[name] == 0]
    if first is None and empty:
        first = empty[0]
    return state.but(hands=hands, dealt=dealt, first_out=first)


def _out(state: State, cards: tuple[str, ...], step: int) -> State:
    known, out = state.known, state.out
    for card in map(read, cards):
        out = {card: step, **out}
        known = {name: _without(hand, card) for name, hand in known.items()}
    return state.but(out=out, known=known)


def _gives(state: State, counts: dict[str, int] | None, step: int) -> State:
    for name in counts or ():
        seated(state, name)
    named = state.everyone if counts is None else counts
    others = tuple(pool for pool in state.pools if pool.by not in named)
    pools = (Pool(name, n, step, "") for name, n in (counts or {}).items() if n)
    return state.but(pools=(*others, *pools), held=None)


def _needs(state: State, _: None, __: int) -> State:
    return state.but(pick=None)


def _first_out(state: State, player: str | None, _: int) -> State:
    if player is not None:
        sat_here(player, state.everyone)
    return state.but(first_out=player)


def _over(state: State, over: Literal["A", "B"] | None, _: int) -> State:
    return end(state, over) if over else state.but(over=None)


_SETTERS: dict[str, Callable[[State, Any, int], State]] = {
    "dealer": _dealer,
    "direction": _direction,
    "hands": _hands,
    "out": _out,
    "gives": _gives,
    "needs": _needs,
    "first_out": _first_out,
    "turn": _turn,
    "top": _top,
    "thrower": _thrower,
    "over": _over,
}
