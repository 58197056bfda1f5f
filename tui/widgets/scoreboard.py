"""Whose turn it is, and how everybody stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content
from textual.widgets import Static

from tui.games import Desk

_SHORTEST, _LONGEST = 5, 11


def turn_line(view: Mapping[str, Any], desk: Desk) -> Content:
    """Who acts, and which way round play goes."""
    turn = view["turn"]
    who = f"▶ {turn} is next" if turn else "▶ anybody may begin"
    if view.get("winner"):
        who = f"{view['winner']} wins"
    elif turn is None and view.get("beerocalypse"):
        who = "Beerocalypse"
    return Content.assemble((who, "bold $amount"), f" · {desk.stock(view)}")


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
    signs = " ".join((*desk.signs(view, name), *_care(view, name)))
    text = f"{'▶' if acts else ' '} {_short(name, longest):{longest}}{values}"
    return Content.assemble((text, "bold" if acts else ""), (f" {signs}", "bold $amount"))


def _care(view: Mapping[str, Any], name: str) -> list[str]:
    """What a player drinks, where it is no alcohol (SAF-02, SAF-05, SAF-06)."""
    words = {"soft": "soft", "unwell": "UNWELL", "held": "water"}
    return [word for key, word in words.items() if name in view[key]]


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


class Scoreboard(Static):
    """The line about the turn and the board under it."""

    def show(self, view: Mapping[str, Any], desk: Desk) -> None:
        """Take how the game stands."""
        lines = [turn_line(view, desk), board(view, desk)]
        self.update(Content("\n").join(lines))
