"""What may run beside a game: the second screen and the voice."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from tui.cli import UsageError, UserError

if TYPE_CHECKING:
    from engine.match import Match
    from tui.serving import SecondScreen
    from tui.session import Keeps
    from tui.speech import Speaker

NO_VOICE = "speaking needs the voice extra: pip install 'symposiarch[voice]'."


def add(parser: argparse.ArgumentParser) -> None:
    """The options that `Beside.wanted` reads."""
    parser.add_argument(
        "--serve",
        metavar="HOST[:PORT]",
        nargs="?",
        const="127.0.0.1",
        help="show the scoreboard to browsers on this computer; with 0.0.0.0 to the whole network",
    )
    parser.add_argument("--voice", action="store_true", help="speak the announcements")


@dataclass(frozen=True, slots=True)
class Beside:
    """What runs beside one game, from `begin` on; closed with the block."""

    screen: SecondScreen | None = None
    speaker: Speaker | None = None

    @classmethod
    def wanted(cls, args: argparse.Namespace, complain: Callable[[str], None]) -> Beside:
        """What the options ask for; `complain` hears when the voice fails.

        Raises `UsageError` and `UserError`.
        """
        speaker = _speaker(complain) if args.voice else None
        screen = None if args.serve is None else _screen(args.serve)
        return cls(screen, speaker)

    def begin(self, match: Match) -> None:
        """The game that it is about."""
        if self.screen is not None:
            self.screen.begin(match)

    @property
    def keepers(self) -> list[Keeps]:
        """What the session tells."""
        return [one for one in (self.screen, self.speaker) if one is not None]

    @property
    def link(self) -> str:
        """The second screen's address; empty where there is none."""
        return "" if self.screen is None else self.screen.link

    @property
    def told(self) -> list[str]:
        """What people are told of it."""
        return [f"The scoreboard: {self.link}"] if self.link else []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for one in (self.screen, self.speaker):
            if one is not None:
                one.close()


ALONE = Beside()
"""Nothing beside the game."""


def _screen(address: str) -> SecondScreen:
    from tui.serving import opened

    host, colon, port = address.partition(":")
    if not host or (colon and not (port.isdecimal() and int(port) < 2**16)):
        raise UsageError("--serve takes an address such as 0.0.0.0 or 127.0.0.1:8460")
    try:
        return opened(host, int(port) if port else None)
    except OSError as error:
        reason = error.strerror or error
        raise UserError(
            f"the scoreboard cannot be shown at {address} ({reason}): use 0.0.0.0, or an address of"
            " this computer and a port that is free."
        ) from error


def _speaker(complain: Callable[[str], None]) -> Speaker:
    from importlib.util import find_spec

    from tui.speech import Speaker

    if find_spec("pyttsx3") is None:
        raise UserError(NO_VOICE)
    return Speaker(complain)
