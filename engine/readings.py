"""What a step would have been under every other reading of the switches (RULES section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from engine.answer import answer, state_keys
from engine.fold import Fold, Folder
from engine.games import GAMES
from engine.house import HouseError, Switch
from engine.record import Slot, events_from
from engine.ruling import Mode, Refused, Ruling, refusal
from engine.safety import care_of
from engine.setup import Setup

_WORDS = ("announce", "rules", "proof", "proofs", "message")
"""Keys of an answer that are not compared: they say again what the others say."""


class Reading(msgspec.Struct, frozen=True):
    """The answer to a step with another value of a switch, and its keys that differ by it."""

    switch: Switch
    value: Any
    answer: dict[str, Any]
    changes: tuple[str, ...]


class _Ruled(msgspec.Struct, frozen=True):
    """A step as one reading rules it: the keys of the state before it, and its answer."""

    before: dict[str, Any]
    answer: dict[str, Any]


def readings(setup: Setup, slots: Sequence[Slot], index: int) -> list[Reading]:
    """Every other value of a switch that changes what the step in `slots[index]` gives.

    All before it happened as the record has it, whatever the other reading would have made of it.
    """
    if slots[index].event is None:
        return []
    real = _ruled(setup, slots, index)
    found = []
    for switch in GAMES[setup.game].switches:
        for value in switch.readings():
            other = _under(setup, switch, value, slots, index)
            if other is not None and (changes := _changes(real, other)):
                found.append(Reading(switch, value, other.answer, changes))
    return found


def _under(
    setup: Setup, switch: Switch, value: Any, slots: Sequence[Slot], index: int
) -> _Ruled | None:
    """The step with another value; None where it is the one in force, or fits not this table."""
    if value == setup.switch(switch.name):
        return None
    house = {**setup.house, switch.name: value}
    try:
        return _ruled(msgspec.structs.replace(setup, house=house), slots, index)
    except HouseError:
        return None


def _changes(real: _Ruled, other: _Ruled) -> tuple[str, ...]:
    """The keys that differ with this step; what differed before it is no matter of this step."""
    return tuple(
        key
        for key in dict.fromkeys((*real.answer, *other.answer))
        if key not in _WORDS
        and real.answer.get(key) != other.answer.get(key)
        and real.before.get(key) == other.before.get(key)
    )


def _ruled(setup: Setup, slots: Sequence[Slot], index: int) -> _Ruled:
    game = GAMES[setup.game]
    folder = Folder(game, setup.switch("safety.emergency_number"))
    fold = Fold(game.start(setup), care_of(setup.house))
    for at in range(index):
        if slots[at].event is not None and not slots[at].ruling.inert:
            fold = _went_on(folder, fold, slots, at)
    after, ruling = _step(folder, fold, slots[index])
    said = answer(game, slots[index].step, after, ruling)
    return _Ruled(state_keys(game, fold.game), said)


def _went_on(folder: Folder, fold: Fold, slots: Sequence[Slot], at: int) -> Fold:
    """The fold after an event that happened, in order or not under this reading."""
    slot, later = slots[at], partial(events_from, slots, at + 1)
    assert slot.event is not None
    for mode in (Mode.LIVE, Mode.STANDS):
        try:
            return folder.apply(fold, slot.event, slot.step, mode, slot.came, later)[0]
        except Refused:
            continue
    return fold


def _step(folder: Folder, fold: Fold, slot: Slot) -> tuple[Fold, Ruling]:
    """The step ruled as if it came now; that it happened then stands if the record says so."""
    assert slot.event is not None
    try:
        return folder.apply(fold, slot.event, slot.step, Mode.LIVE)
    except Refused as refused:
        if slot.ruling.inert:
            return fold, refusal(refused)
    try:
        return folder.apply(fold, slot.event, slot.step, Mode.AMENDED, slot.came)
    except Refused as refused:
        return fold, refusal(refused)
