"""The set-up that a command's options describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui import options
from tui.cli import UserError

if TYPE_CHECKING:
    from engine.setup import Setup


def setup_from(
    game: str | None, players: str | None, path: Path | None, house: str | None = None
) -> Setup:
    """The set-up of `--players A,B,C`, a `--setup` file (JSON) and `--house` (a name or TOML).

    Raises `UserError` where a file cannot be read or the set-up cannot be played.
    """
    from engine.setup import SetupError, load_setup

    data = {} if path is None else read_setup(path)
    names = None if players is None else [name.strip() for name in players.split(",")]
    named = game or data.get("game")
    if house is not None and named:
        chosen = options.game_called(str(named))
        data["house"] = {**options.house_of(chosen, house), **data.get("house", {})}
    try:
        return load_setup(game, names, data)
    except SetupError as error:
        raise UserError(str(error)) from error


def read_setup(path: Path) -> dict[str, Any]:
    """The content of a set-up file; raises `UserError` where it holds no JSON object."""
    import msgspec

    try:
        data = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise UserError(f"the set-up {path} cannot be read: {error.strerror}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UserError(f"the set-up {path} is no JSON: {error}.") from error
    if not isinstance(data, dict):
        raise UserError(f"the set-up {path} is no JSON object.")
    return data
