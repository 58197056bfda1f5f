"""What people set up on the start screen, and the set-up that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tui import setups

if TYPE_CHECKING:
    from engine.setup import Setup


@dataclass(frozen=True, slots=True)
class Wishes:
    """`camera` is a SOURCE of PROTOCOL section 2, `house` holds switches by full name, `table` is
    the name of a calibrated set-up, empty for none."""

    game: str
    players: tuple[str, ...]
    camera: str
    house: Mapping[str, Any] = field(default_factory=dict)
    table: str = ""


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera to choose: its name for people and how the program calls it."""

    name: str
    source: str


def setup_of(wishes: Wishes) -> Setup:
    """The set-up that people wish for.

    Raises `SetupError` where it cannot be played, `UserError` where the table cannot be read.
    """
    from engine.games import GAMES
    from engine.setup import SetupError, house_for, load_setup

    if wishes.game not in GAMES:
        raise SetupError("Choose a game.")
    game = GAMES[wishes.game]
    data = {"house": house_for(wishes.house, game)}
    if wishes.table:
        data |= seated(setups.read_setup(wishes.table), wishes.players)
    return load_setup(wishes.game, wishes.players, data)


def seated(data: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """What a calibrated set-up knows of the table, with other people on its seats.

    They sit where those sat whose place in the order they have. With more or fewer people the
    seats are spaced evenly, and places of letters, which lie before seats, are left out.
    """
    table = dict(data.get("table") or {})
    kept = {key: data[key] for key in ("region",) if data.get(key) is not None}
    before = list(data.get("players") or ())
    seats = dict(data.get("seats") or {})
    letters = dict(table.pop("letters", None) or {})
    if len(before) == len(players) == len(seats):
        names = dict(zip(before, players, strict=True))
        kept["seats"] = {names[name]: angle for name, angle in seats.items()}
        table["letters"] = {names[name]: place for name, place in letters.items()}
    return {**kept, "table": table} if data.get("table") else kept
