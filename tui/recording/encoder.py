"""Writes a video of the pictures on standard input: a program of its own, run by `film`.

`python encoder.py PATH WIDTH HEIGHT NICENESS`. Each picture is eight bytes of time (milliseconds,
signed, in the machine's order) and its I420 planes. The end of the input ends the video. In a
process of its own PyAV's FFmpeg and OpenCV's never meet, encoding yields to the game, and a kill of
the game still ends the video well; a kill of this process leaves a fragmented MP4 that plays as it
is, but for its last two seconds.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import IO

import av
import numpy as np
from av.video.frame import PictureType

_TICK = Fraction(1, 1000)
_KEY_EVERY = 2000
"""Milliseconds between pictures from which a player can start, and which a kill can cost."""

_ENCODERS = ("libx264", "h264")
_OPTIONS = {"preset": "superfast", "crf": "28", "tune": "zerolatency", "threads": "1"}


def pictures(stream: IO[bytes], size: int) -> Iterator[tuple[int, bytes]]:
    """(milliseconds, I420 planes of `size` bytes) until the input ends; half a picture is none."""
    while len(head := stream.read(8)) == 8:
        planes = stream.read(size)
        if len(planes) < size:
            return
        yield struct.unpack("=q", head)[0], planes


def write(path: str, width: int, height: int, stream: IO[bytes]) -> None:
    """Encode until the input ends; raises `OSError` where the disk refuses."""
    # Fragments while it grows, and an ordinary file (any player can jump in it) once it is closed.
    flags = {"movflags": "frag_keyframe+hybrid_fragmented", "flush_packets": "1"}
    with av.open(path, "w", format="mp4", options=flags) as container:
        video = container.add_stream(_encoder(), rate=15, options=_OPTIONS)
        assert isinstance(video, av.VideoStream)
        video.width, video.height, video.pix_fmt = width, height, "yuv420p"
        video.codec_context.time_base = _TICK
        due, last = 0, -1
        for at, planes in pictures(stream, width * height * 3 // 2):
            i420 = np.frombuffer(planes, np.uint8).reshape(height * 3 // 2, width)
            frame = av.VideoFrame.from_ndarray(i420, format="yuv420p")
            frame.pts, frame.time_base = max(at, last + 1), _TICK
            if frame.pts >= due:
                frame.pict_type, due = PictureType.I, frame.pts + _KEY_EVERY
            last = frame.pts
            container.mux(video.encode(frame))
        container.mux(video.encode(None))


def _encoder() -> str:
    return next((name for name in _ENCODERS if name in av.codecs_available), _ENCODERS[-1])


def main() -> int:
    """0, or an `errno` of the disk, or 255 where there is no encoder for H.264."""
    path, width, height, niceness = sys.argv[1:5]
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(int(niceness))
    try:
        write(path, int(width), int(height), sys.stdin.buffer)
    except av.codec.codec.UnknownCodecError:
        return 255
    except OSError as error:
        return min(error.errno or 5, 254)
    return 0


if __name__ == "__main__":
    sys.exit(main())
