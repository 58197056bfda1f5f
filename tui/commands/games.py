"""`symposiarch games`: the recorded games, and deleting one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.cli import DONE, Subparsers, UserError
from tui.output import emit_json, note, say

if TYPE_CHECKING:
    from tui.recording.shelf import Entry


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "games",
        help="list recorded games, or delete one",
        description="Lists the recorded games, the newest last, or those in the given folders.",
    )
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="*", help="look here instead")
    parser.add_argument("--delete", metavar="DIR", type=Path, help="delete all of a recorded game")
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    parser.add_argument("--json", action="store_true", help="JSON Lines, one a game")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """List, or delete."""
    if args.delete is not None:
        return _delete(args.delete, args.yes)
    from tui.recording.shelf import entry

    found = [entry(folder) for folder in _folders(args.folders)]
    if not found:
        note("there is no recorded game yet; `symposiarch play` records one.")
    for one in found:
        if args.json:
            emit_json(_facts(one))
        else:
            say(_row(one))
    return DONE


def _folders(named: list[Path]) -> list[Path]:
    """Games known to the program, or those that are or lie in the named folders."""
    from engine.log import holds_game
    from tui.recording import home

    if not named:
        return home.games()
    for folder in named:
        if not folder.is_dir():
            raise UserError(f"there is no folder {folder}.")
    inside = [path for folder in named if folder.is_dir() for path in folder.iterdir()]
    return sorted((path for path in (*named, *inside) if holds_game(path)), key=home.written)


def _row(entry: Entry) -> str:
    if entry.story is None:
        return f"{entry.folder}\n    {entry.problem}"
    from engine.words import counted
    from tui.recording.story import clock_text

    story, began = entry.story, entry.story.started
    when = f"{began:%Y-%m-%d %H:%M}  " if began else ""
    many = counted(sum(not step.is_correction for step in story.steps), "events")
    facts = f"{many}, {clock_text(story.length)}, {entry.bytes / 1e6:.1f} MB, {entry.state}"
    return f"{entry.folder}\n    {when}{story.game.title}: {', '.join(story.players)}; {facts}"


def _facts(entry: Entry) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "folder": str(entry.folder),
        "state": entry.state,
        "bytes": entry.bytes,
    }
    if entry.story is None:
        return {**facts, "error": entry.problem}
    story = entry.story
    return {
        **facts,
        "game": story.setup.game,
        "players": list(story.players),
        "started": story.header.get("started"),
        "seconds": round(story.length, 3),
        "steps": len(story.steps),
        "totals": story.view["totals"],
    }


def _delete(folder: Path, sure: bool) -> int:
    from tui.recording.shelf import delete, entry

    if folder.is_dir() and not sure:
        if sys.stdin is None or not sys.stdin.isatty():
            raise UserError("there is no terminal to ask whether you are sure; add --yes.")
        print(_row(entry(folder)))
        print("Delete all of it for good? [y/N] ", end="", flush=True)
        # Not `input`: the end of the input (Ctrl+D) is a no as well.
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            say("Nothing was deleted.")
            return DONE
    left = delete(folder)
    kept = f" {', '.join(left)} was not part of it and is still there." if left else ""
    say(f"{folder} is deleted.{kept}")
    return DONE
