"""What people set by hand holds, whatever the rules would say (PROTOCOL section 4, `set`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from engine.events import Name, Set, in_words
from engine.games.fivealive import bombs, hands, letters
from engine.games.fivealive.cards import HAND, LETTERS, LIMIT, read
from engine.games.fivealive.events import Card
from engine.games.fivealive.state import Laid, State, seated
from engine.games.fivealive.telling import Telling
from engine.ruling import Refused
from engine.words import shown

Cards = Annotated[int, msgspec.Meta(ge=0, le=200)]
Letters = Annotated[int, msgspec.Meta(ge=0, le=LETTERS)]
_Unset = msgspec.UnsetType
_UNSET = msgspec.UNSET


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `set` can set in Five Alive. `hand_counts` is another name of `hands`."""

    turn: Name | _Unset = _UNSET
    total: Annotated[int, msgspec.Meta(ge=0, le=LIMIT)] | _Unset = _UNSET
    direction: Literal[1, -1] | _Unset = _UNSET
    top: Card | _Unset | None = _UNSET
    hands: dict[Name, Cards] | _Unset = _UNSET
    hand_counts: dict[Name, Cards] | _Unset = _UNSET
    lives: dict[Name, Letters] | _Unset = _UNSET
    stock: Cards | _Unset = _UNSET
    discards: Cards | _Unset = _UNSET
    dealer: Name | _Unset = _UNSET
    needs: _Unset | None = _UNSET


def set_state(state: State, event: Set, say: Telling) -> State:
    """The state with what people set. Raises `Refused` for what cannot be."""
    try:
        values = msgspec.convert(event.values, Values, strict=False)
    except (msgspec.ValidationError, OverflowError) as error:
        raise Refused("invalid_set", f"{shown(in_words(error), 120)} (in `set`).") from None
    for key, setter in _SETTERS.items():
        value = getattr(values, key)
        if value is not _UNSET:
            state = setter(state, value, say)
    say.announce.append(f"Set: {shown(event.reason)}." if event.reason else "Set as on the table.")
    return bombs.resumed(state, say)


def _needs(state: State, _: None, say: Telling) -> State:
    """Nothing waits any longer; what is not answered stays open in the record."""
    return bombs.let_go(state, say).but(several=())


def _lives(state: State, counts: dict[str, int], say: Telling) -> State:
    """Letters as they lie on the table: who has one is in the game, who has none is out."""
    for side in counts:
        if side not in state.lives:
            seated(state, side)
    state = state.but(lives={**state.lives, **counts})
    back = [
        name
        for name in state.everyone
        if name not in (*state.order, *state.gone) and state.lives[state.sides[name]] > 0
    ]
    state = state.but(
        order=tuple(name for name in state.everyone if name in (*state.order, *back)),
        hands={**state.hands, **dict.fromkeys(back, HAND)},
    )
    if state.over:
        state = state.but(over=False, winner=None, tied=(), values={})
    state = letters.settle(state, state.turn, say)
    return state.but(turn=state.after(state.turn)) if state.turn not in state.order else state


def _hands(state: State, counts: dict[str, int], _: Telling) -> State:
    """Cards in hand. Where there are more than on record, cards were drawn that nobody saw."""
    for name in counts:
        seated(state, name)
    more = {name: n - state.hands[name] for name, n in counts.items() if n > state.hands[name]}
    return hands.drew(state, more).but(hands={**state.hands, **counts})


def _turn(state: State, player: str, say: Telling) -> State:
    seated(state, player)
    return _needs(state, None, say).but(turn=player, skipped=None)


def _total(state: State, total: int, _: Telling) -> State:
    return state.but(total=total)


def _direction(state: State, direction: Literal[1, -1], _: Telling) -> State:
    return state.but(direction=direction)


def _top(state: State, card: Card | None, say: Telling) -> State:
    if card is None:
        return state.but(top=None)
    before = state.top.by if state.top is not None else state.after(state.turn, -state.direction)
    return state.but(top=Laid(read(card), before, say.context.step, state.total))


def _stock(state: State, cards: int, _: Telling) -> State:
    return state.but(stock=cards)


def _discards(state: State, cards: int, _: Telling) -> State:
    return state.but(discards=cards)


def _dealer(state: State, player: str, _: Telling) -> State:
    if player not in state.everyone:
        seated(state, player)
    return state.but(dealer=player)


_SETTERS: dict[str, Callable[[State, Any, Telling], State]] = {
    "needs": _needs,
    "lives": _lives,
    "hands": _hands,
    "hand_counts": _hands,
    "dealer": _dealer,
    "direction": _direction,
    "turn": _turn,
    "total": _total,
    "top": _top,
    "stock": _stock,
    "discards": _discards,
}
