"""Where the program keeps what it makes: where variables say, else where this system keeps such."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

_SYSTEM = PlatformDirs("symposiarch", appauthor=False, opinion=False)


def games() -> Path:
    """Recorded games whose place nobody named; `SYMPOSIARCH_GAMES` says another folder."""
    return _named("SYMPOSIARCH_GAMES") or _SYSTEM.user_data_path / "games"


def decks() -> Path:
    """Decks that people enrolled; `SYMPOSIARCH_DECKS` says another folder."""
    return _named("SYMPOSIARCH_DECKS") or _SYSTEM.user_data_path / "decks"


def houses() -> Path:
    """House rules that people saved; `SYMPOSIARCH_HOUSES` says another folder."""
    return _named("SYMPOSIARCH_HOUSES") or _SYSTEM.user_config_path / "houses"


def setups() -> Path:
    """Tables that people calibrated; `SYMPOSIARCH_SETUPS` says another folder."""
    return _named("SYMPOSIARCH_SETUPS") or _SYSTEM.user_config_path / "setups"


def memory() -> Path:
    """What is remembered from evening to evening; `SYMPOSIARCH_MEMORY` says another file."""
    return _named("SYMPOSIARCH_MEMORY") or _SYSTEM.user_config_path / "memory.json"


def log() -> Path:
    """The program's own log, in which details of errors are."""
    return _SYSTEM.user_log_path


def _named(variable: str) -> Path | None:
    named = os.environ.get(variable)
    return Path(named) if named else None
