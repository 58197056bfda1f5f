"""Who sits at the table (SAF-08)."""

from __future__ import annotations

from engine.events import Join, Leave
from engine.games.fivealive import bombs, letters
from engine.games.fivealive.cards import HAND, LETTERS
from engine.games.fivealive.state import State, not_over, seated
from engine.games.fivealive.telling import Telling
from engine.ruling import Refused
from engine.seating import newcomer, room
from engine.words import shown


def join(state: State, event: Join, say: Telling) -> State:
    """Somebody sits down to the left of `after`, with five letters and ten cards of the stock.

    Who comes back keeps the letters; in team play a new player is in the smaller team.
    """
    name = event.join
    _may_join(state, event, say)
    say.announce.append(f"{name} sits down.")
    if name not in state.everyone:
        state = _newcomer(state, name, event.after)
    state = state.but(
        gone=tuple(n for n in state.gone if n != name),
        order=tuple(n for n in state.everyone if n in state.order or n == name),
    )
    cards = min(HAND, state.stock)
    return state.but(hands={**state.hands, name: cards}, stock=state.stock - cards)


def _may_join(state: State, event: Join, say: Telling) -> None:
    not_over(state, say.context.mode)
    name = newcomer(event, state.order)
    if name in state.everyone and state.lives[state.sides[name]] == 0:
        raise Refused("eliminated", f"{name} has no letter left and is out of the game.")
    if name in state.house.teams:
        raise Refused("invalid_name", f"{shown(name)!r} cannot be a player's name here.")
    if event.after is not None and event.after not in state.everyone:
        seated(state, event.after)
    room(state.order, state.house.seats[1], say.context.mode)


def _newcomer(state: State, name: str, after: str | None) -> State:
    names = state.everyone
    at = len(names) if after is None else names.index(after) + 1
    return state.but(
        everyone=(*names[:at], name, *names[at:]),
        sides={**state.sides, name: _side(state, name)},
        hands={**state.hands, name: 0},
        lives=state.lives if state.house.teams else {**state.lives, name: LETTERS},
    )


def _side(state: State, name: str) -> str:
    """The smaller team, or the player."""
    teams = state.house.teams
    return min(teams, key=lambda team: len(state.members(team))) if teams else name


def leave(state: State, event: Leave, say: Telling) -> State:
    """Somebody goes; the hand goes to the discards (SAF-08)."""
    player = event.leave
    if player not in state.everyone or player in state.gone:
        seated(state, player)
    say.rules.append("SAF-08")
    say.announce.append(f"{player} leaves the table.")
    state = letters.without(state, (player,)).but(
        gone=(*state.gone, player),
        tied=tuple(name for name in state.tied if name != player),
        values={name: n for name, n in state.values.items() if name != player},
    )
    if state.over:
        return letters.decided(state) if state.tied else state
    sides = {state.sides[name] for name in state.order}
    if len(sides) < 2:
        say.announce.append("Nobody is left to play against: the game ends.")
        return state.but(over=True, winner=next(iter(sides), None))
    return bombs.resumed(state, say)
