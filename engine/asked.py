"""Questions as they stand in the record, and which of them still wait for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.log import Line
from engine.questions import Choice, Event, Question

# Keys that say who or why, not what kind of event it is.
_PLAIN = frozenset({"by", "reason"})


class AnswerError(Exception):
    """The answer fits no open question; the message is one clear sentence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its line says it; `step` is the number of the last step before it.

    `card`: the one that landed and raised it, if one did.
    """

    line: Line
    step: int
    card: str | None = None

    @property
    def otherwise(self) -> Event | None:
        """The event that keeps the game going without an answer."""
        event: Event | None = self.line.get("otherwise")
        return event

    def events(self, choice: int) -> list[Event]:
        """The events of the answer with that index, from 0; raises `AnswerError` if none has it."""
        answers = self.line["answers"]
        if type(choice) is not int or choice not in range(len(answers)):
            raise AnswerError(
                f"question {self.line['id']} has the choices 0 to {len(answers) - 1}, not {choice}."
            )
        parts = (answers[choice].get("first"), answers[choice].get("event"))
        return [event for event in parts if event is not None]

    def offers(self, event: object) -> bool:
        """Whether the event is one of the answers."""
        return any(event == answer["event"] for answer in self.line["answers"] if answer["event"])

    def asks_for(self, event: object) -> bool:
        """Whether an event that people enter of themselves is of a kind that would answer this."""
        if not isinstance(event, dict):
            return False
        kinds = {key for index in range(len(self.line["answers"])) for key in self._kinds(index)}
        return bool(kinds & (set(event) - _PLAIN))

    def _kinds(self, choice: int) -> Iterable[str]:
        for event in self.events(choice):
            yield from set(event) - _PLAIN


def question_line(question: Question, number: int, t: float) -> Line:
    """The question as a line of PROTOCOL section 5."""
    line: Line = {
        "kind": "question",
        "t": round(t, 3),
        "id": number,
        "about": question.about,
        "text": question.text,
        "answers": [_answer(choice) for choice in question.answers],
    }
    if question.otherwise is not None:
        line["otherwise"] = question.otherwise
    return line


def _answer(choice: Choice) -> dict[str, Any]:
    answer: dict[str, Any] = {"text": choice.text, "event": choice.event}
    if choice.first is not None:
        answer["first"] = choice.first
    return answer
