"""How much everybody had to drink in the course of the game, for small charts."""

from __future__ import annotations

from collections.abc import Iterable

from engine.log import Line

_BARS = "▁▂▃▄▅▆▇█"


class Course:
    """`take` every line of a game once; `unit` names the unit map of its rulings."""

    def __init__(self, unit: str, lines: Iterable[Line] = ()) -> None:
        self._unit = unit
        self._drunk: list[tuple[float, dict[str, int]]] = []
        for line in lines:
            self.take(line)

    def take(self, line: Line) -> None:
        """A line of the game; a correction counts at its own time, with its sign."""
        if line["kind"] in ("ruling", "correction"):
            self._drunk.append((line["t"], line[self._unit]))

    def spark(self, player: str, width: int) -> str:
        """A bar for each of `width` equal parts of the game; the highest of all players is full.

        A part in which a player had nothing stays blank.
        """
        parts = self._parts(width)
        most = max((max(part.values(), default=0) for part in parts), default=0)
        return "".join(_bar(part.get(player, 0), most) for part in parts)

    def _parts(self, width: int) -> list[dict[str, int]]:
        parts: list[dict[str, int]] = [{} for _ in range(width)]
        if not self._drunk or not width:
            return parts
        start, end = self._drunk[0][0], self._drunk[-1][0]
        for number, (t, amounts) in enumerate(self._drunk):
            share = (t - start) / (end - start) if end > start else number / len(self._drunk)
            part = parts[min(width - 1, int(share * width))]
            for name, amount in amounts.items():
                part[name] = part.get(name, 0) + amount
        return parts


def _bar(amount: int, most: int) -> str:
    if amount <= 0:
        return " "
    return _BARS[-(-amount * len(_BARS) // most) - 1]
