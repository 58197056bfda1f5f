"""The set-up that a command's options describe, and those that `calibrate` saved by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui import folders, options
from tui.cli import UserError

if TYPE_CHECKING:
    from engine.setup import Setup

_NAME = re.compile(r"[^\W_][\w -]{0,39}")


def setup_from(
    game: str | None, players: str | None, wanted: str | Path | None, house: str | None = None
) -> Setup:
    """The set-up of `--players A,B,C`, `--setup` (a name or a JSON file) and `--house`.

    Raises `UserError` where a file cannot be read or the set-up cannot be played.
    """
    from engine.setup import SetupError, load_setup

    data = {} if wanted is None else read_setup(wanted)
    names = None if players is None else [name.strip() for name in players.split(",")]
    named = game or data.get("game")
    if house is not None and named:
        chosen = options.game_called(str(named))
        data["house"] = {**options.house_of(chosen, house), **data.get("house", {})}
    try:
        return load_setup(game, names, data)
    except SetupError as error:
        raise UserError(str(error)) from error


def read_setup(wanted: str | Path) -> dict[str, Any]:
    """What a set-up saved by name, or a set-up file, says.

    Raises `UserError` where there is neither, or no JSON object in it.
    """
    from engine.text import NoJson, parse

    path = _saved(wanted) or Path(wanted)
    if not path.exists() and _NAME.fullmatch(str(wanted)):
        raise UserError(_unknown(str(wanted)))
    try:
        data = parse(path.read_bytes())
    except OSError as error:
        raise UserError(f"the set-up {path} cannot be read: {error.strerror}.") from error
    except NoJson as error:
        raise UserError(f"the set-up {path} is no JSON: {error}.") from error
    if not isinstance(data, dict):
        raise UserError(f"the set-up {path} is no JSON object.")
    return data


def names() -> list[str]:
    """The set-ups that are saved."""
    return sorted(path.stem for path in folders.setups().glob("*.json"))


def _saved(wanted: str | Path) -> Path | None:
    path = folders.setups() / f"{wanted}.json"
    return path if _NAME.fullmatch(str(wanted)) and path.is_file() else None


def _unknown(name: str) -> str:
    from engine.words import listed, nearest

    saved = names()
    has = f"saved are {listed(saved)}" if saved else "none are saved"
    hint = nearest(name, saved) or f" `symposiarch calibrate {name}` makes one ({has})."
    return f"there is no set-up called {name}.{hint}"


def place_of(name: str) -> Path:
    """The file in which a set-up with that name is kept; raises `UserError` where it is no name."""
    if not _NAME.fullmatch(name):
        raise UserError("a name of a table has letters, digits, spaces, - and _ only.")
    return folders.setups() / f"{name}.json"


def save(path: Path, data: Mapping[str, Any]) -> None:
    """Keep a set-up in the place of what was there; raises `OSError`."""
    import msgspec

    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")
    fresh.replace(path)
