"""A table for tests of any game: short ways to say what happens on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.questions import Event
from engine.referee import Referee
from engine.setup import load_setup

Answer = dict[str, Any]


class Table:
    """A referee whose events are said in short; the answer to the last one is `said`.

    `names` are players of one letter, by default `players`. `house` names switches of the game in
    short, others in full.
    """

    game: ClassVar[str]
    players: ClassVar[str] = "ABCD"

    def __init__(self, names: str = "", house: Mapping[str, Any] | None = None, **start: Any):
        switches = {self._full(key): value for key, value in (house or {}).items()}
        data = {"house": switches, **start}
        self.referee = Referee(load_setup(self.game, list(names or self.players), data))
        self.said: Answer = {}

    def event(self, **event: Any) -> Answer:
        """Any event, by its keys."""
        self.said = self.referee.submit(event)
        return self.said

    def error(self, **event: Any) -> str | None:
        """The error code of an event, and that it left the state as it was."""
        before = self.referee.state
        answer = self.event(**event)
        assert "error" not in answer or self.referee.state == before
        return answer.get("error")

    def amend(self, step: int, **event: Any) -> Answer:
        """A correction of one step."""
        return self.event(amend=step, event=event)

    def _full(self, switch: str) -> str:
        return switch if "." in switch else f"{self.game}.{switch}"


def refereed(game: str, players: Sequence[str], *events: Event, **start: Any) -> Referee:
    """The referee after `events`, none of which may be refused."""
    referee = Referee(load_setup(game, players, start))
    for event in events:
        answer = referee.submit(event)
        assert "error" not in answer, answer
    return referee


def kinds(answer: Answer) -> list[str]:
    """The kinds of proof that an answer brings."""
    return [proof["kind"] for proof in answer["proofs"]]
