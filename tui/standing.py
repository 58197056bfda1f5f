"""How a game stands, in plain words: for the app's scoreboard and for the second screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui.games import Desk

View = Mapping[str, Any]


def who_acts(view: View) -> str:
    """Who must act next, or how it ended."""
    if view.get("winner"):
        return f"{view['winner']} wins"
    if view["turn"]:
        return f"▶ {view['turn']} is next"
    return "Beerocalypse" if view.get("beerocalypse") else "▶ anybody may begin"


def signs(view: View, desk: Desk, name: str) -> list[str]:
    """Words that mark a player, what is no alcohol among them (SAF-02, SAF-05, SAF-06)."""
    words = {"soft": "soft", "unwell": "UNWELL", "held": "water"}
    return [*desk.signs(view, name), *(word for key, word in words.items() if name in view[key])]
