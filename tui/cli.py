"""The command line: one program with sub-commands (PROTOCOL section 2).

A command is a module `tui/commands/<name>.py` with `register(subparsers)`, which adds its parser
and sets `func(args) -> int`. Modules import heavy things inside `func`, so that every command
starts fast and no headless command ever loads Textual.

Exit status: 0 done, 2 wrong usage or bad input, 130 interrupted.
"""

from __future__ import annotations

import argparse
import difflib
import errno
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, Protocol, TypeAlias, cast

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

COMMANDS: tuple[str, ...] = (
    "demo",
    "play",
    "watch",
    "replay",
    "report",
    "export",
    "games",
    "detect",
    "enrol",
    "deck",
    "referee",
    "rules",
    "odds",
    "explain",
    "simulate",
    "cameras",
    "calibrate",
    "doctor",
    "dataset",
    "train",
    "bench",
)
"""Modules of `tui.commands` in the order in which help lists them."""

DONE, BAD_INPUT, INTERRUPTED = 0, 2, 130


class UserError(Exception):
    """Something that the person at the keyboard can put right; one clear sentence says how."""


class UsageError(UserError):
    """The command line itself is wrong; `main` adds where its help is found."""


class CommandModule(Protocol):
    """What `main` expects of a module of `tui.commands`."""

    def register(self, subparsers: Subparsers) -> None:
        """Add the command's parser and set its `func`."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `UsageError` where argparse would print its usage and exit."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("allow_abbrev", False)
        super().__init__(*args, **options)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


class _Listing(argparse.HelpFormatter):
    """Keeps the longest command's name and its help on one line: argparse forgets its indent."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if action.nargs == argparse.PARSER:
            longest = max(map(len, action.choices or ()), default=0)
            self._action_max_length = max(self._action_max_length, longest + 4)


class _Version(argparse.Action):
    """Prints the version; the package's metadata is only looked up when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(f"symposiarch {program_version()}")
        parser.exit(DONE)


def program_version() -> str:
    """The installed version, or `unknown` in a tree that was never installed."""
    from importlib import metadata

    try:
        return metadata.version("symposiarch")
    except metadata.PackageNotFoundError:
        return "unknown"


def build_parser(commands: Sequence[str] = COMMANDS) -> tuple[Parser, Subparsers]:
    """The parser with all `commands` registered, and the collection that they registered in."""
    parser = Parser(
        prog="symposiarch",
        formatter_class=_Listing,
        description="Referees table games from a camera: sees cards and dice, says who drinks.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and leave")
    subparsers = cast(
        Subparsers, parser.add_subparsers(metavar="COMMAND", dest="command", required=True)
    )
    for name in commands:
        module: CommandModule = importlib.import_module(f"tui.commands.{name}")
        module.register(subparsers)
    return parser, subparsers


def _check_command(argv: Sequence[str], names: Sequence[str]) -> None:
    """Raise a sentence with the nearest command where the first word is no command."""
    if not argv:
        raise UserError(
            "which command? Try `symposiarch demo`, or `symposiarch --help` for the list."
        )
    word = argv[0]
    if word.startswith("-") or word in names:
        return
    near = difflib.get_close_matches(word.lower(), names, n=1)
    advice = f"did you mean `{near[0]}`?" if near else "`symposiarch --help` lists them all."
    raise UserError(f"there is no command `{word}`; {advice}")


def _check_text(argv: Sequence[str]) -> None:
    """Raise a sentence where a word is no text: it could be neither printed nor recorded."""
    for word in argv:
        shown = word.encode("utf-8", "backslashreplace").decode()
        if shown != word:
            raise UserError(f"{shown} is not written in UTF-8: rename the file or folder.")


def _speak_utf8() -> None:
    """Output is UTF-8 with bare newlines on every system, as PROTOCOL section 1 promises.

    A stream that was closed before the start (`>&-`) is None: what goes there goes nowhere.
    """
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _nowhere() -> io.TextIOWrapper:
    """A stream that takes everything, open as long as the program runs."""
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.devnull, "w")), encoding="utf-8")


def _complain(sentence: str) -> int:
    print(f"symposiarch: {sentence}", file=sys.stderr)
    return BAD_INPUT


def _let_go_of_stdout() -> int:
    """The reader of our output has left: leave too, and keep the exit's flush from complaining."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    return DONE


_WAYS_OUT = {
    errno.EACCES: "choose another place, or give yourself the right to use it",
    errno.EPERM: "choose another place, or give yourself the right to use it",
    errno.EROFS: "choose a place that can be written to",
    errno.EEXIST: "choose another name",
    errno.ENOTDIR: "choose a folder",
    errno.EISDIR: "choose a file",
    errno.ENOENT: "check the path",
    errno.ENOSPC: "free some room, or choose another disk",
}


def _of_system(error: OSError) -> str:
    """The sentence for what the operating system refused, with the way out where one is known."""
    where = f"{error.filename}: " if error.filename else ""
    way_out = _WAYS_OUT.get(error.errno or 0)
    return f"{where}{error.strerror or error}{f'; {way_out}' if way_out else ''}."


def _guarded(run: Callable[[], int], command: str) -> int:
    """Run, and turn everything a person can meet into one sentence and an exit status."""
    try:
        status = run()
        sys.stdout.flush()
        return status
    except UsageError as error:
        hint = f"`symposiarch {command} --help`" if command else "`symposiarch --help`"
        return _complain(f"{error} ({hint} shows how).")
    except UserError as error:
        return _complain(str(error))
    except BrokenPipeError:
        return _let_go_of_stdout()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # A full disk or a folder without permission is no bug: say which, spare the traceback.
        return _complain(_of_system(error))


def _dispatch(argv: Sequence[str]) -> int:
    _check_text(argv)
    parser, subparsers = build_parser(COMMANDS)
    _check_command(argv, list(subparsers.choices))
    args = parser.parse_args(argv)
    status: int = args.func(args)
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; `argv` defaults to the program's own."""
    words = sys.argv[1:] if argv is None else list(argv)
    _speak_utf8()
    command = words[0] if words and not words[0].startswith("-") else ""
    return _guarded(lambda: _dispatch(words), command)
