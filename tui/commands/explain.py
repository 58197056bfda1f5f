"""`symposiarch explain`: why a ruling of a recorded game was made."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import Any

from tui.cli import DONE, Subparsers, UsageError, UserError
from tui.output import emit_json, say

_WIDTH = 96


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "explain",
        help="say why a ruling of a recorded game was made",
        description="Tells of one step which rules were applied, what was possible then, and what "
        "it would have been under another reading of the rules.",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the recorded game")
    parser.add_argument("step", metavar="STEP", nargs="?", help="the step; default: the newest")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Explain one step."""
    from engine.explain import sentences

    found = explained(args.folder, _number(args.step))
    if args.json:
        emit_json(found)
        return DONE
    for paragraph in sentences(found):
        say("\n".join(textwrap.wrap(paragraph, _WIDTH, subsequent_indent="   ")))
    return DONE


def _number(step: str | None) -> int | None:
    if step is None:
        return None
    if not step.isdecimal():
        raise UsageError(f"STEP is the number of a step, not {step}")
    return int(step)


def explained(folder: Path, step: int | None) -> dict[str, Any]:
    """The explanation of a step; raises `UserError`."""
    from engine.explain import ExplainError, explain
    from engine.log import LogError, holds_game, read_log
    from engine.setup import SetupError, load_setup

    if not holds_game(folder):
        raise UserError(f"{folder} holds no recorded game; name the folder of one.")
    try:
        header, lines = read_log(folder)
        return explain(load_setup(None, None, header.get("setup")), lines, step)
    except LogError as error:
        raise UserError(str(error)) from error
    except SetupError as error:
        raise UserError(f"the game in {folder} cannot be played: {error}") from error
    except ExplainError as error:
        raise UserError(f"{folder}: {error}") from error
