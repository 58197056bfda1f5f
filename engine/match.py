"""A game being played: its events, rulings and questions, safe on disk before they are told.

The app and the headless commands share this one path (PROTOCOL sections 5 and 6).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.log import WAY_OUT, GameLog, Line, LogError
from engine.play import Play, is_correction
from engine.seen import Seen, from_line
from engine.setup import Setup
from engine.taken import Taken


class Match:
    """One game from its set-up to its end. All methods may be called from any thread.

    `warnings` are sentences about a resumed record, `recovered` the lines that a cut took from
    its end before they were announced, and that resuming has just ruled. Lines are JSON-ready, of
    the kinds `seen`, `question` and `ruling` of PROTOCOL section 5. Methods raise `OSError` where
    the record cannot be written; the match must not be used any further then.
    """

    def __init__(self, setup: Setup, log: GameLog | None = None) -> None:
        self.setup = setup
        self.log = log
        self.warnings: list[str] = []
        self.recovered: list[Line] = []
        self._play = Play(setup)
        self._taken = Taken()
        self._camera: Line = dict(log.header.get("camera") or {}) if log else {}
        self._lock = threading.RLock()

    @property
    def open_questions(self) -> list[Line]:
        """The questions that nobody has answered yet, oldest first, as their lines."""
        with self._lock:
            return [asked.line for asked in self._play.questions.values()]

    @property
    def asked(self) -> int:
        """The number of the newest question, 0 before the first."""
        return self._play.asked

    @property
    def expected_dice(self) -> int | None:
        """How many dice the next throw has, None where the game has none."""
        with self._lock:
            return self._play.expected_dice

    def view(self) -> dict[str, Any]:
        """What the referee knows about the game, for people to look at."""
        with self._lock:
            return self._play.referee.view()

    def see(self, seen: Seen, now: float | None = None) -> list[Line]:
        """What follows from something seen; nothing where the same was seen already.

        `now`: `t` of the frame being looked at, later than `seen.t` by the time it took to be sure.
        """
        with self._lock:
            return self._commit(self._play.see(seen, now)) if self._taken.see(seen) else []

    def submit(self, event: object, t: float) -> list[Line]:
        """The ruling on an event that people enter, anything that JSON can say.

        An event that was already in the record when a killed game goes on with the same video is
        passed over.
        """
        with self._lock:
            if self._taken.was_entered(event, t):
                return []
            return self._commit(self._play.enter(event, t))

    def answer(self, question_id: int, choice: int, t: float) -> list[Line]:
        """The rulings that follow from an answer; `choice` counts from 0.

        Where the game has gone on since, the event is inserted at the moment of the question.
        Raises `AnswerError` where no such question is open or it has no such choice.
        """
        with self._lock:
            return self._commit(self._play.answer(question_id, choice, t))

    def uphold(self, step: int, t: float) -> list[Line]:
        """People disputed a step and let it stand: noted in the record, and nothing to announce."""
        with self._lock:
            return self._commit([{"kind": "upheld", "t": round(t, 3), "step": step}])

    def end(self) -> None:
        """The film that was watched is over: noted in the record, so that nobody waits for more."""
        with self._lock:
            self._commit([{"kind": "ended"}])

    def close(self) -> None:
        """Give the record's folder free; safe to call twice."""
        if self.log is not None:
            self.log.close()

    @classmethod
    def resume(cls, log: GameLog, setup: Setup, camera: Mapping[str, Any] | None = None) -> Match:
        """The match as it stood when the log's last line was written.

        `setup` is the one in the log's header. `camera` describes the source that the game goes
        on with, as the header's `camera` does: where it is the same video file, what was seen in
        it already is not taken twice. Raises `LogError` where the log does not add up.
        """
        match = cls(setup, log)
        left: list[Line] = []
        for number, line in enumerate(log.lines, start=2):
            try:
                left = match.recall(line)
            except (ValueError, LookupError, TypeError, msgspec.MsgspecError) as error:
                where = f"{log.folder}: line {number}"
                raise LogError(f"{where} does not fit the game ({error}); {WAY_OUT}.") from error
        if log.lines:
            match.recovered = match._play.finish(log.lines[-1], left)
        match.warnings = [*log.warnings, *match._play.warnings]
        match._change_camera(dict(camera or {}))
        match._commit([*match.recovered, {"kind": "resumed", "camera": match._camera}])
        return match

    def recall(self, line: Line) -> list[Line]:
        """Take in a line that the record has already; the question that its ruling leaves, if any.

        Raises what decoding it raises, and `ValueError`, where the line does not fit the game.
        """
        kind = line["kind"]
        if kind == "resumed":
            self._change_camera(line["camera"])
        elif kind == "seen":
            self._taken.recall_seen(from_line(line))
        elif kind in ("ruling", "correction") and not {"frame", "choice"} & set(line):
            self._taken.recall_entered(line["event"], line["t"])
        return self._play.fold(line)

    def _change_camera(self, camera: Line) -> None:
        """Forget what the old source showed, unless the same video file is played again."""
        if not plays_again(camera, self._camera):
            self._taken = Taken()
            self._play.restart_clock()
        self._camera = camera

    def _commit(self, lines: list[Line]) -> list[Line]:
        """Make the lines safe on disk; only then those that are announced are handed out."""
        if self.log is not None:
            self.log.append(*map(_logged, lines))
        return [line for line in lines if line["kind"] in ("seen", "question", "ruling")]


def plays_again(camera: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether a source is the very video file that the one before it was."""
    return not camera.get("live", True) and camera.get("source") == before.get("source")


def _logged(line: Line) -> Line:
    """The line as the log keeps it: people's corrections have a kind of their own there."""
    if line["kind"] == "ruling" and is_correction(line["event"]):
        return {**line, "kind": "correction"}
    return line
