"""Why a ruling was made: the event, the rules, what was legal, and the other readings.

From a game's log alone; `explain` is for programs, `sentences` for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.answer import answer
from engine.book import Rule
from engine.events import CORRECTIONS
from engine.game import Game
from engine.games import GAMES
from engine.house import written
from engine.log import Line
from engine.readings import Reading, readings
from engine.record import Slot
from engine.referee import Referee
from engine.safety import BOOK as SAFETY
from engine.setup import Setup, all_switches
from engine.words import listed

_FEW = 8
"""Steps that are named one by one."""
_RULE = re.compile(r"[A-Z]{3}-[0-9A-Za-z]+")


class ExplainError(Exception):
    """The step cannot be explained; the message is one clear sentence."""


class Played:
    """A recorded game, ruled again: `slots` as corrected, `lines` as announced, by step.

    `events` are the events as people corrected them, `by` the corrections that changed a step.
    """

    def __init__(self, setup: Setup, lines: Iterable[Line]) -> None:
        self.lines: dict[int, Line] = {}
        self.events: dict[int, dict[str, Any]] = {}
        self.by: dict[int, list[int]] = {}
        self._referee = Referee(setup)
        for line in lines:
            if line["kind"] in ("ruling", "correction"):
                self._take(line)

    @property
    def slots(self) -> list[Slot]:
        """The record."""
        return self._referee.record.slots

    def find(self, step: int) -> int | None:
        """The index of a step's slot; None where the record has none (any more)."""
        return next((i for i, slot in enumerate(self.slots) if slot.step == step), None)

    def _take(self, line: Line) -> None:
        said = self._referee.submit(line["event"], line["t"])
        step = said["step"]
        if step != line["step"]:
            raise ExplainError(f"step {step} is missing in the record.")
        self.lines[step] = line
        self.events[step] = line["event"]
        if _is_correction(line) and "error" not in said:
            self._corrected(line["event"], step, said["changed"])

    def _corrected(self, event: dict[str, Any], step: int, changed: Iterable[int]) -> None:
        if "amend" in event:
            self.events[event["amend"]] = event["event"]
        if "insert" in event:
            self.events[step] = event["event"]
        for other in changed:
            self.by.setdefault(other, []).append(step)


def _is_correction(line: Line) -> bool:
    event = line["event"]
    return isinstance(event, dict) and not CORRECTIONS.keys().isdisjoint(event)


def explain(setup: Setup, lines: Sequence[Line], step: int | None = None) -> dict[str, Any]:
    """Everything about one step of a recorded game (the newest where none is named), JSON-ready.

    `lines` are those of its log after the header. Raises `ExplainError`.
    """
    played = Played(setup, lines)
    if not played.lines:
        raise ExplainError("nothing was ruled in this game yet.")
    step = max(played.lines) if step is None else step
    if step not in played.lines:
        raise ExplainError(f"this game has steps 1 to {max(played.lines)}, and no step {step}.")
    index = played.find(step)
    told = {"counts": index is not None, **_told(played, step)}
    if index is None and _is_correction(played.lines[step]):
        return {**told, "changed": played.lines[step].get("changed", [])}
    if index is None:
        upto = [line for line in lines if line.get("step", 0) <= step]
        played = Played(setup, upto)
        index = played.find(step)
        assert index is not None
    return {**told, **_ruled(setup, played, index, told["announced"])}


def _told(played: Played, step: int) -> dict[str, Any]:
    """What happened, and what was announced then."""
    line = played.lines[step]
    return {
        "step": step,
        "t": line["t"],
        "event": played.events[step],
        "announced": list(line.get("announce", ())),
        "corrected_by": played.by.get(step, []),
    }


def _ruled(setup: Setup, played: Played, index: int, announced: Sequence[str]) -> dict[str, Any]:
    """The ruling as the record stands, and all that bears on it."""
    slot, game = played.slots[index], GAMES[setup.game]
    said = answer(game, slot.step, slot.after, slot.ruling)
    if list(announced[: len(said["announce"])]) == said["announce"]:
        # Who had enough at that hour (SAF-05) was said besides, and stands as it was said.
        said["announce"] = list(announced)
    kept = ("announce", game.unit, "drinks", "why", "turn", "proofs", "error", "message")
    return {
        **{key: said[key] for key in kept if key in said},
        "rules": [{"id": rule.id, "text": rule.text} for rule in _rules(game, said["rules"])],
        "house": _house(setup, said["rules"]),
        "legal": list(game.legal(slot.before.game)),
        "evidence": _evidence(played, said["proofs"]),
        "readings": [_reading(game, one) for one in readings(setup, played.slots, index)],
    }


def _rules(game: Game, ids: Sequence[str]) -> list[Rule]:
    return [rule for rule in (*game.book, *SAFETY) if rule.id in ids]


def _house(setup: Setup, ids: Sequence[str]) -> dict[str, Any]:
    """The switches that this house has turned and that bear on these rules."""
    return {
        switch.name: setup.house[switch.name]
        for switch in all_switches(GAMES[setup.game])
        if switch.name in setup.house and set(_RULE.findall(switch.about)) & set(ids)
    }


def _evidence(played: Played, proofs: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The steps that the proofs name."""
    keys = [key for proof in proofs for key in proof if key.endswith("step")]
    named = {proof[key] for proof in proofs for key in keys if isinstance(proof.get(key), int)}
    return [_told(played, step) for step in sorted(named) if step in played.lines]


def _reading(game: Game, one: Reading) -> dict[str, Any]:
    said = ("announce", game.unit, "drinks", "turn", "error")
    keys = dict.fromkeys((*said, *one.changes))
    return {
        "switch": one.switch.name,
        "value": one.value,
        "about": one.switch.about,
        "changes": list(one.changes),
        **{key: one.answer[key] for key in keys if key in one.answer},
    }


def sentences(found: Mapping[str, Any]) -> Iterator[str]:
    """An explanation for people, a paragraph a line."""
    yield f"Step {found['step']} at {_clock(found['t'])}: {in_words(found['event'])}."
    yield f"Announced: {_joined(found['announced'])}"
    yield from _corrections(found)
    if "legal" not in found:
        return
    yield from (f"{rule['id']}: {rule['text']}" for rule in found["rules"])
    yield from (f"House rule: {name} = {written(value)}." for name, value in found["house"].items())
    yield f"Possible then: {' '.join(found['legal'])}"
    for seen in found["evidence"]:
        yield f"Evidence, step {seen['step']} at {_clock(seen['t'])}: {in_words(seen['event'])}."
    for one in found["readings"]:
        said = _joined(one["announce"])
        yield f"With {one['switch']} = {written(one['value'])} ({one['about']}): {said}"
    if not found["readings"]:
        yield "No other value of a house switch changes this step."


def _corrections(found: Mapping[str, Any]) -> Iterator[str]:
    if found["corrected_by"]:
        yield f"Ruled again after the correction of {_steps(found['corrected_by'])}."
    if not found["counts"] and "changed" not in found:
        yield "It does not count any more."
    elif found.get("announce", found["announced"]) != found["announced"]:
        yield f"As the record stands now: {_joined(found['announce'])}"
    if found.get("changed"):
        yield f"It changed the ruling of {_steps(found['changed'])}."


def _steps(steps: Sequence[int]) -> str:
    few = listed([str(step) for step in steps])
    return f"{len(steps)} steps" if len(steps) > _FEW else f"step {few}"


def _joined(said: Sequence[str]) -> str:
    return " ".join(one if one.endswith((".", "!", "?")) else f"{one}." for one in said)


def _clock(t: float) -> str:
    return f"{int(t // 60)}:{int(t % 60):02d}"


def in_words(value: Any) -> str:
    """An event in a few words: `roll 3-6, by Ann`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {in_words(one)}" for key, one in value.items())
    if isinstance(value, (list, tuple)):
        numbers = value and all(isinstance(one, int) for one in value)
        return ("-" if numbers else ", ").join(map(in_words, value))
    return written(value)
