"""The state of a Five Alive table; every change makes a new one."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.games.fivealive.switches import House
from engine.ruling import Mode, Refused
from engine.seating import sat_here


class Bomb(msgspec.Struct, frozen=True):
    """A Bomb that `due` still have to answer.

    `zeros`: who discarded a 0; `last`: the Bomb was taken as the bomber's last card; `emptied`:
    whose last card it was by the record, or whose 0 was; `hand`: the number of the hand it was
    played in.
    """

    by: str
    step: int
    hand: int
    due: tuple[str, ...]
    zeros: tuple[str, ...] = ()
    emptied: tuple[str, ...] = ()
    last: bool = False

    def but(self, **changes: Any) -> Bomb:
        """The same with some fields changed."""
        return msgspec.structs.replace(self, **changes)


class Laid(msgspec.Struct, frozen=True):
    """A card on the table: whose, of which step, and the total before it."""

    card: str
    by: str
    step: int
    total: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A Five Alive table.

    `everyone` is all who ever sat here, clockwise; `order` those in the game. `sides` gives the
    team of each player, or the player; `lives` counts letters by side. `hands` counts cards.
    `bomb` holds play, `open` are Bombs over which play went on before they were answered.
    `several` are cards thrown at once of which the player in turn has to choose.

    Evidence: `seen` counts the cards on the discard pile since the last shuffle, where the deck
    was counted (`fivealive.deck_confirmed`). `held` are cards that were shown and went back to
    hand, `pool` such cards after a Re-Deal. `nones` are the steps of the Bombs answered with none,
    `flipped` steps and totals of flips, both as long as that player drew nothing since. `drawn`
    are the draws announced last, `back` is the last number that went back.
    """

    house: House
    everyone: tuple[str, ...]
    order: tuple[str, ...]
    sides: dict[str, str]
    lives: dict[str, int]
    hands: dict[str, int]
    stock: int
    discards: int
    dealer: str
    turn: str
    total: int = 0
    direction: Literal[1, -1] = 1
    hand: int = 1
    top: Laid | None = None
    back: Laid | None = None
    skipped: str | None = None
    bomb: Bomb | None = None
    open: tuple[Bomb, ...] = ()
    several: tuple[str, ...] = ()
    drawn: dict[str, int] = {}
    seen: dict[str, int] = {}
    held: dict[str, tuple[str, ...]] = {}
    pool: tuple[str, ...] = ()
    nones: dict[str, tuple[int, ...]] = {}
    flipped: dict[str, tuple[tuple[int, int], ...]] = {}
    gone: tuple[str, ...] = ()
    over: bool = False
    winner: str | None = None
    tied: tuple[str, ...] = ()
    values: dict[str, int] = {}
    unsaid: tuple[str, ...] = ()

    def after(self, player: str, direction: int | None = None) -> str:
        """The next player in the game, in the direction in force or in the one given."""
        way = direction or self.direction
        if player in self.order:
            return self.order[(self.order.index(player) + way) % len(self.order)]
        index = self.everyone.index(player)
        for _ in self.everyone:
            index = (index + way) % len(self.everyone)
            if self.everyone[index] in self.order:
                return self.everyone[index]
        return player

    def others(self, player: str) -> list[str]:
        """Everybody else in the game, in the direction of play from `player`."""
        names, name = [], self.after(player)
        while name != player and name not in names:
            names.append(name)
            name = self.after(name)
        return names

    def members(self, side: str) -> tuple[str, ...]:
        """The players at the table who share the letters of `side`."""
        return tuple(p for p in self.everyone if self.sides[p] == side and p not in self.gone)

    @property
    def unrevealed(self) -> tuple[str, ...]:
        """The tied players who still have to show their hands (FAL-35)."""
        return tuple(name for name in self.tied if name not in self.values)

    def but(self, **changes: Any) -> State:
        """The same with some fields changed."""
        return msgspec.structs.replace(self, **changes)


def seated(state: State, player: str, mode: Mode = Mode.LIVE) -> None:
    """Raises `Refused` where `player` is not in the game.

    Who is out of letters only by a correction has played on: that stands.
    """
    if player in state.order:
        return
    if player in state.gone:
        raise Refused("not_at_table", f"{player} has left the table.")
    sat_here(player, state.everyone)
    if mode is Mode.LIVE:
        raise Refused("eliminated", f"{player} has no letter left and is out of the game.")


def not_over(state: State, mode: Mode) -> None:
    """Raises `Refused` where the game is over; what was played already stands."""
    if state.over and mode is Mode.LIVE:
        raise Refused("game_over", "The game is over.")
