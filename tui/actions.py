"""Everything that people can do with a key: one table for keys, footer, help and palette."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.questions import Event
from tui import asks
from tui.asks import Ask, Situation
from tui.tour import tour

Does = Callable[[Situation], Ask | Event]


def _always(_: Situation) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """`key`: as Textual names it, several with commas. `short`: its word in the footer, where
    empty it stands in the help alone. `does`: what it opens or enters; None where the app itself
    acts (its method `action_<name>`). `enabled`: whether it makes sense now.
    """

    name: str
    key: str
    help: str
    group: str
    short: str = ""
    does: Does | None = None
    enabled: Callable[[Situation], bool] = _always
    shown_key: str = ""

    @property
    def key_text(self) -> str:
        """The key as people read it."""
        return self.shown_key or self.key

    @property
    def title(self) -> str:
        """What it does, for the command palette."""
        return f"{self.help[0].upper()}{self.help[1:]} ({self.key_text})"


def _has_played(situation: Situation) -> bool:
    return bool(situation.played)


ANSWERS, CORRECTIONS, TABLE, VIEW = "Answers", "Corrections", "Table", "Screen"

COMMON: tuple[Action, ...] = (
    Action("next_ask", "n", "show the next thing that waits for an answer", ANSWERS),
    Action("back", "escape", "leave what you opened without an answer", ANSWERS, shown_key="Esc"),
    Action(
        "undo", "u", "take back the last thing", CORRECTIONS, "undo",
        does=lambda _: {"undo": 1}, enabled=_has_played,
    ),
    Action(
        "dispute", "i", "see it again, why it was ruled so, and put it right", CORRECTIONS,
        "replay", enabled=_has_played,
    ),
    Action(
        "correct", "c", "something was read wrong, was somebody else's, or did not happen",
        CORRECTIONS, "fix", enabled=_has_played,
    ),
    Action("turn", "s", "say whose turn it is", CORRECTIONS, does=asks.set_turn),
    Action(
        "people", "p", "a player has a soft drink, is unwell, or leaves", TABLE, "people",
        does=asks.people,
    ),
    Action(
        "drank", "v", "somebody has drunk what was due, or is let off", TABLE, does=asks.drank,
        enabled=asks.owing,
    ),
    Action(
        "pause", "space", "pause: what the camera sees does not count", TABLE,
        enabled=lambda situation: not situation.ended, shown_key="Space",
    ),
    Action("log", "l", "all rulings of the game", VIEW),
    Action("theme", "ctrl+t", "light, dark, or high contrast", VIEW, shown_key="Ctrl+T"),
    Action(
        "help", "question_mark", "all keys, and the rule book of the game", VIEW, "help",
        shown_key="?",
    ),
    Action("tour", "f1", "a short tour of the screen", VIEW, does=lambda _: tour(), shown_key="F1"),
    Action("leave", "q", "stop", VIEW, "quit"),
)  # fmt: skip
"""What every game has."""

PHONE = Action("phone", "h", "the scoreboard in a browser: its address", VIEW)
"""Where there is a second screen."""

VOICE = Action("voice", "z", "the voice: off, and on again", VIEW)
"""Where announcements are spoken."""
