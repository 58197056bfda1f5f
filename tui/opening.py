"""What every command that watches a table needs to begin with; heavy imports happen when called."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.cli import UserError

if TYPE_CHECKING:
    from engine.setup import Setup
    from vision.deck_watch import DeckWatch
    from vision.eyes import Looks
    from vision.places import TableData
    from vision.reader import Deck
    from vision.sources import Source
    from vision.watcher import Watcher


def load_eyes(backend: str, deck: Deck | None = None) -> Looks:
    """The trained eyes, for cards of any usual deck or of one that was taught.

    Raises `UserError` where they cannot be had.
    """
    from vision.backends import BackendError
    from vision.enrolled import DeckError
    from vision.eyes import Eyes
    from vision.weights import WeightsError

    try:
        return Eyes.load(backend, deck=deck)
    except (BackendError, WeightsError, DeckError) as error:
        raise UserError(str(error)) from error


def watcher_of(
    eyes: Looks,
    setup: Setup | None,
    deck: Deck | None,
    tell: Callable[[str], None] = lambda sentence: None,
) -> Watcher:
    """What follows the table: `eyes` that read `deck`, who sits where, what belongs where.

    `tell` takes sentences for people. Raises `UserError` where the set-up's table is wrong.
    """
    from vision.places import WHOLE, places_of
    from vision.watcher import Watcher

    copies = deck.counts if deck is not None and deck.copies else None
    if setup is None:
        return Watcher(eyes, copies=copies, special=deck is not None)
    places = places_of(table_of(setup), setup.region, tell)
    knocks = (setup.region or WHOLE) if setup.knocks else None
    return Watcher(
        eyes,
        setup.seats,
        places,
        copies=copies,
        knocks=knocks,
        deck=_deck_watch(setup, deck, tell),
        special=deck is not None,
    )


def _deck_watch(setup: Setup, deck: Deck | None, tell: Callable[[str], None]) -> DeckWatch | None:
    """What notices cards of another deck; nothing where the game has no cards."""
    from engine.match import Match
    from vision.deck_watch import DeckWatch
    from vision.reader import CARD_CODES

    if Match(setup).expected_dice is not None:
        return None
    if deck is None:
        return DeckWatch("an ordinary deck", CARD_CODES.__contains__, tell)
    return DeckWatch(f"the deck {deck.name}", deck.codes.__contains__, tell)


def table_of(setup: Setup | None) -> TableData | None:
    """What was found out about table and camera; raises `UserError` where it makes no sense."""
    from vision.places import PlacesError, table_data

    if setup is None or setup.table is None:
        return None
    try:
        return table_data(setup.table)
    except PlacesError as error:
        raise UserError(str(error)) from error


def view_of(args: argparse.Namespace, setup: Setup | None) -> dict[str, Any]:
    """How pictures are set upright: as told, else as the table was calibrated."""
    table = table_of(setup)
    mirror, rotate = (False, 0) if table is None else (table.mirror, table.rotate)
    return {"mirror": args.mirror or mirror, "rotate": args.rotate or rotate}


def upright(eyes: Looks, source: Source, tell: Callable[[str], None]) -> Looks:
    """`eyes` that notice a mirrored picture: `source` is put right then, and people are told."""
    from vision.mirrored import MIRRORED, Noticing

    def put_right() -> None:
        source.unmirror()
        tell(MIRRORED)

    return Noticing(eyes, put_right)


def game_of(setup: Setup | None, record: Path | None) -> str | None:
    """The game that is to be watched: of the set-up, else of the record that goes on.

    Raises `UserError` where that record cannot be gone on with.
    """
    from engine.log import LogError, holds_game, read_header
    from tui.record import recorded_setup

    if setup is not None:
        return setup.game
    if record is None or not holds_game(record):
        return None
    try:
        return recorded_setup(read_header(record)).game
    except LogError as error:
        raise UserError(str(error)) from error


def eyes_named(backend: str) -> str:
    """What the status line calls the eyes."""
    return "trained eyes" if backend == "auto" else f"trained eyes on {backend}"


def model_of(backend: str) -> dict[str, Any]:
    """How a record names the weights."""
    import json

    from vision import weights

    manifest = weights.folder() / weights.MANIFEST
    files = json.loads(manifest.read_text(encoding="utf-8")) if manifest.is_file() else {}
    return {"backend": backend, "weights": files}


def camera_of(source: Source, spec: str) -> dict[str, Any]:
    """How a record names its source; a file by its whole path, so that it is known again."""
    place = spec if source.live else str(Path(spec).expanduser().absolute())
    return {"source": place, "live": source.live, "description": source.describe()}
