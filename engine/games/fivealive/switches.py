"""The switches of Five Alive (RULES section 6), and the typed form that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.codes import CodeError, five_alive
from engine.games.fivealive.cards import DECK_77, HAND
from engine.house import HouseError, Switch, typed
from engine.words import is_name


class DeckSwitch(Switch, frozen=True, kw_only=True):
    """`77`, or a table of cards and how many there are of each (editions differ)."""

    def allowed(self) -> str:
        """The allowed values in words."""
        return "77, or a table of cards and how many there are of each"

    def check(self, value: Any) -> Any:
        """The deck as a table; 77 stays what it is."""
        if isinstance(value, Mapping) and value:
            deck = {_card(card): _copies(card, n) for card, n in value.items()}
            if sum(deck.values()) >= 2 * HAND:
                return deck
            raise HouseError(f"{self.name}: a deck for two has at least {2 * HAND} cards.")
        if value in (77, "77") and not isinstance(value, bool):
            return 77
        raise HouseError(f"{self.name} takes {self.allowed()}.")


def _card(card: Any) -> str:
    try:
        return five_alive(card)
    except CodeError as error:
        raise HouseError(f"fivealive.deck: {error}") from None


def _copies(card: Any, n: Any) -> int:
    if isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 200:
        return n
    raise HouseError(f"fivealive.deck: the number of {card} is a whole number from 0 to 200.")


class TeamsSwitch(Switch, frozen=True, kw_only=True):
    """`none`, or two teams with the names of their players."""

    def allowed(self) -> str:
        """The allowed values in words."""
        return "none, or two teams with lists of their players"

    def check(self, value: Any) -> Any:
        """The teams as a table of lists, empty for none."""
        if value in (None, "none") or value == {}:
            return {}
        if not isinstance(value, Mapping) or len(value) != 2:
            raise HouseError(f"{self.name} takes {self.allowed()}.")
        for team, members in value.items():
            if not is_name(team) or not _are_names(members):
                raise HouseError(f"{self.name}: a team is a name and a list of players.")
        return {team: list(members) for team, members in value.items()}


def _are_names(members: Any) -> bool:
    return isinstance(members, (list, tuple)) and bool(members) and all(map(is_name, members))


SWITCHES: Final = (
    DeckSwitch(
        name="fivealive.deck",
        kind="map",
        default=77,
        about="the cards of the deck (RULES 4.1)",
    ),
    Switch(
        name="fivealive.deck_confirmed",
        default=False,
        kind="bool",
        about="the owner has counted the deck, so that a copy too many is a proof (FAL-P3)",
    ),
    Switch(
        name="fivealive.flip_reset",
        default="zero",
        choices=("zero", "keep"),
        about="the total after a flip: 0, or as it was (FAL-09)",
    ),
    Switch(
        name="fivealive.flip_turn",
        default="next",
        choices=("next", "same"),
        about="who plays after a flip: the next player, or the same one again (FAL-09)",
    ),
    Switch(
        name="fivealive.last_card_bomb",
        default="both",
        choices=("both", "last_card_only"),
        about="a Bomb as last card: it is answered before the hand ends, or not at all (FAL-27)",
    ),
    Switch(
        name="fivealive.bomb_zero_ends",
        default=True,
        kind="bool",
        about="a 0 for a Bomb that is somebody's last card ends the hand (FAL-28)",
    ),
    Switch(
        name="fivealive.next_dealer",
        default="rotate",
        choices=("rotate", "winner"),
        about="who deals the next hand: the next to the left, or who won this one (FAL-05)",
    ),
    Switch(
        name="fivealive.exhausted",
        default="reshuffle",
        choices=("reshuffle", "stop"),
        about="the stock is empty: the discards are shuffled, or nobody draws (FAL-32)",
    ),
    Switch(
        name="fivealive.voluntary_flip",
        default=True,
        kind="bool",
        about="flipping with a playable card in hand is allowed (FAL-10)",
    ),
    Switch(
        name="fivealive.misplay_flips",
        default=0,
        kind="int",
        high=5,
        about="letters that a card out of turn, or several at once, cost (FAL-33)",
    ),
    Switch(
        name="fivealive.ending",
        default="last_alive",
        choices=("last_alive", "sudden_death"),
        about="the last one alive wins, or the game ends with the first one out (FAL-30, FAL-34)",
    ),
    TeamsSwitch(
        name="fivealive.teams",
        kind="map",
        default={},
        about="team play: two teams with one set of letters each (FAL-36)",
    ),
    Switch(
        name="fivealive.team_bomb",
        default="all_others",
        choices=("all_others", "opponents"),
        about="whom a Bomb hits in team play: team mates too, or opponents only (FAL-37)",
    ),
    Switch(
        name="fivealive.drinks_per_flip",
        default=0,
        kind="int",
        high=20,
        about="drinks for each letter flipped; the game itself has none (RULES 4)",
    ),
    Switch(
        name="fivealive.players",
        default=(2, 6),
        kind="range",
        low=2,
        high=6,
        about="how many can play (FAL-01)",
    ),
)


class House(msgspec.Struct, frozen=True):
    """The switches as the rules read them; the fields are named after the switches.

    `deck` is always the table of cards, `teams` is empty where everybody plays alone.
    """

    deck: dict[str, int]
    deck_confirmed: bool
    flip_reset: str
    flip_turn: str
    last_card_bomb: str
    bomb_zero_ends: bool
    next_dealer: str
    exhausted: str
    voluntary_flip: bool
    misplay_flips: int
    ending: str
    teams: dict[str, list[str]]
    team_bomb: str
    drinks_per_flip: int
    players: tuple[int, int]

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return sum(self.deck.values())

    @property
    def seats(self) -> tuple[int, int]:
        """The fewest and the most players: in team play four to six (FAL-01, FAL-36)."""
        low, high = self.players
        most = min(high, self.deck_size // HAND)
        return (max(low, 4), most) if self.teams else (low, most)


def house_of(set_switches: Mapping[str, Any]) -> House:
    """The typed switches, with defaults for what is not set."""
    deck = set_switches.get("fivealive.deck", 77)
    return typed(House, set_switches, SWITCHES, deck=dict(DECK_77) if deck == 77 else deck)
