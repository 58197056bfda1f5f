"""What is made of things seen at a Jookie table, in short."""

from __future__ import annotations

from typing import Any

from engine.games.jookie.interpret import interpret
from engine.questions import Choice, Event, Question
from engine.seen import CardLanded, Seen
from tests.engine.jookie_table import Table


def card(code: str, **more: Any) -> CardLanded:
    return CardLanded(t=1.0, card=code, **more)


def play(code: str, by: str) -> Event:
    return {"play": code, "by": by}


def meant(table: Table, seen: Seen) -> Any:
    return interpret(table.state, seen)


def asked(table: Table, seen: Seen, about: str) -> tuple[Choice, ...]:
    """The answers of the question that must come."""
    found = meant(table, seen)
    assert isinstance(found, Question), found
    assert found.about == about
    return found.answers


def done(table: Table, choice: Choice) -> dict[str, Any]:
    """The answer to the last event of a choice."""
    for event in (choice.first, choice.event):
        if event is not None:
            assert "error" not in table.event(**event)
    return table.said


def dealt(*cards: str, **start: Any) -> Table:
    table = Table(**start)
    table.dealt()
    for one in cards:
        table.cards(one)
    return table
