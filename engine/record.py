"""The record of a game: a list of slots that is folded, and the four ways to correct it.

Every input line has a step number that never changes. A slot holds one line that was meant for
the game, in the order of the table; corrections edit the list and fold again what comes after.
Lines that were refused keep their place, so that they can be amended and inserted before; they
stay refused when the record is folded again, since the table was told so.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine import events
from engine.events import Event, to_event
from engine.fold import Fold, Folder
from engine.ruling import Mode, Refused, Ruling, refusal

_NEEDED = frozenset({"unknown_player", "not_at_table"})


class Slot(msgspec.Struct, frozen=True):
    """One line in its place: the typed event (None where it could not be read), its ruling,
    the fold before and after, whose turn it left, and the game's time in seconds if known."""

    step: int
    event: Event | None
    ruling: Ruling
    before: Fold
    after: Fold
    turn: str | None
    t: float | None = None


class Correction(msgspec.Struct, frozen=True):
    """What a correction did: rulings before and after it, the steps whose ruling changed, and
    the slot that now holds the corrected event (None for undo and void)."""

    old: tuple[Ruling, ...]
    new: tuple[Ruling, ...]
    changed: tuple[int, ...]
    slot: Slot | None


class Record:
    """The slots of one game and the fold over them."""

    def __init__(self, folder: Folder, start: Fold) -> None:
        self.folder = folder
        self.now = start
        self.slots: list[Slot] = []

    def append(self, step: int, raw: object, t: float | None) -> Slot:
        """Applies the event of a new line; a refused one becomes a slot with its refusal."""
        event: Event | None = None
        try:
            event = to_event(raw, self.folder.kinds)
            slot = self._applied(step, event, self.now, Mode.LIVE, t)
        except Refused as refused:
            slot = self._refused(step, event, self.now, refused, t)
        self.slots.append(slot)
        self.now = slot.after
        return slot

    def refuse(self, step: int, refused: Refused) -> Slot:
        """A line that could not even be read: it has a step and changes nothing."""
        slot = self._refused(step, None, self.now, refused, None)
        self.slots.append(slot)
        return slot

    def correct(self, step: int, event: Event, t: float | None) -> Correction:
        """Does a correction; raises `Refused` and leaves the record where it makes no sense."""
        if isinstance(event, events.Undo):
            return self._undo(event)
        if isinstance(event, events.Void):
            index = self._index(event.void)
            if self.slots[index].ruling.inert:
                raise Refused("nothing_to_void", f"Step {event.void} changed nothing.")
            return self._refold(index, None, self.slots[index + 1 :])
        if isinstance(event, events.Insert):
            return self._insert(step, event, t)
        assert isinstance(event, events.Amend)
        return self._amend(event)

    def _undo(self, event: events.Undo) -> Correction:
        played = [i for i, slot in enumerate(self.slots) if not slot.ruling.inert]
        if event.undo > len(played):
            raise Refused("nothing_to_undo", f"Only {len(played)} events can be taken back.")
        taken_back = set(played[-event.undo :])
        first = min(taken_back)
        rest = [s for i, s in enumerate(self.slots) if i > first and i not in taken_back]
        return self._refold(first, None, rest)

    def _insert(self, step: int, event: events.Insert, t: float | None) -> Correction:
        index = self._index(event.insert)
        before = self.slots[index].before
        inserted = to_event(event.event, self.folder.kinds)
        slot = self._applied(step, inserted, before, Mode.LIVE, t)
        return self._refold(index, slot, self.slots[index:])

    def _amend(self, event: events.Amend) -> Correction:
        index = self._index(event.amend)
        old = self.slots[index]
        amended = to_event(event.event, self.folder.kinds)
        same_kind = type(old.event) is type(amended) and not old.ruling.inert
        mode = Mode.AMENDED if same_kind else Mode.LIVE
        slot = self._applied(old.step, amended, old.before, mode, old.t)
        return self._refold(index, slot, self.slots[index + 1 :])

    def _index(self, step: int) -> int:
        for index in range(len(self.slots) - 1, -1, -1):
            if self.slots[index].step == step:
                return index
        raise Refused("no_such_step", f"Step {step} holds no event of the game.")

    def _refold(self, first: int, slot: Slot | None, later: list[Slot]) -> Correction:
        """Puts `slot` and then `later`, ruled again, in the place of everything from `first`."""
        old = self.slots[first:]
        new = [slot] if slot else []
        fold = slot.after if slot else old[0].before
        for one in later:
            one = self._again(one, fold)
            new.append(one)
            fold = one.after
        self.slots[first:] = new
        self.now = fold
        return Correction(
            old=tuple(one.ruling for one in old),
            new=tuple(one.ruling for one in new),
            changed=_changed(old, new),
            slot=slot,
        )

    def _again(self, slot: Slot, fold: Fold) -> Slot:
        if slot.ruling.inert or slot.event is None:
            turn = self.folder.game.turn(fold.game)
            return msgspec.structs.replace(slot, before=fold, after=fold, turn=turn)
        try:
            return self._applied(slot.step, slot.event, fold, Mode.STANDS, slot.t)
        except Refused as refused:
            if refused.code in _NEEDED:
                message = f"Step {slot.step} speaks against it: {refused.message}"
                raise Refused("player_needed", message) from None
            moot = Ruling(announce=(f"Step {slot.step} no longer counts: {refused.message}",))
            return self._slot(slot.step, slot.event, moot, fold, fold, slot.t)

    def _applied(self, step: int, event: Event, fold: Fold, mode: Mode, t: float | None) -> Slot:
        after, ruling = self.folder.apply(fold, event, step, mode)
        return self._slot(step, event, ruling, fold, after, t)

    def _refused(
        self, step: int, event: Event | None, fold: Fold, refused: Refused, t: float | None
    ) -> Slot:
        return self._slot(step, event, refusal(refused), fold, fold, t)

    def _slot(
        self, step: int, event: Event | None, ruling: Ruling, before: Fold, after: Fold,
        t: float | None,
    ) -> Slot:  # fmt: skip
        return Slot(step, event, ruling, before, after, self.folder.game.turn(after.game), t)


def _changed(old: list[Slot], new: list[Slot]) -> tuple[int, ...]:
    """Steps in `old` whose ruling, or whose next turn, is another one in `new` or is gone."""
    now = {slot.step: slot for slot in new}
    changed = []
    for slot in old:
        other = now.get(slot.step)
        if other is None:
            if not slot.ruling.inert:
                changed.append(slot.step)
        elif _said(slot) != _said(other):
            changed.append(slot.step)
    return tuple(changed)


def _said(slot: Slot) -> tuple[Any, ...]:
    """What counts as the ruling of a slot when two are compared."""
    ruling = slot.ruling
    if ruling.inert:
        return (ruling.error,)
    return (ruling.costs, ruling.beside, ruling.facts, ruling.proofs, slot.turn)
