"""What may be done at a Blackout table now, for people who want a ruling explained."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.blackout.state import State
from engine.games.blackout.turns import extra_first
from engine.words import listed


def legal(state: State) -> tuple[str, ...]:
    """One short sentence for each thing that may be done now."""
    if state.over:
        return ("Nothing: the game is over.",)
    return (*_throws(state), *_said(state), *_beers(state), "Anybody may leave or sit down.")


def _throws(state: State) -> Iterator[str]:
    """Whose dice count now, and for what."""
    held = state.held
    if state.apocalypse == "on" or (held and held.kind == "measurement"):
        return
    if held:
        yield f"{held.roller} and whoever {held.roller} names roll one die each (BLK-28)."
    elif state.order_due:
        yield f"{listed(state.order_due)} roll for the order (BLK-08)."
    elif _ends(state):
        yield "Nobody rolls: this turn ends, then all chug (BLK-33)."
    else:
        if state.current is None:
            yield "All may roll for the order (BLK-08)."
        yield f"{state.turn or 'Anybody'} rolls two dice (BLK-09)."


def _ends(state: State) -> bool:
    """Whether nothing but the end of the running turn is awaited."""
    return state.apocalypse == "pending" and state.current is not None and not extra_first(state)


def _said(state: State) -> Iterator[str]:
    """What people may say."""
    if state.contest:
        yield f"The winner of the contest is told: {' or '.join(state.contest)} (BLK-35)."
    elif state.apocalypse == "on":
        yield f"The order of finishing is told: {listed(state.chug)} (BLK-35)."
    for need in state.needs:
        if need.kind == "measurement":
            yield f"The fuller beer is told: {' or '.join(need.compare)} (BLK-19)."
        elif need != state.held:
            yield f"{need.roller}'s duel of step {need.step} may still be told (BLK-28)."
    if state.toast:
        yield f"{state.toast} proposes a toast (BLK-15)."
    if state.barring:
        yield f"{state.barring} bars somebody from drinking (BLK-39)."
    if state.current and state.apocalypse != "on":
        yield f"{state.current.roller}'s turn may be declared done."


def _beers(state: State) -> Iterator[str]:
    """Who may open and who may empty a beer."""
    owing = state.current.owes if state.current else {}
    thirsty = [name for name in state.order if name in owing and state.open(name) == 0]
    if thirsty and state.left and state.apocalypse != "on":
        yield f"{listed(thirsty)} may open a beer to drink from (BLK-03)."
    holding = [name for name in state.order if state.open(name) > 0]
    if holding:
        yield f"{listed(holding)} may empty the open beer (BLK-04)."
