"""The second screen: the scoreboard in any browser of the house, from one camera."""

from __future__ import annotations

import io
from typing import Self

import msgspec
import segno

from engine.log import Line
from engine.match import Match
from tui.serving.board import Board
from tui.serving.server import Server
from tui.session import Latest

_PORT = 8460


class SecondScreen:
    """Shows a game at `link`: a keeper of the session, which keeps nothing.

    Raises `OSError` where nothing can be served at `host` and `port`.
    """

    def __init__(self, host: str, port: int) -> None:
        self._board: Board | None = None
        self._server = Server(host, port)
        self.link = self._server.link

    def begin(self, match: Match) -> None:
        """Show the game of `match` from now on."""
        self._board = Board(match)
        self._publish(self._board)

    def look(self, latest: Latest) -> None:
        """No picture leaves the computer."""

    def keep(self, line: Line) -> None:
        """A line of the game, right after it was announced."""
        if self._board is not None and self._board.take(line):
            self._publish(self._board)

    def _publish(self, board: Board) -> None:
        self._server.publish(msgspec.json.encode(board.shown()))

    def close(self) -> None:
        """Send all viewers away; safe to call twice."""
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def opened(host: str, port: int | None) -> SecondScreen:
    """A second screen at an address; without a port at the usual one, or any that is free.

    Raises `OSError` where nothing can be served there.
    """
    if port is not None:
        return SecondScreen(host, port)
    try:
        return SecondScreen(host, _PORT)
    except OSError:
        return SecondScreen(host, 0)


def qr_code(link: str) -> str:
    """The link as a QR code of half blocks, light modules drawn, for a dark terminal."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")
