"""The deal: the state that a set-up describes, and that of every further round (BGD-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.games.becker.cards import DECK
from engine.games.becker.state import State
from engine.games.becker.switches import House, house_of
from engine.house import HouseError
from engine.words import nearest, shown

if TYPE_CHECKING:
    from engine.setup import Setup


def start(setup: Setup) -> State:
    """The table to begin with; raises `HouseError` where the set-up contradicts itself."""
    house, names = house_of(setup.house), setup.players
    dealer = setup.dealer or names[-1]
    given = setup.start.get("deal_counts")
    counts = dealt(house, names, dealer) if given is None else checked(given, names)
    return State(
        house=house,
        everyone=names,
        present=names,
        dealer=dealer,
        direction=1 if house.direction == "clockwise" else -1,
        dealt=counts,
        hands=counts,
        first_out=_first_without(counts, names, dealer),
    )


def dealt(house: House, seats: tuple[str, ...], dealer: str) -> dict[str, int]:
    """How many cards each of `seats` is dealt, singly from the dealer's left (BGD-01)."""
    share, extra = divmod(len(DECK), len(seats))
    if house.uneven_deal == "remove_extra":
        extra = 0
    at = seats.index(dealer) + 1
    order = seats[at:] + seats[:at]
    return {name: share + (order.index(name) < extra) for name in seats}


def checked(raw: Any, names: tuple[str, ...]) -> dict[str, int]:
    """The counts that people gave, of all players; raises `HouseError`."""
    if not isinstance(raw, Mapping):
        raise HouseError("`deal_counts` is a table of players and numbers of cards.")
    for name, n in raw.items():
        if name not in names:
            hint = nearest(name, names)
            raise HouseError(f"`deal_counts` names {shown(name)}, who is no player.{hint}")
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise HouseError(f"`deal_counts` of {name} is a number of cards, not {shown(n)}.")
    missing = [name for name in names if name not in raw]
    if missing:
        raise HouseError(f"`deal_counts` lacks {missing[0]}: give every player's number of cards.")
    if not 0 < sum(raw.values()) <= len(DECK):
        raise HouseError("`deal_counts` deals 1 to 52 cards in all, one deck.")
    return {name: raw[name] for name in names}


def _first_without(counts: dict[str, int], names: tuple[str, ...], dealer: str) -> str | None:
    """In mid-game: who is taken to have run out first, the first seat after the dealer."""
    at = names.index(dealer) + 1
    return next((name for name in names[at:] + names[:at] if counts[name] == 0), None)
