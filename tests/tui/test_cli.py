"""The command line: one sentence for every mistake, and the promised exit status."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tui import cli
from tui.cli import COMMANDS, Subparsers, UserError, build_parser, main

Install = Callable[[Callable[[argparse.Namespace], int]], None]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """The program as people start it."""
    return subprocess.run(
        [sys.executable, "-m", "tui", *words], capture_output=True, text=True, check=False
    )


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch,
) -> Install:
    """Puts one command `try`, with `--many N`, in place of all others."""

    def install(func: Callable[[argparse.Namespace], int]) -> None:
        class Module:
            @staticmethod
            def register(subparsers: Subparsers) -> None:
                parser = subparsers.add_parser("try", help="a try")
                parser.add_argument("--many", type=int)
                parser.set_defaults(func=func)

        monkeypatch.setattr(cli, "COMMANDS", ("try",))
        monkeypatch.setattr("importlib.import_module", lambda name: Module)

    return install


def raising(error: BaseException) -> Callable[[argparse.Namespace], int]:
    """A command that meets `error`."""

    def func(args: argparse.Namespace) -> int:
        raise error

    return func


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "which command? Try `symposiarch demo`"),
        (["tyr"], "there is no command `tyr`; did you mean `try`?"),
        (["TRY"], "did you mean `try`?"),
        (
            ["try", "b\udcff.jpg"],
            "b\\udcff.jpg is not written in UTF-8: rename the file or folder.",
        ),
        (["quite-else"], "there is no command `quite-else`; `symposiarch --help` lists them all."),
        (["try", "--mnay", "3"], "--mnay 3 (`symposiarch try --help` shows how)."),
        (["try", "--man", "3"], "--man 3 (`symposiarch try --help` shows how)."),
        (["try", "--many", "x"], "invalid int value: 'x' (`symposiarch try --help` shows how)."),
        (["--nonsense"], "(`symposiarch --help` shows how)."),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(
    command: Install,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    command(lambda args: 0)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("symposiarch: ")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (UserError("the file x is gone."), 2, "symposiarch: the file x is gone.\n"),
        (KeyboardInterrupt(), 130, ""),
        (
            OSError(28, "No space left on device", "/x"),
            2,
            "symposiarch: /x: No space left on device; free some room, or choose another disk.\n",
        ),
        (
            OSError(30, "Read-only file system"),
            2,
            "symposiarch: Read-only file system; choose a place that can be written to.\n",
        ),
        (OSError("strange"), 2, "symposiarch: strange.\n"),
    ],
)
def test_what_a_command_meets_becomes_a_sentence_and_a_status(
    command: Install,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    said: str,
) -> None:
    command(raising(error))
    assert main(["try"]) == status
    err = capsys.readouterr().err
    assert err.startswith(said)
    assert "Traceback" not in err


def test_a_bug_is_not_hidden(
    command: Install,
) -> None:
    command(raising(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        main(["try"])


def test_the_command_gets_its_arguments_and_gives_its_status(
    command: Install,
) -> None:
    command(lambda args: int(args.many))
    assert main(["try", "--many", "7"]) == 7


def test_a_reader_that_leaves_ends_the_program_quietly() -> None:
    code = (
        "import sys, tui.cli as cli\n"
        "def talk(args):\n"
        "    while True: print('line', flush=True)\n"
        "class M:\n"
        "    @staticmethod\n"
        "    def register(s): s.add_parser('talk').set_defaults(func=talk)\n"
        "cli.COMMANDS = ('talk',)\n"
        "import importlib; importlib.import_module = lambda name: M\n"
        "sys.exit(cli.main(['talk']))\n"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline() == b"line\n"
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(10) == 0


def test_version_and_help() -> None:
    version = run("--version")
    assert version.returncode == 0
    assert version.stdout.startswith("symposiarch ")
    listing = run("--help")
    assert listing.returncode == 0
    for name in build_parser()[1].choices:
        assert f"\n    {name} " in listing.stdout


def test_every_listed_command_has_help() -> None:
    assert COMMANDS
    for name, parser in build_parser()[1].choices.items():
        assert parser.format_help().startswith(f"usage: symposiarch {name}")
        assert callable(parser.get_default("func"))


def printed(code: str, **environment: str) -> bytes:
    """What a Python of its own prints."""
    words, env = [sys.executable, "-c", code], {**os.environ, **environment}
    return subprocess.run(words, capture_output=True, env=env, check=True).stdout


def test_the_command_line_starts_without_heavy_imports() -> None:
    code = (
        "import sys, tui.cli; tui.cli.build_parser()\n"
        "heavy = {'textual', 'cv2', 'numpy', 'onnxruntime', 'torch', 'mujoco', 'PIL'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert printed(code).strip() == b"[]"


def test_headless_commands_never_load_textual() -> None:
    code = (
        "import importlib, pkgutil, sys, tui.commands, tui.session, tui.record, tui.plain\n"
        "for m in pkgutil.iter_modules(tui.commands.__path__):\n"
        "    importlib.import_module('tui.commands.' + m.name)\n"
        "print('textual' in sys.modules)"
    )
    assert printed(code).strip() == b"False"


def test_output_is_utf8_whatever_the_terminal_says() -> None:
    code = (
        "import sys; from tui.cli import _speak_utf8; from tui.output import emit_json, say\n"
        "_speak_utf8(); emit_json({'who': 'Zoë'}); say('♠')"
    )
    said = printed(code, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert said.decode("utf-8") == '{"who":"Zoë"}\n♠\n'


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_output_is_no_fault_of_the_program(closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m tui rules blackout {closed}', sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""
