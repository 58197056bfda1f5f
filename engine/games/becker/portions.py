"""Large amounts are drunk in portions with pauses (SAF-07)."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.ruling import Ruling, by_player
from engine.safety import portions

MOST_AT_ONCE: Final = 10
PORTION: Final = 7
"""Half a beer, as in Blackout."""


def in_portions(ruling: Ruling, resting: frozenset[str]) -> Ruling:
    """The ruling with a sentence for each player who has more to drink than goes at once.

    `resting` do not drink at all (SAF-06).
    """
    if sum(cost.amount for cost in ruling.costs) <= MOST_AT_ONCE:
        return ruling
    said = tuple(
        f"{name} takes {' + '.join(map(str, portions(n, PORTION)))}, with pauses."
        for name, n in by_player(ruling.costs).items()
        if n > MOST_AT_ONCE and name not in resting
    )
    if not said:
        return ruling
    return msgspec.structs.replace(
        ruling, announce=(*ruling.announce, *said), rules=(*ruling.rules, "SAF-07")
    )
