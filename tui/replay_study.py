"""What stands beside the pictures of a step: why it was ruled so, and what it may have been.

It rules the whole game again, so it belongs on a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.answer import state_keys
from engine.events import to_event
from engine.explain import ExplainError, Played, explain
from engine.fold import Folder
from engine.games import GAMES
from engine.log import Line
from engine.questions import Event
from engine.record import Slot
from engine.ruling import Mode, Refused
from engine.setup import Setup
from tui.replay_docket import Case
from tui.replay_mistakes import alternatives, mistakes

MOST_LIKELY = 6
"""As many other readings are offered on single keys."""


@dataclass(frozen=True, slots=True)
class Study:
    """`found` is `engine.explain.explain`'s answer, empty with a `problem` in a sentence.

    `likely` are events that it may have been instead, best first. `view` is how the game stood
    before it. `proofs` are sentences by the steps that they stand on.
    """

    found: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    likely: tuple[Event, ...] = ()
    view: Mapping[str, Any] = field(default_factory=dict)
    proofs: tuple[str, ...] = ()


def study(setup: Setup, lines: Sequence[Line], case: Case) -> Study:
    """Everything about a case in a game of these lines."""
    try:
        found = explain(setup, lines, case.step)
        played = Played(setup, lines)
    except ExplainError as error:
        return Study(problem=str(error))
    index = played.find(case.step)
    if index is None:
        return Study(found)
    slot, game = played.slots[index], GAMES[setup.game]
    folder = Folder(game, setup.switch("safety.emergency_number"))
    return Study(
        found,
        likely=readings(case, partial(_in_order, folder, slot)),
        view=state_keys(game, slot.before.game),
        proofs=tuple(f"{proof.text} ({proof.strength})" for proof in slot.ruling.proofs),
    )


def readings(case: Case, legal: Callable[[Event], bool] = lambda event: True) -> tuple[Event, ...]:
    """What it may have been: what the camera took for second best, then what is easily taken for
    it, that which was `legal` before the rest."""
    second = list(alternatives(case.event, case.seen))
    near = [event for event in mistakes(case.event) if event not in second]
    return (*second, *sorted(near, key=lambda event: not legal(event)))[:MOST_LIKELY]


def _in_order(folder: Folder, slot: Slot, raw: Event) -> bool:
    """Whether it could have been done then: not refused, nothing taken back, nothing proved."""
    try:
        event = to_event(raw, folder.kinds)
        _, ruling = folder.apply(slot.before, event, slot.step, Mode.LIVE)
    except Refused:
        return False
    return not (ruling.error or ruling.proofs or ruling.facts.get("returned"))
