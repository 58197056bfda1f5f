"""A game's desk for tests: the situation after events, and the event that keys lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.log import Line
from engine.match import Match
from engine.questions import Event
from engine.setup import load_setup
from tui.actions import Action
from tui.asks import Ask, Situation, TurnPage
from tui.games import Desk
from tui.history import History

Case = tuple[str, tuple[Event, ...], str, Event]
"""An action's name, what happened before, digit keys, and the event they lead to."""


def table(
    game: str, names: Sequence[str], *events: Event, **start: Any
) -> tuple[Match, list[Line], Situation]:
    """The match after `events`, none of which may be refused, its lines, and where it stands."""
    match, history = Match(load_setup(game, names, start)), History()
    lines = [line for event in events for line in match.submit(event, 1.0)]
    for line in lines:
        history.take(line)
        assert line.get("error") is None, line
    questions = tuple(match.open_questions)
    return match, lines, Situation(match.view(), questions, history.played)


def situation(game: str, names: Sequence[str], *events: Event, **start: Any) -> Situation:
    """Where the game stands after `events`, none of which may be refused."""
    return table(game, names, *events, **start)[2]


def ruling(game: str, names: Sequence[str], *events: Event, **start: Any) -> Line:
    """The last ruling on `events`, none of which may be refused."""
    lines = table(game, names, *events, **start)[1]
    return [line for line in lines if line["kind"] == "ruling"][-1]


def action(desk: Desk, name: str) -> Action:
    """The desk's action of that name."""
    return next(action for action in desk.actions if action.name == name)


def opened(desk: Desk, name: str, now: Situation) -> Ask | Event:
    """What the action, which must make sense now, opens or enters."""
    chosen = action(desk, name)
    assert chosen.enabled(now)
    assert chosen.does is not None
    return chosen.does(now)


def followed(outcome: Any, keys: str) -> Any:
    """What comes of pressing digit keys in an ask."""
    ask, page = outcome, 0
    for key in keys:
        assert isinstance(ask, Ask)
        outcome = ask.page(page)[int(key) - 1].leads
        if isinstance(outcome, TurnPage):
            page += 1
            continue
        ask, page = (outcome() if callable(outcome) else outcome), 0
    return ask
