"""The record of a game: a list of slots that is folded, and the four ways to correct it.

Every input line has a step number that never changes. A slot holds one line that was meant for
the game, in the order of the table; corrections edit the list and fold again what comes after.
Lines that were refused keep their place, so that they can be amended and inserted before. Where
play went on after a refusal, the table has followed it, and it stays refused when the record is
folded again; where nothing was played since, it is ruled again as the corrected record has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

import msgspec

from engine import events
from engine.events import Event, to_event
from engine.fold import Fold, Folder
from engine.ruling import Later, Mode, Refused, Ruling, refusal
from engine.words import counted

_NEEDED = frozenset({"unknown_player", "not_at_table"})


class Slot(msgspec.Struct, frozen=True):
    """One line in its place: the typed event (None where it could not be read), its ruling,
    the fold before and after, the game's time in seconds if known, whether it changed nothing
    when it came, and the stance of the ruling that the table had heard before it went on."""

    step: int
    event: Event | None
    ruling: Ruling
    before: Fold
    after: Fold
    t: float | None = None
    came_inert: bool = False
    came: str = ""


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
            slot = Slot(step, event, refusal(refused), self.now, self.now, t)
        if slot.ruling.inert:
            slot = msgspec.structs.replace(slot, came_inert=True)
        else:
            self._settle()
        self.slots.append(slot)
        self.now = slot.after
        return slot

    def _settle(self) -> None:
        """Play goes on from what the table was told last about the newest event."""
        for index in range(len(self.slots) - 1, -1, -1):
            slot = self.slots[index]
            if slot.came != slot.ruling.stance:
                self.slots[index] = msgspec.structs.replace(slot, came=slot.ruling.stance)
            if not slot.came_inert:
                return

    def refuse(self, step: int, refused: Refused) -> Slot:
        """A line that could not even be read: it has a step and changes nothing."""
        slot = Slot(step, None, refusal(refused), self.now, self.now, came_inert=True)
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
            many = counted(len(played), "events")
            raise Refused("nothing_to_undo", f"Only {many} can be taken back.")
        taken_back = set(played[-event.undo :])
        first = min(taken_back)
        rest = [s for i, s in enumerate(self.slots) if i > first and i not in taken_back]
        return self._refold(first, None, rest, waiting=0)

    def _insert(self, step: int, event: events.Insert, t: float | None) -> Correction:
        index = self._index(event.insert)
        before = self.slots[index].before
        inserted = to_event(event.event, self.folder.kinds)
        later = partial(events_from, self.slots, index)
        slot = self._applied(step, inserted, before, Mode.LIVE, t, later=later)
        return self._refold(index, slot, self.slots[index:])

    def _amend(self, event: events.Amend) -> Correction:
        index = self._index(event.amend)
        old = self.slots[index]
        amended = to_event(event.event, self.folder.kinds)
        same_kind = type(old.event) is type(amended) and not old.ruling.inert
        mode = Mode.AMENDED if same_kind else Mode.LIVE
        later = partial(events_from, self.slots, index + 1)
        slot = self._applied(old.step, amended, old.before, mode, old.t, old.came, later)
        return self._refold(index, slot, self.slots[index + 1 :])

    def _index(self, step: int) -> int:
        for index in range(len(self.slots) - 1, -1, -1):
            if self.slots[index].step == step:
                return index
        raise Refused("no_such_step", f"Step {step} holds no event of the game.")

    def _refold(
        self, first: int, slot: Slot | None, later: list[Slot], waiting: int | None = None
    ) -> Correction:
        """Puts `slot` and then `later`, ruled again, in the place of everything from `first`.

        The last `waiting` of `later` are ruled as if they came now: by default those that changed
        nothing when they came, with nothing played since.
        """
        old = self.slots[first:]
        new = [slot] if slot else []
        fold = slot.after if slot else old[0].before
        if waiting is None:
            waiting = sum(1 for _ in takewhile(lambda one: one.came_inert, reversed(later)))
        for index, one in enumerate(later):
            mode = Mode.STANDS if index < len(later) - waiting else Mode.LIVE
            one = self._again(one, fold, mode, partial(events_from, later, index + 1))
            new.append(one)
            fold = one.after
        self.slots[first:] = new
        self.now = fold
        return Correction(
            old=tuple(one.ruling for one in old),
            new=tuple(one.ruling for one in new),
            changed=self._changed(old, new),
            slot=slot,
        )

    def _again(self, slot: Slot, fold: Fold, mode: Mode, later: Later) -> Slot:
        after, ruling = fold, slot.ruling
        if slot.event is not None and not (ruling.inert and mode is Mode.STANDS):
            try:
                after, ruling = self.folder.apply(
                    fold, slot.event, slot.step, mode, slot.came, later
                )
            except Refused as refused:
                ruling = refusal(refused) if mode is Mode.LIVE else _moot(slot.step, refused)
        came = ruling.stance if mode is Mode.LIVE else slot.came
        return msgspec.structs.replace(slot, ruling=ruling, before=fold, after=after, came=came)

    def _applied(
        self,
        step: int,
        event: Event,
        fold: Fold,
        mode: Mode,
        t: float | None,
        came: str = "",
        later: Later = tuple,
    ) -> Slot:
        after, ruling = self.folder.apply(fold, event, step, mode, came, later)
        came = ruling.stance if mode is Mode.LIVE else came
        return Slot(step, event, ruling, fold, after, t, came=came)

    def _changed(self, old: list[Slot], new: list[Slot]) -> tuple[int, ...]:
        now = {slot.step: slot for slot in new}
        return tuple(slot.step for slot in old if self._differs(slot, now.get(slot.step)))

    def _differs(self, old: Slot, new: Slot | None) -> bool:
        """Whether the ruling of a step, or what it left to do, is another one or gone."""
        if new is None:
            return not old.ruling.inert
        retold = old.event != new.event and old.ruling.announce != new.ruling.announce
        return retold or self._said(old) != self._said(new)

    def _said(self, slot: Slot) -> tuple[Any, ...]:
        """What counts as the ruling of a slot when two are compared."""
        ruling = slot.ruling
        if ruling.inert:
            return (ruling.error,)
        next_ = self.folder.game.closing(slot.after.game)
        return (ruling.costs, ruling.beside, ruling.facts, ruling.rules, ruling.proofs, next_)


def events_from(slots: Sequence[Slot], first: int) -> Iterator[Event]:
    """The events of the slots from index `first` on, without those that changed nothing when
    they came."""
    for index in range(first, len(slots)):
        event = slots[index].event
        if event is not None and not slots[index].came_inert:
            yield event


def _moot(step: int, refused: Refused) -> Ruling:
    """What became of a step that the corrected record makes pointless; raises where it shows
    that the correction cannot be true."""
    if refused.code in _NEEDED:
        raise Refused("player_needed", f"Step {step} speaks against it: {refused.message}")
    return Ruling(announce=(f"Step {step} no longer counts: {refused.message}",))
