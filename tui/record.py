"""Recording a game into a folder, and going on with one that is there (PROTOCOL section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.log import GameLog, LogError, holds_game
from engine.match import Match
from engine.setup import Setup, SetupError, load_setup
from tui.cli import UserError, program_version


def open_record(
    folder: Path, setup: Setup | None, model: Mapping[str, Any], camera: Mapping[str, Any]
) -> Match:
    """The match recorded in `folder`: gone on with where there is one, otherwise started.

    `setup` None takes the recorded game's. Raises `UserError`.
    """
    try:
        if holds_game(folder):
            return _go_on(folder, setup, camera)
        if setup is None:
            raise UserError(f"{folder} holds no game to go on with; name one with --game.")
        return Match(setup, GameLog.create(folder, _header(setup, model, camera)))
    except LogError as error:
        raise UserError(str(error)) from error


def recorded_setup(header: Mapping[str, Any]) -> Setup:
    """The set-up in a record's header; raises `UserError`."""
    try:
        return load_setup(None, None, header.get("setup"))
    except SetupError as error:
        raise UserError(f"the recorded game cannot be played: {error}") from error


def _go_on(folder: Path, setup: Setup | None, camera: Mapping[str, Any]) -> Match:
    log = GameLog.open(folder)
    try:
        recorded = recorded_setup(log.header)
        if setup is not None and setup != recorded:
            players = ", ".join(recorded.players)
            raise UserError(
                f"{folder} holds a game of {recorded.game} set up otherwise (players {players}); "
                f"leave --game, --players and --setup out to go on with it."
            )
        return Match.resume(log, recorded, camera)
    except BaseException:
        log.close()
        raise


def _header(setup: Setup, model: Mapping[str, Any], camera: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "program": program_version(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "game": setup.game,
        "players": list(setup.players),
        "setup": setup.to_data(),
        "model": dict(model),
        "camera": dict(camera),
    }
