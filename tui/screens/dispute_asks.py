"""What people are asked when they settle a dispute: all of it leads to corrections of the record.

Nothing here knows the app.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.questions import Event
from tui.asks import Ask, Option, Outcome, Played, Situation
from tui.games import Desk
from tui.replay_docket import Case
from tui.replay_study import Study, readings

Wrap = Callable[[Event], Event]


def correct(desk: Desk, situation: Situation, case: Case, study: Study | None) -> Ask:
    """What it was in truth: the likeliest first, each with a key of its own."""
    fix = desk.fix(situation, played(case)) or _whose(situation, case)
    likely = study.likely if study else readings(case)
    options = [
        Option(_called(desk, event), {"amend": case.step, "event": event}) for event in likely
    ]
    return _ranked(fix, options)


def insert(desk: Desk, situation: Situation, case: Case, study: Study | None) -> Ask:
    """What happened before it that is not on record."""
    then = replace(situation, view={**situation.view, **(study.view if study else {})})

    def before(event: Event) -> Event:
        return {"insert": case.step, "event": event}

    actions = [action for action in desk.actions if action.name in desk.missed]
    options = tuple(
        Option(action.help, _wrapped(action.does(then), before))
        for action in actions
        if action.does is not None
    )
    return Ask("insert", f"What happened before step {case.step}?", options)


def void(case: Case) -> Ask:
    """Strike it out: one key more, so that nothing is struck out by chance."""
    options = (Option("it did not happen", {"void": case.step}), Option("it did"))
    return Ask("void", f"Strike out step {case.step}?", options)


def _whose(situation: Situation, case: Case) -> Ask:
    """Of what is no card and no dice, only who did it can be wrong."""
    text = f"Step {case.step}. In truth …"
    none = Option("it did not happen", {"void": case.step})
    key = next((key for key, value in case.event.items() if value in situation.players), None)
    if key is None:
        return Ask("correct", text, (none,))
    options = (
        Option(f"it was {name}", {"amend": case.step, "event": {**case.event, key: name}})
        for name in situation.players
        if name != case.event[key]
    )
    return Ask("correct", text, (*options, none))


def _ranked(ask: Ask, likely: Iterable[Option]) -> Ask:
    """The likely answers, and all others behind one more key."""
    first = tuple(likely)
    other = Option("something else …", lambda: ask)
    return Ask(ask.name, ask.text, (*first, other)) if first else ask


def _called(desk: Desk, event: Mapping[str, Any]) -> str:
    return desk.called(next(event[key] for key in ("play", "deal", "roll") if event.get(key)))


def played(case: Case) -> Played:
    """The case as the desk knows what was played."""
    return Played(case.step, case.event, case.said)


def _wrapped(outcome: Ask | Outcome, wrap: Wrap) -> Outcome:
    """The same answers, each event that they lead to wrapped up."""
    if isinstance(outcome, Ask):
        ask = outcome
        return lambda: _each(ask, wrap)
    if callable(outcome):
        leads = outcome
        return lambda: _each(leads(), wrap)
    return wrap(outcome) if isinstance(outcome, dict) else outcome


def _each(ask: Ask, wrap: Wrap) -> Ask:
    options = (Option(option.text, _wrapped(option.leads, wrap)) for option in ask.options)
    return Ask(ask.name, ask.text, tuple(options))
