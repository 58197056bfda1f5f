"""Plants blunders into a played-out game: cards that have to go back, and cards lifted again.

No rule is known here. The game is played to its end first; from it follows who holds which card
at any moment. A blunder is tried on a copy of the referee and kept where its answer sends the
cards back and the game then goes on as it did.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from datasets.simulator.beats import Beat, Event
from engine.referee import Referee

_NEW_CARDS = ("round_over", "hand_over", "over", "drew", "game_over")
"""Keys of a ruling after which people may hold cards that they did not hold before."""


@dataclass(slots=True)
class Offences:
    """`planned`: the game without blunders; `share`: how often (0..1) one is made before a card."""

    planned: Sequence[Beat]
    referee: Referee
    players: Sequence[str]
    share: float
    rng: np.random.Generator

    def beats(self) -> Iterator[Beat]:
        """The game with its blunders."""
        for k, (event, _) in enumerate(self.planned):
            instead = False
            if "play" in event and self.rng.random() < self.share:
                for blunder in self._blunders(k):
                    yield blunder, self.referee.submit(blunder)
                    instead = instead or "plays" in blunder
            if instead:
                continue
            yield event, self.referee.submit(event)
            if "play" in event and self.rng.random() < self.share / 2:
                yield from self._lift(event)

    def _blunders(self, k: int) -> list[Event]:
        """One blunder before the k-th event, as the events that it consists of; perhaps none."""
        kinds = [self._wrong_cards, self._wrong_players, self._several]
        for i in self.rng.permutation(len(kinds)):
            for events in kinds[int(i)](k):
                if self._is_harmless(events, self.planned[k][0]):
                    return events
        return []

    def _wrong_cards(self, k: int) -> Iterator[list[Event]]:
        player = self.planned[k][0]["by"]
        for card in self._held(k + 1, player):
            yield [{"play": card, "by": player}]

    def _wrong_players(self, k: int) -> Iterator[list[Event]]:
        others = [name for name in self.players if name != self.planned[k][0]["by"]]
        player = others[int(self.rng.integers(len(others)))]
        for card in self._held(k + 1, player)[:1]:
            yield [{"play": card, "by": player}]

    def _several(self, k: int) -> Iterator[list[Event]]:
        player, card = self.planned[k][0]["by"], self.planned[k][0]["play"]
        for more in self._held(k + 1, player)[:1]:
            both = {"plays": [card, more], "by": player}
            answer = copy.deepcopy(self.referee).submit(both)
            if answer.get("needs") == "choose":
                yield [both, {"choose": card, "by": player}]
            elif answer.get("returned") == [more]:
                yield [both]

    def _held(self, k: int, player: str) -> list[str | int]:
        """Cards that the player holds at the k-th event, shuffled: what he plays later."""
        held = []
        for event, answer in self.planned[k:]:
            if "play" in event and event["by"] == player and not answer.get("returned"):
                held.append(event["play"])
            if any(answer.get(key) for key in _NEW_CARDS):
                break
        return [held[int(i)] for i in self.rng.permutation(len(held))]

    def _is_harmless(self, events: Sequence[Event], planned: Event) -> bool:
        """Whether all cards of the blunder go back (all but the planned one where it is among
        them), and the game can then go on as planned."""
        trial, before = copy.deepcopy(self.referee), self.referee.game.turn(self.referee.state)
        answers = [trial.submit(event) for event in events]
        if any("error" in answer for answer in answers):
            return False
        if "plays" in events[0]:
            return True
        back = [str(card) for card in answers[0].get("returned") or ()]
        same = trial.game.turn(trial.state) == before and back == [str(events[0]["play"])]
        return same and "error" not in trial.submit(planned)

    def _lift(self, event: Event) -> Iterator[Beat]:
        """The player lifts his card again where the rules do not let him."""
        lifted = {"take_back": event["play"], "by": event["by"]}
        if copy.deepcopy(self.referee).submit(lifted).get("error") == "card_stays":
            yield lifted, self.referee.submit(lifted)
