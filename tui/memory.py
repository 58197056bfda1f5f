"""What the program remembers from one evening to the next, so that nobody types it again."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from tui import folders

_MOST_NAMES = 60

logger = logging.getLogger(__name__)


class Memory(msgspec.Struct, kw_only=True):
    """`names`: everybody who ever played, who played last first. The others are of the last game:
    `house` its switches by full name, `table` the name of its calibrated set-up, `camera` as
    `open_source` takes it. `toured`: the tour of the app was shown."""

    toured: bool = False
    names: list[str] = []
    game: str = ""
    players: list[str] = []
    house: dict[str, Any] = {}
    camera: str = ""
    table: str = ""

    def met(self, players: Iterable[str]) -> None:
        """These played."""
        self.players = list(players)
        self.names = list(dict.fromkeys([*self.players, *self.names]))[:_MOST_NAMES]


def recall() -> Memory:
    """What was kept; nothing where that cannot be read."""
    try:
        return msgspec.json.decode(folders.memory().read_bytes(), type=Memory)
    except FileNotFoundError:
        return Memory()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        logger.warning("what was remembered cannot be read", exc_info=True)
        return Memory()


def keep(memory: Memory) -> None:
    """Keep it for the next evening; where that cannot be, the game goes on without."""
    path = folders.memory()
    try:
        _write(path, msgspec.json.format(msgspec.json.encode(memory), indent=1))
    except OSError:
        logger.warning("nothing can be remembered in %s", path, exc_info=True)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data + b"\n")
    fresh.replace(path)
