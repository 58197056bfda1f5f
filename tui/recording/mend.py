"""Puts a video that was cut off by a kill in order, so that players can jump in it."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import IO


def is_cut(path: Path) -> bool:
    """Whether the MP4 still consists of fragments, as while it is being written."""
    with open(path, "rb") as file:
        return _has_fragments(file, path.stat().st_size)


def _has_fragments(file: IO[bytes], size: int) -> bool:
    at = 0
    while at + 16 <= size:
        file.seek(at)
        length, kind, longer = struct.unpack(">I4sQ", file.read(16))
        if kind == b"moof":
            return True
        at += {0: size, 1: longer}.get(length, max(8, length))
    return False


def mend(path: Path) -> bool:
    """Write the video anew with one index, without encoding it again; the time of each picture
    stays. False where nothing can be read from it, and it is left as it is."""
    import av

    fresh = path.with_name(f".{path.name}.new")
    try:
        with av.open(str(path)) as cut, av.open(str(fresh), "w", format="mp4") as whole:
            stream = whole.add_stream_from_template(cut.streams.video[0])
            for packet in cut.demux(video=0):
                if packet.dts is not None:
                    packet.stream = stream
                    whole.mux(packet)
    except av.error.FFmpegError:
        fresh.unlink(missing_ok=True)
        return False
    os.replace(fresh, path)
    return True
