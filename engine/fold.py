"""One step of the fold: state and event give the next state and a ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine import events
from engine.events import Event, names_in
from engine.game import Game
from engine.ruling import Context, Cost, Later, Mode, Ruling
from engine.safety import Care, help_for
from engine.seating import sat_here


class Fold(msgspec.Struct, frozen=True):
    """The whole state: the game's, and what each seat drinks."""

    game: Any
    care: Care


Common = Callable[[Fold, Any], tuple[Fold, Ruling]]


class Folder:
    """Applies events to a `Fold` by the rules of one game."""

    def __init__(self, game: Game, emergency_number: str) -> None:
        self.game = game
        self.kinds = {**events.COMMON, **game.events}
        self._number = emergency_number
        self._common: Mapping[type[Event], Common] = {
            events.Soft: self._soft,
            events.Unwell: self._unwell,
            events.Taken: self._taken,
            events.Waived: self._waived,
        }

    def apply(
        self,
        fold: Fold,
        event: Event,
        step: int,
        mode: Mode,
        came: str = "",
        later: Later = tuple,
    ) -> tuple[Fold, Ruling]:
        """The next fold and the ruling; raises `Refused` and leaves everything as it was.

        `came` and `later` as in `Context`.
        """
        common = self._common.get(type(event))
        if common is not None:
            self._check_names(fold, event)
            return common(fold, event)
        context = Context(step, mode, fold.care.unwell, came, later)
        state, ruling = self.game.apply(fold.game, event, context)
        if context.resting:
            ruling = _spared(ruling, context.resting)
        return (fold if state is fold.game else Fold(state, fold.care)), ruling

    def _check_names(self, fold: Fold, event: Event) -> None:
        for name in names_in(event):
            sat_here(name, self.game.players(fold.game))

    def _soft(self, fold: Fold, event: events.Soft) -> tuple[Fold, Ruling]:
        care = fold.care.with_soft(event.soft, event.on)
        drink = "a soft drink" if event.on else "alcohol"
        return Fold(fold.game, care), Ruling(
            announce=(f"{event.soft} drinks {drink} from now on.",), rules=("SAF-02",)
        )

    def _unwell(self, fold: Fold, event: events.Unwell) -> tuple[Fold, Ruling]:
        care = fold.care.with_unwell(event.unwell, event.on)
        said = (
            help_for(event.unwell, self._number)
            if event.on
            else (f"{event.unwell} is well again.",)
        )
        return Fold(fold.game, care), Ruling(announce=said, rules=("SAF-06",))

    def _taken(self, fold: Fold, event: events.Taken) -> tuple[Fold, Ruling]:
        taken = tuple(Cost(name, n, "taken") for name, n in event.taken.items())
        said = tuple(f"{name} has drunk {n}." for name, n in event.taken.items())
        return fold, Ruling(taken=taken, announce=said, rules=("SAF-04",))

    def _waived(self, fold: Fold, event: events.Waived) -> tuple[Fold, Ruling]:
        waived = tuple(Cost(name, n, "waived") for name, n in event.waived.items())
        said = tuple(f"{name} is let off {n}." for name, n in event.waived.items())
        return fold, Ruling(waived=waived, announce=said, rules=("SAF-04",))


def _spared(ruling: Ruling, resting: frozenset[str]) -> Ruling:
    """The ruling without what an unwell player would have drunk (SAF-06)."""
    kept = tuple(cost for cost in ruling.drunk if cost.player not in resting)
    spared = {cost.player for cost in ruling.drunk} & resting
    if not spared:
        return ruling
    said = tuple(f"{name} does not drink." for name in sorted(spared))
    changes: dict[str, Any] = {"costs" if ruling.drinks is None else "drinks": kept}
    return msgspec.structs.replace(
        ruling, announce=(*ruling.announce, *said), rules=(*ruling.rules, "SAF-06"), **changes
    )
