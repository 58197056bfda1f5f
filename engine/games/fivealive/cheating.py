"""Cheats at a Five Alive table, and when the public record can prove them (RULES 4.9)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from engine.games.fivealive.cards import LETTERS, LIMIT, coded, read, value
from engine.games.fivealive.physical import Cards
from engine.games.fivealive.state import Bomb, State
from engine.playout import Planted
from engine.questions import Event

WITHHELD = "withheld_zero"
FLIPPED = "flip_with_playable_card"


class Cheat(NamedTuple):
    """A cheat that is possible now, and the kind of proof that it brings.

    `total`: for a flip that comes to light later, the total at which it was made.
    """

    kind: str
    player: str
    event: Event
    total: int | None = None


class _Secret(NamedTuple):
    """A cheat that its player's cards may yet prove: its place in `planted`."""

    at: int
    player: str
    total: int | None


class Cheats:
    """Plants cheats, each with the chance `often` where there is an opportunity."""

    def __init__(self, cards: Cards, rng: random.Random, often: float) -> None:
        self.planted: list[Planted] = []
        self._cards = cards
        self._rng = rng
        self._often = often
        self._events = 0
        self._secrets: list[_Secret] = []

    def next(self, state: State) -> Event | None:
        """A cheat in the place of the next event; None where nobody cheats."""
        if not self._tempted():
            return None
        found = [*self._anytime(state), *self._in_play(state)] if not state.over else []
        if not found:
            return None
        cheat = self._rng.choice(found)
        self._plant(cheat.kind, cheat.player, cheat.total, later=cheat.kind == FLIPPED)
        if cheat.kind == "deck_count":
            self._smuggle(cheat.player, read(cheat.event["play"]))
        return cheat.event

    def zero(self, state: State, bomb: Bomb, player: str) -> str:
        """The answer to a Bomb: true, or a 0 is withheld (FAL-P2)."""
        if bomb.hand != state.hand or "0" not in self._cards.hands[player]:
            return "none"
        if not self._tempted():
            return "zero"
        self._plant(WITHHELD, player, None, later="0" not in state.held.get(player, ()))
        return "none"

    def forget(self, names: list[str] | tuple[str, ...]) -> None:
        """Players who got cards may hold anything: what they did before is not proven."""
        self._secrets = [secret for secret in self._secrets if secret.player not in names]

    def happens(self, state: State, event: Event) -> None:
        """Counts the event, and marks the cheats that its cards prove."""
        self._events += 1
        for player, cards in _shown(event):
            for secret in self._secrets:
                if secret.player == player and any(_proves(secret, card) for card in cards):
                    old = self.planted[secret.at]
                    self.planted[secret.at] = msgspec.structs.replace(old, shown=self._events)
        done = {i for i, cheat in enumerate(self.planted) if cheat.shown is not None}
        self._secrets = [secret for secret in self._secrets if secret.at not in done]

    def _tempted(self) -> bool:
        return self._often > 0 and self._rng.random() < self._often

    def _plant(self, kind: str, player: str, total: int | None, *, later: bool) -> None:
        event = self._events + 1
        if later:
            self._secrets.append(_Secret(len(self.planted), player, total))
        shown = None if later else event
        self.planted.append(Planted(kind=kind, player=player, event=event, shown=shown))

    def _smuggle(self, player: str, card: str) -> None:
        """A card of another deck in the place of one in hand."""
        hand = self._cards.hands[player]
        hand[self._rng.randrange(len(hand))] = card

    # --- opportunities

    def _anytime(self, state: State) -> Iterator[Cheat]:
        """FAL-P6 and FAL-P7: letters turned up again, cards drawn for nothing."""
        for name in state.order:
            lives = state.lives[state.sides[name]]
            if lives < LETTERS:
                yield Cheat("letters", name, {"letters": {name: lives + 1}})
            if state.stock > 0:
                n = state.drawn.get(name, 0) + 1
                yield Cheat("drew_without_draw", name, {"drew": {name: n}})

    def _in_play(self, state: State) -> Iterator[Cheat]:
        if state.bomb is not None or state.several:
            return
        back, top = state.back, state.top
        if back is not None and back.card in self._cards.hands.get(back.by, ()):
            yield Cheat("number_over_21", back.by, {"left": coded(back.card), "by": back.by})
        if top is not None and top.by in state.order and state.hands[top.by] > 0:
            yield Cheat("hand_count", top.by, {"last_card": top.by})
        yield from self._out_of_turn(state)
        yield from self._deck(state)
        yield from self._flip(state)

    def _out_of_turn(self, state: State) -> Iterator[Cheat]:
        for name in state.order:
            if name != state.turn and self._cards.hands[name]:
                card = coded(self._rng.choice(self._cards.hands[name]))
                yield Cheat("out_of_turn", name, {"play": card, "by": name})

    def _deck(self, state: State) -> Iterator[Cheat]:
        """FAL-P3: a copy too many of a card of which all copies are out."""
        if not state.house.deck_confirmed or not self._cards.hands[state.turn]:
            return
        for card, copies in state.seen.items():
            fits = state.total + (value(card) or 0) <= LIMIT
            spare = card in state.pool or any(card in held for held in state.held.values())
            if fits and not spare and copies >= state.house.deck.get(card, 0):
                event = {"play": coded(card), "by": state.turn}
                yield Cheat("deck_count", state.turn, event)

    def _flip(self, state: State) -> Iterator[Cheat]:
        """A flip with a playable card where that is not allowed (FAL-10)."""
        player = state.turn
        fits = [c for c in self._cards.hands[player] if state.total + (value(c) or 0) <= LIMIT]
        known = any(card in state.held.get(player, ()) for card in fits)
        if not state.house.voluntary_flip and fits and not known:
            yield Cheat(FLIPPED, player, {"flip": player}, state.total)


def _shown(event: Event) -> Iterator[tuple[str, list[str]]]:
    """The cards that an event shows of each player."""
    for key in ("play", "plays", "choose", "left"):
        if key in event:
            raw = event[key] if key == "plays" else [event[key]]
            yield event["by"], [read(card) for card in raw]
    for name, said in event.get("bomb", {}).items():
        yield name, ["0"] if said == "zero" else []
    for name, raw in event.get("reveal", {}).items():
        yield name, [read(card) for card in raw]


def _proves(secret: _Secret, card: str) -> bool:
    """Whether a card shows that its player could have done otherwise."""
    if secret.total is None:
        return card == "0"
    return secret.total + (value(card) or 0) <= LIMIT
