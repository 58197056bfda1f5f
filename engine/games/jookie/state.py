"""The state of a Jookie table; every change makes a new one."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from engine.games.jookie.switches import House
from engine.ruling import Context, Mode, Refused
from engine.seating import at_table

DECK_SIZE: Final = 52
LEAST_CARDS: Final = 5
"""Cards in a hand of the first rounds (JKE-03)."""
ROUNDS: Final = {4: 13, 5: 10}
"""Rounds of a game by players (JKE-02)."""


class Laid(msgspec.Struct, frozen=True):
    """A card in a trick, who played it and at which step."""

    player: str
    card: str
    step: int


class Trick(msgspec.Struct, frozen=True):
    """A trick that was taken."""

    cards: tuple[Laid, ...]
    winner: str


class Off(msgspec.Struct, frozen=True):
    """A card that did not follow suit. `holder` has the hand now: a substitute, perhaps.

    `told`: that it is suspicious was said already (JKE-P7).
    """

    player: str
    holder: str
    trick: int
    led: str
    card: str
    step: int
    told: bool = False


class Early(msgspec.Struct, frozen=True):
    """A trump that was led before trump was broken; `claimed`: with nothing but trumps in hand."""

    player: str
    holder: str
    trick: int
    card: str
    claimed: bool


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """One round as dealt.

    `players` were dealt in, from the dealer's left, the dealer last. `turned` is out of play.
    `dealer` is who dealt at `step`, whoever has those cards now. `bids` holds those made; with
    `bidder` None bidding is over. `out` gives the step of every card played and not taken back.
    `pending` is a trump led early that waits for its claim; `lifted` are cards off suit that were
    taken back from the running trick (JKE-29); `missed` are players whose card in it nobody has
    seen, while play went on. `absent` left the table and nobody has their cards.
    """

    players: tuple[str, ...]
    size: int
    trump: str | None
    turned: str | None
    dealer: str
    step: int
    bids: dict[str, int] = {}
    bidder: str | None = None
    turn: str | None = None
    laid: tuple[Laid, ...] = ()
    tricks: tuple[Trick, ...] = ()
    won: dict[str, int] = {}
    broken: bool = False
    out: dict[str, int] = {}
    off: tuple[Off, ...] = ()
    early: tuple[Early, ...] = ()
    claimed: frozenset[str] = frozenset()
    pending: Laid | None = None
    lifted: tuple[Off, ...] = ()
    missed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    over: bool = False

    @property
    def number(self) -> int:
        """The number of the running trick, from 1."""
        return len(self.tricks) + 1

    @property
    def full(self) -> bool:
        """Whether every card of the deck is in a hand (JKE-06)."""
        return self.size * len(self.players) == DECK_SIZE

    def after(self, player: str) -> str:
        """Who sits to the left, of those dealt in."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def but(self, **changes: Any) -> Hand:
        """The same with some fields changed."""
        return msgspec.structs.replace(self, **changes)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A Jookie table.

    `everyone` is all who ever sat here, `seats` those in the game, both clockwise. `dealer` deals
    the round, or will deal it. `size_due` replaces the hand size of the next deal. `hand` is the
    round as dealt, and stays until the next deal. `executions` counts those not yet done.
    """

    house: House
    everyone: tuple[str, ...]
    seats: tuple[str, ...]
    dealer: str
    round: int = 1
    size_due: int | None = None
    begun: bool = False
    hand: Hand | None = None
    score: dict[str, int] = {}
    executions: dict[str, int] = {}
    misdeals: int = 0
    drink: str = ""
    over: bool = False

    @property
    def playing(self) -> bool:
        """Whether a round is dealt and not over."""
        return self.hand is not None and not self.hand.over

    @property
    def gone(self) -> tuple[str, ...]:
        """Who left the table."""
        if len(self.seats) == len(self.everyone):
            return ()
        return tuple(name for name in self.everyone if name not in self.seats)

    @property
    def rounds(self) -> int:
        """Rounds of the game (JKE-02)."""
        return ROUNDS[5] if len(self.seats) > 4 else ROUNDS[4]

    @property
    def size(self) -> int:
        """Cards in each hand of the round (JKE-03)."""
        if self.hand is not None and not self.hand.over:
            return self.hand.size
        return self.size_due or hand_size(self.round)

    def left_of(self, player: str) -> str:
        """The next player clockwise who is in the game."""
        at = self.everyone.index(player) + 1
        ring = self.everyone[at:] + self.everyone[:at]
        return next((name for name in ring if name in self.seats), player)

    def but(self, **changes: Any) -> State:
        """The same with some fields changed."""
        return msgspec.structs.replace(self, **changes)


def hand_size(number: int) -> int:
    """Cards in each hand in a round (JKE-03)."""
    return max(LEAST_CARDS, number)


def seated(state: State, player: str) -> None:
    """Raises `Refused` where `player` is not in the game."""
    at_table(player, state.seats, state.everyone)


def not_over(state: State, context: Context) -> None:
    """Raises `Refused` where the game is over; what was played already stands."""
    if state.over and context.mode is Mode.LIVE:
        raise Refused("game_over", "The game is over.")


def stands(context: Context) -> bool:
    """Whether the table has played on over this event, so that its order is not judged."""
    if context.mode is Mode.AMENDED:
        return any(True for _ in context.later())
    return context.mode is Mode.STANDS
