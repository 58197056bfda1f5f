"""All keys, and what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.actions import Action

_INTRODUCTION = (
    "Play as always: the camera sees the dice, the large letters say who drinks. "
    "Where it cannot know, it asks; each answer has a digit as its key."
)


class HelpScreen(ModalScreen[None]):
    """The actions of the table, by group."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", "back")
    ]

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = actions

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll() as page:
            page.border_title = "Keys"
            page.border_subtitle = "Esc goes back"
            yield Static(help_page(self._actions))


def help_page(actions: Sequence[Action]) -> Content:
    """What the page says."""
    lines = [Content(_INTRODUCTION), Content("")]
    lines.append(_line("1 … 9", "the answer with that number"))
    for group in dict.fromkeys(action.group for action in actions):
        lines += [Content(""), Content.styled(group, "bold underline")]
        lines += [_line(one.key_text, one.help) for one in actions if one.group == group]
    return Content("\n").join(lines)


def _line(key: str, text: str) -> Content:
    return Content.assemble((f"{key:>8}", "bold $amount"), f"   {text}")
