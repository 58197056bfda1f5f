"""Light, dark and high contrast; every sign is a word or a mark first and a colour second."""

from __future__ import annotations

from typing import TypeVar

from textual.app import App
from textual.theme import Theme

Result = TypeVar("Result")

DARK = Theme(
    name="symposiarch-dark",
    primary="#56b4e9",
    secondary="#8fa8bf",
    accent="#f0e442",
    warning="#f0b428",
    error="#ff8a5c",
    success="#4fd1a5",
    foreground="#f2f4f6",
    background="#101418",
    surface="#181e24",
    panel="#232b33",
    dark=True,
    variables={"amount": "#ffd24a", "key": "#ffd24a", "key-text": "#101418"},
)
LIGHT = Theme(
    name="symposiarch-light",
    primary="#00527f",
    secondary="#40556a",
    accent="#7a3b00",
    warning="#8a5200",
    error="#a02800",
    success="#00694a",
    foreground="#14181c",
    background="#f7f7f4",
    surface="#ffffff",
    panel="#e6e8ea",
    dark=False,
    variables={"amount": "#a02800", "key": "#00527f", "key-text": "#ffffff"},
)
CONTRAST = Theme(
    name="symposiarch-contrast",
    primary="#ffffff",
    secondary="#ffffff",
    accent="#ffff00",
    warning="#ffff00",
    error="#ffff00",
    success="#ffffff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
    luminosity_spread=0,
    text_alpha=1.0,
    variables={
        "amount": "#ffff00",
        "key": "#ffff00",
        "key-text": "#000000",
        "text-muted": "#ffffff",
        "border": "#ffffff",
        "footer-background": "#000000",
    },
)

THEMES = (DARK, LIGHT, CONTRAST)


class ThemedApp(App[Result]):
    """An app in our themes, the dark one first."""

    def __init__(self) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables are there before the first theme is."""
        return dict(DARK.variables)

    def action_help_quit(self) -> None:
        """Ctrl+C leaves, as in any other program of a terminal."""
        self.exit()

    def next_theme(self) -> None:
        """The theme after this one."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
