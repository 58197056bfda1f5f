"""A game being played: what is seen becomes events, events become rulings, all of it is logged.

The app and the headless commands share this one path (PROTOCOL sections 5 and 6). Every line is
safe on disk before it is returned, so nothing can be announced and then be lost. All methods may
be called from any thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.asked import AnswerError, Asked, question_line
from engine.events import CORRECTIONS
from engine.log import GameLog, Line, LogError
from engine.questions import Interpretation, Propose, Question
from engine.referee import Referee
from engine.seen import Camera, Seen, from_line, to_line
from engine.setup import Setup
from engine.taken import Taken


class Match:
    """One game from its set-up to its end.

    `warnings` are sentences about a resumed record, `recovered` the lines that the kill cut off
    and that resuming has just ruled.
    """

    def __init__(self, setup: Setup, log: GameLog | None = None) -> None:
        self.setup = setup
        self.log = log
        self.warnings: list[str] = []
        self.recovered: list[Line] = []
        self._referee = Referee(setup)
        self._questions: dict[int, Asked] = {}
        self._asked = 0
        self._steps: list[int] = []
        self._accepted = 0
        self._clock = self._offset = 0.0
        self._before: list[Seen] = []
        self._taken = Taken()
        self._camera: Line = dict(log.header.get("camera") or {}) if log else {}
        self._lock = threading.RLock()

    @property
    def open_questions(self) -> list[Line]:
        """The questions that nobody has answered yet, oldest first, as their lines."""
        with self._lock:
            return [asked.line for asked in self._questions.values()]

    @property
    def asked(self) -> int:
        """The number of the newest question, 0 before the first."""
        return self._asked

    @property
    def expected_dice(self) -> int | None:
        """How many dice the next throw has, None where the game has none."""
        with self._lock:
            return self._dice(tuple(self._before))

    def view(self) -> dict[str, Any]:
        """What the referee knows about the game, for people to look at."""
        with self._lock:
            return self._referee.view()

    def close(self) -> None:
        """Give the record's folder free; safe to call twice."""
        if self.log is not None:
            self.log.close()

    def see(self, seen: Seen, now: float | None = None) -> list[Line]:
        """What follows from something seen; nothing where the same was seen already.

        `now`: `t` of the frame being looked at, later than `seen.t` by the time it took to be sure.
        """
        with self._lock:
            if not self._taken.see(seen):
                return []
            return self._commit([to_line(seen), *self._consequences(seen, now)])

    def submit(self, event: object, t: float) -> list[Line]:
        """The ruling on an event that people enter, anything that JSON can say.

        An event that was already in the record when a killed game goes on with the same video is
        passed over.
        """
        with self._lock:
            if self._taken.was_entered(event, t):
                return []
            waiting = [a for a in self._questions.values() if not self._is_late(a)]
            line = self._rule(event, t, time.monotonic())
            for asked in reversed(waiting):
                if line.get("error") is None and asked.asks_for(event):
                    self._close(asked.line["id"])
                    line["answers"] = asked.line["id"]
                    break
            return self._commit([line])

    def answer(self, question_id: int, choice: int, t: float) -> list[Line]:
        """The rulings that follow from an answer; `choice` counts from 0.

        Where the game has gone on since, the event is inserted at the moment of the question.
        Raises `AnswerError` where no such question is open or it has no such choice.
        """
        with self._lock:
            asked = self._questions.get(question_id)
            if asked is None:
                raise AnswerError(f"question {question_id} is not open.")
            events = asked.events(choice)
            if self._is_late(asked):
                moment = next(step for step in self._steps if step > asked.step)
                events = [{"insert": moment, "event": event} for event in events]
            self._close(question_id)
            told = {"answers": question_id, "choice": choice}
            if not events:
                line = {"kind": "answer", "t": round(t, 3), "id": question_id, "choice": choice}
                self._commit([line])
                return []
            arrived = time.monotonic()
            return self._commit([self._rule(event, t, arrived) | told for event in events])

    def _consequences(self, seen: Seen, now: float | None) -> list[Line]:
        """The lines that follow the `seen` line: rulings and at most one question."""
        if isinstance(seen, Camera):
            return []
        t = seen.t if now is None else now
        lines: list[Line] = []
        found = self._interpret(seen)
        self._before.append(seen)
        unanswered = self._unanswered()
        if found is not None and unanswered is not None and unanswered.otherwise is not None:
            told = {"unanswered": unanswered.line["id"], "frame": seen.frame}
            lines.append(self._took(self._rule(unanswered.otherwise, t, seen.arrived) | told))
            found = self._interpret(seen)
        if isinstance(found, Question):
            lines.append(self._ask(question_line(found, self._asked + 1, t)))
        elif isinstance(found, Propose):
            for event in found.events:
                line = self._rule(event, t, seen.arrived) | {"frame": seen.frame}
                lines.append(self._took(line))
        return lines

    def _took(self, line: Line) -> Line:
        """Note that what was seen up to now has had its ruling, or all of it but the newest."""
        del self._before[: -1 if "unanswered" in line else None]
        return line

    def _interpret(self, seen: Seen) -> Interpretation:
        referee = self._referee
        before = [other for other in self._before if other is not seen]
        return referee.game.interpret(referee.state, seen, tuple(before))

    def _unanswered(self) -> Asked | None:
        """The newest question, where it is open and the game waits at it."""
        newest = self._questions.get(self._asked)
        return None if newest is None or self._is_late(newest) else newest

    def _rule(self, event: object, t: float, arrived: float) -> Line:
        """Have the referee rule on the event. `arrived`: when its cause did, 0 if unknown."""
        awaited = self._dice(())
        answer = self._referee.submit(event, self._offset + t)
        if not _is_correction(event):
            self._steps.append(answer["step"])
            if answer.get("error") is None:
                self._accepted = answer["step"]
        if self._dice(()) != awaited:
            # A duel has begun or ended: dice seen before it are none of its own.
            self._before.clear()
        self._clock = max(self._clock, self._offset + t)
        latency = (time.monotonic() - arrived) * 1000 if arrived else 0.0
        head = {"kind": "ruling", "t": round(t, 3), "latency_ms": round(latency, 1)}
        return {**head, "event": event, **answer}

    def _dice(self, before: Sequence[Seen]) -> int | None:
        return self._referee.game.expected_dice(self._referee.state, before)

    def _ask(self, line: Line) -> Line:
        self._asked = line["id"]
        self._questions[self._asked] = Asked(line, self._referee.steps)
        return line

    def _is_late(self, asked: Asked) -> bool:
        """Whether the game has gone on since the question was asked."""
        return self._accepted > asked.step

    def _close(self, question_id: int) -> None:
        self._questions.pop(question_id, None)

    def _commit(self, lines: list[Line]) -> list[Line]:
        """Make the lines safe on disk; only then are they handed out."""
        if self.log is not None:
            self.log.append(*map(_logged, lines))
        return lines

    @classmethod
    def resume(cls, log: GameLog, setup: Setup, camera: Mapping[str, Any] | None = None) -> Match:
        """The match as it stood when the log's last line was written.

        `setup` is the one in the log's header. `camera` describes the source that the game goes
        on with, as the header's `camera` does: where it is the same video file, what was seen in
        it already is not taken twice. Raises `LogError` where the log does not add up.
        """
        match = cls(setup, log)
        for number, line in enumerate(log.lines, start=2):
            try:
                match._fold(line, number == len(log.lines) + 1)
            except (LogError, LookupError, TypeError, msgspec.ValidationError) as error:
                where = f"{log.folder}: line {number}"
                raise LogError(f"{where} does not fit the game: {error}") from error
        match._go_on(dict(camera or {}))
        return match

    def _fold(self, line: Line, is_last: bool) -> None:
        """Take one line of the log into the state."""
        kind = line["kind"]
        if kind == "seen":
            self._fold_seen(from_line(line), is_last)
        elif kind == "question":
            self._ask(line)
        elif kind == "answer":
            self._close(line["id"])
        elif kind == "resumed":
            self._change_camera(line["camera"])
        else:
            self._fold_ruling(line)

    def _fold_seen(self, seen: Seen, is_last: bool) -> None:
        self._taken.recall_seen(seen)
        if is_last:
            # A cut may have taken its ruling, which was then never announced: rule again.
            self.recovered = self._consequences(seen, None)
        elif not isinstance(seen, Camera):
            self._before.append(seen)

    def _fold_ruling(self, line: Line) -> None:
        again = self._rule(line["event"], line["t"], 0.0)
        if again["step"] != line["step"]:
            raise LogError(f"step {again['step']} is missing.")
        if "answers" in line:
            self._close(line["answers"])
        if "frame" in line:
            self._took(line)
        elif "choice" not in line:
            self._taken.recall_entered(line["event"], line["t"])
        if not _same_ruling(again, line):
            self.warnings.append(f"step {line['step']} is ruled otherwise than it was announced.")

    def _change_camera(self, camera: Line) -> None:
        """Forget what the old source showed, unless the same video file is played again."""
        if camera.get("live", True) or camera.get("source") != self._camera.get("source"):
            self._taken = Taken()
            self._offset = self._clock
        self._camera = camera

    def _go_on(self, camera: Line) -> None:
        self._change_camera(camera)
        self._commit([*self.recovered, {"kind": "resumed", "camera": camera}])


def _logged(line: Line) -> Line:
    """The line as the log keeps it: people's corrections have a kind of their own there."""
    event = line.get("event")
    if line["kind"] == "ruling" and _is_correction(event):
        return {**line, "kind": "correction"}
    return line


def _is_correction(event: object) -> bool:
    return isinstance(event, dict) and not CORRECTIONS.keys().isdisjoint(event)


def _same_ruling(again: Line, logged: Line) -> bool:
    plain = msgspec.json.decode(msgspec.json.encode(again))
    return all(logged.get(key) == plain[key] for key in plain if key not in ("kind", "latency_ms"))
