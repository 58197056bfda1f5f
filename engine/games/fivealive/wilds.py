"""What a wild card does that is not the last one (RULES 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.games.fivealive import bombs, hands
from engine.games.fivealive.state import State
from engine.games.fivealive.telling import Telling

Effect = Callable[[State, str, Telling], State]


def _draw(each: int, rule: str, state: State, by: str, say: Telling) -> State:
    say.rules.append(rule)
    return hands.draw(state, by, each, say).but(turn=state.after(by))


def _pass(state: State, by: str, say: Telling) -> State:
    say.rules.append("FAL-15")
    return state.but(turn=state.after(by))


def _reverse(state: State, by: str, say: Telling) -> State:
    """Two left: as a Pass Me By."""
    say.rules.append("FAL-16")
    if len(state.order) == 2:
        return state.but(turn=state.after(by))
    say.announce.append("Direction reverses.")
    way = -state.direction
    return state.but(direction=way, turn=state.after(by, way))


def _skip(state: State, by: str, say: Telling) -> State:
    """Two left: the same player again at once."""
    say.rules.append("FAL-17")
    skipped = state.after(by)
    say.announce.append(f"{skipped} is skipped.")
    return state.but(turn=state.after(skipped), skipped=skipped)


def _equals(total: int, rule: str, state: State, by: str, say: Telling) -> State:
    say.rules.append(rule)
    return state.but(total=total, turn=state.after(by))


def _redeal(state: State, by: str, say: Telling) -> State:
    say.rules.append("FAL-21")
    return hands.redeal(state, by, say).but(total=0, turn=state.after(by))


EFFECTS: Mapping[str, Effect] = {
    "DRAW1": partial(_draw, 1, "FAL-13"),
    "DRAW2": partial(_draw, 2, "FAL-14"),
    "PASS": _pass,
    "REVERSE": _reverse,
    "SKIP": _skip,
    "EQ21": partial(_equals, 21, "FAL-18"),
    "EQ10": partial(_equals, 10, "FAL-19"),
    "EQ0": partial(_equals, 0, "FAL-20"),
    "REDEAL": _redeal,
    "BOMB": bombs.thrown,
}
