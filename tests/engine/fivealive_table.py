"""A Five Alive table for tests: short ways to say what happens on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.referee import Referee
from engine.setup import load_setup

Answer = dict[str, Any]


def _full(switch: str) -> str:
    return switch if "." in switch else f"fivealive.{switch}"


class Table:
    """A referee whose events are said in short; the answer to the last one is `said`.

    `house` names switches of Five Alive in short, others in full. The last player deals.
    """

    def __init__(self, names: str = "ABC", house: Mapping[str, Any] | None = None, **start: Any):
        switches = {_full(key): value for key, value in (house or {}).items()}
        data = {"house": switches, **start}
        self.referee = Referee(load_setup("fivealive", list(names), data))
        self.said: Answer = {}

    def event(self, **event: Any) -> Answer:
        """Any event, by its keys."""
        self.said = self.referee.submit(event)
        return self.said

    def play(self, by: str, card: int | str) -> Answer:
        """One card."""
        return self.event(play=card, by=by)

    def plays(self, *plays: str) -> Answer:
        """Several turns written like `A7`, `BREVERSE` or `C-` (C flips); none may be refused."""
        for one in plays:
            event = {"flip": one[0]} if one[1:] == "-" else {"play": one[1:], "by": one[0]}
            assert "error" not in self.event(**event), self.said
        return self.said

    def bomb(self, **answers: str) -> Answer:
        """Answers to a Bomb: `0` for a zero, `-` for none."""
        told = {name: "zero" if said == "0" else "none" for name, said in answers.items()}
        return self.event(bomb=told)

    def error(self, **event: Any) -> str | None:
        """The error code of an event, and that it left the state as it was."""
        before = self.referee.state
        answer = self.event(**event)
        assert "error" not in answer or self.referee.state == before
        return answer.get("error")

    def amend(self, step: int, **event: Any) -> Answer:
        """A correction of one step."""
        return self.event(amend=step, event=event)

    def kinds(self) -> list[str]:
        """The kinds of proof that the last answer brings."""
        return [proof["kind"] for proof in self.said["proofs"]]
