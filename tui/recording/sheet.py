"""A recorded game as text for a chat and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from engine.words import counted
from tui.recording.story import Step, Story, clock_text

COLUMNS = ("step", "seconds", "player", "amount", "unit", "cause", "rules", "corrected_by")


def text(story: Story) -> str:
    """The score sheet: what was played, who had how much and what for."""
    totals: dict[str, int] = story.view["totals"]
    order = sorted(story.players, key=lambda name: -totals.get(name, 0))
    wide = max((len(name) for name in order), default=0)
    digits = max((len(str(total)) for total in totals.values()), default=1)
    rows = [
        f"{name:<{wide}}  {totals.get(name, 0):>{digits}}{_causes(story, name)}" for name in order
    ]
    return "\n".join([*_heading(story), "", *rows, *_ending(story)]) + "\n"


def table(story: Story) -> str:
    """CSV with a row for every charge that counts in the end; amounts add up to the totals."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for step in story.steps:
        if step.ruling is None:
            continue
        told = (" ".join(step.ruling.rules), " ".join(map(str, step.changed_by)))
        for cost in step.ruling.costs:
            drunk = (cost.player, cost.amount, story.game.unit, cost.cause)
            when = (step.number, round(step.moment.clock, 1))
            writer.writerow(map(_cell, (*when, *drunk, *told)))
    return out.getvalue()


def _cell(value: object) -> object:
    """A text that a spreadsheet would take for a formula is marked as text."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t")):
        return f"'{value}"
    return value


def _heading(story: Story) -> list[str]:
    began = story.started
    when = f", {began:%d %B %Y}" if began else ""
    events = sum(not step.is_correction for step in story.steps)
    size = f"{clock_text(story.length)}, {counted(events, 'events')}"
    return [f"{story.game.title}{when}", f"{size}{_corrections(story.steps)}"]


def _corrections(steps: Sequence[Step]) -> str:
    many = sum(step.is_correction for step in steps)
    return f", {counted(many, 'corrections')}" if many else ""


def _causes(story: Story, player: str) -> str:
    causes = story.referee.ledger.causes(player)
    words = ", ".join(f"{cause.replace('_', ' ')} {n}" for cause, n in causes.items())
    return f"  ({words})" if words else ""


def _ending(story: Story) -> list[str]:
    said = [f"({story.game.unit})"]
    if story.view.get("winner"):
        said.append(f"{story.view['winner']} wins.")
    elif not story.over:
        said.append("The game has not ended.")
    return said
