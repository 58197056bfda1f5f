"""A person at a filmed table who knows what really happened, and puts right what is ruled wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.bench.clips import EARLY, LATE

Event = dict[str, Any]
Reply = Event | tuple[int, int]
"""What the person enters: an event, or (question, choice)."""


class Person:
    """`truth`: the cards as they were really played, events with `at` in seconds of the clip.

    `corrections`: how often something had to be put right; `asked`: questions answered besides.
    """

    def __init__(self, truth: Sequence[Event]) -> None:
        self.events = [one for one in truth if "play" in one]
        self.corrections = self.asked = 0
        self._left = list(self.events)
        self._seen_at = self._newest = 0.0

    def hear(self, line: Event) -> list[Reply]:
        """What the person enters upon a line of PROTOCOL section 5."""
        if line["kind"] == "seen":
            self._seen_at = line["t"]
        elif line["kind"] == "question":
            return self._answer(line)
        elif line["kind"] == "ruling" and "play" in line["event"]:
            if "choice" in line:
                return self._missed(line["step"])
            return self._check(line) if "frame" in line else []
        return []

    def leave(self) -> None:
        """The clip is over: what nobody saw up to now would have to be entered."""
        self.corrections += len(self._left)
        self._left = []

    def _check(self, line: Event) -> list[Reply]:
        true = self._happened(line["event"]["play"])
        if true is None:
            self.corrections += 1
            return [{"void": line["step"]}]
        self._take(true)
        missed = self._missed(line["step"])
        if _plain(true) == line["event"]:
            return missed
        self.corrections += 1
        return [{"amend": line["step"], "event": _plain(true)}, *missed]

    def _missed(self, step: int) -> list[Reply]:
        """What was played before the newest card and nobody saw is put in before its step."""
        missed = [one for one in self._left if one["at"] < self._newest]
        self._left = self._left[len(missed) :]
        self.corrections += len(missed)
        return [{"insert": step, "event": _plain(one)} for one in missed]

    def _answer(self, line: Event) -> list[Reply]:
        offers = [(answer.get("event") or {}) for answer in line["answers"]]
        if not any("play" in offer for offer in offers):
            return []
        true = self._happened("")
        if true is None:
            return []
        self._take(true)
        if _plain(true) in offers:
            self.asked += 1
            return [(line["id"], offers.index(_plain(true)))]
        self.corrections += 1
        return [_plain(true)]

    def _take(self, true: Event) -> None:
        self._left.remove(true)
        self._newest = true["at"]

    def _happened(self, read: str) -> Event | None:
        """What the newest thing seen really was: near in time, best of all what it was read as."""
        near = [one for one in self._left if one["at"] - EARLY <= self._seen_at <= one["at"] + LATE]
        return next((one for one in near if one["play"] == read), near[0] if near else None)


def _plain(event: Event) -> Event:
    return {key: value for key, value in event.items() if key != "at"}
