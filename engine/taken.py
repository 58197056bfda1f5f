"""What a match has taken already, so that nothing is taken twice."""

from __future__ import annotations

from collections import Counter

import msgspec

from engine.seen import Seen, to_line

# What may differ between two looks at the same moment of the same video.
_LOOSE = frozenset({"confidence", "alternatives", "seat"})
_SLACK = 2.0
"""Seconds by which the same entry of a script may be taken later when a video plays again."""


class Taken:
    """What was seen and entered since the source last changed.

    It matters where a killed game goes on with the same video from its beginning: up to the
    moment of the kill everything comes a second time.
    """

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._entered: Counter[str] = Counter()
        self._seen_until = -1.0
        self._until = -1.0

    def see(self, seen: Seen) -> bool:
        """Note it; False where it was seen before."""
        key = _moment(seen)
        if key in self._seen or seen.t < self._seen_until:
            return False
        self._seen.add(key)
        return True

    def recall_seen(self, seen: Seen) -> None:
        """Something that a log says was seen."""
        self._seen.add(_moment(seen))
        self._seen_until = max(self._seen_until, seen.t)
        self._until = max(self._until, seen.t)

    def recall_entered(self, event: object, t: float) -> None:
        """Something that a log says people entered."""
        self._entered[_text(event)] += 1
        self._until = max(self._until, t)

    def was_entered(self, event: object, t: float) -> bool:
        """Whether the log has it already; each entry there stands for one coming again."""
        if t > self._until + _SLACK or not self._entered:
            return False
        key = _text(event)
        if self._entered[key] <= 0:
            return False
        self._entered[key] -= 1
        return True


def _moment(seen: Seen) -> str:
    """What tells one thing seen from every other in the same source."""
    return _text({key: value for key, value in to_line(seen).items() if key not in _LOOSE})


def _text(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
