"""The log of rulings and questions, beside the picture and on a page of its own."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import RichLog

from engine.log import Line
from tui.headline import gathered


class Rulings(RichLog):
    """Takes lines of the game; `texts` are all that it was given."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(wrap=True, min_width=10)
        self.texts: list[Text] = []

    def take(self, line: Line) -> None:
        """Add what a line says, its step first; lines of other kinds say nothing here."""
        for text in said(line):
            self.texts.append(text)
            self.write(text)


def said(line: Line) -> list[Text]:
    """A question, or the sentences of a ruling, the first one bold and with its step."""
    if line["kind"] == "question":
        return [Text(f"  ? {line['text']}", style="italic")]
    if line["kind"] not in ("ruling", "correction"):
        return []
    sentences = gathered(line.get("announce") or ())
    return [
        Text(f"    {sentence}") if index else Text(f"{line['step']:>3} {sentence}", style="bold")
        for index, sentence in enumerate(sentences)
    ]
