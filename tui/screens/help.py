"""All keys, and the rule book of the game as it is played at this table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from engine.games import GAMES
from engine.house import differences
from engine.safety import BOOK as SAFETY
from engine.setup import Setup, all_switches
from tui.actions import Action

_INTRODUCTION = (
    "Play as always: the camera sees cards and dice, the large letters say who drinks. "
    "Where it cannot know, it asks; each answer has a digit as its key."
)


class HelpScreen(ModalScreen[None]):
    """The actions of the table, by group; of `setup`, where it is given, the rules behind them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", "back"),
        Binding("tab,r", "turn", "rules"),
    ]

    def __init__(self, actions: Sequence[Action], setup: Setup | None = None) -> None:
        super().__init__()
        self._pages = [("Keys", help_page(actions))]
        if setup is not None:
            self._pages.append((f"Rules of {GAMES[setup.game].title}", rules_page(setup)))
        self._at = 0
        self._text = Static()

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll():
            yield self._text

    def on_mount(self) -> None:
        """Keys first."""
        self._show()

    def action_turn(self) -> None:
        """Keys, rules, and keys again."""
        self._at = (self._at + 1) % len(self._pages)
        self._show()

    def _show(self) -> None:
        title, text = self._pages[self._at]
        page = self.query_one(VerticalScroll)
        page.border_title = title
        other = self._pages[(self._at + 1) % len(self._pages)][0]
        turn = f"Tab: {other} · " if other != title else ""
        page.border_subtitle = f"{turn}Esc goes back"
        self._text.update(text)
        page.scroll_home(animate=False)


def help_page(actions: Sequence[Action]) -> Content:
    """All keys."""
    lines = [Content(_INTRODUCTION), Content("")]
    lines.append(_line("1 … 9", "the answer with that number"))
    for group in dict.fromkeys(action.group for action in actions):
        lines += [Content(""), Content.styled(group, "bold underline")]
        lines += [_line(one.key_text, one.help) for one in actions if one.group == group]
    return Content("\n").join(lines)


def rules_page(setup: Setup) -> Content:
    """The book by rule ids; what this house has otherwise stands first."""
    game = GAMES[setup.game]
    unlike = differences(all_switches(game), setup.house)
    head = [Content.styled("At this table", "bold underline"), *map(Content, unlike), Content("")]
    rules = [_line(rule.id, rule.text) for rule in (*game.book, *SAFETY)]
    return Content("\n").join([*(head if unlike else []), *rules])


def _line(key: str, text: str) -> Content:
    return Content.assemble((f"{key:>8}", "bold $amount"), f"   {text}")
