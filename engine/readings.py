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
    real = _ruled(setup, slots, index, None)
    found = []
    for switch in GAMES[setup.game].switches:
        for value in switch.readings():
            other = _under(setup, switch, value, slots, index, real)
            if other is not None and (changes := _changes(real, other)):
                found.append(Reading(switch, value, other.answer, changes))
    return found


def _under(
    setup: Setup, switch: Switch, value: Any, slots: Sequence[Slot], index: int, real: _Ruled
) -> _Ruled | None:
    """The step with another value; None where it is the one in force, or fits not this table."""
    if value == setup.switch(switch.name):
        return None
    house = {**setup.house, switch.name: value}
    try:
        return _ruled(msgspec.structs.replace(setup, house=house), slots, index, real)
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


def _ruled(setup: Setup, slots: Sequence[Slot], index: int, real: _Ruled | None) -> _Ruled:
    """The step under a set-up's switches; `real` is how it was ruled under those in force.

    Where the other reading would have had somebody else in turn, that the step came then stands:
    the answer is about what was played.
    """
    game, slot = GAMES[setup.game], slots[index]
    folder = Folder(game, setup.switch("safety.emergency_number"))
    fold = Fold(game.start(setup), care_of(setup.house))
    for at in range(index):
        fold = _went_on(folder, fold, slots, at)
    before = state_keys(game, fold.game)
    in_turn = real is None or real.before["turn"] == before["turn"] or slot.ruling.inert
    after, ruling = _step(folder, fold, slot, Mode.LIVE if in_turn else Mode.AMENDED)
    return _Ruled(before, answer(game, slot.step, after, ruling))


def _went_on(folder: Folder, fold: Fold, slots: Sequence[Slot], at: int) -> Fold:
    """The fold after an event that happened, in order or not under this reading."""
    slot = slots[at]
    if slot.event is None or slot.ruling.inert:
        return fold
    later = partial(events_from, slots, at + 1)
    try:
        return folder.apply(fold, slot.event, slot.step, Mode.STANDS, slot.came, later)[0]
    except Refused:
        return fold


def _step(folder: Folder, fold: Fold, slot: Slot, mode: Mode) -> tuple[Fold, Ruling]:
    assert slot.event is not None
    came = slot.came if mode is Mode.AMENDED else ""
    try:
        return folder.apply(fold, slot.event, slot.step, mode, came)
    except Refused as refused:
        return fold, refusal(refused)
