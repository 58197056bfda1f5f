"""A Blackout table for tests: short ways to say what happens on it."""

from __future__ import annotations

from tests.engine import table
from tests.engine.table import Answer


class Table(table.Table):
    """A table at which Blackout is played."""

    game = "blackout"

    def roll(self, by: str, a: int, b: int) -> Answer:
        """A roll."""
        return self.event(roll=[a, b], by=by)

    def rolls(self, *rolls: str) -> Answer:
        """Several rolls written like `A36`; none may be refused."""
        for one in rolls:
            assert "error" not in self.roll(one[0], int(one[1]), int(one[2])), self.said
        return self.said

    def gulps(self, by: str, a: int, b: int) -> dict[str, int]:
        """What a roll costs."""
        gulps: dict[str, int] = self.roll(by, a, b)["gulps"]
        return gulps
