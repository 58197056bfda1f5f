"""Lines of a game as plain sentences, for a terminal without the app."""

from __future__ import annotations

from typing import Any

from engine.log import Line

_SAID = {
    "card_landed": "{card}",
    "cards_landed": "{cards} at once",
    "card_removed": "{card} picked up",
    "swept": "the table is swept",
    "trick_taken": "trick taken: {cards}",
    "turn_up": "turned up: {card}",
    "dice": "dice {values}",
    "die": "die {value}",
    "dice_bad": "no roll: {reason}",
    "letters": "{n} letters up",
    "knock": "a knock",
    "camera": "camera {state}",
}


def sentences(line: Line) -> list[str]:
    """What to print for a line, most often one sentence; each begins with the time."""
    clock = f"{int(line['t'] // 60):3d}:{line['t'] % 60:04.1f}"
    said = {"seen": _seen, "question": _question, "ruling": _ruling}[line["kind"]](line)
    return [f"{clock}  {sentence}" for sentence in said]


def _seen(line: Line) -> list[str]:
    words = {key: _word(value) for key, value in line.items()}
    who = f" ({line['seat']})" if line.get("seat") else ""
    return [f"[{_SAID[line['what']].format(**words)}{who}]"]


def _word(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "-".join(map(str, value))
    return str(value).replace("_", " ")


def _question(line: Line) -> list[str]:
    answers = [f"   {index}  {answer['text']}" for index, answer in enumerate(line["answers"])]
    return [f"question {line['id']}: {line['text']}", *answers]


def _ruling(line: Line) -> list[str]:
    return list(line.get("announce") or ())
