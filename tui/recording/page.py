"""The report: one page of a recorded game that needs no network, its video beside it.

PROTOCOL section 6, `report.html`. Every text comes from people or from the record, so every text is
escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib import resources

import msgspec

from engine.proofs import Proof
from tui.recording import charts
from tui.recording.charts import Drink
from tui.recording.rulings import article, chapter, proof_item, tags
from tui.recording.story import Step, Story, clock_text


def report(story: Story, progress: Callable[[int, int], None] = lambda done, all_: None) -> str:
    """The page as HTML; `progress` is told how many of all rulings are done."""
    articles = []
    videos = story.videos()
    for done, step in enumerate(story.steps, start=1):
        articles.append(article(story, step, step.moment.session in videos))
        progress(done, len(story.steps))
    parts = [
        _head(story),
        _tally(story),
        _film(story),
        _charts(story),
        _section("Disputes and corrections", _corrections(story)),
        _section("Proofs", [proof_item(step, proof) for step, proof in proofs(story)]),
        _section("Every ruling", articles),
        _section("The rules that were applied", _rules(story)),
        _rest(story),
    ]
    return _document(_title(story), "".join(parts))


def _document(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_file('page.css')}</style></head>"
        f"<body>{body}<script>{_file('page.js')}</script></body></html>\n"
    )


def _file(name: str) -> str:
    return (resources.files("tui.recording") / name).read_text("utf-8")


def _title(story: Story) -> str:
    began = story.started
    return f"{story.game.title}{f', {began:%d %B %Y}' if began else ''}"


def _head(story: Story) -> str:
    began = story.started
    when = f"Began {began:%d %B %Y, %H:%M} ({began.tzname()}). " if began else ""
    end = "" if story.over else " The game has not ended."
    many = sum(not step.is_correction for step in story.steps)
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in story.notes)
    return (
        f"<h1>{escape(_title(story))}</h1><p>{escape(', '.join(story.players))}. {when}"
        f"{clock_text(story.length)} recorded, {many} events.{end}</p>{notes}"
    )


def _tally(story: Story) -> str:
    view, ledger = story.view, story.referee.ledger
    columns = (story.game.unit, "taken", "let off", "still owed", "standard drinks, estimated")
    rows = []
    for name in story.players:
        values = (
            view["totals"].get(name, 0), ledger.taken(name), ledger.waived(name),
            ledger.owed(name), view["standard_drinks"].get(name, 0),
        )  # fmt: skip
        won = " <b>wins</b>" if view.get("winner") == name else ""
        cells = "".join(f"<td>{value}</td>" for value in values)
        rows.append(f"<tr><td>{escape(name)}{won}</td>{cells}</tr>")
    heads = "".join(f"<th>{escape(column)}</th>" for column in columns)
    return (
        f'<h2>Final tally</h2><div class="scroll"><table><thead><tr><th></th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _film(story: Story) -> str:
    videos = story.videos()
    chapters = "".join(chapter(step, step.moment.session in videos) for step in story.steps)
    if not videos:
        return _section("Chapters", [f'<ol class="chapters">{chapters}</ol>'])
    names = "".join(f' data-session{n}="{path.name}"' for n, path in videos.items())
    first, path = next(iter(videos.items()))
    video = (
        f'<video controls preload="metadata" src="{path.name}" data-now="{first}"{names}></video>'
        '<p id="no-film" hidden>The video cannot be played: keep '
        f"{escape(', '.join(path.name for path in videos.values()))} in this page's folder.</p>"
    )
    film = f'<div class="film"><div>{video}</div><ol class="chapters">{chapters}</ol></div>'
    return _section("The game", [film])


def _charts(story: Story) -> str:
    unit, drunk = story.game.unit, drinks(story)
    causes = {name: story.referee.ledger.causes(name) for name in story.players}
    drawn = [
        f"<h3>Over time</h3>{charts.race(story.players, drunk, story.length, unit)}",
        f"<h3>When</h3>{charts.lanes(story.players, drunk, story.length, unit)}",
        f"<h3>What for</h3>{charts.shares(causes, unit)}",
    ]
    return _section("Who drank how much", drawn)


def drinks(story: Story) -> list[Drink]:
    """Everything drunk as it counts in the end, in the order of time."""
    found = [
        Drink(name, step.moment.clock, amount, step.number)
        for step in story.steps
        for name, amount in step.costs.items()
    ]
    return sorted(found, key=lambda drink: drink.clock)


def proofs(story: Story) -> list[tuple[Step, Proof]]:
    """All proofs with the step that brought them, as they hold in the end."""
    return [
        (step, proof)
        for step in story.steps
        if step.ruling is not None
        for proof in step.ruling.proofs
    ]


def _corrections(story: Story) -> list[str]:
    """What people corrected, and what it changed."""
    items = []
    for step in story.steps:
        if not step.is_correction:
            continue
        changed = step.line.get("changed") or []
        links = ", ".join(f'<a href="#step-{n}">step {n}</a>' for n in changed)
        what = "refused" if step.line.get("error") else f"changed {links or 'nothing else'}"
        said = escape(" ".join(step.announced))
        items.append(
            f'<li><time>{clock_text(step.moment.clock)}</time><a href="#step-{step.number}">'
            f"step {step.number}</a> {what}: {said}</li>"
        )
    return [f"<ul>{''.join(items)}</ul>"] if items else []


def _rules(story: Story) -> list[str]:
    book = story.rules
    named = dict.fromkeys(
        rule for step in story.steps for rule in step.line.get("rules", ()) if rule in book
    )
    return [
        f'<p id="rule-{escape(rule)}"><b>{escape(rule)}</b> {escape(book[rule])}</p>'
        for rule in sorted(named)
    ]


def _rest(story: Story) -> str:
    """How the table stood at the end, and what recorded it."""
    view = "".join(
        f'<tr><td>{escape(key)}</td><td class="what">{escape(_json(value))}</td></tr>'
        for key, value in story.view.items()
    )
    camera = story.header.get("camera") or {}
    facts = (
        ("camera", camera.get("description")),
        ("program", story.header.get("program")),
        ("house rules", _json(story.setup.house) if story.setup.house else None),
    )
    told = "".join(tags(f"{name}: {value}") for name, value in facts if value)
    return (
        f"<details><summary>How it all stood at the end</summary>"
        f'<div class="scroll"><table>{view}</table></div></details><p class="note">{told}</p>'
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _section(title: str, parts: Sequence[str] | Iterable[str]) -> str:
    inside = "".join(parts)
    return f"<section><h2>{escape(title)}</h2>{inside}</section>" if inside else ""
