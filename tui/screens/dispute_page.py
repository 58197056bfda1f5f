"""What is told beside the pictures of a step: reading, ruling, rules, and what else it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from textual.content import Content

from engine.house import written
from engine.log import Line
from tui.headline import gathered
from tui.replay_docket import Case
from tui.replay_study import Study

Part = tuple[str, list[str]]
"""A heading, and paragraphs under it."""


def page(case: Case, study: Study | None, called: Callable[[Any], str]) -> Content:
    """All that is known; `study` is None while it is being found out.

    `called` names a card or dice (`tui.games.Desk.called`).
    """
    parts = [
        ("The camera read", list(_read(case.seen, called))),
        ("Ruled", list(_ruled(case, study))),
    ]
    parts += [("", ["looking up the rules …"])] if study is None else list(_studied(study))
    lines: list[Content] = []
    for heading, paragraphs in parts:
        if paragraphs:
            lines += [Content.styled(heading, "bold underline")] if heading else []
            lines += [*map(Content, paragraphs), Content("")]
    return Content("\n").join(lines[:-1])


def _read(seen: Line | None, called: Callable[[Any], str]) -> Iterator[str]:
    if seen is None:
        yield "Nothing: people entered it."
        return
    reading = seen.get("card") or seen.get("values") or seen.get("value")
    what = called(reading) if reading else ", ".join(map(called, seen.get("cards", ())))
    what = what or str(seen.get("reason") or seen["what"])
    side = f", from {seen['seat']}'s side" if seen.get("seat") else ""
    yield f"{what.replace('_', ' ')}, {seen['confidence']:.0%} sure{side}"
    others = [f"{called(other)} {sure:.0%}" for other, sure in seen.get("alternatives", ())]
    yield f"or {', '.join(others)}" if others else "No other reading came near."


def _ruled(case: Case, study: Study | None) -> Iterator[str]:
    said = case.line.get("announce", ())
    yield from gathered(said)
    found = study.found if study else {}
    if found.get("corrected_by"):
        steps = ", ".join(map(str, found["corrected_by"]))
        yield f"Ruled again after the correction of step {steps}:"
        yield from gathered(found.get("announce", said))


def _studied(study: Study) -> Iterable[Part]:
    found = study.found
    if study.problem:
        return [("", [study.problem])]
    rules = [f"{rule['id']}: {rule['text']}" for rule in found.get("rules", ())]
    house = [f"{name} = {written(value)}" for name, value in found.get("house", {}).items()]
    return [
        ("For the table to judge", list(study.proofs)),
        ("The rules", rules),
        ("House rules that bear on it", house),
        ("Possible then", list(found.get("legal", ()))),
        ("Had the rules been read otherwise", list(map(_otherwise, found.get("readings", ())))),
    ]


def _otherwise(one: Mapping[str, Any]) -> str:
    said = " ".join(gathered(one["announce"]))
    return f"{one['switch']} = {written(one['value'])} ({one['about']}): {said}"
