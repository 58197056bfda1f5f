"""Where details of errors are kept, and what people are told instead."""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path

from tui import folders

_OURS = ("vision.", "engine.", "tui.")


def log_path() -> Path:
    """The program's log file, in the place that the system has for such files.

    In the folder for temporary files where that place cannot be written.
    """
    folder = folders.log()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir())
    if not os.access(folder, os.W_OK):
        folder = Path(tempfile.gettempdir())
    return folder / "symposiarch.log"


def keep_log(path: Path) -> None:
    """Have tracebacks and warnings written to `path` from now on."""
    logging.basicConfig(
        filename=path,
        encoding="utf-8",
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
    )


def sentence(error: Exception, log_file: str) -> str:
    """What people are told of an error; those made for people speak for themselves."""
    if isinstance(error, OSError):
        return f"The game cannot be recorded any further: {error.strerror or error}."
    if type(error).__module__.startswith(_OURS):
        return str(error)
    return f"Something went wrong, and nothing is seen any more; {log_file} says what."
