"""A table of Becker's game for tests: the state after events, and what was seen on it."""

from __future__ import annotations

from typing import Any

from engine.games.becker.state import State
from engine.questions import Event, Question
from engine.referee import Referee
from engine.seen import CardLanded
from tests.engine.table import refereed

PLAYERS = ("Ann", "Ben", "Cat", "Dan")
OPEN: Event = {"play": "2d", "by": "Ann"}


def table(*events: Event, house: dict[str, Any] | None = None, **start: Any) -> Referee:
    """The referee after `events`, none of which may be refused."""
    return refereed("becker", PLAYERS, *events, house=house or {}, **start)


def after(*events: Event, **start: Any) -> State:
    """The state after `events`."""
    state = table(*events, **start).state
    assert isinstance(state, State)
    return state


def play(card: str, by: str) -> Event:
    return {"play": card, "by": by}


def card(code: str, seat: str | None = None, **more: Any) -> CardLanded:
    """A card that landed at second 1."""
    return CardLanded(t=1.0, card=code, seat=seat, **more)


def answers(found: object) -> list[tuple[Event | None, Event | None]]:
    """What goes before and the event of a question's answers."""
    assert isinstance(found, Question), found
    return [(answer.first, answer.event) for answer in found.answers]
