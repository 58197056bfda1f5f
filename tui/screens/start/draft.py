"""What is set up so far, while people are at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tui.wishes import Wishes

SEATS = "safety.seats"


@dataclass(slots=True)
class Draft:
    """The parts of `tui.wishes.Wishes`; `house` may have switches of several games, and say of
    people who are not here what they drink. `known`: who played in earlier evenings."""

    game: str = ""
    players: list[str] = field(default_factory=list)
    camera: str = ""
    house: dict[str, Any] = field(default_factory=dict)
    table: str = ""
    known: Sequence[str] = ()

    @classmethod
    def of(cls, wishes: Wishes, known: Sequence[str] = ()) -> Draft:
        """What is known already."""
        house = dict(wishes.house)
        return cls(wishes.game, list(wishes.players), wishes.camera, house, wishes.table, known)

    def wishes(self) -> Wishes:
        """What people have set up."""
        house = dict(self.house)
        seats = {name: mode for name, mode in self.drinks.items() if name in self.players}
        house.pop(SEATS, None)
        if seats:
            house[SEATS] = seats
        return Wishes(self.game, tuple(self.players), self.camera, house, self.table)

    def add(self, names: Iterable[str]) -> None:
        """They sit down after the others; who sits there already stays."""
        self.players += [name for name in dict.fromkeys(names) if name not in self.players]

    @property
    def drinks(self) -> Mapping[str, str]:
        """What those drink who do not drink alcohol (SAF-02)."""
        return dict(self.house.get(SEATS) or {})

    def turn_soft(self, name: str) -> None:
        """A soft drink for that player, or alcohol again."""
        drinks = dict(self.drinks)
        if drinks.pop(name, None) is None:
            drinks[name] = "soft"
        self.house[SEATS] = drinks

    def set(self, switch: str, value: Any, default: Any) -> None:
        """A house switch; the default is not kept."""
        self.house.pop(switch, None)
        if value != default:
            self.house[switch] = value


def names_in(text: str) -> list[str]:
    """Names as people write them, with commas between."""
    return [name.strip() for name in text.split(",") if name.strip()]
