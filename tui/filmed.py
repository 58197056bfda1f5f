"""Games that the simulator filmed, each in a folder: filmed where missing, and watched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import UserError
from tui.output import note

if TYPE_CHECKING:
    from datasets.simulator.plan import Plan
    from engine.match import Match
    from tui.session import Keeps, Session
    from vision.eyes import Looks


def clips(folder: Path, pattern: str, plans: Mapping[str, Plan]) -> list[Path]:
    """The clips' folders in `folder` whose names match; where there are none, `plans` are filmed.

    Raises `UserError` where the simulator is not installed.
    """
    from datasets.simulator.film import write_tale
    from datasets.simulator.stage import SimulatorMissing
    from datasets.simulator.story import play

    found = sorted(path.parent for path in folder.glob(f"{pattern}/clip.mp4"))
    for name, plan in plans.items() if not found else ():
        note(f"filming {folder / name}")
        try:
            write_tale(play(plan), folder / name, None)
        except SimulatorMissing as error:
            raise UserError(str(error)) from error
        found.append(folder / name)
    return found


def match_in(clip: Path, record: Path | None = None) -> Match:
    """The game that is played in a clip, recorded in a folder where one is named."""
    from engine.match import Match
    from engine.setup import load_setup
    from tui.record import open_record

    setup = load_setup(None, None, json.loads((clip / "setup.json").read_text(encoding="utf-8")))
    if record is None:
        return Match(setup)
    return open_record(record, setup, {}, {"source": str(clip / "clip.mp4"), "live": False})


@contextmanager
def watching(
    clip: Path, eyes: Looks, match: Match, keepers: Sequence[Keeps] = ()
) -> Iterator[Session]:
    """A clip in the same loop as a live game, with what only people can say from its script."""
    from tui.decks import deck_for
    from tui.opening import watcher_of
    from tui.script import Script
    from tui.session import Session
    from vision.sources import open_source

    with open_source(str(clip / "clip.mp4")) as source:
        watcher = watcher_of(eyes, match.setup, deck_for(match.setup.game, None))
        script = Script.load(clip / "script.jsonl")
        yield Session(source, watcher, match, script, keepers=keepers)
