"""Whose turn it is, and how everybody stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content
from textual.widgets import Static

from tui.games import Desk
from tui.standing import signs, who_acts

_SHORTEST, _LONGEST = 5, 11


def turn_line(view: Mapping[str, Any], desk: Desk) -> Content:
    """Who acts, and which way round play goes."""
    return Content.assemble((who_acts(view), "bold $amount"), f" · {desk.stock(view)}")


def board(view: Mapping[str, Any], desk: Desk) -> Content:
    """A line a player; who acts is marked with an arrow, not with a colour alone."""
    names = view["players"]
    longest = max(_SHORTEST, min(_LONGEST, max(map(len, names), default=0)))
    head = "".join(f" {column}" for column in desk.columns)
    lines = [Content.assemble((f"{desk.way(view):{longest + 2}}", "bold"), (head, "$text-muted"))]
    lines += [_player(view, desk, name, longest) for name in names]
    lines += [
        Content.styled(f"  {_short(name, longest)}  has left", "$text-muted")
        for name in view.get("left_table", ())
    ]
    return Content("\n").join(lines)


def _player(view: Mapping[str, Any], desk: Desk, name: str, longest: int) -> Content:
    acts = name == view["turn"]
    widths = (len(column) + 1 for column in desk.columns)
    cells = zip(desk.row(view, name), widths, strict=True)
    values = "".join(f"{value:>{width}}" for value, width in cells)
    marks = " ".join(signs(view, desk, name))
    text = f"{'▶' if acts else ' '} {_short(name, longest):{longest}}{values}"
    return Content.assemble((text, "bold" if acts else ""), (f" {marks}", "bold $amount"))


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


class Scoreboard(Static):
    """The line about the turn and the board under it."""

    def show(self, view: Mapping[str, Any], desk: Desk) -> None:
        """Take how the game stands."""
        lines = [turn_line(view, desk), board(view, desk)]
        self.update(Content("\n").join(lines))
