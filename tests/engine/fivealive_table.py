"""A Five Alive table for tests: short ways to say what happens on it."""

from __future__ import annotations

from tests.engine import table
from tests.engine.table import Answer


class Table(table.Table):
    """A table at which Five Alive is played; the last player deals."""

    game = "fivealive"
    players = "ABC"

    def play(self, by: str, card: int | str) -> Answer:
        """One card."""
        return self.event(play=card, by=by)

    def plays(self, *plays: str) -> Answer:
        """Several turns written like `A7`, `BREVERSE` or `C-` (C flips); none may be refused."""
        for one in plays:
            event = {"flip": one[0]} if one[1:] == "-" else {"play": one[1:], "by": one[0]}
            assert "error" not in self.event(**event), self.said
        return self.said

    def bomb(self, **answers: str) -> Answer:
        """Answers to a Bomb: `0` for a zero, `-` for none."""
        told = {name: "zero" if said == "0" else "none" for name, said in answers.items()}
        return self.event(bomb=told)
