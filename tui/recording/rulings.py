"""One ruling on the report's page: what was said, why, the pictures, what became of it."""

from __future__ import annotations

import base64
import io
from html import escape
from pathlib import Path

import msgspec
from PIL import Image

from engine.proofs import Proof
from tui.recording.story import Step, Story, clock_text

_WIDE = 480
_QUALITY = 72
_LEAD = 3.0
"""Seconds before a ruling at which its chapter begins: the throw is seen as well."""


def chapter(step: Step, filmed: bool) -> str:
    """The item of the chapter list; a button where the video has it, else a link."""
    said = escape(step.announced[0] if step.announced else "noted")
    if step.changed_by:
        said += f" {tags('corrected')}"
    time = f"<time>{clock_text(step.moment.clock)}</time>"
    if filmed:
        return f"<li>{_jump(step, '', time + said)}</li>"
    return f'<li><a href="#step-{step.number}">{time}{said}</a></li>'


def article(story: Story, step: Step, filmed: bool) -> str:
    """The ruling in full."""
    gone = step.ruling is None and not step.is_correction
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in step.announced)
    jump = _jump(step, "jump", "▶ see it") if filmed else ""
    return (
        f'<article id="step-{step.number}"{" class=gone" if gone else ""}><header>'
        f"<time>{clock_text(step.moment.clock)}</time>{tags(f'step {step.number}')}{jump}"
        f'{_rules(story, step)}</header><ul class="said">{said}</ul>{_why(step)}'
        f"{_pictures(story, step)}{_fate(step, gone)}{_event(step)}</article>"
    )


def proof_item(step: Step, proof: Proof) -> str:
    """A proof with the pictures of the steps that it stands on."""
    facts = proof.facts.items()
    stands_on = [n for key, n in facts if key.endswith("step") and isinstance(n, int)]
    figures = "".join(
        f'<figure><img data-of="{number}" alt="step {number}"><figcaption>'
        f'<a href="#step-{number}">step {number}</a></figcaption></figure>'
        for number in sorted({*stands_on, step.number})
    )
    said = f"<p>{escape(proof.text)} {tags(proof.strength)}</p>"
    return f'<div class="proof">{said}<div class="pictures">{figures}</div></div>'


def tags(*words: str) -> str:
    """Words in small boxes."""
    return "".join(f'<span class="tag">{escape(word)}</span> ' for word in words)


def _jump(step: Step, kind: str, inside: str) -> str:
    at = max(0.0, step.moment.t - _LEAD)
    return (
        f'<button type="button" class="{kind}" data-session="{step.moment.session}" '
        f'data-t="{at:.2f}">{inside}</button>'
    )


def _rules(story: Story, step: Step) -> str:
    book = story.rules
    return " ".join(
        f'<a href="#rule-{escape(rule)}" title="{escape(book[rule])}">{escape(rule)}</a>'
        if rule in book
        else tags(str(rule))
        for rule in step.line.get("rules", ())
    )


def _why(step: Step) -> str:
    """Who was charged what for which cause, as announced then."""
    causes = [
        f"{cause.replace('_', ' ')}: "
        + ", ".join(f"{name} {amount}" for name, amount in players.items())
        for cause, players in (step.line.get("why") or {}).items()
    ]
    return f'<p class="note">{escape("; ".join(causes))}</p>' if causes else ""


def _pictures(story: Story, step: Step) -> str:
    figures = [
        f'<figure><img class="{name}" {small} alt="the table {name}" decoding="async">'
        f"<figcaption>{name}</figcaption></figure>"
        for when, name in (("before", "before"), ("", "after"))
        if (path := story.picture(step.number, when)) and (small := _small(path))
    ]
    if len(figures) == 1:  # Of what people entered there is only the moment.
        figures = [figures[0].replace("<figcaption>after<", "<figcaption>the table then<")]
    return f'<div class="pictures">{"".join(figures)}</div>' if figures else ""


def _fate(step: Step, gone: bool) -> str:
    """What later disputes and corrections made of it."""
    return ("<p>Disputed, and it stands.</p>" if step.upheld else "") + _corrected(step, gone)


def _corrected(step: Step, gone: bool) -> str:
    if not step.changed_by and not gone:
        return ""
    by = ", ".join(f'<a href="#step-{n}">step {n}</a>' for n in step.changed_by)
    if gone:
        return f"<p>Taken back{f' by {by}' if by else ''}: it does not count.</p>"
    drinks = ", ".join(f"{name} {amount}" for name, amount in step.costs.items()) or "nobody drinks"
    return f"<p>Corrected by {by}. Now: {escape(drinks)}.</p>"


def _event(step: Step) -> str:
    answered = " (people's answer)" if "answers" in step.line else ""
    event = msgspec.json.encode(step.line["event"]).decode()
    return (
        '<details class="event"><summary>in the record</summary>'
        f"<code>{escape(event)}</code>{answered}</details>"
    )


def _small(path: Path) -> str:
    """Attributes of the picture, no wider than needed, with the data in them and its size, so that
    nothing moves when it is drawn; empty where it cannot be read."""
    small = io.BytesIO()
    try:
        with Image.open(path) as image:
            image.draft("RGB", (_WIDE, _WIDE))  # Decodes no more of it than that takes.
            image.thumbnail((_WIDE, 2 * _WIDE))
            size = f'width="{image.width}" height="{image.height}"'
            # The note of what lies where is for teaching, and no reader of this page needs it.
            image.save(small, "JPEG", quality=_QUALITY, comment=b"")
    except OSError:
        return ""
    return f'src="data:image/jpeg;base64,{base64.b64encode(small.getvalue()).decode()}" {size}'
