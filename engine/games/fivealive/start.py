"""The state that a set-up describes (PROTOCOL section 4: `hand_counts`, `lives`, `total`, …)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.games.fivealive.cards import HAND, LETTERS, LIMIT
from engine.games.fivealive.state import State
from engine.games.fivealive.switches import House, house_of
from engine.house import HouseError
from engine.words import nearest, shown

if TYPE_CHECKING:
    from engine.setup import Setup


def start(setup: Setup) -> State:
    """The table to begin with; raises `HouseError` where the set-up contradicts itself."""
    house, names, given = house_of(setup.house), setup.players, setup.start
    sides = _sides(house, names)
    lives = _counts("lives", given.get("lives"), dict.fromkeys(sides.values(), LETTERS), LETTERS)
    order = tuple(name for name in names if lives[sides[name]] > 0)
    if len({sides[name] for name in order}) < 2:
        raise HouseError("`lives` leaves fewer than two with a letter up.")
    default = {name: HAND if name in order else 0 for name in names}
    hands = _counts("hand_counts", given.get("hand_counts"), default, house.deck_size)
    hands = {name: n if name in order else 0 for name, n in hands.items()}
    stock, discards = _stock(house, len(order), sum(hands.values()), given.get("stock"))
    state = State(
        house=house,
        everyone=names,
        order=order,
        sides=sides,
        lives=lives,
        hands=hands,
        stock=stock,
        discards=discards,
        dealer=setup.dealer or names[-1],
        turn=names[0],
        total=_number("`total`", given.get("total", 0), 0, LIMIT),
        direction=_direction(given.get("direction", 1)),
        unsaid=tuple(seating(house, names)),
    )
    return state.but(turn=_turn(state, given.get("turn")))


def _stock(house: House, players: int, in_hands: int, given: Any) -> tuple[int, int]:
    """Cards in the stock and on the discard pile. A stock that is given is taken as it is, and
    the discards then begin empty; otherwise nobody has drawn yet, as far as that can be."""
    if given is not None:
        return _number("`stock`", given, 0, house.deck_size), 0
    left = house.deck_size - in_hands
    if left < 0:
        raise HouseError(f"`hand_counts` are {in_hands} cards; the deck has {house.deck_size}.")
    stock = max(0, min(house.deck_size - HAND * players, left))
    return stock, left - stock


def _sides(house: House, names: tuple[str, ...]) -> dict[str, str]:
    """The team of each player, or the player."""
    if not house.teams:
        return {name: name for name in names}
    sides: dict[str, str] = {}
    for team, members in house.teams.items():
        for name in members:
            if name not in names:
                hint = nearest(name, names)
                raise HouseError(f"fivealive.teams names {shown(name)}, who is no player.{hint}")
            if name in sides:
                raise HouseError(f"fivealive.teams: {name} can be in one team only.")
            sides[name] = team
    for name in names:
        if name not in sides:
            raise HouseError(f"fivealive.teams: {name} is in no team.")
        if name in house.teams and name not in house.teams[name]:
            raise HouseError(f"fivealive.teams: {name} is a player; call the team otherwise.")
    return {name: sides[name] for name in names}


def seating(house: House, names: tuple[str, ...]) -> Iterable[str]:
    """What is to be said of the seats of teams: they should alternate (FAL-36)."""
    if not house.teams:
        return
    sizes = [len(members) for members in house.teams.values()]
    if sizes[0] != sizes[1]:
        yield "The teams are not equal: they cannot sit alternately all round."
        return
    team_of = {name: team for team, members in house.teams.items() for name in members}
    seats = [team_of[name] for name in names]
    if any(one == other for one, other in pairwise(seats)):
        yield "Members of the two teams should sit alternately around the table."


def _turn(state: State, given: Any) -> str:
    if given is None:
        return state.after(state.dealer, 1)
    if given not in state.everyone:
        raise HouseError(f"`turn` is {shown(given)}, who is no player.{_near(given, state)}")
    if given not in state.order:
        raise HouseError(f"`turn` is {given}, who has no letter up.")
    return str(given)


def _near(given: Any, state: State) -> str:
    return nearest(given, state.everyone)


def _direction(given: Any) -> Any:
    if given in (1, -1) and not isinstance(given, bool):
        return int(given)
    raise HouseError(f"`direction` is 1 (clockwise) or -1, not {shown(given)}.")


def _number(key: str, given: Any, low: int, high: int) -> int:
    if isinstance(given, int) and not isinstance(given, bool) and low <= given <= high:
        return given
    raise HouseError(f"{key} is a whole number from {low} to {high}, not {shown(given)}.")


def _counts(key: str, given: Any, default: dict[str, int], most: int) -> dict[str, int]:
    if given is None:
        return default
    if not isinstance(given, dict):
        raise HouseError(f"`{key}` is a table of names and numbers.")
    for name in given:
        if name not in default:
            hint = nearest(name, default)
            raise HouseError(f"`{key}` names {shown(name)}, which is not there.{hint}")
    counts = {name: _number(f"`{key}` of {name}", n, 0, most) for name, n in given.items()}
    return {**default, **counts}
