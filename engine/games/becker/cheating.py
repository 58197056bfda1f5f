"""Cheats that simulated players plant, and when the public record can prove each.

Written apart from `proofs`, by what the players really hold, so that tests can compare the two.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.games.becker.cards import DECK, fits
from engine.games.becker.state import State
from engine.playout import Planted
from engine.questions import Event


class Cheats:
    """The cheats of one table. `_open`: false passes not proven yet, with the cards they hid."""

    def __init__(self) -> None:
        self.planted: list[Planted] = []
        self._open: dict[int, frozenset[str]] = {}
        self._public: dict[str, str] = {}

    def new_deal(self) -> None:
        """Hands are dealt anew: what is still hidden stays hidden."""
        self._open.clear()
        self._public.clear()

    def plant(self, kind: str, player: str, event: int, shown: int | None = None) -> int:
        """A cheat was played with that event; returns its index."""
        self.planted.append(Planted(kind=kind, player=player, event=event, shown=shown))
        return len(self.planted) - 1

    def false_pass(self, state: State, player: str, fitting: list[str], event: int) -> None:
        """`player` passes and could throw `fitting`; what is proven at once is proven again by
        each of these cards that nobody has seen yet."""
        hidden = frozenset(card for card in fitting if self._public.get(card) != player)
        if len(hidden) < len(fitting):
            self.plant("pass_with_known_card", player, event, event)
        elif self._counted(state, player):
            self.plant("pass_with_counted_card", player, event, event)
        if hidden:
            self._open[self.plant("pass_with_legal_card", player, event)] = hidden

    def _counted(self, state: State, player: str) -> bool:
        """Whether arithmetic alone shows that the player holds a card that fits (BGD-P4)."""
        hidden = [card for card in DECK if card not in state.out and card not in self._public]
        top = state.top or state.swept or ""
        useful = [c for c in hidden if (fits(c, top) if state.top else c[1] == top[1])]
        public = [card for card, holder in self._public.items() if holder == player]
        mine = sum(card not in state.out for card in public)
        return len(useful) > len(hidden) - (state.hands[player] - mine)

    def seen(self, event: Event, number: int, state: State) -> None:
        """An event is about to be entered: which cards it makes public, and what that proves."""
        for player, cards in _shows(event):
            fresh = [card for card in cards if card not in state.out]
            for index, hidden in list(self._open.items()):
                cheat = self.planted[index]
                if cheat.player == player and hidden.intersection(fresh):
                    self.planted[index] = msgspec.structs.replace(cheat, shown=number)
                    del self._open[index]
            self._public.update(dict.fromkeys(fresh, player))


def _shows(event: Event) -> list[tuple[str, list[Any]]]:
    """By player, the cards that an event shows to come from a hand."""
    if "play" in event:
        return [(event["by"], [event["play"]])]
    if "plays" in event:
        return [(event["by"], event["plays"])]
    return list(event["reveal"].items()) if "reveal" in event else []
