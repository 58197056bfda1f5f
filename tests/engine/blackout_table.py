"""A Blackout table for tests: short ways to say what happens on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.referee import Referee
from engine.setup import load_setup

Answer = dict[str, Any]


def _full(switch: str) -> str:
    return switch if "." in switch else f"blackout.{switch}"


class Table:
    """A referee whose events are said in short; the answer to the last one is `said`.

    `house` names switches of Blackout in short, others in full.
    """

    def __init__(self, names: str = "ABCD", house: Mapping[str, Any] | None = None, **start: Any):
        switches = {_full(key): value for key, value in (house or {}).items()}
        data = {"house": switches}
        self.referee = Referee(load_setup("blackout", list(names), {**data, **start}))
        self.said: Answer = {}

    def event(self, **event: Any) -> Answer:
        """Any event, by its keys."""
        self.said = self.referee.submit(event)
        return self.said

    def roll(self, by: str, a: int, b: int) -> Answer:
        """A roll."""
        return self.event(roll=[a, b], by=by)

    def rolls(self, *rolls: str) -> Answer:
        """Several rolls written like `A36`; none may be refused."""
        for one in rolls:
            assert "error" not in self.roll(one[0], int(one[1]), int(one[2])), self.said
        return self.said

    def gulps(self, by: str, a: int, b: int) -> dict[str, int]:
        """What a roll costs."""
        gulps: dict[str, int] = self.roll(by, a, b)["gulps"]
        return gulps

    def error(self, **event: Any) -> str | None:
        """The error code of an event, and that it left the state as it was."""
        before = self.referee.state
        answer = self.event(**event)
        assert "error" not in answer or self.referee.state == before
        return answer.get("error")

    def amend(self, step: int, **event: Any) -> Answer:
        """A correction of one step."""
        return self.event(amend=step, event=event)
