"""What native libraries read from the environment, and what they print.

Both must be settled before OpenCV is loaded, so this module does not import it.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ENVIRONMENT = {
    # Media Foundation on Windows takes minutes to open a camera with it.
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",
    # An unplugged V4L camera blocks a read for this many seconds; the default is 10.
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "3",
    "OPENCV_LOG_LEVEL": "ERROR",
    "OPENCV_FFMPEG_LOGLEVEL": "8",
    "YOLO_VERBOSE": "False",
}


def prepare_environment() -> None:
    """Set what is not set yet; what a user has set stays."""
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)


@contextmanager
def quiet_native_output(log: Path) -> Iterator[None]:
    """Send what native code writes to standard error into the file `log`, for the time of a block.

    Python's own `sys.stderr` and `sys.__stderr__` still reach the terminal: a full-screen
    application draws through them. Warnings go to `logging`. Raises OSError where `log` cannot
    be written.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    sys.stderr.flush()
    terminal = os.dup(2)
    python = (sys.stderr, sys.__stderr__)
    with log.open("ab") as sink:
        os.dup2(sink.fileno(), 2)
    screen = io.TextIOWrapper(
        os.fdopen(terminal, "wb", buffering=0, closefd=False),
        encoding="utf-8",
        errors="backslashreplace",
        write_through=True,
    )
    sys.stderr = screen
    sys.__stderr__ = screen  # type: ignore[misc]  # typeshed has it final; Textual draws through it
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        sys.stderr, sys.__stderr__ = python  # type: ignore[misc]  # as above
        with suppress(ValueError, OSError):
            screen.flush()
        os.dup2(terminal, 2)
        os.close(terminal)
