"""What the referee says to one event: costs with their cause, facts, sentences, rule ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

import msgspec

from engine.proofs import Proof


class Refused(Exception):
    """An event that makes no sense now: `code` for programs, `message` for people.

    `proofs` is what the refused event shows all the same (who rolled out of turn, for example).
    """

    def __init__(self, code: str, message: str, proofs: tuple[Proof, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.proofs = proofs


class Mode(Enum):
    """How an event is being applied.

    LIVE: it happens now, every check holds. AMENDED: people corrected what happened at this
    step; that it happened then stands, what happened is checked. STANDS: it happened earlier and
    play went on over it; it is ruled for whom it concerned and never refused for its order
    (PROTOCOL section 4, "what the table let stand, stands").
    """

    LIVE = "live"
    AMENDED = "amended"
    STANDS = "stands"


Later = Callable[[], Iterable[Any]]


class Context(msgspec.Struct, frozen=True):
    """What a game is told beside its own state: step number, mode, and who must not drink.

    When an event is ruled again, `came` is the `stance` of what the table had heard of it before,
    and `later()` gives the events that the record holds after it, oldest first: what the table
    was told then, and how it went on.
    """

    step: int
    mode: Mode = Mode.LIVE
    resting: frozenset[str] = frozenset()
    came: str = ""
    later: Later = tuple


class Cost(msgspec.Struct, frozen=True):
    """`amount` of the game's unit that `player` drinks for `cause` (RULES 0.6.3)."""

    player: str
    amount: int
    cause: str


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one event, before the keys of the state are added.

    `costs` is the unit map by cause. `beside` are large amounts outside the unit map (whole
    beers), in the unit's equivalent, for the estimate of what was drunk. `facts` are the game's
    own keys. `opening` starts the first sentence (the dice, the card), `announce` are sentences
    beside those about drinks. `taken` and `waived` are what people reported. `inert`: it changed
    nothing and never will when the record is folded again. `stance` is the game's own word for how
    it took the event (a card that stays, one that goes back), see `Context.came`. `drinks`: who
    drinks for it where the unit itself is not drunk (the flips of Five Alive), None where it is.
    """

    costs: tuple[Cost, ...] = ()
    drinks: tuple[Cost, ...] | None = None
    beside: tuple[Cost, ...] = ()
    facts: dict[str, Any] = {}
    opening: str = ""
    announce: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    proofs: tuple[Proof, ...] = ()
    taken: tuple[Cost, ...] = ()
    waived: tuple[Cost, ...] = ()
    inert: bool = False
    error: str | None = None
    message: str = ""
    stance: str = ""

    @property
    def drunk(self) -> tuple[Cost, ...]:
        """What is drunk of it, large amounts aside."""
        return self.costs if self.drinks is None else self.drinks


def refusal(refused: Refused) -> Ruling:
    """The ruling that answers a refused event: nothing is charged."""
    return Ruling(
        error=refused.code,
        message=refused.message,
        announce=(refused.message,),
        proofs=refused.proofs,
        inert=True,
    )


def by_player(costs: Iterable[Cost]) -> dict[str, int]:
    """The unit map: the sum per player, players without cost left out."""
    units: dict[str, int] = {}
    for cost in costs:
        units[cost.player] = units.get(cost.player, 0) + cost.amount
    return {player: amount for player, amount in units.items() if amount} if units else units


def by_cause(costs: Iterable[Cost]) -> dict[str, dict[str, int]]:
    """The `why` of PROTOCOL section 4: {cause: {player: amount}}."""
    why: dict[str, dict[str, int]] = {}
    for cost in costs:
        causes = why.setdefault(cost.cause, {})
        causes[cost.player] = causes.get(cost.player, 0) + cost.amount
    return why


def difference(old: dict[str, int], new: dict[str, int]) -> dict[str, int]:
    """`new` minus `old` per player, zeros left out."""
    names = dict.fromkeys((*old, *new))
    changes = {name: new.get(name, 0) - old.get(name, 0) for name in names}
    return {name: change for name, change in changes.items() if change}
