"""From what a user writes to an open source of pictures."""

from __future__ import annotations

import glob
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from vision.sources.base import Progress, Rotation, Source, SourceError, Turn

if TYPE_CHECKING:
    from vision.sources.backends import CaptureBackend
    from vision.sources.live import Patience
    from vision.sources.pump import Feed

PICTURES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp", ".ppm", ".pgm"})
VIDEOS = frozenset({".avi", ".m4v", ".mkv", ".mov", ".mp4", ".mpg", ".mpeg", ".ts", ".webm"})
URL = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]+)://", re.IGNORECASE)
STREAMS = frozenset({"rtsp", "rtsps", "rtmp", "udp", "tcp", "srt"})
HOST = re.compile(r"(\d{1,3}(\.\d{1,3}){3}|localhost|[\w-]+\.local)(:\d+)?(/.*)?$")
"""An address as phone apps show it, without `http://`."""


def open_source(
    spec: str,
    *,
    width: int | None = None,
    height: int | None = None,
    fps: float | None = None,
    backend: CaptureBackend | None = None,
    mirror: bool = False,
    rotate: Rotation = 0,
    realtime: bool = False,
    progress: Progress | None = None,
    patience: Patience | None = None,
) -> Source:
    """Open `spec`, and wait for its first picture.

    `spec`: a camera's index, device path or part of its name; a video file; a picture, a folder
    or a glob of pictures; the address of a stream (MJPEG over HTTP, RTSP, …).
    `width`, `height`, `fps` are asked of a camera; `fps` is also the rate of a folder of pictures.
    `mirror` undoes a selfie camera, then `rotate` turns clockwise. `realtime` gives a file at its
    own speed, still every frame. `progress` is told while a live source is being opened.
    On macOS call it on the main thread, before anything else runs there.

    Raises `SourceError`, whose one sentence says what to do.
    """
    turn = Turn(mirror, rotate)
    if spec.isdigit() or spec.startswith(("/dev/video", "/dev/v4l/")):
        return _camera(spec, (width, height, fps), backend, turn, patience, progress)
    if URL.match(spec) or (HOST.match(spec) and not Path(spec).exists()):
        address = spec if URL.match(spec) else f"http://{spec}"
        return _address(address, backend, turn, patience, progress)
    if (files := _files(spec, turn, fps, realtime)) is not None:
        return files
    return _camera(spec, (width, height, fps), backend, turn, patience, progress)


def _files(spec: str, turn: Turn, fps: float | None, realtime: bool) -> Source | None:
    """The file, folder or glob that `spec` names; None where it looks like none."""
    from vision.sources.files import Pictures, VideoFile

    path = Path(spec).expanduser()
    if path.is_dir():
        return Pictures(str(path), _pictures_in(path), turn, fps, realtime)
    if path.is_file() and path.suffix.lower() in PICTURES:
        return Pictures(path.name, [path], turn, fps, realtime)
    if path.is_file():
        return VideoFile(path, turn, realtime)
    if glob.has_magic(spec):
        return Pictures(spec, _pictures_like(str(path)), turn, fps, realtime)
    if path.exists():
        raise SourceError(f"{spec} is neither a file nor a folder: give a video file instead.")
    if path.suffix.lower() in PICTURES | VIDEOS or "/" in spec or "\\" in spec:
        raise SourceError(f"There is no file {spec}: check the path.")
    return None


def _pictures_in(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    if not found:
        raise SourceError(f"The folder {folder} holds no pictures (JPEG, PNG, WebP, …).")
    return found


def _pictures_like(pattern: str) -> list[Path]:
    found = sorted(Path(name) for name in glob.glob(pattern, recursive=True))
    found = [path for path in found if path.is_file()]
    if not found:
        raise SourceError(f"No file is called like {pattern}: check the path.")
    return found


def _address(
    url: str,
    backend: CaptureBackend | None,
    turn: Turn,
    patience: Patience | None,
    progress: Progress | None,
) -> Source:
    from vision.sources.backends import OpenCvBackend
    from vision.sources.live import LiveSource
    from vision.sources.network import without_password

    connect = _connector(url, backend or OpenCvBackend())
    source = LiveSource(without_password(url), connect, turn, patience)
    source.start(progress)
    return source


def _connector(url: str, backend: CaptureBackend) -> Callable[[], Feed]:
    from vision.sources.mjpeg import IsVideo, MjpegFeed
    from vision.sources.network import StreamFeed

    found = URL.match(url)
    scheme = found["scheme"].lower() if found else ""
    if scheme in STREAMS:
        return lambda: StreamFeed(backend, url)
    if scheme not in ("http", "https"):
        raise SourceError(f"{url} is no address of a stream: it starts with http:// or rtsp://.")

    def connect() -> Feed:
        try:
            return MjpegFeed(url)
        except IsVideo:
            return StreamFeed(backend, url)

    return connect


def _camera(
    spec: str,
    mode: tuple[int | None, int | None, float | None],
    backend: CaptureBackend | None,
    turn: Turn,
    patience: Patience | None,
    progress: Progress | None,
) -> Source:
    from vision.sources.backends import OpenCvBackend
    from vision.sources.camera import Wish
    from vision.sources.devices import choose
    from vision.sources.live import LiveSource
    from vision.sources.routes import Route

    backend = backend or OpenCvBackend()
    device = choose(spec, backend.devices())
    source = LiveSource(device.name, Route(backend, device, Wish(*mode)), turn, patience)
    source.start(progress, here=backend.opens_on_main_thread)
    return source
