"""`symposiarch bench corrections`: how often people would have to put filmed games right."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tui import filmed
from tui.cli import UserError
from tui.output import say

if TYPE_CHECKING:
    from models.bench.person import Person
    from vision.eyes import Looks

_HEAD = f"{'clip':20} {'events':>6} {'corrections':>11} {'per 100':>7} {'asked':>6}"


def corrections(args: argparse.Namespace, eyes: Looks) -> None:
    """Every clip under `--games`, watched by somebody who knows better; `--record` keeps it."""
    clips = sorted(path.parent for path in args.games.glob("*/clip.mp4"))
    if not clips:
        raise UserError(f"no clips in {args.games}: film them there with symposiarch simulate.")
    say(_HEAD)
    for clip in clips:
        record = args.record / clip.name if args.record else None
        person = _watched(clip, eyes, record)
        many, wrong = len(person.events), person.corrections
        share = 100 * wrong / many if many else float("nan")
        say(f"{clip.name:20} {many:6} {wrong:11} {share:7.1f} {person.asked:6}")


def _watched(clip: Path, eyes: Looks, record: Path | None) -> Person:
    from models.bench.person import Person
    from tui.output import note
    from tui.recording.recorder import Recorder, Wanted

    person = Person([json.loads(row) for row in (clip / "events.jsonl").read_text().splitlines()])
    with (
        closing(filmed.match_in(clip, record)) as match,
        closing(Recorder(match, Wanted(video=False), False, note)) as recorder,
        filmed.watching(clip, eyes, match, recorder.keepers) as session,
    ):
        for line in session.lines():
            for reply in person.hear(line):
                session.choose(*reply) if isinstance(reply, tuple) else session.enter(reply)
    person.leave()
    return person
