"""Several shots are drunk one at a time (SAF-07)."""

from __future__ import annotations

import msgspec

from engine.ruling import Context, Ruling, by_player
from engine.words import counted


def one_by_one(ruling: Ruling, context: Context) -> Ruling:
    """The ruling with a word to everybody whom it charges more than one shot."""
    said = tuple(
        f"{name} takes the {counted(n, 'shots')} one at a time, with water between."
        for name, n in by_player(ruling.costs).items()
        if n > 1 and name not in context.resting
    )
    if not said:
        return ruling
    announce, rules = (*ruling.announce, *said), (*ruling.rules, "SAF-07")
    return msgspec.structs.replace(ruling, announce=announce, rules=rules)
