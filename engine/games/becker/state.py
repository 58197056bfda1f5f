"""The state of a table that plays Becker's Game of Death; every change makes a new one."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.games.becker.cards import OPENING, fits
from engine.games.becker.switches import House
from engine.ruling import Mode, Refused
from engine.seating import sat_here

Ending = Literal["A", "B"]


class Pool(msgspec.Struct, frozen=True):
    """Drinks of a black card thrown at `step` that `by` has still to give (BGD-16)."""

    by: str
    n: int
    step: int
    card: str


class Pick(msgspec.Struct, frozen=True):
    """Cards that `by` threw at once and that all fit: one of them stays (BGD-44)."""

    by: str
    cards: tuple[str, ...]


class Held(msgspec.Struct, frozen=True):
    """A card thrown too early that lies and waits (`becker.early_card`, BGD-43)."""

    by: str
    card: str


class Passed(msgspec.Struct, frozen=True):
    """A pass at `step`; `top` is what lay there, or what a restart had to follow in suit
    (`restart`, BGD-07)."""

    step: int
    top: str
    restart: bool = False

    def allowed(self, card: str) -> bool:
        """Whether the card could have been thrown instead."""
        return card[1] == self.top[1] if self.restart else fits(card, self.top)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table of Becker's Game of Death.

    `everyone` is all who ever sat here, clockwise; `present` those in the game. `dealt` and
    `hands` count cards. `out`: every card thrown in this deal and the step. `known`: by player,
    cards seen to be in that hand and the step. `thrower` threw `top` and pays for a break;
    `anchor` is the seat at which play has come round. `swept` is the card that a restart must
    follow in suit (`becker.restart`). `run`: how many cards of one rank were thrown in a row.
    `idle`: who has passed since the last card, and when. `revealed`: cards shown after the end.
    `accusers`: who accused somebody in vain. `opener`: the card of the first throw, where seen.
    """

    house: House
    everyone: tuple[str, ...]
    present: tuple[str, ...]
    dealer: str
    direction: Literal[1, -1]
    dealt: dict[str, int]
    hands: dict[str, int]
    round: int = 1
    removed: tuple[str, ...] = ()
    opened: bool = False
    opener: str | None = None
    turn: str | None = None
    top: str | None = None
    thrower: str | None = None
    anchor: str | None = None
    swept: str | None = None
    run: int = 0
    run_rank: str = ""
    idle: tuple[tuple[str, int], ...] = ()
    out: dict[str, int] = {}
    known: dict[str, dict[str, int]] = {}
    passes: dict[str, tuple[Passed, ...]] = {}
    pools: tuple[Pool, ...] = ()
    pick: Pick | None = None
    held: Held | None = None
    first_out: str | None = None
    over: Ending | None = None
    revealed: dict[str, tuple[str, ...]] = {}
    accusers: frozenset[str] = frozenset()

    @property
    def may_play(self) -> bool:
        """Whether the next card is allowed yet (BGD-18)."""
        return not (self.pools or self.pick or self.over)

    @property
    def sweeper(self) -> str:
        """BGD-29: the next seat in the game to the left of the dealer."""
        at = self.everyone.index(self.dealer) + 1
        seats = self.everyone[at:] + self.everyone[:at]
        return next((name for name in seats if name in self.present), self.dealer)

    def seats_after(self, player: str) -> tuple[str, ...]:
        """All seats in the direction of play, from the one after `player` to `player`."""
        seats = self.everyone if self.direction == 1 else self.everyone[::-1]
        at = seats.index(player) + 1
        return seats[at:] + seats[:at]

    def active(self, player: str) -> bool:
        """Whether a player is in the game and has cards."""
        return self.hands[player] > 0 and player in self.present

    def allows(self, card: str) -> bool:
        """BGD-03, BGD-06, BGD-07: whether a card may be thrown on what lies there."""
        if self.top is not None:
            return fits(card, self.top)
        if not self.opened:
            return card == OPENING or self.house.open_any
        return self.swept is None or card[1] == self.swept[1]

    def but(self, **changes: Any) -> State:
        """The same with some fields changed."""
        return msgspec.structs.replace(self, **changes)


def seated(state: State, player: str) -> None:
    """Raises `Refused` where `player` is not in the game."""
    if player in state.present:
        return
    sat_here(player, state.everyone)
    word = "was removed from the game" if player in state.removed else "has left the table"
    raise Refused("not_at_table", f"{player} {word}.")


def not_over(state: State, mode: Mode) -> None:
    """Raises `Refused` where the game is over; what was played already stands."""
    if state.over and mode is Mode.LIVE:
        raise Refused("game_over", "The game is over: enter `next_round` to deal again.")
