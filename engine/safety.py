"""Safety, which overrides every rule of every game (RULES section 5).

What belongs to the engine: what each seat drinks (SAF-02), the estimate of standard drinks
(SAF-04), limits (SAF-05), unwell players (SAF-06), portions of large amounts (SAF-07).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.book import Rule
from engine.house import Switch

MODES: Final = ("alcohol", "soft", "none")

SWITCHES: Final = (
    Switch(
        name="safety.seats",
        default={},
        kind="map",
        about=f"what a seat drinks, by player: {' | '.join(MODES)} (SAF-02)",
    ),
    Switch(
        name="safety.unit_drinks",
        default=None,
        kind="number",
        high=10,
        about="standard drinks in one unit; none takes the game's own estimate (SAF-04)",
    ),
    Switch(
        name="safety.warn_per_hour",
        default=None,
        kind="number",
        about="standard drinks within an hour from which a player is warned (SAF-05)",
    ),
    Switch(
        name="safety.hold_per_hour",
        default=None,
        kind="number",
        about="standard drinks within an hour from which a player gets water (SAF-05)",
    ),
    Switch(
        name="safety.warn_per_session",
        default=None,
        kind="number",
        about="standard drinks in the session from which a player is warned (SAF-05)",
    ),
    Switch(
        name="safety.hold_per_session",
        default=None,
        kind="number",
        about="standard drinks in the session from which a player gets water (SAF-05)",
    ),
    Switch(
        name="safety.emergency_number",
        default="112",
        kind="text",
        about="the number that is shown when somebody is unwell (SAF-06)",
    ),
)


BOOK: Final = (
    Rule("SAF-01", "Only adults drink, and nobody who drinks drives."),
    Rule(
        "SAF-02",
        "Every seat drinks alcohol, a soft drink or nothing, as that player alone decides, at any "
        "time and without a penalty.",
    ),
    Rule("SAF-03", "A soft drink is always allowed, whatever a game calls for."),
    Rule(
        "SAF-04",
        "What each player owes, has taken and was let off is counted by cause, with an estimate of "
        "standard drinks.",
    ),
    Rule(
        "SAF-05",
        "At a limit a player is warned, or gets water from there on; the game goes on, no turn is "
        "lost and nothing is charged for not drinking.",
    ),
    Rule("SAF-06", "Who is unwell stops drinking at once, and help is shown."),
    Rule("SAF-07", "Large amounts are drunk in portions with pauses."),
    Rule("SAF-08", "Leaving is always possible; an open beer may be poured away."),
    Rule("SAF-09", "A penalty may always be a soft drink, or waived."),
    Rule("SAF-10", "Nothing is ever charged for silence or for taking one's time."),
    Rule("SAF-11", "Pictures are kept of the table only, and deleting a game deletes them all."),
)


class Care(msgspec.Struct, frozen=True):
    """What each player drinks, as far as it is not alcohol, and who must not drink at all."""

    soft: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()
    unwell: frozenset[str] = frozenset()

    def with_soft(self, player: str, on: bool) -> Care:
        """The same with `player` on a soft drink, or on alcohol again."""
        soft = self.soft | {player} if on else self.soft - {player}
        return msgspec.structs.replace(self, soft=soft, none=self.none - {player})

    def with_unwell(self, player: str, on: bool) -> Care:
        """The same with `player` unwell, or well again."""
        unwell = self.unwell | {player} if on else self.unwell - {player}
        return msgspec.structs.replace(self, unwell=unwell)

    def drink(self, player: str) -> str:
        """How a sentence names what this player drinks: empty for alcohol."""
        if player in self.soft:
            return "soft drink"
        return "no drink" if player in self.none else ""


def care_of(house: dict[str, Any]) -> Care:
    """The seats' drinks as the house rules set them."""
    seats = house.get("safety.seats", {})
    return Care(
        soft=frozenset(name for name, mode in seats.items() if mode == "soft"),
        none=frozenset(name for name, mode in seats.items() if mode == "none"),
    )


class Limits(msgspec.Struct, frozen=True):
    """Thresholds in standard drinks; None is no limit. Product values, not from the sources."""

    warn_hour: float | None = None
    hold_hour: float | None = None
    warn_session: float | None = None
    hold_session: float | None = None

    @property
    def hourly(self) -> bool:
        """Whether anything depends on the last hour."""
        return self.warn_hour is not None or self.hold_hour is not None

    @property
    def any(self) -> bool:
        """Whether there is any limit."""
        return self != Limits()

    def level(self, hour: float, session: float) -> str | None:
        """`hold`, `warn` or None for so many standard drinks."""
        if _reached(hour, self.hold_hour) or _reached(session, self.hold_session):
            return "hold"
        if _reached(hour, self.warn_hour) or _reached(session, self.warn_session):
            return "warn"
        return None


def _reached(amount: float, limit: float | None) -> bool:
    return limit is not None and amount >= limit


def limits_of(house: dict[str, Any]) -> Limits:
    """The limits that the house rules set."""
    return Limits(
        warn_hour=house.get("safety.warn_per_hour"),
        hold_hour=house.get("safety.hold_per_hour"),
        warn_session=house.get("safety.warn_per_session"),
        hold_session=house.get("safety.hold_per_session"),
    )


def chooses(answer: Mapping[str, Any]) -> bool:
    """Whether somebody has to choose now who drinks: a pool to give, or an opponent to name."""
    return bool(answer.get("give")) or answer.get("needs") == "duel"


def portions(amount: int, most: int) -> list[int]:
    """A large amount in portions of at most `most`, drunk with pauses between (SAF-07)."""
    full, rest = divmod(amount, most)
    return [most] * full + [rest] * bool(rest)


def help_for(player: str, number: str) -> tuple[str, ...]:
    """What is said and shown when somebody is unwell (SAF-06)."""
    return (
        f"{player} stops drinking now.",
        f"Stay with {player}: on the side, warm, never alone. "
        f"If {player} cannot be woken, breathes slowly or turns blue, call {number}.",
    )
