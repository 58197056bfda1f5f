"""A Jookie table for tests: short ways to say what happens on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.jookie.state import State
from engine.referee import Referee
from engine.setup import load_setup

Answer = dict[str, Any]


class Table:
    """A referee whose events are said in short; the answer to the last one is `said`.

    `house` names switches of Jookie in short. Players sit in the order of the alphabet.
    """

    def __init__(self, names: str = "ABCD", house: Mapping[str, Any] | None = None, **start: Any):
        switches = {f"jookie.{key}": value for key, value in (house or {}).items()}
        self.referee = Referee(load_setup("jookie", list(names), {"house": switches, **start}))
        self.said: Answer = {}

    @property
    def state(self) -> State:
        """The game's state."""
        state = self.referee.state
        assert isinstance(state, State)
        return state

    def event(self, **event: Any) -> Answer:
        """Any event, by its keys."""
        self.said = self.referee.submit(event)
        return self.said

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

    def error(self, **event: Any) -> str | None:
        """The error code of an event, and that it left the state as it was."""
        before = self.referee.state
        answer = self.event(**event)
        assert "error" not in answer or self.referee.state == before
        return answer.get("error")

    def amend(self, step: int, **event: Any) -> Answer:
        """A correction of one step."""
        return self.event(amend=step, event=event)


def kinds(answer: Answer) -> list[str]:
    """The kinds of an answer's proofs."""
    return [proof["kind"] for proof in answer["proofs"]]
