"""Decks that were taught: those that people enrolled, and the one that ships for each game."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from tui import folders
from tui.cli import UserError

if TYPE_CHECKING:
    from vision.enrolled import EnrolledDeck

SUFFIX = ".npz"


def path_of(name: str) -> Path:
    """Where the deck with that name is kept; raises `UserError` where it is no name."""
    if not name or name.startswith(".") or any(sign in name for sign in "/\\:"):
        raise UserError(f"{name!r} cannot be the name of a deck: use letters, digits and dashes.")
    return folders.decks() / f"{name}{SUFFIX}"


def deck_for(game: str | None, wanted: str | None) -> EnrolledDeck | None:
    """The deck to read: the one of `--deck` (a name or a file), else the game's own.

    None: the 52 cards that every ordinary deck has. Raises `UserError`.
    """
    from vision.enrolled import DeckError, EnrolledDeck

    path = _shipped(game) if wanted is None else _wanted(wanted)
    if path is None:
        return None
    try:
        return EnrolledDeck.load(path)
    except DeckError as error:
        raise UserError(str(error)) from error


def _wanted(wanted: str) -> Path:
    if wanted.endswith(SUFFIX) or Path(wanted).is_file():
        return Path(wanted)
    path = path_of(wanted)
    if path.is_file():
        return path
    shipped = _shipped(wanted)
    if shipped is not None:
        return shipped
    known = (
        ", ".join(sorted(found.stem for found in folders.decks().glob(f"*{SUFFIX}"))) or "none yet"
    )
    raise UserError(
        f"there is no deck {wanted!r} (enrolled: {known}): `symposiarch enrol {wanted}` teaches it."
    )


def _shipped(game: str | None) -> Path | None:
    path = Path(str(resources.files("models"))) / "decks" / f"{game}{SUFFIX}"
    return path if game and path.is_file() else None
