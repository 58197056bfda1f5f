"""What people set by hand holds, whatever the rules would say (PROTOCOL section 4, `set`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from engine.events import Name, Pip, in_words
from engine.games.blackout import beers, turns
from engine.games.blackout.state import State, seated
from engine.ruling import Refused
from engine.saying import Saying
from engine.words import shown

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
_Unset = msgspec.UnsetType
_UNSET = msgspec.UNSET


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `set` can set in Blackout. `empties` is another name of `finished`."""

    turn: Name | _Unset | None = _UNSET
    direction: Literal["left", "right"] | _Unset = _UNSET
    echo: list[Name] | _Unset = _UNSET
    opened: dict[Name, Count] | _Unset = _UNSET
    finished: dict[Name, Count] | _Unset = _UNSET
    empties: dict[Name, Count] | _Unset = _UNSET
    open: dict[Name, Count] | _Unset = _UNSET
    left: Count | _Unset = _UNSET
    last: tuple[Pip, Pip] | _Unset | None = _UNSET
    needs: _Unset | None = _UNSET
    beerocalypse: bool | Literal["pending"] | _Unset = _UNSET


def set_state(state: State, raw: dict[str, Any], say: Saying) -> State:
    """The state with what people set. Raises `Refused` for what cannot be."""
    try:
        values = msgspec.convert(raw, Values, strict=False)
    except (msgspec.ValidationError, OverflowError, UnicodeError) as error:
        raise Refused("invalid_set", f"{shown(in_words(error), 120)} (in `set`).") from None
    _known_names(state, values)
    for key, setter in _SETTERS.items():
        value = getattr(values, key)
        if value is not _UNSET:
            state = setter(state, value, say)
    if any(state.open(name) < 0 for name in state.everyone):
        raise Refused("invalid_set", "Nobody can have finished more beers than were opened.")
    return state


def _known_names(state: State, values: Values) -> None:
    for names in (values.echo, values.opened, values.finished, values.empties, values.open):
        for name in () if isinstance(names, msgspec.UnsetType) else names:
            if name not in state.everyone:
                seated(state, name)


def _not_held(state: State) -> State:
    """An open need stays in the record, but the turn does not wait for it any longer."""
    turn = state.current
    return state.but(current=msgspec.structs.replace(turn, held=False)) if turn else state


def _turn(state: State, player: str | None, _: Saying) -> State:
    if player is not None:
        seated(state, player)
    ended = "no" if state.apocalypse == "on" else state.apocalypse
    return _not_held(state).but(
        turn=player, reroll=False, order_due=(), order_tied=(), apocalypse=ended, **_GOES_ON
    )


def _direction(state: State, direction: str, _: Saying) -> State:
    return state.but(direction=1 if direction == "left" else -1)


def _echo(state: State, names: list[str], _: Saying) -> State:
    return state.but(echo=tuple(dict.fromkeys(names)))


def _opened(state: State, counts: dict[str, int], say: Saying) -> State:
    opened = {**state.opened, **counts}
    newly = sum(opened.values()) - sum(state.opened.values())
    return _left(state.but(opened=opened, known=True), max(0, state.left - newly), say)


def _finished(state: State, counts: dict[str, int], say: Saying) -> State:
    """Empty beers were opened, whether that is on record or not (BLK-04)."""
    state = state.but(finished={**state.finished, **counts})
    gone = {name: state.finished[name] + state.poured[name] for name in counts}
    return _opened(state, {name: max(state.opened[name], gone[name]) for name in counts}, say)


def _open(state: State, counts: dict[str, int], say: Saying) -> State:
    gone = {name: state.finished[name] + state.poured[name] for name in counts}
    return _opened(state, {name: gone[name] + count for name, count in counts.items()}, say)


def _left(state: State, left: int, _: Saying) -> State:
    """With beers in the centre no Beerocalypse waits, without any it does (BLK-33)."""
    waits = state.apocalypse if state.apocalypse == "on" else "no" if left else "pending"
    return state.but(left=left, apocalypse=waits)


def _last(state: State, pair: tuple[int, int] | None, _: Saying) -> State:
    return state.but(last=pair, chained=False)


def _needs(state: State, _: None, say: Saying) -> State:
    state = turns.end_turn(state, say) if state.held else state
    return state.but(needs=(), toast=None, reroll=False, barring=None)


def _beerocalypse(state: State, value: bool | str, say: Saying) -> State:
    state = _not_held(state).but(apocalypse="pending" if value else "no", **_GOES_ON)
    return beers.begin_apocalypse(state, say) if value is True else state


_GOES_ON: dict[str, Any] = {"over": False, "winner": None, "chug": (), "contest": ()}

_SETTERS: dict[str, Callable[[State, Any, Saying], State]] = {
    "finished": _finished,
    "empties": _finished,
    "opened": _opened,
    "open": _open,
    "left": _left,
    "direction": _direction,
    "echo": _echo,
    "last": _last,
    "needs": _needs,
    "turn": _turn,
    "beerocalypse": _beerocalypse,
}
