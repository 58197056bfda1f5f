"""Who may sit down, and who sits there: what every game refuses alike."""

from __future__ import annotations

from collections.abc import Collection

from engine.events import Join
from engine.ruling import Mode, Refused
from engine.words import is_name, nearest, shown


def sat_here(player: str, everyone: Collection[str]) -> None:
    """Raises `Refused` where nobody with that name ever sat here."""
    if player not in everyone:
        hint = nearest(player, everyone)
        raise Refused("unknown_player", f"Nobody here is called {shown(player)}.{hint}")


def at_table(player: str, here: Collection[str], everyone: Collection[str]) -> None:
    """Raises `Refused` where a player is not in the game (any more)."""
    if player in here:
        return
    if player in everyone:
        raise Refused("not_at_table", f"{player} has left the table.")
    sat_here(player, here)


def newcomer(event: Join, here: Collection[str]) -> str:
    """The name of somebody who sits down; raises `Refused` where it is taken or is none."""
    if event.join in here:
        raise Refused("already_here", f"{event.join} is at the table already.")
    if not is_name(event.join):
        raise Refused("invalid_name", f"{shown(event.join)!r} is no name.")
    return event.join


def room(here: Collection[str], most: int, mode: Mode) -> None:
    """Raises `Refused` where one more is too many; who sat down already stays."""
    if len(here) >= most and mode is not Mode.STANDS:
        raise Refused("player_count", f"There is room for {most} players.")
