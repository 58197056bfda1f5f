"""A phone camera app for tests: MJPEG over HTTP on the loopback address, with its bad habits."""

from __future__ import annotations

import base64
import itertools
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal, Self

import cv2

from vision.frames import Image

Habit = Literal[
    "plain",
    "no length",
    "odd boundary",
    "huge headers",
    "chunked",
    "half",
    "garbage",
    "snapshot",
    "film",
]
"""`snapshot`: one picture a request. `film`: the answer says that it is an MP4."""


def as_jpegs(images: Iterable[Image], quality: int = 85) -> list[bytes]:
    """Pictures (height, width, 3) BGR as JPEG files."""
    return [
        cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        for image in images
    ]


class MjpegServer:
    """Serves `jpegs` at `fps` in a circle, on `path`; other paths answer with a page.

    The first client starts the film, the later ones join it. `kill` cuts all connections and
    frees the port, `start` opens the same port again. Use as a context manager.
    """

    def __init__(
        self,
        jpegs: Sequence[bytes],
        fps: float = 30.0,
        *,
        path: str = "/video",
        habit: Habit = "plain",
        login: str | None = None,
        slow_header: float = 0.0,
    ) -> None:
        self.jpegs = list(jpegs)
        self.fps = fps
        self.path = path
        self.habit: Habit = habit
        self.login = login
        self.slow_header = slow_header
        self.port = 0
        self.served = 0
        self.frozen = threading.Event()
        self._server: ThreadingHTTPServer | None = None
        self._killed = threading.Event()

    @property
    def url(self) -> str:
        """Of the stream."""
        return f"http://127.0.0.1:{self.port}{self.path}"

    @property
    def host(self) -> str:
        """Without a path."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Listen; on the port of last time if there was one."""
        self._killed = threading.Event()
        self._server = _Listener(("127.0.0.1", self.port), _handler(self, self._killed))
        self.port = self._server.server_address[1]
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()
        return self

    def kill(self) -> None:
        """Stop listening and cut every connection, as a phone does that goes to sleep."""
        if self._server is not None:
            self._killed.set()
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    block_on_close = False


def _handler(app: MjpegServer, killed: threading.Event) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            self.close_connection = True
            time.sleep(app.slow_header)
            if app.login and self.headers.get("Authorization") != _basic(app.login):
                self.send_error(401)
            elif self.path == app.path and app.habit in ("snapshot", "film"):
                app.served += 1
                jpeg = app.jpegs[app.served % len(app.jpegs)]
                self._whole("image/jpeg" if app.habit == "snapshot" else "video/mp4", jpeg)
            elif self.path == app.path:
                self._stream()
            else:
                self._whole("text/html", b"<html><body>IP camera: see /video</body></html>")

        def _whole(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _stream(self) -> None:
            boundary = '"--odd=_boundary"' if app.habit == "odd boundary" else "frame"
            self.send_response(200)
            kind = f"multipart/x-mixed-replace; boundary={boundary}"
            self.send_header("Content-Type", kind)
            if app.habit == "chunked":
                self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                self._film(boundary)
            except OSError:
                return

        def _film(self, boundary: str) -> None:
            next_at = time.monotonic()
            for number in itertools.count():
                if killed.is_set():
                    return
                frozen = app.frozen.is_set()
                app.served += not frozen
                jpeg = app.jpegs[app.served % len(app.jpegs)]
                self._send(_part(app.habit, boundary, jpeg, number))
                next_at += 1 / app.fps
                killed.wait(max(0.0, next_at - time.monotonic()))

        def _send(self, data: bytes) -> None:
            if app.habit == "chunked":  # in pieces that end anywhere
                for start in range(0, len(data), 1000):
                    piece = data[start : start + 1000]
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            else:
                self.wfile.write(data)

    return Handler


def _part(habit: Habit, boundary: str, jpeg: bytes, number: int) -> bytes:
    length = b"" if habit == "no length" else b"Content-Length: %d\r\n" % len(jpeg)
    extra = b"X-Padding: %s\r\n" % (b"x" * 100_000) if habit == "huge headers" else b""
    head = b"--%s\r\nContent-Type: image/jpeg\r\n%s%s\r\n" % (boundary.encode(), length, extra)
    spoil: dict[Habit, Callable[[bytes], bytes]] = {
        "half": lambda data: data[: len(data) // 2],
        "garbage": lambda data: bytes(byte ^ 0x5A for byte in data[:5000]),
    }
    if number % 2 and habit in spoil:
        jpeg = spoil[habit](jpeg)
    return head + jpeg + b"\r\n"


def _basic(login: str) -> str:
    return "Basic " + base64.b64encode(login.encode()).decode()
