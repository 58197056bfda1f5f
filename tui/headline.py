"""What the large banner says to a line of the game: who drinks, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.log import Line
from engine.words import listed
from tui.games import Desk

Mood = Literal["drink", "free", "question", "refused", "corrected", "notice"]


@dataclass(frozen=True, slots=True)
class Headline:
    """`groups`: who and how much, in large letters, most first. `words`: the reason, sentences.
    `title`: what it is about, for the frame. `mood` decides colour and sign.
    """

    mood: Mood
    title: str
    groups: tuple[tuple[str, str], ...]
    words: tuple[str, ...]


def notice(shout: str, *words: str, title: str = "") -> Headline:
    """Something that is no ruling."""
    return Headline("notice", title, ((shout, ""),), words)


def of_turn(view: Mapping[str, Any], words: tuple[str, ...]) -> Headline:
    """Nobody has had anything yet: who is next, and what was said."""
    return Headline("notice", "Next", ((view["turn"] or "Who begins?", ""),), words)


def of_end(view: Mapping[str, Any], unit: str) -> Headline:
    """The film is over: what everybody had, most first."""
    tally = sorted(view["totals"].items(), key=lambda item: -item[1])
    groups = tuple((name, str(amount)) for name, amount in tally)
    won = [f"{view['winner']} wins."] if view.get("winner") else []
    words = (*won, f"The film is over. {unit.capitalize()} in all. Press q to leave.")
    return Headline("notice", "The end", groups, words)


def of_question(line: Line, desk: Desk) -> Headline:
    """The camera cannot tell, and people are asked."""
    shout = desk.questions[line["about"]]
    return Headline("question", "Question", ((shout, ""),), (line["text"],))


def of_ruling(line: Line, unit: str, desk: Desk, players: Sequence[str]) -> Headline:
    """The banner for a ruling; `unit` names its unit map, `players` are those in the game."""
    words = gathered(line.get("announce") or ())
    event = line["event"] if isinstance(line["event"], dict) else {}
    if line.get("error") is not None:
        return Headline("refused", "Does not count", (("Not counted", ""),), words)
    amounts: dict[str, int] = line[unit]
    if "changed" in line:
        groups = _grouped({name: f"{n:+d}".replace("-", "−") for name, n in amounts.items()}, ())
        return Headline("corrected", "", groups or (("Corrected", ""),), words)
    return _charged(line, event, amounts, desk, players, words)


def gathered(sentences: Iterable[str]) -> tuple[str, ...]:
    """The sentences; players who drink the same for the same cause share one (RULES 0.7)."""
    shared: dict[str, list[str]] = {}
    for sentence in sentences:
        name, drinks, rest = sentence.partition(" drinks ")
        shares = bool(drinks) and "—" in rest and ": " not in name
        shared.setdefault(rest if shares else sentence, []).extend([name] if shares else [])
    return tuple(
        f"{listed(names)} {'drink' if len(names) > 1 else 'drinks'} {text}" if names else text
        for text, names in shared.items()
    )


def _charged(
    line: Line, event: Line, amounts: dict[str, int], desk: Desk,
    players: Sequence[str], words: tuple[str, ...],
) -> Headline:  # fmt: skip
    drinks = {name: str(n) for name, n in sorted(amounts.items(), key=lambda item: -item[1])}
    for name, amount in desk.extra(line):
        drinks[name] = f"{drinks[name]} + {amount}" if name in drinks else amount
    title = f"{event['by']} rolled {_faces(event['roll'])}" if "roll" in event else ""
    shout = desk.shout(line)
    if drinks:
        return Headline("drink", title or shout or "", _grouped(drinks, players), words)
    if event.get("unwell") and event.get("on", True):
        return Headline("notice", "", ((f"Help {event['unwell']}", ""),), words)
    if shout is None and "roll" not in event:
        return Headline("notice", "", (), words)
    return Headline("free", title, ((shout or "Nobody drinks", ""),), words)


def _grouped(drinks: dict[str, str], players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Who drinks the same stands together; three or more who are all the others have no names."""
    by_amount: dict[str, list[str]] = {}
    for name, amount in drinks.items():
        by_amount.setdefault(amount, []).append(name)
    groups: list[tuple[str, str]] = []
    for amount, names in by_amount.items():
        together = _together(names, drinks, players)
        groups += [(together, amount)] if together else [(name, amount) for name in names]
    return tuple(groups)


def _together(names: list[str], drinks: dict[str, str], players: Sequence[str]) -> str | None:
    missing = [player for player in players if player not in names]
    if len(names) < 3 or len(missing) > 1:
        return None
    if not missing:
        return "All"
    return "Others" if missing[0] in drinks else f"All but {missing[0]}"


def _faces(roll: Sequence[int]) -> str:
    return f"{roll[0]}-{roll[1]}"
