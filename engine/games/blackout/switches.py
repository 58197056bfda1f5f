"""The switches of Blackout (RULES section 6), and the typed form that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.house import Switch, typed

SWITCHES: Final = (
    Switch(
        name="blackout.repeat",
        default="pair",
        choices=("pair", "ordered", "sum"),
        about="what is the same roll again: the same two faces, the same on each die, the same sum "
        "(BLK-11)",
    ),
    Switch(
        name="blackout.repeat_chain",
        default=True,
        kind="bool",
        about="the third equal roll in a row reverses again (BLK-12)",
    ),
    Switch(
        name="blackout.doubles_also_sum",
        default=False,
        kind="bool",
        about="1-1, 2-2 and 4-4 cost the roller their sum besides (BLK-22)",
    ),
    Switch(
        name="blackout.echo",
        default="add",
        choices=("add", "raise_to"),
        about="an Echo drinks the matched gulps on top of the rest, or up to them (BLK-25)",
    ),
    Switch(
        name="blackout.echo_duel",
        default=False,
        kind="bool",
        about="a three on a duel die wakes an Echo (BLK-27)",
    ),
    Switch(
        name="blackout.order",
        default="highest_then_left",
        choices=("highest_then_left", "sorted"),
        about="the order rolls decide who begins, or the whole order of play (BLK-08)",
    ),
    Switch(
        name="blackout.measure_unopened",
        default="empty",
        choices=("empty", "full"),
        about="how a player without an open beer is measured (BLK-19)",
    ),
    Switch(
        name="blackout.bong_beer",
        default="fresh",
        choices=("fresh", "current"),
        about="snake eyes take a fresh beer, or what is in the open one (BLK-31)",
    ),
    Switch(
        name="blackout.beerocalypse_first",
        default=True,
        kind="bool",
        about="the Beerocalypse comes before an extra turn that is due (BLK-34)",
    ),
    Switch(
        name="blackout.bad_die",
        default="reroll",
        choices=("reroll", "drink1"),
        about="a bad die is rolled again, or costs a gulp besides (BLK-38)",
    ),
    Switch(
        name="blackout.beers_per_player",
        default=4,
        kind="int",
        low=1,
        high=24,
        about="beers on the table for each player, and one more (BLK-02)",
    ),
    Switch(
        name="blackout.eight_ban",
        default=False,
        kind="bool",
        about="who rolls eight bars somebody from drinking until after their next turn (BLK-39)",
    ),
    Switch(
        name="blackout.players",
        default=(2, 8),
        kind="range",
        low=2,
        high=16,
        about="how many can play (BLK-01)",
    ),
)


class House(msgspec.Struct, frozen=True):
    """The switches as the rules read them; the fields are named after the switches."""

    repeat: str
    repeat_chain: bool
    doubles_also_sum: bool
    echo: str
    echo_duel: bool
    order: str
    measure_unopened: str
    bong_beer: str
    beerocalypse_first: bool
    bad_die: str
    beers_per_player: int
    eight_ban: bool
    players: tuple[int, int]

    def beers(self, players: int) -> int:
        """Beers on the table at the start (BLK-02)."""
        return self.beers_per_player * players + 1


def house_of(set_switches: Mapping[str, Any]) -> House:
    """The typed switches, with defaults for what is not set."""
    return typed(House, set_switches, SWITCHES)
