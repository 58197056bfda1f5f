"""The state that a set-up describes (PROTOCOL section 4: `first`, `opened`, `finished`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.blackout.state import State
from engine.games.blackout.switches import house_of
from engine.house import HouseError
from engine.words import nearest, shown

if TYPE_CHECKING:
    from engine.setup import Setup


def start(setup: Setup) -> State:
    """The table to begin with; raises `HouseError` where the set-up contradicts itself."""
    house = house_of(setup.house)
    names, given = setup.players, setup.start
    finished = _counts("finished", given.get("finished"), names)
    opened = _counts("opened", given.get("opened", finished), names)
    beers = house.beers(len(names))
    for name in names:
        if finished[name] > opened[name]:
            raise HouseError(f"{name} cannot have finished more beers than were opened.")
    left = beers - sum(opened.values())
    if left < 0:
        raise HouseError(f"There are {beers} beers, and more than that are opened.")
    return State(
        house=house,
        everyone=names,
        order=names,
        beers=beers,
        left=left,
        opened=opened,
        finished=finished,
        poured=dict.fromkeys(names, 0),
        known="opened" in given or "finished" in given,
        turn=_first(given.get("first"), names),
        apocalypse="no" if left else "pending",
    )


def _first(raw: Any, names: tuple[str, ...]) -> str | None:
    if raw is None or raw in names:
        return None if raw is None else str(raw)
    raise HouseError(f"`first` is {shown(raw)}, who is no player.{nearest(raw, names)}")


def _counts(key: str, raw: Any, names: tuple[str, ...]) -> dict[str, int]:
    counts = dict.fromkeys(names, 0)
    if raw is None:
        return counts
    if not isinstance(raw, dict):
        raise HouseError(f"`{key}` is a table of players and numbers of beers.")
    for name, n in raw.items():
        if name not in counts:
            raise HouseError(
                f"`{key}` names {shown(name)}, who is no player.{nearest(name, names)}"
            )
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise HouseError(f"`{key}` of {name} is a number of beers, not {shown(n)}.")
        counts[name] = n
    return counts
