"""House rules that people saved under a name, and those in a file of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui import folders
from tui.cli import UserError

if TYPE_CHECKING:
    from engine.game import Game

_NAME = re.compile(r"[^\W_][\w -]{0,39}")


def names() -> list[str]:
    """The sets that are saved."""
    return sorted(path.stem for path in folders.houses().glob("*.toml"))


def load(wanted: str | Path) -> dict[str, Any]:
    """The switches, unchecked, of a saved set or of a TOML file.

    Raises `UserError` where there is neither, `HouseError` where it cannot be read.
    """
    from engine.house import load_house

    saved = folders.houses() / f"{wanted}.toml"
    if _NAME.fullmatch(str(wanted)) and saved.is_file():
        return load_house(saved)
    if not Path(wanted).exists() and Path(wanted).suffix != ".toml":
        raise UserError(_unknown(str(wanted)))
    return load_house(wanted)


def _unknown(name: str) -> str:
    from engine.words import listed, nearest, shown

    has = f"saved are {listed(names())}" if names() else "none are saved"
    hint = nearest(name, names()) or f" Name a TOML file ({has})."
    return f"there are no house rules called {shown(name)}.{hint}"


def keep(name: str, game: Game, house: Mapping[str, Any]) -> Path:
    """Keep the switches of a game under a name; those that the set has for other games stay.

    Raises `UserError` where the name cannot be one, or what it names cannot be read.
    """
    from engine.games import GAMES

    others = [other for other in GAMES if other != game.name]
    before = load(name) if name in names() else {}
    kept = {key: value for key, value in before.items() if key.partition(".")[0] in others}
    return save(name, {**kept, **house})


def save(name: str, house: Mapping[str, Any]) -> Path:
    """Keep switches under a name, in the place of those that it had; returns the file.

    Raises `UserError` where the name cannot be one.
    """
    from engine.house import to_toml

    if not _NAME.fullmatch(name):
        raise UserError("a name of house rules has letters, digits, spaces, - and _ only.")
    folders.houses().mkdir(parents=True, exist_ok=True)
    path = folders.houses() / f"{name}.toml"
    fresh = path.with_suffix(".new")
    fresh.write_text(to_toml(house), "utf-8")
    fresh.replace(path)
    return path
