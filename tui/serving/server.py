"""A small web server that shows one page and keeps it up to date; nothing can be sent to it."""

from __future__ import annotations

import secrets
import socket
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from typing import Self

_VIEWERS = 40
_ALIVE = 10.0
"""Seconds after which a viewer without news is asked for a sign of life."""

_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'",
}


class Server:
    """Serves the page at `link` until closed; whoever has the link's token may look.

    `port` 0 takes any free one. Raises `OSError` where nothing can be served there.
    """

    def __init__(self, host: str, port: int) -> None:
        self.token = secrets.token_urlsafe(9)
        self.seats = threading.BoundedSemaphore(_VIEWERS)
        self._closed = False
        self._news = threading.Condition()
        self._data, self._number = b"", 0
        self._http = _Http((host, port), self)
        self.link = f"http://{_reachable(host)}:{self._http.server_address[1]}/{self.token}/"
        threading.Thread(target=self._http.serve_forever, name="serve", daemon=True).start()

    def publish(self, data: bytes) -> None:
        """Show every viewer `data`, one line of JSON."""
        with self._news:
            self._data, self._number = data, self._number + 1
            self._news.notify_all()

    def newer(self, number: int) -> tuple[bytes, int] | None:
        """The data and its number as soon as that is above `number`, the old ones after a while;
        None where it has ended."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._number > number, _ALIVE)
            return None if self._closed else (self._data, self._number)

    def close(self) -> None:
        """Send all viewers away; safe to call twice."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._http.shutdown()
        self._http.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], screen: Server) -> None:
        self.screen = screen
        super().__init__(address, _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A viewer that goes away in the middle is no error."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "symposiarch", ""
    timeout = 30

    @property
    def _screen(self) -> Server:
        assert isinstance(self.server, _Http)
        return self.server.screen

    def do_GET(self) -> None:
        """The page, or what changes on it as it changes."""
        root = f"/{self._screen.token}/"
        if self.path == root:
            self._page()
        elif self.path == f"{root}news":
            self._news()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nobody keeps a list of who looked."""

    def log_error(self, *_: object) -> None:
        """Nor of who asked for something else."""

    def _page(self) -> None:
        body = (resources.files("tui.serving") / "page.html").read_bytes()
        self._begin("text/html; charset=utf-8", length=len(body))
        self.wfile.write(body)

    def _news(self) -> None:
        """An event stream: the newest state at once, then each later one."""
        if not self._screen.seats.acquire(blocking=False):
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        try:
            self._begin("text/event-stream")
            self._tell_all()
        finally:
            self._screen.seats.release()

    def _tell_all(self) -> None:
        told = 0
        while (news := self._screen.newer(told)) is not None:
            data, number = news
            self.wfile.write(b"data: %s\n\n" % data if number > told else b": still there\n\n")
            self.wfile.flush()
            told = number

    def _begin(self, kind: str, length: int | None = None) -> None:
        self.send_response(HTTPStatus.OK)
        for name, value in {**_HEADERS, "Content-Type": kind}.items():
            self.send_header(name, value)
        if length is None:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()


def _reachable(host: str) -> str:
    """The address under which others reach this computer where it listens on all of its own."""
    if host not in ("0.0.0.0", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Chooses the network card; a datagram socket sends nothing when it is connected.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
