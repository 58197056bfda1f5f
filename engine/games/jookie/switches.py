"""The switches of Jookie (RULES section 6), and the typed form that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.house import Switch, typed

SWITCHES: Final = (
    Switch(
        name="jookie.full_deal_trump",
        default="none",
        choices=("none", "dealers_last_card", "cut_before_deal"),
        about="what is trump where every card is dealt: nothing, the suit of the dealer's last "
        "card, or of a card cut before the deal (JKE-06)",
    ),
    Switch(
        name="jookie.bid_rule",
        default="at_least",
        choices=("at_least", "exact"),
        about="a bid is made with at least as many tricks, or with exactly as many (JKE-22)",
    ),
    Switch(
        name="jookie.score",
        default="bid",
        choices=("bid",),
        about="a made bid scores its number, a Set player loses it, at least 1; a house value "
        "(JKE-23)",
    ),
    Switch(
        name="jookie.execution_shots",
        default=1,
        kind="int",
        low=0,
        high=10,
        about="shots of an Execution; a house value (JKE-23)",
    ),
    Switch(
        name="jookie.dirty_hole_shots",
        default=1,
        kind="int",
        low=0,
        high=10,
        about="shots for not following suit while able; a house value (JKE-24)",
    ),
    Switch(
        name="jookie.revoke_remedy",
        default="stand",
        choices=("stand", "replay"),
        about="a trick with a proven revoke stands, or is played again with all after it (JKE-24)",
    ),
    Switch(
        name="jookie.misdeal",
        default="linear",
        choices=("linear", "escalating"),
        about="each misdeal of a round costs one shot, or one more than the one before (JKE-07)",
    ),
    Switch(
        name="jookie.only_trumps_may_lead",
        default=True,
        kind="bool",
        about="who holds nothing but trumps may lead one before trump is broken (JKE-15)",
    ),
    Switch(
        name="jookie.hook",
        default=False,
        kind="bool",
        about="the last bid must not make the bids add up to the tricks of the round (JKE-11)",
    ),
    Switch(
        name="jookie.out_of_turn_shots",
        default=0,
        kind="int",
        low=0,
        high=10,
        about="shots for a card out of turn (JKE-27)",
    ),
    Switch(
        name="jookie.illegal_lead_shots",
        default=0,
        kind="int",
        low=0,
        high=10,
        about="shots for leading trump before it is broken (JKE-28)",
    ),
)


class House(msgspec.Struct, frozen=True):
    """The switches as the rules read them; the fields are named after the switches."""

    full_deal_trump: str
    bid_rule: str
    score: str
    execution_shots: int
    dirty_hole_shots: int
    revoke_remedy: str
    misdeal: str
    only_trumps_may_lead: bool
    hook: bool
    out_of_turn_shots: int
    illegal_lead_shots: int


def house_of(set_switches: Mapping[str, Any]) -> House:
    """The typed switches, with defaults for what is not set."""
    return typed(House, set_switches, SWITCHES)
