"""A game in memory: what is seen and entered becomes rulings and questions, in order.

The same lines folded again give the same game; `Match` puts a record and a lock around it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeGuard

import msgspec

from engine.asked import AnswerError, Asked, question_line
from engine.events import CORRECTIONS
from engine.log import Line
from engine.questions import Event, Interpretation, Propose, Question
from engine.referee import Referee
from engine.seen import Camera, CardLanded, CardRemoved, Seen, from_line, to_line
from engine.setup import Setup


class Situation(NamedTuple):
    """What a game waits for: whose turn, what people must say, how many dice."""

    turn: str | None
    question: Question | None
    dice: int | None


class Play:
    """One game from its set-up on. Every method that takes something in returns its lines.

    `warnings` are sentences about lines that were folded in and are ruled otherwise today.
    """

    def __init__(self, setup: Setup) -> None:
        self.referee = Referee(setup)
        self.questions: dict[int, Asked] = {}
        self.asked = 0
        self.warnings: list[str] = []
        self._steps: list[int] = []
        self._moved = 0
        self._clock = self._offset = 0.0
        self._before: list[Seen] = []
        self._said: list[object] = []

    @property
    def expected_dice(self) -> int | None:
        """How many dice the next throw has, None where the game has none."""
        return self._dice(tuple(self._before))

    def restart_clock(self) -> None:
        """The next source counts its seconds from 0 again; the game's time goes on."""
        self._offset = self._clock

    def see(self, seen: Seen, now: float | None) -> list[Line]:
        """Something seen, at `now` or at its own time."""
        line = to_line(seen)
        if isinstance(seen, Camera):
            return [line]
        self._before.append(seen)
        return [line, *self._consequences(seen, seen.t if now is None else now)]

    def enter(self, event: object, t: float) -> list[Line]:
        """An event that people enter of themselves."""
        answered = self._answered_by(event)
        lines = self._rule(event, t, time.monotonic())
        if answered is not None and lines[0].get("error") is None:
            self._close(answered)
            lines[0]["answers"] = answered
        return lines

    def answer(self, question_id: int, choice: int, t: float) -> list[Line]:
        """An answer to an open question; raises `AnswerError` where it fits none."""
        asked = self.questions.get(question_id)
        if asked is None:
            raise AnswerError(f"question {question_id} is not open.")
        events = [event for event in asked.events(choice) if not self._is_said(event)]
        if self._is_late(asked):
            moment = next(step for step in self._steps if step > asked.step)
            events = [
                event if is_correction(event) else {"insert": moment, "event": event}
                for event in events
            ]
        self._close(question_id)
        if not events:
            return [{"kind": "answer", "t": round(t, 3), "id": question_id, "choice": choice}]
        told = {"answers": question_id, "choice": choice}
        return self._rule_all(events, t, time.monotonic(), told)

    # --- from a record

    def fold(self, line: Line) -> list[Line]:
        """Take a recorded line in; returns the question that its ruling leaves, if one does.

        Raises `ValueError` where the line does not fit the game.
        """
        kind = line["kind"]
        if kind == "seen":
            seen = from_line(line)
            if not isinstance(seen, Camera):
                self._before.append(seen)
        elif kind == "question":
            self._ask(line)
        elif kind == "answer":
            self._close(line["id"])
        elif kind in ("ruling", "correction"):
            return self._fold_ruling(line)
        return []

    def _fold_ruling(self, line: Line) -> list[Line]:
        told = {key: line[key] for key in _TOLD if key in line}
        ruling, *left = self._rule(line["event"], line["t"], 0.0, told)
        if ruling["step"] != line["step"]:
            raise ValueError(f"step {ruling['step']} is missing.")
        if "answers" in line:
            self._close(line["answers"])
        if not _same_ruling(ruling, line):
            self.warnings.append(f"step {line['step']} is ruled otherwise than it was announced.")
        return left

    def finish(self, line: Line, left: list[Line]) -> list[Line]:
        """What a cut right after the recorded `line` took, and what was never announced.

        `left` is what folding that line returned.
        """
        if line["kind"] == "seen" and line["what"] != "camera":
            return self._consequences(self._before[-1], line["t"])
        if "then" in line:
            told = {key: line[key] for key in _TOLD if key in line and key != "then"}
            return [*left, *self._rule(line["then"], line["t"], 0.0, told)]
        if "unanswered" in line:
            return [*left, *self._act(self._before[-1], line["t"])]
        return left

    # --- from seen to ruled

    def _consequences(self, seen: Seen, t: float) -> list[Line]:
        """The lines that follow the `seen` line; the game goes on from an open question first."""
        newest = self.questions.get(self.asked)
        lines: list[Line] = []
        waits = newest is not None and not (self._is_late(newest) or self._is_undone(newest))
        if newest is not None and newest.otherwise is not None and waits:
            if self._interpret(seen) is None:
                return []
            told = {"unanswered": newest.line["id"], "frame": seen.frame}
            lines = self._rule(newest.otherwise, t, seen.arrived, told)
        return [*lines, *self._act(seen, t)]

    def _act(self, seen: Seen, t: float) -> list[Line]:
        """The rulings on something seen, or the question that it raises."""
        found = self._interpret(seen)
        if isinstance(found, Question):
            return [self._ask(question_line(found, self.asked + 1, t))]
        if isinstance(found, Propose):
            return self._rule_all(found.events, t, seen.arrived, {"frame": seen.frame})
        return []

    def _interpret(self, seen: Seen) -> Interpretation:
        before = tuple(other for other in self._before if other is not seen)
        return self.referee.game.interpret(self.referee.state, seen, before)

    def _rule_all(
        self, events: Sequence[Event], t: float, arrived: float, told: dict[str, Any]
    ) -> list[Line]:
        """The rulings on events that belong together; each line names the one after it."""
        lines = []
        for event, then in zip(events, [*events[1:], None], strict=True):
            lines += self._rule(event, t, arrived, told if then is None else {**told, "then": then})
        return lines

    def _rule(
        self, event: object, t: float, arrived: float, told: dict[str, Any] | None = None
    ) -> list[Line]:
        """The ruling, and the question that it leaves for people if it does.

        `arrived`: when the cause of the event did, 0 if unknown. `told` stands in the line too:
        `frame` of what was seen, `answers` and `choice` of a question, what comes `then`.
        """
        told = told or {}
        before = self._situation()
        answer = self.referee.submit(event, self._offset + t)
        after = self._situation()
        if not is_correction(event):
            self._steps.append(answer["step"])
            if answer.get("error") is None and (told or before != after):
                self._moved = answer["step"]
        self._forget_seen(told, before.dice != after.dice)
        if answer.get("error") is None and "frame" not in told:
            self._note_said(event)
        self._clock = max(self._clock, self._offset + t)
        latency = (time.monotonic() - arrived) * 1000 if arrived else 0.0
        head = {"kind": "ruling", "t": round(t, 3), "latency_ms": round(latency, 1)}
        lines: list[Line] = [{**head, "event": event, **answer, **told}]
        if after.question is not None and after.question != before.question:
            lines.append(self._ask(question_line(after.question, self.asked + 1, t)))
        return lines

    def _forget_seen(self, told: dict[str, Any], dice_changed: bool) -> None:
        """What was seen up to now has had its ruling, all of it or all but the newest.

        Where a duel begins or ends, dice seen before are none of its own.
        """
        if "unanswered" in told:
            del self._before[:-1]
        elif dice_changed or "frame" in told:
            self._before.clear()
        else:
            return
        self._said.clear()

    def _situation(self) -> Situation:
        game, state = self.referee.game, self.referee.state
        return Situation(game.turn(state), self.referee.question, self._dice(()))

    def _dice(self, before: Sequence[Seen]) -> int | None:
        return self.referee.game.expected_dice(self.referee.state, before)

    # --- questions

    def _ask(self, line: Line) -> Line:
        self.asked = line["id"]
        cause = self._before[-1] if self._before else None
        card = cause.card if isinstance(cause, CardLanded) else None
        self.questions[self.asked] = Asked(line, self.referee.steps, card)
        return line

    def _answered_by(self, event: object) -> int | None:
        """The newest open question that an event entered by people is an answer to."""
        for number, asked in reversed(self.questions.items()):
            if asked.offers(event) or (asked.asks_for(event) and not self._is_late(asked)):
                return number
        return None

    def _is_late(self, asked: Asked) -> bool:
        """Whether the game has gone on since the question was asked."""
        return self._moved > asked.step

    def _note_said(self, event: object) -> None:
        """People said this; what they take back they have not said."""
        if is_correction(event) and "event" not in event:
            self._said.clear()
        else:
            self._said.append(event["event"] if is_correction(event) else event)

    def _is_said(self, event: Event) -> bool:
        """Whether people have said already what became of a card that was seen: two open questions
        may be about the same one, and it was played once."""
        cards = {card for one in self._before if (card := getattr(one, "card", None)) is not None}
        return event in self._said and any(value in cards for value in event.values())

    def _is_undone(self, asked: Asked) -> bool:
        """Whether the card that it is about was taken back since: the game is where it was."""
        removed = (one.card for one in self._before if isinstance(one, CardRemoved))
        return asked.card is not None and asked.card in removed

    def _close(self, question_id: int) -> None:
        self.questions.pop(question_id, None)


_TOLD = ("unanswered", "frame", "answers", "choice", "then")


def is_correction(event: object) -> TypeGuard[Event]:
    """Whether the event corrects the record instead of adding to it."""
    return isinstance(event, dict) and not CORRECTIONS.keys().isdisjoint(event)


def _same_ruling(again: Line, logged: Line) -> bool:
    plain = msgspec.json.decode(msgspec.json.encode(again))
    return all(logged.get(key) == plain[key] for key in plain if key not in ("kind", "latency_ms"))
