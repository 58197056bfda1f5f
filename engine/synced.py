"""Writing that is safe on the disk when it is done; all raise `OSError`."""

from __future__ import annotations

import os
from pathlib import Path


def sync_write(descriptor: int, data: bytes) -> None:
    """Write all of it, and come back when it is safe on the disk."""
    write_all(descriptor, data)
    os.fsync(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it; a disk that fills up takes less than it was given before it complains."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def sync_folder(folder: Path) -> None:
    """Make the new name durable as well, where the system can (Windows cannot and need not)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
