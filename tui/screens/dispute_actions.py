"""What people can do while they look at an event again: the dispute's part of all actions."""

from __future__ import annotations

from tui.actions import Action

LOOKING, SETTLING = "Looking again", "Settling it"

DISPUTE: tuple[Action, ...] = (
    Action("play", "space", "play, or stand still", LOOKING, "play", shown_key="Space"),
    Action("earlier", "left", "the picture before", LOOKING, shown_key="←"),
    Action("later", "right", "the picture after", LOOKING, shown_key="→"),
    Action("slow", "s", "play slowly, or as it was", LOOKING, "slow"),
    Action("zoom", "z", "enlarge the thing that it is about", LOOKING, "zoom"),
    Action("rest", "r", "the picture in which it lay still", LOOKING),
    Action("before", "up", "the event before", LOOKING, shown_key="↑"),
    Action("after", "down", "the event after", LOOKING, shown_key="↓"),
    Action("scroll_up", "pageup", "the words beside: up", LOOKING, shown_key="PgUp"),
    Action("scroll_down", "pagedown", "the words beside: down", LOOKING, shown_key="PgDn"),
    Action("proof", "p", "the two pictures of what is proved", LOOKING, "proof"),
    Action("uphold", "enter", "the ruling stands", SETTLING, "stands", shown_key="Enter"),
    Action("correct", "c", "it was something else", SETTLING, "fix"),
    Action("insert", "i", "the camera missed something before it", SETTLING, "add"),
    Action("void", "v", "it did not happen", SETTLING, "void"),
    Action("vote", "j", "the others vote on it", SETTLING, "vote"),
    Action("help", "question_mark", "this page", LOOKING, shown_key="?"),
    Action("theme", "ctrl+t", "light, dark, or high contrast", LOOKING, shown_key="Ctrl+T"),
    Action("back", "escape", "back to the game", LOOKING, "back", shown_key="Esc"),
)
"""In the order of the footer, which has room for these words in 80 columns."""
