"""What counts in the game so far, kept up with the record's corrections, for people to correct."""

from __future__ import annotations

from collections.abc import Iterable

from engine.log import Line
from tui.asks import Played


class History:
    """The events that count, in the order of the table; `take` every ruling line once."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._played: list[Played] = []
        for line in lines:
            self.take(line)

    @property
    def played(self) -> tuple[Played, ...]:
        """Oldest first."""
        return tuple(self._played)

    def take(self, line: Line) -> None:
        """A line of the game; what is no ruling, and what was refused, changes nothing."""
        if line["kind"] not in ("ruling", "correction") or line.get("error") is not None:
            return
        event, step = line["event"], line["step"]
        if "undo" in event:
            del self._played[-event["undo"] :]
        elif "void" in event:
            self._played = [one for one in self._played if one.step != event["void"]]
        elif "amend" in event:
            self._amend(event["amend"], Played(event["amend"], event["event"], said(line)))
        elif "insert" in event:
            index = self._index(event["insert"])
            self._played.insert(index, Played(step, event["event"], said(line)))
        elif not line.get("must_finish_first"):
            self._played.append(Played(step, event, said(line)))

    def _amend(self, step: int, corrected: Played) -> None:
        index = self._index(step)
        self._played[index : index + 1] = [corrected]

    def _index(self, step: int) -> int:
        """Where the step stands; a step that counted for nothing is at the end."""
        steps = [one.step for one in self._played]
        return steps.index(step) if step in steps else len(steps)


def said(line: Line) -> str:
    """What happened, in a few words."""
    event = line["event"].get("event", line["event"])
    if "roll" in event:
        return f"{event['by']} rolled {event['roll'][0]}-{event['roll'][1]}"
    return next(iter(line["announce"]), "").rstrip(".")
