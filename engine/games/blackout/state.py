"""The state of a Blackout table; every change makes a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from engine.games.blackout.switches import House
from engine.ruling import Mode, Refused
from engine.seating import at_table

Apocalypse = Literal["no", "pending", "on"]
GULPS_PER_BEER = 14
"""Half a beer is seven gulps (BLK-32)."""


class Need(msgspec.Struct, frozen=True):
    """Something that only people can say: a `duel` or a `measurement` of the turn at `step`.

    `compare` are the two whose beers are measured, or the roller alone where a duel's opponent
    is not named yet.
    """

    kind: Literal["duel", "measurement"]
    roller: str
    step: int
    compare: tuple[str, ...]


class Turn(msgspec.Struct, frozen=True):
    """The turn that was rolled last: who, whether it repeats the roll before, and what it costs.

    `held`: it does not end before its need is answered. `owes`: whom this turn made drink, and
    how many gulps (0 where it is only a beer to finish). `extra`: the roller rolls again.
    """

    roller: str
    step: int
    repeats: bool = False
    extra: bool = False
    held: bool = False
    owes: dict[str, int] = {}


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A Blackout table.

    `everyone` is all who ever sat here in seat order, `order` those in the game in the order of
    play to the left. `echo` keeps an Echo until that player really rolls, so that a corrected
    turn ends no echo that the table still followed; `echoes` is what people are told.
    """

    house: House
    everyone: tuple[str, ...]
    order: tuple[str, ...]
    beers: int
    left: int
    opened: dict[str, int]
    finished: dict[str, int]
    poured: dict[str, int]
    known: bool
    direction: Literal[1, -1] = 1
    turn: str | None = None
    last: tuple[int, int] | None = None
    chained: bool = False
    current: Turn | None = None
    echo: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    toast: str | None = None
    reroll: bool = False
    barring: str | None = None
    barred: dict[str, bool] = {}
    order_sums: dict[str, tuple[int, ...]] = {}
    order_due: tuple[str, ...] = ()
    order_tied: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    apocalypse: Apocalypse = "no"
    chug: tuple[str, ...] = ()
    contest: tuple[str, ...] = ()
    winner: str | None = None
    over: bool = False
    gulps: dict[str, int] = {}
    faces: tuple[int, ...] = (0,) * 6
    suspected: bool = False

    def open(self, player: str) -> int:
        """Beers that stand open in front of a player."""
        return (
            self.opened.get(player, 0) - self.finished.get(player, 0) - self.poured.get(player, 0)
        )

    @property
    def echoes(self) -> tuple[str, ...]:
        """Who is an Echo: it ends when the player's turn begins (BLK-26)."""
        return tuple(p for p in self.everyone if p in self.echo and p != self.turn)

    @property
    def held(self) -> Need | None:
        """The need that holds the running turn, if there is one."""
        turn = self.current
        if turn is None or not turn.held:
            return None
        return next((need for need in self.needs if need.step == turn.step), None)

    def next(self, player: str, direction: int | None = None) -> str:
        """The next player in the direction in force, or in the one given."""
        index = self.order.index(player)
        return self.order[(index + (direction or self.direction)) % len(self.order)]

    def owing(self, owes: dict[str, int]) -> State:
        """The same with more that the running turn makes people drink."""
        turn = self.current
        if turn is None or not owes:
            return self
        names = dict.fromkeys((*turn.owes, *owes))
        both = {name: turn.owes.get(name, 0) + owes.get(name, 0) for name in names}
        return self.but(current=msgspec.structs.replace(turn, owes=both))

    def emptied(self, player: str) -> State:
        """The same with the beer in hand drunk to its end, or a whole one where none is open."""
        if not self.known:
            return self
        least = GULPS_PER_BEER * (1 if self.open(player) > 0 else 2)
        gulps = max(least, self.gulps.get(player, 0))
        return self.but(gulps={**self.gulps, player: gulps})

    def drunk(self, owed: Callable[[str], int]) -> State:
        """The same with gulps counted towards the estimate of the beer in hand (BLK-32)."""
        return self.but(gulps={name: gulps + owed(name) for name, gulps in self.gulps.items()})

    def but(self, **changes: Any) -> State:
        """The same with some fields changed."""
        return msgspec.structs.replace(self, **changes)


def seated(state: State, player: str) -> None:
    """Raises `Refused` where `player` is not in the game."""
    at_table(player, state.order, state.everyone)


def not_over(state: State, mode: Mode) -> None:
    """Raises `Refused` where the game is over; what was played already stands."""
    if state.over and mode is Mode.LIVE:
        raise Refused("game_over", "The game is over.")


def going(state: State, mode: Mode) -> None:
    """Raises `Refused` where nobody rolls any more; what was played already stands."""
    not_over(state, mode)
    if state.apocalypse == "on" and mode is Mode.LIVE:
        raise Refused("beerocalypse", "Nobody rolls any more: it is the Beerocalypse.")
