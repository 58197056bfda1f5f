"""A Jookie table for tests: short ways to say what happens on it."""

from __future__ import annotations

from engine.games.jookie.state import State
from tests.engine import table
from tests.engine.table import Answer


class Table(table.Table):
    """A table at which Jookie is played; players sit in the order of the alphabet."""

    game = "jookie"

    @property
    def state(self) -> State:
        """The game's state."""
        state = self.referee.state
        assert isinstance(state, State)
        return state

    def deal(self, turn_up: str | None = "4h", dealer: str | None = None) -> Answer:
        """A deal by whoever is due."""
        return self.event(deal=turn_up, dealer=dealer or self.state.dealer)

    def bid(self, *bids: int) -> Answer:
        """Bids in turn; none may be refused."""
        for number in bids:
            self.event(bid=number, by=self.state.hand.bidder if self.state.hand else None)
            assert "error" not in self.said, self.said
        return self.said

    def dealt(self, turn_up: str | None = "4h", bids: str = "1111") -> Answer:
        """A deal and all bids."""
        self.deal(turn_up)
        return self.bid(*(int(number) for number in bids))

    def play(self, *plays: str) -> Answer:
        """Cards written like `A:Ks`; all of them lie then, or wait for a claim."""
        for one in plays:
            player, card = one.split(":")
            assert self.event(play=card, by=player)["trick"] is not None, self.said
        return self.said

    def cards(self, text: str) -> Answer:
        """Several cards, with spaces between."""
        return self.play(*text.split())
