"""Decks other than the usual one: those that people enrolled, and our own for Five Alive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tui import folders
from tui.cli import UserError

if TYPE_CHECKING:
    from vision.reader import Deck

SUFFIX = ".npz"


def path_of(name: str) -> Path:
    """Where the deck with that name is kept; raises `UserError` where it is no name."""
    if not name or name.startswith(".") or any(sign in name for sign in "/\\:"):
        raise UserError(f"{name!r} cannot be the name of a deck: use letters, digits and dashes.")
    return folders.decks() / f"{name}{SUFFIX}"


def deck_for(game: str | None, wanted: str | None) -> Deck | None:
    """The deck to read: the one of `--deck` (a name or a file), else the game's own.

    None: the 52 cards that every ordinary deck has. Raises `UserError`.
    """
    from vision.enrolled import DeckError, EnrolledDeck

    path = None if wanted is None else _enrolled(wanted)
    if path is None:
        return _trained(wanted or game)
    try:
        return EnrolledDeck.load(path)
    except DeckError as error:
        raise UserError(str(error)) from error


def _enrolled(wanted: str) -> Path | None:
    """The file of an enrolled deck; None where the name is of one that needs no teaching."""
    if wanted.endswith(SUFFIX) or Path(wanted).is_file():
        return Path(wanted)
    path = path_of(wanted)
    if path.is_file():
        return path
    if _trained(wanted) is not None:
        return None
    known = (
        ", ".join(sorted(found.stem for found in folders.decks().glob(f"*{SUFFIX}"))) or "none yet"
    )
    raise UserError(
        f"there is no deck {wanted!r} (enrolled: {known}): `symposiarch enrol {wanted}` teaches it."
    )


def _trained(name: str | None) -> Deck | None:
    from vision.reader import FIVE_ALIVE

    return FIVE_ALIVE if name == FIVE_ALIVE.name else None
