"""Letters turned down, who is out, and how the game ends (FAL-29, FAL-30, FAL-34, FAL-39)."""

from __future__ import annotations

from engine.games.fivealive.cards import worth
from engine.games.fivealive.state import State
from engine.games.fivealive.telling import Telling


def flip(state: State, side: str, cause: str, say: Telling, n: int = 1) -> State:
    """`side` turns letters down; those beyond the last one are ignored (FAL-29)."""
    n = min(n, state.lives[side])
    if n == 0:
        return state
    left = state.lives[side] - n
    say.charge(side, n, cause)
    say.announce.append(f"{side} flips {'a letter' if n == 1 else f'{n} letters'} ({left} left).")
    return state.but(lives={**state.lives, side: left})


def settle(state: State, actor: str, say: Telling) -> State:
    """Takes off who has no letter left, and ends the game where that decides it."""
    if state.over:
        return state
    if state.house.teams:
        return _teams(state, actor, say)
    out = tuple(name for name in state.order if state.lives[name] == 0)
    if not out:
        return state
    say.rules.append("FAL-29")
    say.facts["eliminated"] = list(out)
    say.announce += [f"{name} is out." for name in out]
    state = without(state, out)
    if state.house.ending == "sudden_death":
        return _sudden_death(state, say)
    return _last_alive(state, say)


def without(state: State, out: tuple[str, ...]) -> State:
    """The game without some players: their hands go to the discards (FAL-29)."""
    seen, held = dict(state.seen), dict(state.held)
    for name in out:
        for card in held.pop(name, ()):
            seen[card] = seen.get(card, 0) + 1
    bomb = state.bomb
    if bomb is not None:
        bomb = bomb.but(due=tuple(name for name in bomb.due if name not in out))
    state = state.but(
        order=tuple(name for name in state.order if name not in out),
        hands={**state.hands, **dict.fromkeys(out, 0)},
        discards=state.discards + sum(state.hands[name] for name in out),
        seen=seen,
        held=held,
        drawn={name: n for name, n in state.drawn.items() if name not in out},
        nones={name: steps for name, steps in state.nones.items() if name not in out},
        flipped={name: flips for name, flips in state.flipped.items() if name not in out},
        bomb=bomb,
        open=tuple(
            one.but(due=rest)
            for one in state.open
            if (rest := tuple(name for name in one.due if name not in out))
        ),
    )
    if state.turn not in out:
        return state
    return state.but(turn=state.after(state.turn), several=())


def _last_alive(state: State, say: Telling) -> State:
    if len(state.order) > 1:
        return state
    say.rules.append("FAL-30")
    return state.but(over=True, winner=state.order[0] if state.order else None)


def _sudden_death(state: State, say: Telling) -> State:
    """Most letters win; a tie is decided by the numbers in hand (FAL-34, FAL-35)."""
    say.rules.append("FAL-34")
    most = max((state.lives[name] for name in state.order), default=0)
    best = tuple(name for name in state.order if state.lives[name] == most)
    if len(best) < 2:
        return state.but(over=True, winner=best[0] if best else None)
    say.rules.append("FAL-35")
    empty = {name: 0 for name in best if state.hands[name] == 0}
    return decided(state.but(over=True, tied=best, values=empty))


def decided(state: State) -> State:
    """The tie as far as hands are shown: the lowest sum wins, the same sum shares (FAL-35)."""
    if len(state.tied) == 1:
        return state.but(tied=(), winner=state.tied[0])
    if state.unrevealed:
        return state
    low = min(state.values[name] for name in state.tied)
    lowest = tuple(name for name in state.tied if state.values[name] == low)
    if len(lowest) > 1:
        return state.but(tied=lowest)
    return state.but(tied=(), winner=lowest[0])


def shown_hand(state: State, player: str, cards: list[str]) -> State:
    """The value of a tied player's hand."""
    return decided(state.but(values={**state.values, player: worth(cards)}))


def _teams(state: State, actor: str, say: Telling) -> State:
    """A team without letters loses; if both are, the opponents of `actor` do (FAL-39)."""
    out = [team for team in state.house.teams if state.lives[team] == 0]
    if not out:
        return state
    say.rules.append("FAL-39")
    say.facts["eliminated"] = out
    loser = out[0] if len(out) == 1 else _other(state, state.sides[actor])
    return state.but(over=True, winner=_other(state, loser))


def _other(state: State, team: str) -> str:
    return next(name for name in state.house.teams if name != team)
