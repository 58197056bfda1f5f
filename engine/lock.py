"""One writer a folder: a lock that the system takes back even after a kill."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class LockedError(Exception):
    """Somebody else holds the lock."""


class FolderLock:
    """Holds `folder` until `release` or the end of the process; raises `LockedError` if taken."""

    NAME = ".lock"

    def __init__(self, folder: Path) -> None:
        self._descriptor: int | None = os.open(folder / self.NAME, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _take(self._descriptor)
        except OSError as error:
            self.release()
            raise LockedError(str(folder)) from error

    def release(self) -> None:
        """Let the next writer in; safe to call twice."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _take(descriptor: int) -> None:
    """Lock without waiting; the lock goes with the descriptor."""
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
