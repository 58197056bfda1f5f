"""Whose turn it is, and how everybody stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.content import Content
from textual.widgets import Static

from tui.course import Course
from tui.games import Desk
from tui.standing import signs, who_acts

_SHORTEST, _LONGEST = 5, 11
_FEWEST_BARS, _MOST_BARS = 4, 16
_ROOMY = 50
_DRUNK = ("owes", "took")


def turn_line(view: Mapping[str, Any], desk: Desk) -> Content:
    """Who acts, and which way round play goes."""
    return Content.assemble((who_acts(view), "bold $amount"), f" · {desk.stock(view)}")


def board(view: Mapping[str, Any], desk: Desk, course: Course, room: int) -> Content:
    """A line a player; who acts is marked with an arrow, not with a colour alone.

    In `room` columns; what was drunk stands there from when somebody says it or there is much
    room, a small chart of the game where there is any.
    """
    names = view["players"]
    longest = max(_SHORTEST, min(_LONGEST, max(map(len, names), default=0)))
    columns = (*desk.columns, *_drunk(view, room))
    left = room - longest - 3 - sum(len(column) + 1 for column in columns) - _signs(view, desk)
    spark = max(0, min(_MOST_BARS, left - 1))
    spark = spark if spark >= _FEWEST_BARS and any(view["totals"].values()) else 0
    head = "".join(f" {column}" for column in columns)
    lines = [Content.assemble((f"{desk.way(view):{longest + 2}}", "bold"), (head, "$text-muted"))]
    lines += [
        _player(view, desk, name, longest, columns, course.spark(name, spark)) for name in names
    ]
    lines += [
        Content.styled(f"  {_short(name, longest)}  has left", "$text-muted")
        for name in view.get("left_table", ())
    ]
    return Content("\n").join(lines)


def _drunk(view: Mapping[str, Any], room: int) -> tuple[str, ...]:
    """What everybody still owes and has taken, where that says more than the totals."""
    owed, taken, totals = view["owed"], view["taken"], view["totals"]
    drinks = any(owed.values()) or any(taken.values())
    says_more = any(taken.values()) or any(owed[name] != totals[name] for name in owed)
    return _DRUNK if drinks and (says_more or room >= _ROOMY) else ()


def _signs(view: Mapping[str, Any], desk: Desk) -> int:
    """Columns of the longest marks."""
    marks = [" ".join(signs(view, desk, name)) for name in view["players"]]
    return max(map(len, marks), default=0) + 1


def _player(
    view: Mapping[str, Any], desk: Desk, name: str, longest: int, columns: Sequence[str], spark: str
) -> Content:
    acts = name == view["turn"]
    drunk = (str(view["owed"][name]), str(view["taken"][name]))
    values = (*desk.row(view, name), *drunk)[: len(columns)]
    cells = "".join(
        f"{value:>{len(column) + 1}}" for value, column in zip(values, columns, strict=True)
    )
    marks = " ".join(signs(view, desk, name))
    text = f"{'▶' if acts else ' '} {_short(name, longest):{longest}}{cells}"
    chart = f" {spark}" if spark else ""
    return Content.assemble(
        (text, "bold" if acts else ""), (chart, "$primary"), (f" {marks}", "bold $amount")
    )


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


class Scoreboard(Static):
    """The line about the turn and the board under it."""

    def show(self, view: Mapping[str, Any], desk: Desk, course: Course) -> None:
        """Take how the game stands, and how it went."""
        lines = [turn_line(view, desk), board(view, desk, course, self.size.width)]
        self.update(Content("\n").join(lines))
