"""A rule book: rules by id, in our own words."""

from __future__ import annotations

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """One rule of the book: its id and one sentence or a few."""

    id: str
    text: str
