"""Where pictures of the table come from: cameras, phones, files and folders.

`open_source` is the one way in. Nothing here imports OpenCV before a source is opened, so that a
program can redirect native output and set environment variables first (see `native`).
"""

from vision.sources.base import Source, SourceError, State
from vision.sources.native import quiet_native_output
from vision.sources.opening import open_source

__all__ = ["Source", "SourceError", "State", "open_source", "quiet_native_output"]
