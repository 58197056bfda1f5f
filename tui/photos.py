"""Labelled photos for measuring, as the command line names them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tui.cli import UserError

if TYPE_CHECKING:
    from datasets.photos import Photo


def photos_of(args: argparse.Namespace, source: str) -> list[Photo]:
    """The photos of a source in the folder `args.data`, of many `args.photos` evenly chosen ones.

    Raises `UserError` where there are none.
    """
    from datasets.photos import PhotoError, load_photos

    try:
        photos = load_photos(args.data, source)
    except KeyError as error:
        raise UserError(f"There are no photos called {source!r}.") from error
    except PhotoError as error:
        raise UserError(f"The photos cannot be read: {error}.") from error
    step = max(1, -(-len(photos) // args.photos)) if args.photos else 1
    return photos[::step]
